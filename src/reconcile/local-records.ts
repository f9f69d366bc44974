import { type Columns, NO_TIME, PAID, REVERSED, type Row } from './columns.js';
import type { Charge, Confirmation, Refund } from './own.js';
import type { Texts } from './texts.js';

const DAY_MS = 86_400_000;
const BANGKOK_MS = 7 * 3_600_000;

/** Of lines that stand in no file. */
export const NO_FILE = 0xffff;

/** What this machine knows of payments, by the numbers of their texts. */
export class LocalRecords {
  readonly #texts: Texts;
  readonly #charges = new Map<number, Charge[]>();
  readonly #confirmations = new Map<number, Confirmation[]>();
  readonly #confirmationsById = new Map<number, Confirmation>();
  /** Satang that were given back, by reference; undefined: all of it. */
  readonly #refunds = new Map<number, number | undefined>();

  constructor(
    texts: Texts,
    {
      charges,
      refunds,
      confirmations,
    }: {
      charges: readonly Charge[];
      refunds: readonly Refund[];
      confirmations: readonly Confirmation[];
    },
  ) {
    this.#texts = texts;
    for (const charge of charges) {
      for (const name of new Set([charge.reference, charge.alias ?? charge.reference])) {
        push(this.#charges, texts.idOf(name), charge);
      }
    }
    for (const confirmation of confirmations) {
      push(this.#confirmations, texts.idOf(confirmation.reference), confirmation);
      this.#confirmationsById.set(texts.idOf(confirmation.transactionId), confirmation);
    }
    for (const { reference, amount } of refunds) {
      const id = texts.idOf(reference);
      const before = this.#refunds.has(id) ? this.#refunds.get(id) : 0;
      const isAll = before === undefined || amount === undefined;
      this.#refunds.set(id, isAll ? undefined : before + amount);
    }
    this.#confirmations.delete(0);
    this.#confirmationsById.delete(0);
  }

  chargesOf(reference: number): readonly Charge[] {
    return this.#charges.get(reference) ?? [];
  }

  confirmationsOf(reference: number, transactionId: number): readonly Confirmation[] {
    const byId = this.#confirmationsById.get(transactionId);
    return byId ? [byId] : (this.#confirmations.get(reference) ?? []);
  }

  /** The journal has it, and does not know that it succeeded. */
  isOpenOrRefused(reference: number): boolean {
    const charges = this.chargesOf(reference);
    return charges.length > 0 && charges.every(({ state }) => state !== 'succeeded');
  }

  isOpen(reference: number): boolean {
    return this.isOpenOrRefused(reference) && this.chargesOf(reference).some(isOpen);
  }

  saysSucceeded(reference: number, transactionId: number): boolean {
    const isDone = this.chargesOf(reference).some(({ state }) => state === 'succeeded');
    return isDone || this.confirmationsOf(reference, transactionId).length > 0;
  }

  /** Satang that the journal has under a reference; undefined where it names none. */
  amountOf(reference: number): number | undefined {
    const charges = this.chargesOf(reference);
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

function isOpen({ state }: Charge): boolean {
  return state === 'open';
}

function push<T>(map: Map<number, T[]>, key: number, value: T): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

/** A payment of this machine that is no line of a file. */
export interface SyntheticRow {
  row: number;
  charge?: Charge;
  confirmation?: Confirmation;
}

/**
 * Adds what this machine knows as lines of its own side: charges that are not refused, and
 * confirmations that no charge explains. Gives them by their row.
 */
export function synthesizeRow(
  lines: Columns,
  local: LocalRecords,
  charges: readonly Charge[],
  confirmations: readonly Confirmation[],
  cutoff: number,
): Map<number, SyntheticRow> {
  const { texts } = local;
  const statusOf = (reference: number) => (local.wasRefunded(reference) ? REVERSED : PAID);
  const rows = new Map<number, SyntheticRow>();
  const unexplained = new Map<string, (number | undefined)[]>();
  for (const charge of charges) {
    if (charge.state === 'refused') continue;
    const reference = texts.idOf(charge.reference);
    const row = lines.add({
      ...momentFields(charge.at, cutoff),
      reference,
      transactionId: 0,
      amount: charge.amount ?? 0,
      status: statusOf(reference),
    });
    rows.set(row, { row, charge });
    const open = unexplained.get(charge.reference) ?? [];
    unexplained.set(charge.reference, [...open, charge.amount]);
  }
  for (const confirmation of confirmations) {
    const open = unexplained.get(confirmation.reference) ?? [];
    const at = open.findIndex((amount) => amount === undefined || amount === confirmation.amount);
    if (at >= 0) {
      open.splice(at, 1);
      continue;
    }
    if (
      confirmation.amount === undefined ||
      (confirmation.reference === '' && confirmation.transactionId === '')
    )
      continue;
    const reference = texts.idOf(confirmation.reference);
    const row = lines.add({
      ...momentFields(confirmation.at, cutoff),
      reference,
      transactionId: texts.idOf(confirmation.transactionId),
      amount: confirmation.amount,
      status: statusOf(reference),
    });
    rows.set(row, { row, confirmation });
  }
  return rows;
}

type MomentFields = Omit<Row, 'reference' | 'transactionId' | 'amount' | 'status'>;

/** A line of no file at a moment. */
export function momentFields(at: number, cutoff: number): MomentFields {
  const local = Math.floor((at + BANGKOK_MS) / 1000);
  const date = Math.floor((local * 1000) / DAY_MS);
  const time = Number.isFinite(local) ? local - date * 86_400 : NO_TIME;
  const settles = time >= cutoff ? date + 1 : date;
  return { file: NO_FILE, date, time, settles };
}
