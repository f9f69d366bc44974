import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pay } from '../../src/sandbox/customer.js';
import { BANK_CODE, SANDBOX_PROFILE } from '../../src/sandbox/seed/profile.js';
import { effects } from '../fixtures/effects.js';
import { describeWith } from '../fixtures/needs.js';
import { call } from '../fixtures/sandbox-calls.js';
import { FULL } from '../fixtures/sizes.js';
import { Fleet } from './fleet.js';
import type { FleetMachine } from './machine.js';

const FILES = { PAYCTL_STORE: '' };
const HEADER = 'qrData,transactionAmount,reference1,partnerTransactionId\n';

let fleet: Fleet;
beforeAll(async () => {
  fleet = await Fleet.open();
});
afterAll(() => fleet?.close());

const referenceOf = (name: string, row: number) =>
  `${SANDBOX_PROFILE.billerId}${name}${String(row).padStart(6, '0')}`;

const references = (name: string, rows: number) =>
  Array.from({ length: rows }, (_, row) => referenceOf(name, row));

/** Rows that each pay 10 baht. */
function payments(machine: FleetMachine, name: string, rows: number): string {
  const path = join(machine.home, `${name}.csv`);
  const lines = references(name, rows).map((one, row) => `OPAQUE,10.00,ORDER${row},${one}\n`);
  writeFileSync(path, HEADER + lines.join(''));
  return path;
}

const paid = (reference: string) =>
  effects(fleet.bank, reference).filter(({ kind }) => kind === 'cpm.pay').length;

/** Resolves when the bank has so many calls for money. */
const arrived = (count: number) =>
  expect.poll(() => fleet.arrivals.length, { interval: 10 }).toBeGreaterThanOrEqual(count);

/** What accepts a slip that nobody has seen. */
async function newSlip(): Promise<string> {
  const { billerId } = SANDBOX_PROFILE;
  const order = { qrType: 'PP', ppType: 'BILLERID', ppId: billerId, ref1: 'SLIP1', ref3: 'SBX' };
  const asked = { ...order, amount: 10 };
  const { data } = await call(fleet.bank, 'POST', '/v2/payment/qrcode/create', asked);
  const { slip = '' } = await pay(fleet.bank, data.data.qrRawData);
  return `slip verify ${slip} --sending-bank ${BANK_CODE} --once`;
}

describeWith('postgres', 'claims that move into a store', () => {
  it('are made by no batch that knows nothing of the store', async () => {
    const machine = fleet.machine('cron');
    const file = payments(machine, 'CRON', 4);
    const batch = `batch cpm.pay ${file} --rate 0 --yes`;
    expect((await machine.payctl(batch)).code).toBe(0);
    const again = await machine.payctl(batch, FILES);
    expect([again.code, again.stderr]).toEqual([3, expect.stringContaining('store export')]);
    expect(references('CRON', 4).map(paid)).toEqual([1, 1, 1, 1]);
  });

  it('are made over no files where store.json alone was lost, damaged or made anew', async () => {
    const machine = fleet.machine('wiped');
    const batch = `batch cpm.pay ${payments(machine, 'WIPED', 3)} --rate 0 --yes`;
    expect((await machine.payctl(batch)).code).toBe(0);
    const refused = async (): Promise<string> => {
      const { code, stderr } = await machine.payctl(batch, FILES);
      expect(code, stderr).toBe(3);
      return stderr;
    };
    const path = join(machine.state, 'store.json');
    writeFileSync(path, 'torn');
    expect(await refused()).toContain(`rm ${path}; payctl store import`);
    rmSync(path);
    expect(await refused()).toContain('payctl store export');
    // A command that only reads makes it anew.
    await machine.payctl('store status');
    expect(await refused()).toContain('payctl store export');
    rmSync(join(machine.state, 'store.settled'));
    expect(await refused()).toContain('payctl store export');
    expect((await machine.payctl(batch)).code).toBe(0);
    rmSync(join(machine.state, 'store.claims'));
    rmSync(path);
    expect(await refused()).toContain('payctl store export');
    expect((await machine.payctl('store import')).code).toBe(0);
    expect((await machine.payctl(batch)).code).toBe(0);
    expect(references('WIPED', 3).map(paid)).toEqual([1, 1, 1]);
    // Who left may go on over files.
    expect((await machine.payctl('store export')).code).toBe(0);
    expect((await machine.payctl(batch, FILES)).code).toBe(0);
    expect((await machine.payctl('store import')).code).toBe(0);
  });

  it('are not made any more by a batch that began before', async () => {
    const machine = fleet.machine('mover');
    const rows = 60;
    const batch = `batch cpm.pay ${payments(machine, 'MOVE', rows)} --yes`;
    const before = fleet.arrivals.length;
    const running = machine.start(`${batch} --rate 20 --concurrency 4`, FILES);
    await arrived(before + 8);
    const imported = await machine.payctl('store import');
    expect(imported.code, imported.stderr).toBe(0);
    const stopped = await running.finished;
    expect(stopped.code, stopped.stderr).toBe(11);
    const sent = fleet.arrivals.length - before;
    expect(sent).toBeLessThan(rows);
    // What the batch had claimed, and did not send any more.
    await machine.payctl('store import');
    const again = await machine.payctl(`${batch} --rate 0`);
    expect(again.code, again.stderr).toBe(0);
    expect(references('MOVE', rows).map(paid)).toEqual(Array.from({ length: rows }, () => 1));
    expect(fleet.arrivals.length - before).toBe(rows);
  });

  it('are neither lost nor made twice by the many who charge meanwhile', async () => {
    const machine = fleet.machine('crowded');
    const [batches, rows] = FULL ? [8, 60] : [4, 30];
    const before = fleet.arrivals.length;
    const commands = Array.from({ length: batches }, (_, index) => {
      return `batch cpm.pay ${payments(machine, `B${index}X`, rows)} --yes --rate 0 --concurrency 2`;
    });
    const running = commands.map((command) => machine.start(command, FILES));
    await arrived(before + batches);
    const imported = await machine.payctl('store import');
    expect(imported.code, imported.stderr).toBe(0);
    const ended = await Promise.all(running.map(({ finished }) => finished));
    for (const { code, stderr } of ended) {
      expect(stderr).toContain('the charges of this machine lie in a shared store');
      expect([3, 11]).toContain(code);
    }
    const there = await machine.payctl('store import');
    expect([0, 12], there.stderr).toContain(there.code);
    // Another machine has nothing but the store.
    const other = fleet.machine('other');
    await fleet.passes(1);
    for (const command of commands) {
      const file = command.split(' ')[2] ?? '';
      const result = await other.payctl(`batch cpm.pay ${file} --yes --rate 0`);
      expect(result.code, result.stderr).toBe(0);
    }
    const all = Array.from({ length: batches }, (_, index) => references(`B${index}X`, rows));
    expect(all.flat().filter((reference) => paid(reference) !== 1)).toEqual([]);
  });

  it('are not made in the store any more while everything is taken out of it', async () => {
    const machine = fleet.machine('leaver');
    const rows = 60;
    const batch = `batch cpm.pay ${payments(machine, 'LEAVE', rows)} --yes`;
    const before = fleet.arrivals.length;
    const running = machine.start(`${batch} --rate 20 --concurrency 4`);
    await arrived(before + 8);
    const exported = await machine.payctl('store export');
    expect(exported.code, exported.stderr).toBe(0);
    const stopped = await running.finished;
    expect(stopped.code, stopped.stderr).toBe(11);
    const again = await machine.payctl(`${batch} --rate 0`, FILES);
    expect([0, 11], again.stderr).toContain(again.code);
    expect(references('LEAVE', rows).filter((reference) => paid(reference) > 1)).toEqual([]);
    expect(fleet.arrivals.length - before).toBeLessThanOrEqual(rows);
    await machine.payctl('store import');
  });

  it('are not made by other machines any more once one takes everything out', async () => {
    const [leaver, other] = [fleet.machine('goer'), fleet.machine('stayer')];
    const rows = 60;
    const before = fleet.arrivals.length;
    const file = payments(other, 'STAY', rows);
    const running = other.start(`batch cpm.pay ${file} --yes --rate 20 --concurrency 4`);
    await arrived(before + 8);
    const exported = await leaver.payctl('store export');
    expect(exported.code, exported.stderr).toBe(0);
    const again = await leaver.payctl(`batch cpm.pay ${file} --yes --rate 0`, FILES);
    const stopped = await running.finished;
    expect(stopped.code, stopped.stderr).toBe(11);
    expect(stopped.stderr).toContain('goer');
    expect([0, 11], again.stderr).toContain(again.code);
    expect(references('STAY', rows).filter((reference) => paid(reference) > 1)).toEqual([]);
    expect(fleet.arrivals.length - before).toBeLessThanOrEqual(rows);
    await leaver.payctl('store import');
  });
});

describeWith('postgres', 'a slip that was accepted in the store', () => {
  it('is not accepted over files', async () => {
    const machine = fleet.machine('shop');
    const verify = await newSlip();
    const first = await machine.payctl(verify);
    expect(first.code, first.stderr).toBe(0);
    expect((await machine.payctl(verify)).code).toBe(5);
    const again = await machine.payctl(verify, FILES);
    expect([again.code, again.stderr]).toEqual([3, expect.stringContaining('store export')]);
  });
});
