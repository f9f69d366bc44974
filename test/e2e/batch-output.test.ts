import { execFileSync } from 'node:child_process';
import {
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openBench } from '../faults/command/bench.js';
import { quickMachine } from '../fixtures/quick-machine.js';

const bench = await openBench();
const { home } = bench.machine;
const quick = quickMachine(bench.machine);

const linesOf = (path: string): number[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line).line);

function rows(name: string, count: number): string {
  const path = join(home, `${name}.csv`);
  const references = Array.from({ length: count }, (_, row) => `SBX${name}${row}\n`);
  writeFileSync(path, `outTradeNo\n${references.join('')}`);
  return path;
}

const BATCH = ['batch', 'ewallet.inquire', '-f', 'tranType=W'];
const start = (...args: readonly string[]) => bench.machine.start([...BATCH, ...args]);
const batch = (args: readonly string[], env = {}) => quick.payctl([...BATCH, ...args], { env });

describe('the results of a batch', () => {
  it.each(['jsonl', 'csv'])('keep a line that another program added, as %s', async (format) => {
    const out = join(home, `foreign.${format}`);
    const args = [rows(`FOREIGN${format}`, 3), '-f', 'tranType=W', '--rate', '0', '--out', out];
    expect((await batch(args)).code).toBe(11);
    const whole = readFileSync(out, 'utf8');
    const lines = whole.trimEnd().split('\n');
    for (const added of ['checked by hand\n', 'checked by hand', '\n']) {
      writeFileSync(out, whole + added);
      const { code, stderr } = await batch([...args, '--resume']);
      expect([code, stderr]).toEqual([
        2,
        expect.stringContaining(`${out}:${lines.length + 1} is not a line of this batch`),
      ]);
      expect(readFileSync(out, 'utf8')).toBe(whole + added);
    }
    // Its own, written by a run that died before it could say so.
    writeFileSync(out, `${whole}${lines.at(-1)}\n${lines.at(-1)?.slice(0, 20)}`);
    expect((await batch([...args, '--resume'])).code).toBe(11);
    expect(readFileSync(out, 'utf8')).toBe(whole);
  });

  it('have one header, also where a run ended before its first row', async () => {
    const out = join(home, 'header.csv');
    const args = [rows('HEADER', 2), '--rate', '0', '--out', out];
    await quick.payctl(['token', 'clear']);
    expect((await batch(args, { PAYCTL_API_SECRET: 'another' })).code).toBe(4);
    await quick.payctl(['token', 'clear']);
    expect((await batch([...args, '--resume'])).code).toBe(11);
    const lines = readFileSync(out, 'utf8').split('\n');
    expect(lines.map((line) => line.split(',', 1)[0])).toEqual(['line', '2', '3', '']);
  });

  it('belong to one run, by whatever name and state directory another one comes', async () => {
    const input = rows('LOCK', 40);
    const [out, other] = [join(home, 'lock.jsonl'), join(home, 'other')];
    const flags = ['--resume', '--quiet'];
    // Slow, so that it is at work until it is killed.
    const first = start(input, '--out', out, '--rate', '1', ...flags);
    await expect.poll(() => linesOfIfThere(out).length).toBeGreaterThan(0);
    mkdirSync(other);
    linkSync(out, join(other, 'hard.jsonl'));
    symlinkSync(out, join(other, 'soft.jsonl'));
    symlinkSync(home, join(other, 'home'));
    const sent = bench.bank.log({}).length;
    const env = { PAYCTL_STATE_DIR: join(other, 'state') };
    const names = [
      'lock.jsonl',
      'other/../lock.jsonl',
      'other/soft.jsonl',
      'other/home/lock.jsonl',
    ];
    const runs = [
      ...names.map((name) => ['--out', join(home, name)]),
      ['--out', join(other, 'hard.jsonl')],
      ['--out', join(other, 'new.jsonl'), '--checkpoint', `${out}.checkpoint`],
    ];
    for (const run of runs) {
      const { code, stderr } = await batch([input, '--rate', '0', ...flags, ...run], env);
      expect([code, stderr], run.join(' ')).toEqual([12, expect.stringContaining('another run')]);
    }
    expect(bench.bank.log({}).length - sent).toBeLessThan(40);
    first.child.kill('SIGKILL');
    await first.ended;
    // The lock ended with its owner.
    const again = [input, '--rate', '0', ...flags, '--out', join(other, 'soft.jsonl')];
    const rest = await batch(again, env);
    expect(rest.code, rest.stderr).toBe(11);
    expect(linesOf(out)).toEqual(Array.from({ length: 40 }, (_, row) => row + 2));
    expect(readdirSync(home).filter((name) => name.endsWith('.lock'))).toEqual([]);
  });

  it.each([
    ['appended to', (path: string) => writeFileSync(path, '{"line":99}\n', { flag: 'a' })],
    ['replaced', (path: string) => execFileSync('mv', [moved(path), path])],
  ])('are left alone once they were %s by somebody else', async (name, meddle) => {
    const out = join(home, `${name}.jsonl`);
    const run = start(rows(name.slice(0, 6), 60), '--rate', '5', '--out', out);
    await expect.poll(() => linesOfIfThere(out).length).toBeGreaterThan(0);
    meddle(out);
    const after = readFileSync(out, 'utf8');
    const { code, stderr } = await run.ended;
    expect([code, stderr]).toEqual([12, expect.stringContaining('another program')]);
    expect(readFileSync(out, 'utf8')).toBe(after);
  });

  it('refuse a device, a pipe, a directory and a link to nowhere, and never hang', async () => {
    const input = rows('KIND', 1);
    execFileSync('mkfifo', [join(home, 'fifo')]);
    symlinkSync(join(home, 'nowhere'), join(home, 'dangling'));
    for (const flag of ['--out', '--checkpoint']) {
      for (const target of ['fifo', '/dev/full', '.', 'dangling']) {
        const { code, stderr } = await start(input, flag, resolve(home, target)).ended;
        expect([code, stderr], target).toEqual([2, expect.stringMatching(/a file|does not exist/)]);
      }
    }
  });

  it('of rows from a named pipe are awaited until a signal', async () => {
    const pipe = join(home, 'input.fifo');
    execFileSync('mkfifo', [pipe]);
    const waiting = start(pipe, '--rate', '0');
    await expect.poll(() => isReading(waiting.child.pid, pipe)).toBe(true);
    waiting.child.kill('SIGTERM');
    expect((await waiting.ended).code).toBe(143);
    const reading = start(pipe, '--rate', '0', '--out', `${pipe}.jsonl`);
    execFileSync('sh', ['-c', `cat '${rows('PIPE', 3)}' > '${pipe}'`]);
    expect((await reading.ended).code).toBe(11);
    expect(linesOf(`${pipe}.jsonl`)).toEqual([2, 3, 4]);
  });

  it('are never written to the input, nor the checkpoint to either, under any name', async () => {
    const input = rows('SAME', 1);
    const before = readFileSync(input, 'utf8');
    const out = join(home, 'same.jsonl');
    writeFileSync(out, '');
    linkSync(input, join(home, 'input-again.csv'));
    linkSync(out, join(home, 'same-again.jsonl'));
    for (const flags of [
      ['--out', input],
      ['--out', join(home, 'input-again.csv')],
      ['--checkpoint', join(home, 'input-again.csv')],
      ['--out', out, '--checkpoint', out],
      ['--out', out, '--checkpoint', join(home, 'same-again.jsonl')],
      ['--out', join(home, 'new.jsonl'), '--checkpoint', `${home}/./new.jsonl`],
    ]) {
      const { code, stderr } = await batch([input, '--resume', ...flags]);
      expect([code, stderr], flags.join(' ')).toEqual([
        2,
        expect.stringContaining('the same file'),
      ]);
    }
    expect(readFileSync(input, 'utf8')).toBe(before);
  });
});

/** Whether the process has it open. */
function isReading(pid: number | undefined, path: string): boolean {
  const directory = `/proc/${pid}/fd`;
  try {
    return readdirSync(directory).some((fd) => readlinkSync(join(directory, fd)) === path);
  } catch {
    return false;
  }
}

function linesOfIfThere(path: string): number[] {
  try {
    return linesOf(path);
  } catch {
    return [];
  }
}

function moved(path: string): string {
  writeFileSync(`${path}.new`, '');
  return `${path}.new`;
}
