import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SANDBOX_PROFILE } from '../../src/sandbox/seed/profile.js';
import { effectsOf, prepared } from '../faults/command/charges.js';
import { effects } from '../fixtures/effects.js';
import type { Finished } from '../fixtures/machine.js';
import { describeWith } from '../fixtures/needs.js';
import { chargedWithoutStore, waitingOn } from './checks/lost-outcome.js';
import { Fleet } from './fleet.js';
import type { FleetMachine, Running } from './machine.js';

const HEADER = 'qrData,transactionAmount,reference1,partnerTransactionId\n';
const ROWS = 30;

let fleet: Fleet;
let owner: FleetMachine;
/** The key that the store gets, alone and beside the one that it has. */
let alone: { PAYCTL_STORE_KEY: string };
let both: { PAYCTL_STORE_KEY_NEW: string };
beforeEach(async () => {
  fleet = await Fleet.open();
  owner = fleet.machine('owner');
  const key = (await owner.payctl('store key')).stdout.trim();
  alone = { PAYCTL_STORE_KEY: key };
  both = { PAYCTL_STORE_KEY_NEW: key };
});
afterEach(() => fleet.close());

const referenceOf = (row: number) =>
  `${SANDBOX_PROFILE.billerId}KEY${String(row).padStart(6, '0')}`;
const paid = (row: number) =>
  effects(fleet.bank, referenceOf(row)).filter(({ kind }) => kind === 'cpm.pay').length;
const ALL = Array.from({ length: ROWS }, (_, row) => row);

function batchOn(machine: FleetMachine): string {
  const path = join(machine.home, 'rows.csv');
  const lines = ALL.map((row) => `OPAQUE,10.00,ORDER${row},${referenceOf(row)}\n`);
  writeFileSync(path, HEADER + lines.join(''));
  return `batch cpm.pay ${path} --yes --concurrency 4`;
}

/** In the midst of the batch, however slow this machine is: that stands still before its end until the exchange is over. */
async function rotatedDuring(batch: Running, command: string): Promise<Finished> {
  fleet.onMoment = () => {
    if (fleet.arrivals.length >= 20) batch.stop();
  };
  await expect.poll(() => fleet.arrivals.length, { interval: 10 }).toBeGreaterThanOrEqual(8);
  const rotated = await owner.payctl(command, both);
  fleet.onMoment = () => undefined;
  batch.goOn();
  expect(rotated.code, rotated.stderr).toBe(0);
  return batch.finished;
}

async function sealedWithOthers(): Promise<number> {
  const [row] = await fleet.server.sql(
    `SELECT count(*)::integer AS count FROM payctl.original
     WHERE encode(substring(sealed FROM 1 FOR 8), 'hex') <> (SELECT id FROM payctl.key WHERE current)`,
    fleet.database,
  );
  return Number(row?.count);
}

describeWith('postgres', 'an exchange of the key of the store', () => {
  it('ends the claims of a machine that has the old one alone, in the middle of a batch', async () => {
    const machine = fleet.machine('late');
    const running = machine.start(`${batchOn(machine)} --rate 20`);
    const stopped = await rotatedDuring(running, 'store rotate-key --force');
    expect(stopped.code, stopped.stderr).toBe(11);
    expect(stopped.stderr).toContain('payctl config set-secret storeKey');
    expect(ALL.filter((row) => paid(row) === 0).length).toBeGreaterThan(0);
    expect(await sealedWithOthers()).toBe(0);
    expect((await machine.payctl(`${batchOn(machine)} --rate 0`)).code).toBe(3);
    // An outcome may wait here, sealed with the old key.
    const old = machine.env.PAYCTL_STORE_KEY ?? '';
    const again = await machine.payctl(`${batchOn(machine)} --rate 0`, {
      ...alone,
      PAYCTL_STORE_KEY_NEW: old,
    });
    expect(again.code, again.stderr).toBe(0);
    expect(ALL.map(paid)).toEqual(ALL.map(() => 1));
    expect(waitingOn(machine)).toEqual([]);
  });

  it('is not noticed by a batch on a machine that has both', async () => {
    const machine = fleet.machine('ready');
    const running = machine.start(`${batchOn(machine)} --rate 20`, both);
    const ended = await rotatedDuring(running, 'store rotate-key');
    expect(ended.code, ended.stderr).toBe(0);
    expect(ALL.map(paid)).toEqual(ALL.map(() => 1));
    expect(await sealedWithOthers()).toBe(0);
  });

  it('waits for machines that have not shown the new one, and names them', async () => {
    const machine = fleet.machine('till7');
    expect((await machine.payctl('token')).code).toBe(0);
    const running = owner.start('store rotate-key -o json', both);
    let told = '';
    running.child.stderr?.on('data', (part: Buffer) => {
      told += part.toString();
    });
    await expect.poll(() => told).toContain('have not shown the new key: till7');
    expect((await machine.payctl('token', both)).code).toBe(0);
    const ended = await running.finished;
    expect(ended.code, ended.stderr).toBe(0);
    expect(JSON.parse(ended.stdout)).toMatchObject({ without: [] });
  });

  it('waits for each of several machines of one host name', async () => {
    const [shown, not] = [fleet.machine('till8'), fleet.machine('till8')];
    for (const machine of [shown, not]) expect((await machine.payctl('token')).code).toBe(0);
    expect((await shown.payctl('token', both)).code).toBe(0);
    const running = owner.start('store rotate-key -o json', both);
    let told = '';
    running.child.stderr?.on('data', (part: Buffer) => {
      told += part.toString();
    });
    await expect.poll(() => told).toMatch(/have not shown the new key: till8\n/);
    expect((await not.payctl('token', both)).code).toBe(0);
    const ended = await running.finished;
    expect(ended.code, ended.stderr).toBe(0);
    const status = JSON.parse((await not.payctl('store status', both)).stdout);
    const names = status.machines.map(({ name }: { name: string }) => name);
    expect(names.filter((name: string) => name === 'till8')).toHaveLength(2);
  });

  it('waits for no machine that was not seen for 90 days, until it comes back', async () => {
    const [gone, back, reader] = ['till9', 'till10', 'till11'].map((name) => fleet.machine(name));
    if (!gone || !back || !reader) throw new Error('no machines');
    for (const machine of [gone, back]) expect((await machine.payctl('token')).code).toBe(0);
    expect((await reader.payctl('token', both)).code).toBe(0);
    const long = `UPDATE payctl.machine SET seen_at = clock_timestamp() - interval '91 days'`;
    await fleet.server.sql(long, fleet.database);
    // One that has shown the key already, and one that shows it now.
    for (const machine of [reader, back]) await machine.payctl('token', both);
    const rotated = await owner.payctl('store rotate-key -o json', both);
    expect(rotated.code, rotated.stderr).toBe(0);
    expect(JSON.parse(rotated.stdout)).toMatchObject({ without: [] });
    const status = JSON.parse((await back.payctl('store status', both)).stdout);
    const names = status.machines.map(({ name }: { name: string }) => name);
    expect(names).toEqual(['owner', 'till10', 'till11']);
    const charge = await prepared(fleet.bank, 'ewallet.pay');
    expect((await gone.payctl(charge.args)).code).toBe(3);
    expect(effectsOf(fleet.bank, charge)).toBe(0);
  });

  it('leaves no outcome that nobody opens: the old key takes it up, and stops nothing until then', async () => {
    const machine = fleet.machine('offline');
    const { charge, finished } = await chargedWithoutStore(fleet, machine);
    expect(finished.code, finished.stderr).toBe(0);
    expect(waitingOn(machine)).toHaveLength(1);
    const rotated = await owner.payctl('store rotate-key --force', both);
    expect(rotated.code, rotated.stderr).toBe(0);

    const next = await prepared(fleet.bank, 'ewallet.pay');
    const paying = await machine.payctl(next.args, alone);
    expect([paying.code, paying.stderr]).toEqual([0, expect.stringContaining('with its old key')]);
    expect(waitingOn(machine)).toHaveLength(1);
    const old = machine.env.PAYCTL_STORE_KEY ?? '';
    await machine.payctl('token', { ...alone, PAYCTL_STORE_KEY_NEW: old });
    expect(waitingOn(machine)).toEqual([]);
    const shown = await owner.payctl(`journal show ${charge.reference} -o json`, alone);
    expect(shown.stdout).toContain('"SUCCESS"');
    expect(effectsOf(fleet.bank, charge)).toBe(1);
  });
});
