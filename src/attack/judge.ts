import type { ReportedOrder } from './orders.js';

/** What is wrong with an order, or with the application. */
export const CLASSES = [
  'paid-not-credited',
  'credited-not-paid',
  'credited-twice',
  'wrong-amount',
  'refunded-still-credited',
  'believed-forgery',
  'acknowledged-and-lost',
  'never-asked',
  'hung',
  'crashed',
] as const;
export type FindingClass = (typeof CLASSES)[number];

/** What the bank, and who played the history, know of an order. Amounts are satang. */
export interface OrderFacts {
  /**
   * All payments of customers, and whether the bank still has each for the application. The day of one is
   * unclear if it is the day before, and the application polls: one that asks from the day of the order on
   * would miss it here and nowhere else, because its own clock does not move; one that asks for today
   * alone looks the same. An application that uses references again takes a payment that is older than the
   * order for another order's, and here it is, by that clock. What is less than the order costs it may leave
   * to a clerk.
   */
  payments: readonly {
    amount: bigint;
    isKept: boolean;
    isDayUnclear?: boolean;
    /** How long before its order it was made, by the clock of the machine. */
    olderMs?: number;
    /** Whether that is longer than for any payment that the application has credited. */
    isOlder?: boolean;
    isLess?: boolean;
  }[];
  /** Amounts that somebody else claimed were paid. */
  forged: readonly bigint[];
  /** Amounts that a second confirmation of the bank had under the id of a payment. */
  altered: readonly bigint[];
  /** A true confirmation was answered 2xx. */
  isAcknowledged: boolean;
  /** Of these payments it had acknowledged the confirmation, or was just taking it, when it was killed. */
  forgettable: readonly bigint[];
  /** It asked the bank about the order after it was paid. */
  hasAsked: boolean;
  /** It has the reference of an order that was made before the application's clock was set back. */
  isNumberedAgain?: boolean;
  /** An answer of the bank, or the first confirmation of a payment, told it after the bank had refunded something. */
  couldKnowRefund: boolean;
}

/** Whether an order lacks just what was paid the day before, or before it was made, and nobody can tell why. */
export function isUnclear(facts: OrderFacts, credited = 0n): boolean {
  return lacksJust(facts, credited, 'isDayUnclear') || lacksJust(facts, credited, 'isOlder');
}

function lacksJust(
  facts: OrderFacts,
  credited: bigint,
  kind: 'isDayUnclear' | 'isOlder' | 'isLess',
): boolean {
  const missing = amountKept({ payments: facts.payments.filter((one) => one[kind]) });
  return missing > 0n && credited === amountKept(facts) - missing;
}

function addUp(amounts: readonly bigint[]): bigint {
  return amounts.reduce((sum, amount) => sum + amount, 0n);
}

/** What the bank has of an order for the application. */
export function amountKept({ payments }: Pick<OrderFacts, 'payments'>): bigint {
  return addUp(payments.filter(({ isKept }) => isKept).map(({ amount }) => amount));
}

/**
 * Judges what the application says of an order by the bank's ledger; undefined where they agree, or
 * where the application could not know better.
 */
export function judge(
  facts: OrderFacts,
  said: ReportedOrder | undefined,
): FindingClass | undefined {
  if (facts.isNumberedAgain) return undefined;
  const kept = amountKept(facts);
  const credited = said === undefined ? 0n : said.credited;
  if (credited === undefined) return 'wrong-amount';
  if (credited === kept) return undefined;
  return credited < kept ? tooLittle(facts, credited) : tooMuch(facts, credited, kept);
}

function tooLittle(facts: OrderFacts, credited: bigint): FindingClass | undefined {
  if (isForgotten(facts, credited)) return 'acknowledged-and-lost';
  if (isUnclear(facts, credited) || lacksJust(facts, credited, 'isLess')) return undefined;
  if (credited !== 0n) return 'wrong-amount';
  return facts.isAcknowledged || facts.hasAsked ? 'paid-not-credited' : 'never-asked';
}

/** Whether what lacks is what could be forgotten in a kill: all of it, or one payment of several. */
function isForgotten(facts: OrderFacts, credited: bigint): boolean {
  const { forgettable } = facts;
  if (credited === 0n) return forgettable.length > 0;
  const missing = amountKept(facts) - credited;
  return forgettable.includes(missing) || (missing > 0n && addUp(forgettable) === missing);
}

function tooMuch(facts: OrderFacts, credited: bigint, kept: bigint): FindingClass | undefined {
  const { payments, forged, altered, couldKnowRefund } = facts;
  const excess = credited - kept;
  if (forged.includes(excess) || forged.includes(credited)) return 'believed-forgery';
  if (altered.includes(credited)) return 'wrong-amount';
  const paid = addUp(payments.map(({ amount }) => amount));
  if (paid === 0n) return forged.length > 0 ? 'believed-forgery' : 'credited-not-paid';
  if (credited <= paid) return couldKnowRefund ? 'refunded-still-credited' : undefined;
  const least = payments.reduce((min, { amount }) => (amount < min ? amount : min), paid);
  return credited - paid >= least ? 'credited-twice' : 'wrong-amount';
}
