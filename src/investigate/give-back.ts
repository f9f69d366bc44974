import type { GivenBack, Reference } from '../bank/reference.js';
import { defined } from '../core/fields.js';
import { mayRepeat } from '../journal/state.js';
import { judge } from './decision.js';
import type { Evidence, Sent } from './evidence.js';

/** How a payment can be given back, and how much that is. */
export interface Refundable extends GivenBack {
  /** Baht, as the bank says it was paid. */
  paid: string;
  reference: string;
}

/**
 * undefined where nothing is to be given back: the bank does not call it paid, no command gives it
 * back, or this machine has already sent one that does and was not refused.
 */
export function refundableOf(
  evidence: Evidence,
  references: readonly Reference[],
): Refundable | undefined {
  const { facts, verdict } = judge(evidence);
  const { bank, family, payments, reversals } = facts;
  if (verdict.class !== 'SUCCESS' || bank?.standing !== 'paid' || bank.amount === undefined) {
    return undefined;
  }
  if (reversals.some((sent) => !hasFailed(sent))) return undefined;
  const reference = references.find(({ payment, giveBack }) => payment === family && giveBack);
  const about = { ...defined({ wallet: bank.wallet }), scanned: payments.length > 0 };
  const givenBack = reference?.giveBack?.(bank.reference, about);
  return givenBack && { ...givenBack, paid: bank.amount, reference: bank.reference };
}

function hasFailed({ state }: Sent): boolean {
  return state === 'rejected' || mayRepeat(state);
}
