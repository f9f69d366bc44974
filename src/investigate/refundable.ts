import type { Reference, RefundCommand } from '../bank/reference.js';
import { withoutUndefined } from '../core/fields.js';
import { mayRepeat } from '../journal/state.js';
import type { Evidence, SentCharge } from './evidence.js';
import { judge } from './judge.js';

/** How a payment can be refunded, and how much that is. */
export interface Refundable extends RefundCommand {
  /** Baht, as the bank says it was paid. */
  paid: string;
  reference: string;
}

/**
 * undefined where nothing is to be refunded: the bank does not call it paid, no command refunds it, or
 * this machine has already sent one that does and was not refused.
 */
export function findRefundable(
  evidence: Evidence,
  references: readonly Reference[],
): Refundable | undefined {
  const { facts, verdict } = judge(evidence);
  const { bank, family, payments, reversals } = facts;
  if (verdict.class !== 'SUCCESS' || bank?.standing !== 'paid' || bank.amount === undefined) {
    return undefined;
  }
  if (reversals.some((sent) => !hasFailed(sent))) return undefined;
  const reference = references.find(({ payment, refund }) => payment === family && refund);
  const about = { ...withoutUndefined({ wallet: bank.wallet }), scanned: payments.length > 0 };
  const command = reference?.refund?.(bank.reference, about);
  return command && { ...command, paid: bank.amount, reference: bank.reference };
}

function hasFailed({ state }: SentCharge): boolean {
  return state === 'rejected' || mayRepeat(state);
}
