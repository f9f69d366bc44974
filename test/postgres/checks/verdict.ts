import { expect } from 'vitest';
import { atAnotherTime } from '../../faults/command/bench.js';
import { type Charge, effectsOf } from '../../faults/command/charges.js';
import { judged, type Verdict } from '../../faults/command/verdict.js';
import type { Finished } from '../../fixtures/machine.js';
import type { Fleet } from '../fleet.js';

const MINUTE = 60_000;

/**
 * Recovers all that is open from a machine that had no part in it: now, when their
 * senders have been silent for long, and twice when the customers' codes have long been dead. Then compares the journal with the books.
 */
export async function recoveredElsewhere(
  fleet: Fleet,
  charges: readonly Charge[],
): Promise<Verdict> {
  const machine = fleet.machine('elsewhere');
  let later = 0;
  for (const minutes of [0, 1, 5, 1]) {
    if (minutes > 0) await fleet.passes(minutes);
    later += minutes;
    const run = await machine.payctl('journal recover --wait 0', atAnotherTime(later * MINUTE));
    expect([0, 8, 10], run.stderr).toContain(run.code);
  }
  const verified = await machine.payctl('journal verify -o json');
  expect(verified.code, verified.stdout + verified.stderr).toBe(0);
  return judged({ bank: fleet.bank, machine }, charges);
}

/** Why an exit is a lie, given what the bank did; undefined where it is none. `alone`: nobody else made the charge. */
export function lieOf(
  fleet: Fleet,
  charge: Charge,
  { code, stderr }: Finished,
  alone = true,
): string | undefined {
  const effects = effectsOf(fleet.bank, charge);
  const says = `${charge.args.join(' ')} ended with ${code}, ${effects} effects: ${stderr}`;
  if (effects > 1) return says;
  if (code === 0 && effects === 0) return says;
  // Whatever says that nothing was sent.
  if (alone && (code === 9 || code === 3 || code === 2) && effects > 0) return says;
  return undefined;
}

/** Every call that came to the bank is in the store: nothing was sent that is not remembered. */
export async function unannounced(fleet: Fleet): Promise<string[]> {
  const rows = await fleet.server.sql<{ line: string }>(
    `SELECT line FROM payctl.entry WHERE line LIKE '%"type":"intent"%'`,
    fleet.database,
  );
  const known = new Set(rows.map(({ line }) => /"requestUId":"(\w+)"/.exec(line)?.[1]));
  return fleet.arrivals.filter(({ requestUId }) => !known.has(requestUId)).map(({ path }) => path);
}
