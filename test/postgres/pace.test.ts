import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeWith } from '../fixtures/needs.js';
import { FULL } from '../fixtures/sizes.js';
import { Fleet } from './fleet.js';
import type { FleetMachine } from './machine.js';

const SIZE = FULL ? { machines: 8, rows: 75 } : { machines: 4, rows: 5 };
const WINDOW_MS = 2_000;
const MOST = 11;
/** A busy machine holds calls up on their way to the bank; machines that share no pace send 20. */
const HELD_UP = 2;

let fleet: Fleet;
beforeAll(async () => {
  fleet = await Fleet.open();
  await fleet.machine('first').payctl('token');
});
afterAll(() => fleet?.close());

function asking(machine: FleetMachine, rate: number, rows = SIZE.rows) {
  const input = join(machine.home, `rate-${rate}.jsonl`);
  const row = (number: number) =>
    JSON.stringify({ tranType: 'W', outTradeNo: `SBX${machine.name}R${number}` });
  const lines = Array.from({ length: rows }, (_, index) => `${row(index)}\n`);
  writeFileSync(input, lines.join(''));
  const words = `batch ewallet.inquire ${input} --out ${input}.result --rate ${rate} --quiet`;
  return machine.start(words);
}

/** The most calls that came to the bank within any window. */
function most(times: readonly number[]): number {
  const sorted = [...times].sort((a, b) => a - b);
  const within = (from: number) => sorted.filter((at) => at >= from && at < from + WINDOW_MS);
  return Math.max(0, ...sorted.map((from) => within(from).length));
}

const calls = (from: number) =>
  fleet.reads.filter(({ at, path }) => at >= from && path.includes('inquir'));

/** Those of one machine among them. */
const own = (machine: string, from: number) =>
  calls(from).filter(({ body }) => body.includes(`SBX${machine}R`));

const WAIT = { timeout: 60_000, interval: 5 };

describeWith('postgres', `${SIZE.machines} machines with --rate 5`, () => {
  it(`start no more than ${MOST} calls in any 2 s, one that stood still included`, async () => {
    const begun = performance.now();
    const machines = Array.from({ length: SIZE.machines }, (_, index) =>
      fleet.machine(`M${index}`),
    );
    const running = machines.map((machine) => asking(machine, 5));
    const [stopped] = running;
    // Stopped between two calls of its own, however quick the machines are.
    await expect.poll(() => own('M0', begun), WAIT).not.toHaveLength(0);
    stopped?.stop();
    await sleep(1_500);
    stopped?.goOn();
    for (const { finished } of running) {
      const { code, stderr } = await finished;
      expect(code, stderr).toBe(11);
    }
    const times = calls(begun).map(({ at }) => at);
    console.log(
      `${times.length} calls of ${SIZE.machines} machines: at most ${most(times)} in 2 s`,
    );
    expect(times).toHaveLength(SIZE.machines * SIZE.rows);
    expect(most(times)).toBeLessThanOrEqual(MOST + HELD_UP);
  }, 600_000);

  it('the slowest of those at work decides for all', async () => {
    const fast = asking(fleet.machine('F'), 50, FULL ? 400 : 120);
    await expect.poll(() => own('F', 0), WAIT).not.toHaveLength(0);
    const begun = performance.now();
    const slow = asking(fleet.machine('S'), 5, 8);
    await slow.finished;
    await fast.end();
    // It takes part from its first call to its last.
    const its = own('S', begun);
    const [from = 0, until = 0] = [its[0]?.at, its.at(-1)?.at];
    const times = calls(from)
      .map(({ at }) => at)
      .filter((at) => at <= until);
    expect(times.length).toBeGreaterThan(4);
    expect(most(times)).toBeLessThanOrEqual(MOST + HELD_UP);
  }, 600_000);
});
