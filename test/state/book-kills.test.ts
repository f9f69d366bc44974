import { execFile } from 'node:child_process';
import { cpSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openDatabase } from '../../src/host/sqlite.js';
import { FileBooks } from '../../src/state/files/book-store.js';
import { changeAfter, contentsOf, firstNight, nextNight } from '../fixtures/book-nights.js';
import { bundleChild, startChild, temporaryDirectory } from '../fixtures/child.js';
import { describeWith } from '../fixtures/needs.js';
import { FULL } from '../fixtures/sizes.js';
import { host } from '../postgres/subjects.js';

/** By which SQLite changes a file, and makes the change last. */
const WRITES = ['pwrite64', 'fdatasync', 'fsync', '?unlink', 'ftruncate'];

interface Run {
  /** What it printed. */
  said: string;
  /** How often each call of the kernel was made. */
  calls: Map<string, number>;
}

/** Runs the child under strace, which kills it at the n-th call of a name. */
async function traced(child: string, what: string, directory: string, at?: string): Promise<Run> {
  const log = join(directory, 'strace');
  const inject =
    at === undefined ? [] : ['-e', `inject=${at.replace(' ', ':signal=SIGKILL:when=')}`];
  const options = ['-f', '-qq', '-o', log, '-e', `trace=${WRITES}`, ...inject];
  const said = await new Promise<string>((done) => {
    const args = [...options, process.execPath, child, what, directory];
    execFile('strace', args, (_error, stdout) => done(stdout));
  });
  const calls = new Map<string, number>();
  for (const [, name = ''] of readFileSync(log, 'utf8').matchAll(/^\d+ +(\w+)\(/gm)) {
    calls.set(name, (calls.get(name) ?? 0) + 1);
  }
  rmSync(log);
  return { said, calls };
}

function pointsOf({ calls }: Run): string[] {
  const all = [...calls].flatMap(([name, count]) =>
    Array.from({ length: count }, (_, at) => `${name} ${at + 1}`),
  );
  if (FULL) return all;
  return [0.1, 0.4, 0.7, 0.95].flatMap((part) => all[Math.floor(part * all.length)] ?? []);
}

async function integrityOf(directory: string): Promise<unknown> {
  const database = await openDatabase(join(directory, 'books/shop.db'));
  try {
    return database.all('PRAGMA integrity_check').flat();
  } finally {
    database.close();
  }
}

async function contentsIn(directory: string) {
  const book = await new FileBooks(host, directory).open('shop');
  try {
    return book && (await contentsOf(book));
  } finally {
    await book?.close();
  }
}

describeWith('strace', 'a book in a file', () => {
  it('is written whole or not at all, killed at any write', async () => {
    const child = await bundleChild(join(import.meta.dirname, '../fixtures/book-child.ts'));
    const [template, directory] = [await temporaryDirectory(), await temporaryDirectory()];
    const renewed = () => {
      rmSync(directory, { recursive: true });
      cpSync(template, directory, { recursive: true });
    };
    let kills = 0;
    for (const what of ['create', 'commit']) {
      const before = await contentsIn(template);
      renewed();
      const whole = await traced(child, what, directory);
      const after = await contentsIn(directory);
      expect([whole.said, after?.head.seq]).toEqual(['begun done', (before?.head.seq ?? 0) + 1]);
      for (const point of pointsOf(whole)) {
        renewed();
        const { said } = await traced(child, what, directory, point);
        if (!said.endsWith('done')) kills += 1;
        const found = await contentsIn(directory);
        expect([before, after], point).toContainEqual(found);
        if (said.endsWith('done')) expect(found).toEqual(after);
        const books = new FileBooks(host, directory);
        expect(await books.names()).toEqual(found ? ['shop'] : []);
        // Whoever comes next can write, whatever the first has left.
        if (found === undefined) expect(await books.create('shop', firstNight())).toBe(true);
        const book = await books.open('shop');
        const head = await book?.head();
        if (head) expect(await book?.commit(changeAfter(head))).toBe(true);
        await book?.close();
        expect(await integrityOf(directory)).toEqual(['ok']);
      }
      if (what === 'create') await new FileBooks(host, template).create('shop', firstNight());
    }
    console.log(`book: ${kills} kills at writes`);
    expect(kills).toBeGreaterThan(3);
  }, 3_600_000);
});

it('has the nights that were reported, killed again and again', async () => {
  const child = await bundleChild(join(import.meta.dirname, '../fixtures/book-child.ts'));
  const directory = await temporaryDirectory();
  const books = new FileBooks(host, directory);
  await books.create('shop', firstNight());
  /** How long the child wrote, or was to write. */
  async function run(limitMs?: number) {
    const { child: running, done } = startChild(child, ['commit', directory]);
    let begun = 0;
    running.stdout?.once('data', () => {
      begun = Date.now();
      if (limitMs !== undefined) setTimeout(() => running.kill('SIGKILL'), limitMs);
    });
    return { ...(await done), ms: Date.now() - begun };
  }
  const { ms } = await run();
  let [reported, kills] = [2, 0];
  for (let round = 0; round < (FULL ? 500 : 6); round++) {
    const { stdout, signal } = await run(ms * Math.random());
    if (stdout.endsWith('done')) reported += 1;
    if (signal === 'SIGKILL') kills += 1;
    const head = (await contentsIn(directory))?.head;
    expect(head?.seq).toBeGreaterThanOrEqual(reported);
    reported = head?.seq ?? 0;
  }
  // What came of nights in turn, without a kill.
  let change = firstNight();
  const clean = await temporaryDirectory();
  const sound = new FileBooks(host, clean);
  await sound.create('shop', change);
  const book = await sound.open('shop');
  for (let seq = 2; seq <= reported; seq++) {
    change = nextNight(change.event);
    await book?.commit(change);
  }
  expect(await contentsIn(directory)).toEqual(book && (await contentsOf(book)));
  await book?.close();
  console.log(`book: ${kills} kills, ${reported} nights`);
}, 3_600_000);
