import type { ConfirmedPayment, OwnCharge, Refund } from './own.js';
import type { Texts } from './texts.js';

/** What this machine knows of payments, by the numbers of their texts. */
export class LocalRecords {
  readonly #texts: Texts;
  readonly #charges = new Map<number, OwnCharge[]>();
  readonly #confirmations = new Map<number, ConfirmedPayment[]>();
  readonly #confirmationsById = new Map<number, ConfirmedPayment>();
  /** Satang that were refunded, by reference; undefined: all of it. */
  readonly #refunds = new Map<number, number | undefined>();

  constructor(
    texts: Texts,
    {
      charges,
      refunds,
      confirmations,
    }: {
      charges: readonly OwnCharge[];
      refunds: readonly Refund[];
      confirmations: readonly ConfirmedPayment[];
    },
  ) {
    this.#texts = texts;
    for (const charge of charges) {
      for (const name of new Set([charge.reference, charge.alias ?? charge.reference])) {
        push(this.#charges, texts.intern(name), charge);
      }
    }
    for (const confirmation of confirmations) {
      push(this.#confirmations, texts.intern(confirmation.reference), confirmation);
      this.#confirmationsById.set(texts.intern(confirmation.transactionId), confirmation);
    }
    for (const { reference, amount } of refunds) {
      const id = texts.intern(reference);
      const before = this.#refunds.has(id) ? this.#refunds.get(id) : 0;
      const isAll = before === undefined || amount === undefined;
      this.#refunds.set(id, isAll ? undefined : before + amount);
    }
    this.#confirmations.delete(0);
    this.#confirmationsById.delete(0);
  }

  chargesFor(reference: number): readonly OwnCharge[] {
    return this.#charges.get(reference) ?? [];
  }

  confirmationsFor(reference: number, transactionId: number): readonly ConfirmedPayment[] {
    const byId = this.#confirmationsById.get(transactionId);
    return byId ? [byId] : (this.#confirmations.get(reference) ?? []);
  }

  /** The journal has it, and does not know that it succeeded. */
  isOpenOrRefused(reference: number): boolean {
    const charges = this.chargesFor(reference);
    return charges.length > 0 && charges.every(({ state }) => state !== 'succeeded');
  }

  isOpen(reference: number): boolean {
    return this.isOpenOrRefused(reference) && this.chargesFor(reference).some(isOpen);
  }

  saysSucceeded(reference: number, transactionId: number): boolean {
    const isDone = this.chargesFor(reference).some(({ state }) => state === 'succeeded');
    return isDone || this.confirmationsFor(reference, transactionId).length > 0;
  }

  /** Satang that the journal has under a reference; undefined where it names none. */
  chargedAmount(reference: number): number | undefined {
    const charges = this.chargesFor(reference);
    const counted = charges.filter(({ state }) => state !== 'refused');
    const amounts = (counted.length > 0 ? counted : charges).flatMap(({ amount }) => amount ?? []);
    return amounts.length === 0 ? undefined : amounts.reduce((sum, one) => sum + one, 0);
  }

  /** Whether a refund of the journal has succeeded. */
  wasRefunded(reference: number): boolean {
    return this.#refunds.has(reference);
  }

  /** Satang that the journal gave back, of a payment of so many. */
  refundedAmount(reference: number, paid: number): number {
    return this.#refunds.has(reference) ? (this.#refunds.get(reference) ?? paid) : 0;
  }

  get knowsNothing(): boolean {
    return this.#charges.size === 0 && this.#refunds.size === 0;
  }

  get texts(): Texts {
    return this.#texts;
  }
}

function isOpen({ state }: OwnCharge): boolean {
  return state === 'open';
}

function push<T>(map: Map<number, T[]>, key: number, value: T): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
