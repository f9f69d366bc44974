import type { CustomerPayment } from './hostile-bank.js';
import type { OrderFacts } from './judge.js';

/** Whether an answer of the bank has a payment. */
export function tellsOf(answer: string, { names }: CustomerPayment): boolean {
  return names.some((name) => answer.includes(name));
}

/** What happened to one order so far, as far as it decides what the application may say of it. */
export class FactCollector {
  readonly payments: CustomerPayment[] = [];
  readonly forged: bigint[] = [];
  readonly altered: bigint[] = [];
  /** Confirmations of the bank that were answered 2xx. */
  readonly #acknowledged = new Set<string>();
  /** Confirmations of the bank that are on their way. */
  readonly underway: string[] = [];
  /** Those that were acknowledged, or on their way, when the application was killed. */
  readonly #hitByKill = new Set<string>();
  isHung = false;
  /** Its reference is that of an earlier order: the bank has the payments of both under it. */
  isReused = false;
  /** And the clock of the application was set back between them, by which it may number its orders. */
  isNumberedAgain = false;
  /** Told of a payment, by whomever. */
  isTold = false;
  /** Payments of the day before the machine's. */
  readonly ofYesterday = new Set<CustomerPayment>();
  /** Payments from before the order was made, by the clock of the machine, and by how much. */
  readonly older = new Map<CustomerPayment, number>();
  /** Payments that answers of the bank have told of. */
  readonly #told = new Set<CustomerPayment>();
  #hasAsked = false;
  #isRefunded = false;
  /** It has asked after the bank gave something back for the last time. */
  #hasAskedSince = false;
  /** A confirmation that it had before came once more after the refund, while it asked nothing. */
  #isReminded = false;
  #couldKnowRefund = false;

  onAcknowledged(confirmation: string, isAsking: boolean): void {
    // One that it had before need not make it ask: of a refund it may still know nothing.
    if (this.#isRefunded && !this.#acknowledged.has(confirmation)) this.#couldKnowRefund = true;
    else if (this.#isRefunded && !isAsking) this.#isReminded = true;
    this.#acknowledged.add(confirmation);
  }

  /** A good answer about the order, perhaps about another day than that of its payments. */
  onAnswered(): void {
    // It has begun to ask anew: if it leaves out the day of the payment, that is its own choice.
    if (this.#isReminded) this.#couldKnowRefund = true;
  }

  onAsked(): void {
    if (this.payments.length > 0) this.#hasAsked = true;
    if (this.#isRefunded) this.#hasAskedSince = true;
  }

  /** The bank's answer has a payment: the one about another day tells nothing. */
  onTold(answer: string): void {
    for (const payment of this.payments) if (tellsOf(answer, payment)) this.#told.add(payment);
    if (this.#hasAskedSince) this.#couldKnowRefund = true;
  }

  onRefunded(): void {
    this.#isRefunded = true;
    this.#hasAskedSince = false;
    this.#isReminded = false;
    this.#couldKnowRefund = false;
  }

  onKilled(): void {
    for (const one of [...this.#acknowledged, ...this.underway]) this.#hitByKill.add(one);
  }

  /**
   * @param isKept whether the bank still has a payment for the application
   * @param mayMissDay whether the application asks about orders of which it was told nothing, by a clock of its own
   * @param creditedOlderMs by how much the oldest payment that it has credited was made before its order
   */
  facts(
    isKept: (payment: CustomerPayment) => boolean,
    { mayMissDay, creditedOlderMs }: { mayMissDay: boolean; creditedOlderMs: number },
  ): OrderFacts {
    return {
      payments: this.payments.map((payment) => {
        const olderMs = this.#told.has(payment) ? (this.older.get(payment) ?? 0) : 0;
        return {
          amount: payment.amount,
          isKept: isKept(payment),
          isDayUnclear: mayMissDay && this.ofYesterday.has(payment),
          olderMs,
          isOlder: olderMs > creditedOlderMs,
          isLess: payment.isLess,
        };
      }),
      // What was paid for the earlier order is credited, and no forgery believed.
      forged: this.isReused ? [] : this.forged,
      altered: this.altered,
      isNumberedAgain: this.isNumberedAgain,
      isAcknowledged: this.#acknowledged.size > 0,
      forgettable: this.payments
        .filter((payment) => isKept(payment) && this.#isForgettable(payment))
        .map(({ amount }) => amount),
      hasAsked: this.#hasAsked,
      couldKnowRefund: this.#couldKnowRefund,
    };
  }

  #isForgettable({ confirmation }: CustomerPayment): boolean {
    return this.#acknowledged.has(confirmation) && this.#hitByKill.has(confirmation);
  }
}
