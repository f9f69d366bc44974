import type { Statement } from './evidence.js';
import { type Facts, hasMoved, sameAmount } from './facts.js';

/**
 * conflict: two statements that cannot both be true; no verdict stands on them.
 * gap: one side knows less than the other, or a person should look; the verdict stands.
 */
export interface Contradiction {
  rule: string;
  severity: 'conflict' | 'gap';
  message: string;
}

export interface Rule extends Pick<Contradiction, 'rule' | 'severity'> {
  /** A message for each place where the facts contradict each other. */
  find(facts: Facts): string[];
}

/** Money moved, but no record has this amount. */
export function otherAmount(
  saying: string,
  amount: string | undefined,
  statements: readonly Statement[],
): string[] {
  const moved = statements.filter((one) => hasMoved(one) && one.amount !== undefined);
  const [first] = moved;
  if (amount === undefined || first === undefined) return [];
  // Of a partial debit the amount that was asked for is compared.
  if (moved.some((one) => sameAmount(amount, one.wanted ?? one.amount))) return [];
  return [`${saying} ${amount}, the bank says ${first.amount}`];
}
