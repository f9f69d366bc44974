import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { effects } from '../fixtures/effects.js';
import { describeWith } from '../fixtures/needs.js';
import { Fleet } from './fleet.js';
import type { FleetMachine } from './machine.js';

let fleet: Fleet;
let owner: FleetMachine;
beforeAll(async () => {
  fleet = await Fleet.open();
  owner = fleet.machine('first');
});
afterAll(() => fleet?.close());

const HEADER = 'qrData,transactionAmount,reference1,partnerTransactionId\n';
const referenceOf = (name: string, row: number) =>
  `${owner.env.PAYCTL_BILLER_ID}${name}${String(row).padStart(6, '0')}`;

/** Rows that each pay 10 baht. */
function payments(machine: FleetMachine, name: string, rows: number): string {
  const lines = Array.from({ length: rows }, (_, row) => {
    return `OPAQUE,10.00,ORDER${row},${referenceOf(name, row)}\n`;
  });
  return fileIn(machine, `${name}.csv`, HEADER + lines.join(''));
}

function fileIn(machine: FleetMachine, name: string, text: string): string {
  const path = join(machine.home, name);
  writeFileSync(path, text);
  return path;
}

const recordsOf = (text: string): Record<string, unknown>[] =>
  text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));

const paidOf = (reference: string) =>
  effects(fleet.bank, reference).filter(({ kind }) => kind === 'cpm.pay').length;

async function resultsOf(job: string) {
  const { code, stdout, stderr } = await fleet.machine('reader').payctl(`batch results ${job}`);
  expect([code, stderr]).toEqual([0, '']);
  return recordsOf(stdout);
}

describeWith('postgres', 'a job', () => {
  it('is loaded once, worked on by all, and tells each result once', async () => {
    const file = payments(owner, 'A', 12);
    const begun = await owner.payctl(`batch cpm.pay ${file} --job a --rate 0 --yes`);
    expect([begun.code, begun.stdout], begun.stderr).toEqual([0, '']);
    expect(begun.stderr).toContain('confirmed 120.00 of 120.00 baht');
    expect(begun.stderr).toContain('the results: payctl batch results a');

    const again = await owner.payctl(`batch cpm.pay ${file} --job a --rate 0 --yes`);
    expect(again.code, again.stderr).toBe(0);
    const other = await owner.payctl(`batch cpm.pay ${payments(owner, 'X', 2)} --job a --yes`);
    expect([other.code, other.stderr]).toEqual([12, expect.stringContaining('another file')]);

    const rows = Array.from({ length: 12 }, (_, row) => row);
    const results = await resultsOf('a');
    expect(results.map(({ reference }) => reference)).toEqual(
      rows.map((row) => referenceOf('A', row)),
    );
    expect(results.map(({ line }) => line)).toEqual(rows.map((row) => row + 2));
    expect(rows.map((row) => paidOf(referenceOf('A', row)))).toEqual(rows.map(() => 1));

    const status = await owner.payctl('batch status a -o json');
    expect(JSON.parse(status.stdout)).toMatchObject({
      job: 'a',
      operation: 'cpm.pay',
      rows: 12,
      done: 12,
      open: 0,
      results: { SUCCESS: 12 },
      amount: { total: '120.00', open: '0.00', confirmed: '120.00' },
      rate: { limit: null },
      workers: [{ machine: expect.any(String), alive: false, leased: 0 }, {}],
      secondsLeft: 0,
    });
    const csv = await owner.payctl('batch results a -o csv --columns reference,exit');
    expect(csv.stdout.split('\n').slice(0, 2)).toEqual([
      'line,reference,exit',
      `2,${referenceOf('A', 0)},0`,
    ]);
  });

  it('carries columns of the caller into its results', async () => {
    const file = fileIn(owner, 'own.csv', 'outTradeNo,tranType,#shop\nSBXOWN1,W,Siam\n"SBX,W\n');
    const { code, stderr } = await owner.payctl(`batch ewallet.inquire ${file} --job own --rate 0`);
    expect(code, stderr).toBe(11);
    const [first, second] = await resultsOf('own');
    expect([first?.['#shop'], second?.['#shop']]).toEqual(['Siam', undefined]);
    const csv = await owner.payctl('batch results own -o csv');
    expect(csv.stdout).toMatch(/^line,#shop,reference,/);
    const some = await owner.payctl('batch results own -o csv --columns exit,#shop');
    expect(some.stdout).toBe('line,exit,#shop\n2,6,Siam\n3,2,\n');
  });

  it('belongs to its profile, and money needs a yes on each machine', async () => {
    const file = payments(owner, 'B', 2);
    expect((await owner.payctl(`batch cpm.pay ${file} --job b --rate 0 --yes`)).code).toBe(0);
    const helper = fleet.machine('helper');
    for (const [name, value] of [
      ['PAYCTL_COMPANY_ID', '9'],
      ['PAYCTL_APPLICATION_ID', 'other'],
      ['PAYCTL_BASE_URL', 'http://127.0.0.1:1/'],
    ] as const) {
      const { code, stderr } = await helper.payctl('batch work b --yes', { [name]: value });
      expect([code, stderr]).toEqual([3, expect.stringContaining('belongs to another')]);
    }
    const asked = await helper.payctl('batch work b');
    expect([asked.code, asked.stderr]).toEqual([2, expect.stringContaining('0 rows of 2 open')]);
    expect((await helper.payctl('batch work b --yes')).code).toBe(0);
    expect((await helper.payctl('batch work nowhere --yes')).code).toBe(6);
    expect((await helper.payctl('batch work ../x --yes')).code).toBe(2);
    expect((await helper.payctl(`batch cpm.pay ${file} --job b --resume --yes`)).code).toBe(2);
  });

  it('says in the exit what batch would say, and shows wrong rows of reads', async () => {
    const file = fileIn(owner, 'c.csv', 'outTradeNo,tranType\nSBXNONE1,W\n"SBXBAD,W\nSBXNONE2,W\n');
    const { code, stderr } = await owner.payctl(`batch ewallet.inquire ${file} --job c --rate 0`);
    expect(code, stderr).toBe(11);
    expect((await resultsOf('c')).map(({ line, exit }) => [line, exit])).toEqual([
      [2, 6],
      [3, 2],
      [4, 6],
    ]);
  });

  it('cannot be had while the store is away, and a batch of reads goes on without it', async () => {
    const file = fileIn(owner, 'd.csv', 'outTradeNo,tranType\nSBXNONE1,W\n');
    const reads = `batch ewallet.inquire ${file}`;
    const ofJobs = ['batch status a', 'batch results a', 'batch work a --yes', `${reads} --job d`];
    fleet.proxy.watch(() => 'cut');
    const all = [...ofJobs, reads].map((command) => owner.payctl(command));
    const [alone, ...ended] = (await Promise.all(all)).reverse();
    fleet.proxy.watch();
    expect(ended.map(({ code }) => code)).toEqual([9, 9, 9, 9]);
    if (alone === undefined) throw new RangeError('nothing ended');
    expect(alone.code, alone.stderr).toBe(11);
    expect(recordsOf(alone.stdout)).toMatchObject([{ reference: 'SBXNONE1', exit: 6 }]);
    expect(alone.stderr).toContain('warning: the pace is not shared');
  });

  it('needs a shared store', async () => {
    const { code, stderr } = await owner.payctl('--sandbox batch status a');
    expect([code, stderr]).toEqual([3, expect.stringContaining('the sandbox never uses one')]);
  });
});
