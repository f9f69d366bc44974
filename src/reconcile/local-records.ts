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
  readonly #told = new Map<number, Confirmation[]>();
  readonly #toldById = new Map<number, Confirmation>();
  /** Satang that were given back, by reference; undefined: all of it. */
  readonly #refunds = new Map<number, number | undefined>();

  constructor(
    texts: Texts,
    {
      charges,
      refunds,
      told,
    }: { charges: readonly Charge[]; refunds: readonly Refund[]; told: readonly Confirmation[] },
  ) {
    this.#texts = texts;
    for (const charge of charges) {
      for (const name of new Set([charge.reference, charge.alias ?? charge.reference])) {
        push(this.#charges, texts.idOf(name), charge);
      }
    }
    for (const one of told) {
      push(this.#told, texts.idOf(one.reference), one);
      this.#toldById.set(texts.idOf(one.transactionId), one);
    }
    for (const { reference, amount } of refunds) {
      const id = texts.idOf(reference);
      const before = this.#refunds.has(id) ? this.#refunds.get(id) : 0;
      const isAll = before === undefined || amount === undefined;
      this.#refunds.set(id, isAll ? undefined : before + amount);
    }
    this.#told.delete(0);
    this.#toldById.delete(0);
  }

  chargesOf(reference: number): readonly Charge[] {
    return this.#charges.get(reference) ?? [];
  }

  toldOf(reference: number, transactionId: number): readonly Confirmation[] {
    const byId = this.#toldById.get(transactionId);
    return byId ? [byId] : (this.#told.get(reference) ?? []);
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
    return isDone || this.toldOf(reference, transactionId).length > 0;
  }

  /** Satang that the journal has under a reference; undefined where it names none. */
  amountOf(reference: number): number | undefined {
    const charges = this.chargesOf(reference);
    const counted = charges.filter(({ state }) => state !== 'refused');
    const amounts = (counted.length > 0 ? counted : charges).flatMap(({ amount }) => amount ?? []);
    return amounts.length === 0 ? undefined : amounts.reduce((sum, one) => sum + one, 0);
  }

  /** Whether a refund of the journal has succeeded. */
  gaveBack(reference: number): boolean {
    return this.#refunds.has(reference);
  }

  /** Satang that the journal gave back, of a payment of so many. */
  givenBack(reference: number, paid: number): number {
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
  told?: Confirmation;
}

/**
 * Adds what this machine knows as lines of its own side: charges that are not refused, and
 * confirmations that no charge explains. Gives them by their row.
 */
export function synthesizeRow(
  lines: Columns,
  local: LocalRecords,
  charges: readonly Charge[],
  told: readonly Confirmation[],
  cutoff: number,
): Map<number, SyntheticRow> {
  const { texts } = local;
  const statusOf = (reference: number) => (local.gaveBack(reference) ? REVERSED : PAID);
  const found = new Map<number, SyntheticRow>();
  const unexplained = new Map<string, (number | undefined)[]>();
  for (const charge of charges) {
    if (charge.state === 'refused') continue;
    const reference = texts.idOf(charge.reference);
    const row = lines.add({
      ...placed(charge.at, cutoff),
      reference,
      transactionId: 0,
      amount: charge.amount ?? 0,
      status: statusOf(reference),
    });
    found.set(row, { row, charge });
    const open = unexplained.get(charge.reference) ?? [];
    unexplained.set(charge.reference, [...open, charge.amount]);
  }
  for (const one of told) {
    const open = unexplained.get(one.reference) ?? [];
    const at = open.findIndex((amount) => amount === undefined || amount === one.amount);
    if (at >= 0) {
      open.splice(at, 1);
      continue;
    }
    if (one.amount === undefined || (one.reference === '' && one.transactionId === '')) continue;
    const reference = texts.idOf(one.reference);
    const row = lines.add({
      ...placed(one.at, cutoff),
      reference,
      transactionId: texts.idOf(one.transactionId),
      amount: one.amount,
      status: statusOf(reference),
    });
    found.set(row, { row, told: one });
  }
  return found;
}

type Placed = Omit<Row, 'reference' | 'transactionId' | 'amount' | 'status'>;

/** A line of no file at a moment. */
export function placed(at: number, cutoff: number): Placed {
  const local = Math.floor((at + BANGKOK_MS) / 1000);
  const date = Math.floor((local * 1000) / DAY_MS);
  const time = Number.isFinite(local) ? local - date * 86_400 : NO_TIME;
  const settles = time >= cutoff ? date + 1 : date;
  return { file: NO_FILE, date, time, settles };
}
