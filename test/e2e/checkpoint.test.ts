import { spawnSync } from 'node:child_process';
import { createHash, generateKeyPairSync } from 'node:crypto';
import { chmodSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import { isJsonObject, type JsonObject, parseJson } from '../../src/core/json.js';
import { openDatabase } from '../../src/host/sqlite.js';
import { ORIGIN, seal } from '../../src/state/chain.js';
import type { DeskEvent } from '../../src/state/desk.js';
import { nextEvent } from '../../src/state/desk-event.js';
import type { Machine } from '../fixtures/machine.js';
import { itWith } from '../fixtures/needs.js';
import { quickMachine } from '../fixtures/quick-machine.js';

let machine: Machine;
let journal: string;

beforeEach(async () => {
  machine = quickMachine();
  journal = join(machine.home, '.local/state/payctl/journal');
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' });
  writeFileSync(join(machine.home, 'key.pem'), pem, { mode: 0o600 });
  writeFileSync(join(machine.home, 'key.pub'), publicKey.export({ type: 'spki', format: 'pem' }));
  for (const reference of ['CHARGE1', 'CHARGE2', 'CHARGE3']) await pay(reference);
  await ok(...'journal checkpoint --key key.pem --out cp.jsonl.gz'.split(' '));
});

async function ok(...words: string[]): Promise<void> {
  const { code, stderr } = await machine.payctl(words, { cwd: machine.home });
  expect(code, stderr).toBe(0);
}

const payctl = (line: string) => machine.payctl(line, { cwd: machine.home });

async function pay(reference: string): Promise<void> {
  const { stdout } = await payctl('sandbox buyer-code --wallet W --raw');
  const line = `--sandbox ewallet pay --tran-type W --out-trade-no ${reference} --total-fee 10.00`;
  const paid = await payctl(`${line} --buyer-identity-code ${stdout.trim()} --wait 0`);
  expect(paid.code, paid.stderr).toBe(0);
}

async function compared(): Promise<{ code: number | null; whys: string[] }> {
  const line = 'journal verify --checkpoint cp.jsonl.gz --key key.pub -o json';
  const { code, stdout, stderr } = await payctl(line);
  const { faults } = JSON.parse(stdout || stderr);
  return { code, whys: faults.map(({ why }: { why: string }) => why) };
}

const NONE = { code: 0, whys: [] };

/** Files of the claims that hold `text`, by their names in the journal. */
function filesWith(text: string): string[] {
  const names = readdirSync(journal, { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => join(journal, name))
    .filter((path) => readFileSync(path, 'utf8').includes(text));
}

/** Writes a claim anew, its chain included, as somebody could who knows the format. */
function rewritten(path: string, change: (line: JsonObject) => JsonObject): string {
  let prev = ORIGIN;
  const lines = readFileSync(path, 'utf8').trim().split('\n');
  return lines
    .map((line) => {
      const content = parseJson(line);
      if (!isJsonObject(content)) throw new Error('no line of the journal');
      const { sum: _sum, ...rest } = content;
      const { text, sum } = seal(change({ ...rest, prev }));
      prev = sum;
      return text;
    })
    .join('');
}

describe('a checkpoint', () => {
  it('agrees with a journal that has only grown, and with one that was archived', async () => {
    expect(await compared()).toEqual(NONE);
    await pay('CHARGE4');
    expect(await compared()).toEqual(NONE);
    const moved = await payctl('journal archive --before +1m --out old.jsonl.gz');
    expect(moved.code, moved.stderr).toBe(0);
    expect(await compared()).toEqual(NONE);
  });

  it('shows a charge that was removed with all that remembers it', async () => {
    for (const path of filesWith('CHARGE2')) rmSync(path);
    const state = join(machine.home, '.local/state/payctl');
    for (const name of readdirSync(state, { recursive: true, encoding: 'utf8' })) {
      if (/^(claims|index|journal\/ends)/.test(name))
        rmSync(join(state, name), { recursive: true, force: true });
    }
    const { code, whys } = await compared();
    expect(code).toBe(3);
    expect(whys).toContainEqual(
      expect.stringMatching(/^the charge was removed: the checkpoint of /),
    );
  });

  it('shows a charge whose chain was written anew, which nothing else notices', async () => {
    const [path = ''] = filesWith('CHARGE2');
    writeFileSync(
      path,
      rewritten(path, (line) => (line.amount ? { ...line, amount: '1.00' } : line)),
    );
    expect((await payctl('journal verify')).code).toBe(0);
    const { code, whys } = await compared();
    expect(code).toBe(3);
    expect(whys).toEqual([
      expect.stringMatching(/^lines were removed or changed that the checkpoint/),
    ]);
  });

  it('shows an archived charge that says something else than the charge did', async () => {
    const moved = await payctl('journal archive --before +1m --out old.jsonl.gz');
    expect(moved.code, moved.stderr).toBe(0);
    const [path = ''] = filesWith('CHARGE2');
    const first = parseJson(readFileSync(path, 'utf8').split('\n', 1).join(''));
    const prev = isJsonObject(first) ? first.prev : undefined;
    let isFirst = true;
    const forged = rewritten(path, (line) => {
      // It still continues the line that the checkpoint has.
      const content = isFirst && prev !== undefined ? { ...line, prev } : line;
      isFirst = false;
      return content.amount ? { ...content, amount: '1.00' } : content;
    });
    writeFileSync(path, forged);
    const { code, whys } = await compared();
    expect(code).toBe(3);
    expect(whys).toContainEqual(
      expect.stringMatching(/^lines were removed or changed that the checkpoint/),
    );
  });

  it('shows a charge that says it is older than the checkpoint', async () => {
    await pay('CHARGE5');
    const [path = ''] = filesWith('CHARGE5');
    const old = '2020-01-31T03:00:00.000Z';
    writeFileSync(
      path,
      rewritten(path, (line) => ({ ...line, at: old })),
    );
    const { code, whys } = await compared();
    expect(code).toBe(3);
    expect(whys).toContainEqual(
      expect.stringMatching(/^the charge says that it is older than the checkpoint/),
    );
  });

  it('shows a note or a decision that was removed, changed or back-dated', async () => {
    for (const text of ['called', 'given back'])
      await ok('journal', 'note', 'CHARGE1', '--text', text);
    await ok('journal', 'note', 'CHARGE2', '--text', 'called');
    rmSync(join(machine.home, 'cp.jsonl.gz'));
    await ok(...'journal checkpoint --key key.pem --out cp.jsonl.gz'.split(' '));
    await ok('journal', 'note', 'CHARGE1', '--text', 'later');
    expect(await compared()).toEqual(NONE);
    const file = join(machine.home, '.local/state/payctl/desk.db');
    const database = await openDatabase(file);
    // As somebody could who knows the format: what follows continues what was put in its place.
    const about = { kind: 'note', subject: 'CHARGE1' } as const;
    const random = { bytes: (size: number) => Buffer.alloc(size) };
    const at = '2026-01-31T00:00:00.000Z';
    let before: DeskEvent | undefined;
    for (const text of ['called', 'nothing', 'later']) {
      const lasting = { type: 'note', by: { user: 'clerk', host: 'desk' } };
      before = nextEvent(about, before, { at, lasting, details: { text } }, random);
      const { line, sum, details, seq } = before;
      const change =
        'UPDATE event SET at = ?, line = ?, sum = ?, details = ? WHERE subject = ? AND seq = ?';
      database.run(change, at, line, sum, details, 'CHARGE1', seq);
      database.run('UPDATE head SET sum = ?, at = ? WHERE subject = ?', sum, at, 'CHARGE1');
    }
    for (const table of ['event', 'head'])
      database.run(`DELETE FROM ${table} WHERE subject = 'CHARGE2'`);
    database.close();
    expect((await payctl('journal verify')).code).toBe(0);
    const { code, whys } = await compared();
    expect(code).toBe(3);
    expect(whys).toEqual([
      expect.stringMatching(/^lines were removed or changed that the checkpoint/),
      expect.stringMatching(/^what was said here claims to be older than the checkpoint/),
      expect.stringMatching(/^what was said here was removed: the checkpoint of /),
    ]);
  });

  it('counts only with the key that was asked for, and whole', async () => {
    const other = generateKeyPairSync('ed25519').publicKey;
    writeFileSync(join(machine.home, 'key.pub'), other.export({ type: 'spki', format: 'pem' }));
    const line = 'journal verify --checkpoint cp.jsonl.gz --key key.pub';
    const refused = await payctl(line);
    expect([refused.code, refused.stderr]).toEqual([
      3,
      expect.stringMatching(/is signed by the key \w+, not by/),
    ]);
    const alone = await payctl('journal verify --key key.pub');
    expect([alone.code, alone.stderr]).toEqual([2, expect.stringContaining('--checkpoint FILE')]);
    const text = gunzipSync(readFileSync(join(machine.home, 'cp.jsonl.gz'))).toString();
    const { gzipSync } = await import('node:zlib');
    for (const broken of [
      text.replace(/:[0-9a-f]{64}/, `:${'0'.repeat(64)}`),
      text.split('\n').slice(0, -2).join('\n'),
    ]) {
      writeFileSync(join(machine.home, 'cp.jsonl.gz'), gzipSync(broken));
      const damaged = await payctl('journal verify --checkpoint cp.jsonl.gz');
      expect([damaged.code, damaged.stderr]).toEqual([
        3,
        expect.stringContaining('the checkpoint is damaged'),
      ]);
    }
  });

  it('is written once, by a key of ours, of a sound journal', async () => {
    const again = await payctl('journal checkpoint --key key.pem --out cp.jsonl.gz');
    expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('is there already')]);
    chmodSync(join(machine.home, 'key.pub'), 0o600);
    const publicOnly = await payctl('journal checkpoint --key key.pub --out other.jsonl.gz');
    expect([publicOnly.code, publicOnly.stderr]).toEqual([
      2,
      expect.stringContaining('holds no Ed25519 key'),
    ]);
    const [path = ''] = filesWith('CHARGE1');
    writeFileSync(path, readFileSync(path, 'utf8').replace('10.00', '90.00'));
    const damaged = await payctl('journal checkpoint --key key.pem --out other.jsonl.gz');
    expect([damaged.code, damaged.stderr]).toEqual([
      3,
      expect.stringContaining('the journal is damaged'),
    ]);
  });

  itWith('openssl', 'is verified by a program that is not ours', () => {
    const lines = gunzipSync(readFileSync(join(machine.home, 'cp.jsonl.gz')))
      .toString()
      .split('\n');
    const { end } = JSON.parse(lines.at(-2) ?? '');
    const before = `${lines.slice(0, -2).join('\n')}\n`;
    expect(createHash('sha256').update(before).digest('hex')).toBe(end.sha256);
    writeFileSync(join(machine.home, 'digest'), end.sha256);
    writeFileSync(join(machine.home, 'signature'), Buffer.from(end.signature, 'base64'));
    const words = 'pkeyutl -verify -pubin -inkey key.pub -rawin -in digest -sigfile signature';
    const { status, stdout } = spawnSync('openssl', words.split(' '), {
      cwd: machine.home,
      encoding: 'utf8',
    });
    expect([status, stdout.trim()]).toEqual([0, 'Signature Verified Successfully']);
  });
});
