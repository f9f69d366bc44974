import { fromPlain, type Json, type JsonObject } from '../core/json.js';
import { lazyMap } from '../core/lazy-map.js';
import type { Text } from '../core/message.js';
import { baht } from './amounts.js';
import type { Learned } from './answers.js';
import type { BadLine } from './bad-line.js';
import type { MatchRecord, RecordClass } from './classes.js';
import { type Columns, Sum } from './columns.js';
import type { Role } from './mapping.js';
import { nextStep } from './next-step.js';
import type { FileContents } from './read.js';
import type { Reconciled } from './reconcile.js';
import { sortReference, sortTransactionId } from './record-order.js';
import type { Payout } from './settlement.js';
import type { Suggestion } from './suggest.js';
import { NO_FILE } from './synthetic.js';
import type { Tally } from './tallies.js';

/** Of a record, as columns. */
const FIELDS: readonly string[] = [
  'class',
  'reference',
  'transactionId',
  'amounts.orders',
  'amounts.bank',
  'amounts.journal',
  'amounts.inquiry',
  'rows.orders',
  'rows.bank',
  'days',
  'learned.paid',
  'learned.amount',
  'learned.requestUId',
  'learned.why',
  'suggests.reference',
  'suggests.why',
  'where.file',
  'where.line',
  'where.column',
  'where.message',
  'next',
  'settlement.sum',
  'settlement.fees',
  'settlement.left',
  'settlement.orders',
];

/** Data whose sentences are a `T`: text, or messages that a door will word. */
export interface Printed<T> {
  [key: string]: Json | T | Printed<T> | Printed<T>[];
}

/** Turns a reconciliation into what is printed. */
export class Presenter<T extends Text> {
  readonly #result: Reconciled;
  /** `payctl`, with the profile that was asked for. */
  readonly #word: (text: Text) => T;

  /**
   * @param word what stands for a sentence: its words, where records are printed one by one, or the
   *   sentence itself, where a door words the whole
   */
  constructor(result: Reconciled, word: (text: Text) => T) {
    this.#result = result;
    this.#word = word;
  }

  inputs(): JsonObject[] {
    return this.#result.inputs.map(inputJson);
  }

  summary(): JsonObject {
    const isTolerant = this.#result.tolerance > 0;
    const entries = [...this.#result.summary].map(([kind, tally]) => [
      kind,
      { ...tallyJson(tally), ...(isTolerant && { difference: differenceJson(tally) }) },
    ]);
    return Object.fromEntries(entries);
  }

  records(): Printed<T>[] {
    return lazyMap(this.#result.records, (record) => this.record(record));
  }

  /** What stands above the records. */
  head(): Printed<T> {
    return { inputs: this.inputs(), summary: this.summary() };
  }

  whole(): Printed<T> {
    return {
      ...this.head(),
      breaks: this.records(),
    };
  }

  /** The columns of CSV; a record leaves empty what it does not have. */
  get fields(): readonly string[] {
    return FIELDS;
  }

  record(match: MatchRecord): Printed<T> {
    const { own, bank, learned, suggestions } = this.#result;
    const suggestion = suggestions.get(match);
    const { bad } = match;
    const next = nextStep(match, this.#result);
    return {
      class: match.kind,
      reference: this.#text(sortReference(match, own, bank)),
      transactionId: this.#text(sortTransactionId(match, own, bank)),
      amounts: this.#amounts(match),
      rows: {
        orders: this.#rows('orders', match.own, bad),
        bank: this.#rows('bank', match.bank, bad),
      },
      days: fromPlain(match.days),
      learned: this.#learned(learned.get(match)),
      ...(suggestion && {
        suggests: this.#suggested(suggestion),
      }),
      ...(match.settled && { settlement: this.#settlement(match.settled) }),
      next: next === null ? null : this.#word(next),
      ...(bad && {
        where: {
          file: bad.file,
          line: fromPlain(bad.line),
          column: bad.column,
          message: this.#word(bad.message),
        },
      }),
    };
  }

  /** The orders by which the bank's sum is made, and what is left over. */
  #settlement({ own: rows, sum, fees, left }: Payout): JsonObject {
    const { reference, transactionId } = this.#result.own;
    const { texts } = this.#result.local;
    const orders = rows
      .map((row) => reference[row] || (transactionId[row] ?? 0))
      .sort((one, other) => texts.compare(one, other))
      .map((id) => this.#text(id));
    return { orders, sum: baht(sum), fees: baht(fees), left: baht(left) };
  }

  #learned(learned: Learned | undefined): Printed<T> | null {
    if (learned === undefined) return null;
    return 'why' in learned ? { why: this.#word(learned.why) } : { ...learned };
  }

  #amounts(match: MatchRecord): JsonObject {
    const { own, bank, learned } = this.#result;
    const answer = learned.get(match);
    const isPaid = answer !== undefined && 'paid' in answer && answer.paid;
    const live = match.bank.filter((row) => bank.file[row] === NO_FILE);
    return {
      orders: sumAmounts(
        own,
        match.own.filter((row) => own.file[row] !== NO_FILE),
      ),
      bank: sumAmounts(
        bank,
        match.bank.filter((row) => bank.file[row] !== NO_FILE),
      ),
      journal: this.#journal(match),
      inquiry: sumAmounts(bank, live) ?? (isPaid ? answer.amount : null),
    };
  }

  /** What this machine knows of its references; a payment beyond the order's is none of them. */
  #journal({ own: rows, bank: lines, kind, bad }: MatchRecord): string | null {
    const { own, bank, local, synthetic } = this.#result;
    if (bad || kind === 'duplicate-line' || kind === 'paid-twice') return null;
    const confirmed = rows.flatMap((row) => synthetic.get(row)?.confirmation?.amount ?? []);
    const references = new Set(rows.map((row) => own.reference[row] ?? 0));
    if (rows.length === 0) for (const row of lines) references.add(bank.reference[row] ?? 0);
    const charged = [...references].flatMap((reference) => local.chargedAmount(reference) ?? []);
    const all = charged.length > 0 ? charged : confirmed;
    return all.length === 0 ? null : baht(all.reduce((sum, one) => sum + one, 0));
  }

  #suggested({ side, rows, why }: Suggestion): Printed<T> {
    const lines = side === 'orders' ? this.#result.own : this.#result.bank;
    const [row = 0] = rows;
    const [reference, transactionId] = [lines.reference[row] ?? 0, lines.transactionId[row] ?? 0];
    return {
      reference: this.#text(reference),
      transactionId: this.#text(transactionId),
      amount: sumAmounts(lines, rows),
      rows: {
        orders: side === 'orders' ? this.#rows('orders', rows) : [],
        bank: side === 'bank' ? this.#rows('bank', rows) : [],
      },
      why: this.#word(why),
    };
  }

  #text(id: number): string | null {
    return id === 0 ? null : this.#result.local.texts.lookUp(id);
  }

  #rows(role: Role, rows: readonly number[], bad?: BadLine): Json[] {
    const lines = role === 'orders' ? this.#result.own : this.#result.bank;
    return rows
      .filter((row) => lines.file[row] !== NO_FILE)
      .map((row) => ({ index: lines.file[row] ?? 0, line: lines.line[row] ?? 0 }))
      .concat(bad?.role === role ? [{ index: bad.index, line: bad.line }] : [])
      .sort((a, b) => a.index - b.index || a.line - b.line)
      .map((place) => this.#place(role, place));
  }

  /** `17`, or `2:17` where a side has several files. */
  #place(role: Role, { index, line }: { index: number; line: number }): Json {
    return this.#result.files[role] > 1 ? `${index + 1}:${line}` : fromPlain(line);
  }
}

function sumAmounts({ amount }: Columns, rows: readonly number[]): string | null {
  if (rows.length === 0) return null;
  const sum = new Sum();
  for (const row of rows) sum.add(amount[row] ?? 0);
  return sum.toString();
}

function inputJson({
  role,
  file,
  format,
  sha256,
  rows,
  total,
  rejected,
  control,
}: FileContents): JsonObject {
  return fromPlainObject({
    role,
    file,
    format,
    sha256,
    rows,
    total: total.toString(),
    rejected,
    control: control
      ? {
          rows: control.rows ?? null,
          total: control.total === undefined ? null : baht(control.total),
          agrees: control.agrees,
        }
      : null,
  });
}

function tallyJson({ count, amount, orders, bank }: Tally): JsonObject {
  return fromPlainObject({
    count,
    amount: amount.toString(),
    orders: { rows: orders.rows, amount: orders.amount.toString() },
    bank: { rows: bank.rows, amount: bank.amount.toString() },
  });
}

function differenceJson({ accepted: { over, under } }: Tally): JsonObject {
  return { over: over.toString(), under: under.toString() };
}

function fromPlainObject(value: Record<string, unknown>): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fromPlain(item)]));
}

export function isBreak(kind: RecordClass): boolean {
  return kind !== 'matched';
}
