import { expect } from 'vitest';
import type { Bank } from '../../../src/sandbox/bank.js';
import type { Finished } from '../../fixtures/machine.js';
import { atAnotherTime, type Bench } from './bench.js';
import { type Charge, effectsOf } from './charges.js';

/** How the journal's word on charges compares with the bank's books. */
export interface Verdict {
  charges: number;
  effects: number;
  /** Carried out, and the journal knows nothing of it. */
  lost: number;
  twice: number;
  /** The journal says an end that the books contradict. */
  wrong: number;
  /** Unknown though an inquiry would tell. */
  undecided: number;
  /** Unknown as it must be: nothing may be concluded from the bank's silence, or nothing can be asked. */
  unknown: number;
  /** Killed before it began: no record, no effect. */
  unbegun: number;
}

const MINUTE = 60_000;

/**
 * Recovers all that is open: now, and twice when the customers' codes have long been dead, as cron
 * would. Then compares.
 */
export async function recovered(bench: Bench, charges: readonly Charge[]): Promise<Verdict> {
  for (const later of [0, 4 * MINUTE, 5 * MINUTE]) {
    const run = await bench.machine.payctl('journal recover --wait 0', {
      env: atAnotherTime(later),
    });
    expect([0, 8, 10], run.stderr).toContain(run.code);
  }
  const verified = await bench.machine.payctl('journal verify -o json');
  expect(verified.code, verified.stdout).toBe(0);
  return judged(bench, charges);
}

/** A machine that can be asked for its journal. */
interface Runs {
  payctl(args: string): Promise<Finished>;
}

export async function judged(
  bench: { bank: Bank; machine: Runs },
  charges: readonly Charge[],
): Promise<Verdict> {
  const { stdout } = await bench.machine.payctl('journal list -o json');
  const rows: { operation: string; reference: string; state: string }[] = JSON.parse(stdout);
  const states = new Map(rows.map((row) => [`${row.operation} ${row.reference}`, row.state]));
  const verdict: Verdict = {
    charges: charges.length,
    ...{ effects: 0, lost: 0, twice: 0, wrong: 0, undecided: 0, unknown: 0, unbegun: 0 },
  };
  for (const charge of charges) {
    const effects = effectsOf(bench.bank, charge);
    const state = states.get(`${charge.operation} ${charge.reference}`);
    verdict.effects += effects;
    if (effects > 1) verdict.twice += 1;
    const complaint = complaintOf(charge, state, effects > 0);
    if (complaint !== undefined) verdict[complaint] += 1;
  }
  return verdict;
}

type Complaint = 'lost' | 'wrong' | 'undecided' | 'unknown' | 'unbegun';

function complaintOf(
  { operation }: Charge,
  state: string | undefined,
  executed: boolean,
): Complaint | undefined {
  if (state === undefined) return executed ? 'lost' : 'unbegun';
  if (state === 'unknown') return isDecidable(operation, executed) ? 'undecided' : 'unknown';
  if (state === 'pending' || state === 'in-flight') return 'undecided';
  return (state === 'succeeded') === executed ? undefined : 'wrong';
}

/** No inquiry knows of voids; absence is proven by the death of a buyer's code alone. */
function isDecidable(operation: string, executed: boolean): boolean {
  return executed ? operation !== 'qr.void' : operation === 'ewallet.pay';
}

export function inWords(verdict: Verdict): string {
  const { charges, effects, lost, twice, wrong, undecided, unknown, unbegun } = verdict;
  return [
    `${charges} charges, ${effects} effects`,
    `${lost} lost, ${twice} charged twice, ${wrong} wrong final states, ${undecided} left undecided`,
    `${unknown} unknown as the rules demand, ${unbegun} never begun`,
  ].join('; ');
}

/** None of what must never be. */
export const SOUND = { lost: 0, twice: 0, wrong: 0, undecided: 0 };
