import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SANDBOX_PROFILE } from '../../src/sandbox/seed/profile.js';
import { chanceOf } from '../faults/chance.js';
import { effects } from '../fixtures/effects.js';
import { describeWith } from '../fixtures/needs.js';
import { FULL } from '../fixtures/sizes.js';
import { unannounced } from './checks/verdict.js';
import { Fleet } from './fleet.js';
import type { FleetMachine, Running } from './machine.js';

const SIZE = FULL
  ? { rows: 20_000, workers: 8, kills: 40, rate: 0 }
  : { rows: 40, workers: 3, kills: 3, rate: 40 };

let fleet: Fleet;
beforeAll(async () => {
  fleet = await Fleet.open();
});
afterAll(() => fleet?.close());

const references = Array.from(
  { length: SIZE.rows },
  (_, index) => `${SANDBOX_PROFILE.billerId}JOB${String(index + 1).padStart(6, '0')}`,
);

function fileOn(machine: FleetMachine): string {
  const path = join(machine.home, 'job.jsonl');
  const rows = references.map((partnerTransactionId) => ({
    qrData: 'OPAQUE',
    transactionAmount: '1.25',
    reference1: 'ORDER7',
    partnerTransactionId,
  }));
  writeFileSync(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  return path;
}

/** Silence of the workers makes their rows free: of those that live as well. */
const silence = () =>
  fleet.server.sql(
    `UPDATE payctl.job_worker SET seen_at = seen_at - interval '2 minutes'`,
    fleet.database,
  );

describeWith('postgres', `a job of ${SIZE.rows} payments on ${SIZE.workers} machines`, () => {
  it(`has each row once, though workers are killed ${SIZE.kills} times`, async () => {
    const chance = chanceOf(40);
    const machines = Array.from({ length: SIZE.workers }, (_, index) => fleet.machine(`w${index}`));
    const [first] = machines;
    if (first === undefined) throw new RangeError('no machine');
    const begin = `batch cpm.pay ${fileOn(first)} --job wages --rate ${SIZE.rate} --yes --wait 0 --quiet`;
    let loading = first.start(begin);
    const anyRow = 'SELECT 1 FROM payctl.job_row LIMIT 1';
    await expect.poll(() => fleet.server.sql(anyRow, fleet.database)).toHaveLength(1);
    const running = new Map<FleetMachine, Running>(
      machines
        .slice(1)
        .map((machine) => [machine, machine.start('batch work wages --yes --quiet')]),
    );
    running.set(first, loading);
    for (let kills = 0; kills < SIZE.kills; kills += 1) {
      await sleep(chance.between(100, FULL ? 5_000 : 700));
      const machine = machines[chance.between(0, machines.length - 1)] ?? first;
      const worker = running.get(machine);
      worker?.child.kill('SIGKILL');
      await worker?.finished;
      // Whoever loads it dies as well, in the midst of it: the same file again goes on.
      loading =
        machine === first ? first.start(begin) : machine.start('batch work wages --yes --quiet');
      running.set(machine, loading);
      if (chance.happens(0.5)) await silence();
    }
    await sleep(500);
    if (FULL) await silence();
    else for (const { child } of running.values()) child.kill('SIGKILL');
    for (const { finished } of running.values()) await finished;
    // What the last one killed has left is done by whoever comes next: half a minute later, by the store.
    await fleet.passes(2);
    const end = await first.payctl('batch work wages --yes --quiet');
    expect([0, 10, 11], end.stderr).toContain(end.code);

    const results = await machines[1]?.payctl('batch results wages -o jsonl');
    const rows: { line: number; reference: string; class: string }[] = (results?.stdout ?? '')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(rows.map(({ reference }) => reference)).toEqual(references);
    const paid = new Map(
      references.map((reference) => [
        reference,
        effects(fleet.bank, reference).filter(({ kind }) => kind === 'cpm.pay').length,
      ]),
    );
    expect([...paid].filter(([, count]) => count > 1)).toEqual([]);
    const wrong = rows.filter(({ class: ended, reference }) => {
      const count = paid.get(reference);
      return ended === 'SUCCESS' ? count !== 1 : ended !== 'OUTCOME_UNKNOWN' || count !== 0;
    });
    expect(wrong).toEqual([]);
    expect(await unannounced(fleet)).toEqual([]);
    const known = rows.filter((row) => row.class === 'SUCCESS').length;
    console.log(`${SIZE.kills} kills of a job of ${rows.length} rows: ${known} confirmed`);
  }, 7_200_000);
});
