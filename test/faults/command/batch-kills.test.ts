import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SANDBOX_PROFILE } from '../../../src/sandbox/seed/profile.js';
import { effects } from '../../fixtures/effects.js';
import { describeWith } from '../../fixtures/needs.js';
import { FULL } from '../../fixtures/sizes.js';
import { chanceOf } from '../chance.js';
import { openBench } from './bench.js';
import { pointsOf, traced } from './strace.js';

const KILLS = FULL ? 50 : 4;
const ROWS_A_KILL = 25;

const bench = await openBench();

interface Batch {
  operation: string;
  rows: readonly object[];
  flags: readonly string[];
  seed: number;
}

interface Row {
  line: number;
  reference: string;
  class: string;
}

/** Runs it with --resume, killed again and again, until it comes to its end. */
async function survived({ operation, rows, flags, seed }: Batch) {
  const { machine } = bench;
  const input = join(machine.home, `${operation}.jsonl`);
  const out = join(machine.home, `${operation}.result.jsonl`);
  writeFileSync(input, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  const args = ['batch', operation, input, '--out', out, '--resume', '--quiet', ...flags];
  const chance = chanceOf(seed);
  let kills = 0;
  for (;;) {
    // So slow that enough rows are left for the last kill, however late the kills come.
    const rate = kills < KILLS ? '40' : '0';
    const { child, ended } = machine.start([...args, '--rate', rate]);
    const before = sizeOf(out);
    if (kills < KILLS) {
      // From before the first row to well into them.
      const begun = until(() => sizeOf(out) > before, ended);
      if (chance.happens(0.75)) await begun;
      await new Promise((done) => setTimeout(done, chance.between(0, 150)));
      child.kill('SIGKILL');
    }
    const { code, stderr: errors } = await ended;
    if (code === null) kills += 1;
    else return { kills, code, errors, results: resultsIn(out) };
  }
}

function sizeOf(path: string): number {
  return existsSync(path) ? readFileSync(path).length : 0;
}

async function until(reached: () => boolean, ended: Promise<unknown>): Promise<void> {
  let over = false;
  void ended.then(() => {
    over = true;
  });
  while (!over && !reached()) await new Promise((done) => setTimeout(done, 5));
}

function resultsIn(path: string): Row[] {
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  return lines.map((line): Row => JSON.parse(line));
}

const numbers = Array.from({ length: KILLS * ROWS_A_KILL }, (_, index) => index + 1);
const padded = (row: number) => String(row).padStart(6, '0');

describe(`a batch that is killed ${KILLS} times`, () => {
  it('has every read row in its result once, in order', async () => {
    const rows = numbers.map((row) => ({ tranType: 'W', outTradeNo: `SBXREAD${padded(row)}` }));
    const { kills, code, errors, results } = await survived({
      operation: 'ewallet.inquire',
      rows,
      flags: [],
      seed: 1,
    });
    console.log(`${kills} kills of a batch of reads: ${results.length} rows in its result`);
    expect({ kills, code, errors }).toEqual({ kills: KILLS, code: 11, errors: '' });
    expect(results.map(({ line }) => line)).toEqual(numbers);
    expect(results.map(({ reference }) => reference)).toEqual(rows.map((row) => row.outTradeNo));
    expect(new Set(results.map((row) => row.class))).toEqual(new Set(['NOT_FOUND']));
  }, 600_000);

  it('sends no money row twice and loses none', async () => {
    const { bank, unannounced } = bench;
    const rows = numbers.map((row) => ({
      qrData: 'OPAQUE',
      transactionAmount: '1.25',
      reference1: 'ORDER7',
      partnerTransactionId: `${SANDBOX_PROFILE.billerId}BATCH${padded(row)}`,
    }));
    const { kills, results } = await survived({
      operation: 'cpm.pay',
      rows,
      // What a kill left in flight is asked for once: the harness has no minute for each.
      flags: ['--unordered', '--yes', '--wait', '0'],
      seed: 2,
    });
    const known = results.filter((row) => row.class === 'SUCCESS').length;
    console.log(
      `${kills} kills of a batch of money: ${results.length} rows in its result, ${known} confirmed`,
    );
    expect(kills).toBe(KILLS);
    expect(unannounced).toEqual([]);
    expect(results.map(({ line }) => line).sort((a, b) => a - b)).toEqual(numbers);
    const paid = new Map(
      rows.map(({ partnerTransactionId: id }) => [
        id,
        effects(bank, id).filter(({ kind }) => kind === 'cpm.pay').length,
      ]),
    );
    expect([...paid.values()].filter((count) => count > 1)).toEqual([]);
    const wrong = results.filter(({ class: ended, reference }) => {
      const count = paid.get(reference);
      // Killed before its first byte left, or before the bank had it: nobody can know yet.
      return ended === 'SUCCESS' ? count !== 1 : ended !== 'OUTCOME_UNKNOWN' || count !== 0;
    });
    expect(wrong).toEqual([]);
  }, 600_000);
});

describeWith('strace', 'a batch that is killed as it writes', () => {
  it('has every row in its result once, half-written lines included', async () => {
    const { machine } = bench;
    const input = join(machine.home, 'written.jsonl');
    const references = Array.from({ length: FULL ? 8 : 3 }, (_, row) => `SBXWRITTEN${row}`);
    const row = (outTradeNo: string) => JSON.stringify({ tranType: 'W', outTradeNo });
    writeFileSync(input, references.map((reference) => `${row(reference)}\n`).join(''));
    let runs = 0;
    const next = () => {
      const out = join(machine.home, `written-${++runs}.result.jsonl`);
      const args = ['batch', 'ewallet.inquire', input, '--out', out, '--resume', '--quiet'];
      return { out, args: [...args, '--rate', '40'] };
    };
    const whole = next();
    const { syscalls } = await traced(machine, whole.args);
    const blows = pointsOf(syscalls).filter(({ text }) => text.includes(`<${whole.out}`));
    // Results and checkpoint, each written and each flushed.
    expect(blows.length).toBeGreaterThan(4);
    for (const { name, when } of blows) {
      const { out, args } = next();
      await traced(machine, args, `${name}:signal=SIGKILL:when=${when}`);
      // Before there is a checkpoint, nothing is written.
      const begun = existsSync(`${out}.checkpoint`);
      expect(begun || sizeOf(out) === 0).toBe(true);
      if (begun) appendFileSync(out, '{"line":1,"reference":"SBX');
      expect(await machine.payctl(args)).toMatchObject({ code: 11, stderr: '' });
      expect(resultsIn(out).map(({ reference }) => reference)).toEqual(references);
    }
    console.log(`${blows.length} kills at writes of results and checkpoint`);
  }, 600_000);
});
