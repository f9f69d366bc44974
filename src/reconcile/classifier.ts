import type { BadLine } from './bad-line.js';
import { balancesByReference, refundedSatang, saysReversed, sumBalances } from './balance.js';
import type { MatchRecord, RecordClass } from './classes.js';
import { type Columns, type DayNumbers, isWithinAny, OPEN, PAID, REVERSED } from './columns.js';
import type { LocalRecords } from './local-records.js';
import type { Payout, WrongFee } from './settlement.js';
import { NO_FILE, type SyntheticRow } from './synthetic.js';
import { type DayTally, Tallies, type Tally } from './tallies.js';

export interface Rules {
  own: Columns;
  bank: Columns;
  local: LocalRecords;
  /** Own lines that stand in no file, by row. */
  synthetic: ReadonlyMap<number, SyntheticRow>;
  /** What each side covers; 'all': every day. */
  ownDays: readonly DayNumbers[];
  bankDays: readonly DayNumbers[] | 'all';
  hasOrders: boolean;
  /** Satang. */
  tolerance: number;
  /** Keeps what matched, too. */
  all: boolean;
}

/** One for all: there may be millions of records with one side alone. */
const NONE: readonly number[] = [];

/** Gives every record its class: the first rule that applies. Each line goes into exactly one record. */
export class Classifier {
  readonly #rules: Rules;
  readonly records: MatchRecord[] = [];
  readonly #tallies: Tallies;

  constructor(rules: Rules) {
    this.#rules = rules;
    this.#tallies = new Tallies(rules);
  }

  /** Cannot be read; the lines of its reference go with it. */
  bad(line: BadLine, own: number[], bank: number[]): void {
    this.records.push({ kind: 'bad-line', own, bank, byPayout: false, days: null, bad: line });
  }

  /** Repeats another line of its side. */
  duplicate(side: 'own' | 'bank', row: number): void {
    this.#add('duplicate-line', side === 'own' ? [row] : NONE, side === 'bank' ? [row] : NONE);
  }

  /** One side says that something of it was refunded. */
  reversed(own: number[], bank: number[]): void {
    this.#add(this.#classOfReversed(own, bank), own, bank);
  }

  /** One line on each side. */
  pair(own: number, bank: number): void {
    if (!this.#isPlain(own, bank)) this.both([own], [bank], false);
    else if (this.#rules.all) this.#add('matched', [own], [bank], { days: 0 });
    else this.#tallies.addPlain(bank);
  }

  /** Several lines found on both sides. */
  both(own: number[], bank: number[], byPayout: boolean): void {
    const days = this.#daysBetween(own, bank, byPayout);
    const kind = this.#classOfBoth(own, bank, byPayout);
    const accepted = kind === 'amount' || kind === 'fee' ? 0 : -this.#difference(own, bank);
    this.#add(kind, own, bank, { byPayout, days, accepted });
  }

  /** Orders that the bank paid out in one sum. */
  settled(settled: Payout): void {
    const { own, bank, left } = settled;
    const isAccepted = Math.abs(left) <= this.#rules.tolerance;
    const kind = this.#isUnknown(own, bank) ? 'unknown-but-paid' : 'matched';
    this.#add(isAccepted ? kind : 'amount', own, bank, {
      byPayout: true,
      settled,
      accepted: isAccepted ? left : 0,
    });
  }

  /** What the bank took for its service; it belongs to no order. */
  fee(row: number): void {
    this.#add('matched', NONE, [row]);
  }

  wrongFee({ rows, settled }: WrongFee): void {
    this.#add('fee', NONE, rows, { settled });
  }

  own(row: number): void {
    this.#add(this.#classOfOwn(row), [row], NONE);
  }

  /** `again`: an order of its reference has been paired with another line. */
  bank(row: number, again: boolean): void {
    this.#add(this.#classOfBank(row, again), NONE, [row]);
  }

  /** Counts and sums by class, in the order of the classes. */
  summary(): Map<RecordClass, Tally> {
    return this.#tallies.byClass(this.records);
  }

  /** The same by settlement day and class. */
  days(): Map<number, DayTally> {
    return this.#tallies.byDay(this.records);
  }

  #add(
    kind: RecordClass,
    own: readonly number[],
    bank: readonly number[],
    more: Partial<Omit<MatchRecord, 'kind' | 'own' | 'bank'>> = {},
  ): void {
    const record = { kind, own, bank, byPayout: false, days: null, ...more };
    if (kind === 'matched') {
      this.#tallies.addMatched(record);
      if (!this.#rules.all) return;
    }
    this.records.push(record);
  }

  /** The usual case, in which no rule applies: nothing differs, and nothing else is known. */
  #isPlain(row: number, other: number): boolean {
    const { own, bank, local, synthetic } = this.#rules;
    return (
      own.amount[row] === bank.amount[other] &&
      own.date[row] === bank.date[other] &&
      own.status[row] !== OPEN &&
      Number.isNaN(own.fee[row]) &&
      bank.file[other] !== NO_FILE &&
      synthetic.size === 0 &&
      local.knowsNothing
    );
  }

  #classOfBoth(own: number[], bank: number[], byPayout: boolean): RecordClass {
    const { bank: lines, tolerance } = this.#rules;
    const difference = this.#difference(own, bank);
    const fee = Math.abs(statedFees(lines, bank) ?? 0);
    const isFee = difference !== 0 && Math.abs(difference) === fee;
    if (Math.abs(difference) > tolerance && !isFee) return 'amount';
    if (this.#isUnknown(own, bank)) return 'unknown-but-paid';
    if (isFee || this.#feesDiffer(own, bank)) return 'fee';
    const isOne = own.length === 1 && !byPayout;
    if (isOne && bank.some((row) => !this.#agree(own[0] ?? 0, row))) return 'wrong-day';
    return 'matched';
  }

  /** Own minus bank; nothing where the call named no amount. */
  #difference(own: readonly number[], bank: readonly number[]): number {
    const { own: orders, bank: lines } = this.#rules;
    if (own.some((row) => this.#isUnpriced(row))) return 0;
    return sumAmounts(orders.amount, own) - sumAmounts(lines.amount, bank);
  }

  /** Where own lines say nothing of a refund, what the journal gave back counts. */
  #classOfReversed(own: number[], bank: number[]): RecordClass {
    const { own: orders, bank: lines, synthetic } = this.#rules;
    const isShown = saysReversed(lines, bank);
    if (own.length === 0) return this.#classOfReversedAlone(bank);
    const isKnown = saysReversed(orders, own);
    const ours = sumBalances(this.#ownBalances(own));
    // Of a charge without an amount nobody knows how much.
    const isNamed = ours.marked + ours.back > 0;
    if (isNamed ? !this.#agreesWithBank(ours, bank) : !isShown) return 'refund-missing';
    return isKnown || own.some((row) => synthetic.has(row)) ? 'matched' : 'reversed';
  }

  /** Without an own line only a refund of the journal tells what should have gone back. */
  #classOfReversedAlone(rows: readonly number[]): RecordClass {
    const { bank, local, tolerance, hasOrders } = this.#rules;
    const refunded = [...balancesByReference(bank, rows)].filter(([name]) =>
      local.wasRefunded(name),
    );
    if (refunded.length === 0) return 'reversed';
    const isEven = refunded.every(([name, balance]) => {
      const all = balance.paid || balance.marked || balance.back;
      return Math.abs(refundedSatang(balance) - local.refundedAmount(name, all)) <= tolerance;
    });
    if (!isEven) return 'refund-missing';
    return hasOrders ? 'reversed' : 'matched';
  }

  #ownBalances(rows: readonly number[]): ReturnType<typeof balancesByReference> {
    const { own, local, synthetic } = this.#rules;
    const balances = balancesByReference(own, rows);
    for (const [reference, balance] of balances) {
      const isSynthetic = rows.some(
        (row) => own.reference[row] === reference && synthetic.has(row),
      );
      // A synthetic row is marked because the journal has a refund, whose amount is added below.
      if (isSynthetic) balance.paid += balance.marked;
      if (isSynthetic) balance.marked = 0;
      if (balance.marked + balance.back > 0) continue;
      balance.back = local.refundedAmount(reference, balance.paid);
    }
    return balances;
  }

  /** Whether the bank's lines add up to what our own side has left. */
  #agreesWithBank(ours: ReturnType<typeof sumBalances>, bank: readonly number[]): boolean {
    const { bank: lines, tolerance } = this.#rules;
    const theirs = sumBalances(balancesByReference(lines, bank));
    const agree = (one: number, other: number) => Math.abs(one - other) <= tolerance;
    // The payment stands in the file of another day, or its one line is marked.
    const isAlone = theirs.paid === 0 && (theirs.marked === 0 || theirs.back === 0);
    if (isAlone) return agree(theirs.refunded, ours.refunded);
    // An inquiry tells of the payment, never that a part of it was refunded.
    const isAsked = bank.every((row) => lines.file[row] === NO_FILE);
    if (isAsked && theirs.marked === 0 && ours.left > 0) return agree(theirs.paid, ours.paid);
    return agree(theirs.left, ours.left);
  }

  #isUnpriced(row: number): boolean {
    const { charge } = this.#rules.synthetic.get(row) ?? {};
    return charge !== undefined && charge.amount === undefined;
  }

  #isUnknown(own: number[], bank: number[]): boolean {
    const { own: orders, bank: lines, local } = this.#rules;
    return (
      own.some((row) => orders.status[row] === OPEN) ||
      own.some((row) => local.isOpenOrRefused(orders.reference[row] ?? 0)) ||
      bank.some((row) => local.isOpenOrRefused(lines.reference[row] ?? 0))
    );
  }

  #feesDiffer(own: number[], bank: number[]): boolean {
    const ours = statedFees(this.#rules.own, own);
    const theirs = statedFees(this.#rules.bank, bank);
    return ours !== undefined && theirs !== undefined && Math.abs(ours) !== Math.abs(theirs);
  }

  #agree(row: number, other: number): boolean {
    const { own, bank } = this.#rules;
    const date = own.date[row];
    const settles = own.settles[row];
    const theirs = bank.date[other];
    const settled = bank.settles[other];
    return date === theirs || date === settled || settles === theirs || settles === settled;
  }

  #daysBetween(own: number[], bank: number[], byPayout: boolean): number | null {
    const [row, more] = own;
    if (row === undefined || more !== undefined || byPayout) return null;
    const { own: orders, bank: lines } = this.#rules;
    const away = bank.find((other) => !this.#agree(row, other));
    if (away === undefined) return 0;
    return (lines.settles[away] ?? 0) - (orders.settles[row] ?? 0);
  }

  /** Of a charge of which the journal gave a part back, the rest is due. */
  #isNothingDue(row: number): boolean {
    const { own, synthetic } = this.#rules;
    const isPart = own.status[row] === REVERSED && synthetic.has(row);
    return !isPart || sumBalances(this.#ownBalances([row])).left <= 0;
  }

  #classOfBank(row: number, again: boolean): RecordClass {
    const { bank, local, ownDays, hasOrders } = this.#rules;
    // It is pending, or has failed.
    if (bank.status[row] === OPEN) return 'matched';
    if (again) return 'paid-twice';
    if (local.isOpenOrRefused(bank.reference[row] ?? 0)) return 'unknown-but-paid';
    if (!isWithinAny(bank.settles[row] ?? 0, ownDays)) return 'timing';
    return hasOrders ? 'missing-in-orders' : 'not-in-journal';
  }

  #classOfOwn(row: number): RecordClass {
    const { own, local, bankDays } = this.#rules;
    if (own.status[row] !== PAID && this.#isNothingDue(row)) return 'matched';
    if (bankDays !== 'all' && !isWithinAny(own.settles[row] ?? 0, bankDays)) return 'timing';
    const ids = [own.reference[row] ?? 0, own.transactionId[row] ?? 0] as const;
    return local.saysSucceeded(...ids) ? 'success-but-absent' : 'missing-at-bank';
  }
}

function sumAmounts(amounts: Float64Array, rows: readonly number[]): number {
  if (rows.length === 1) return amounts[rows[0] ?? 0] ?? 0;
  return rows.reduce((sum, row) => sum + (amounts[row] ?? 0), 0);
}

/** The sum of the fees that lines state; undefined where none does. */
function statedFees({ fee }: Columns, rows: readonly number[]): number | undefined {
  let sum: number | undefined;
  for (const row of rows) {
    const stated = fee[row] ?? Number.NaN;
    if (!Number.isNaN(stated)) sum = (sum ?? 0) + stated;
  }
  return sum;
}
