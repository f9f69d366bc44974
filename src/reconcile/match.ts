import type { BadLine } from './bad-line.js';
import { saysReversed } from './balance.js';
import { Classifier, type Rules } from './classifier.js';
import { type Columns, FEE, OPEN } from './columns.js';
import { splitDuplicates } from './duplicates.js';
import type { LocalRecords } from './local-records.js';
import type { SettlementRule } from './mapping.js';
import { chainedRows, OpenRows, type RowChains, type Side } from './open-rows.js';
import { type Payout, SettlementMatcher, wrongFees } from './settlement.js';
import { TieBreaker } from './tie-breaker.js';

/**
 * Matches the lines of two sides, each currency by itself: another one never matches.
 *
 * @param bad lines that cannot be read; each takes the lines of its reference along
 */
export function matchLines(
  rules: Rules,
  bad: readonly BadLine[],
  settlement: SettlementRule | undefined,
): Classifier {
  const records = new Classifier(rules);
  const { own, bank } = rules;
  for (const currency of new Set([BAHT, ...own.currencies(), ...bank.currencies()])) {
    const matcher = new Matcher(rules, records, settlement, currency);
    matcher.run(currency === BAHT ? bad : []);
  }
  return records;
}

const BAHT = 0;

/** Matches lines by reference, then by transaction id, then by payout. */
class Matcher {
  readonly #own: Columns;
  readonly #bank: Columns;
  readonly #local: LocalRecords;
  readonly #tolerance: number;
  readonly #rule: SettlementRule | undefined;
  readonly #ties: TieBreaker;
  readonly #records: Classifier;
  readonly #open: OpenRows;
  /** References that have a paired order. */
  readonly #paired: Uint8Array;
  /** Bank lines of references that were refunded, and have no order of that reference. */
  readonly #reversedAlone: number[][] = [];

  constructor(
    { own, bank, local, tolerance }: Rules,
    records: Classifier,
    settlement: SettlementRule | undefined,
    currency: number,
  ) {
    const { texts } = local;
    this.#own = own;
    this.#bank = bank;
    this.#local = local;
    this.#tolerance = tolerance;
    this.#rule = settlement;
    this.#ties = new TieBreaker(
      { own, bank, texts },
      {
        pair: (one, other) => this.#pair(one, other),
        several: (ofOwn, ofBank) => this.#several(ofOwn, ofBank),
      },
    );
    this.#records = records;
    this.#open = new OpenRows({ own, bank }, currency, texts.size);
    this.#paired = new Uint8Array(texts.size);
  }

  run(bad: readonly BadLine[]): void {
    const fees = this.#takenFees();
    this.#badLines(bad);
    const settlements = this.#payments();
    const sides = { bank: this.#bank, tolerance: this.#tolerance };
    const wrong = wrongFees(this.#rule, sides, fees, settlements);
    const named = new Set(wrong.flatMap(({ rows }) => rows));
    for (const fee of wrong) this.#records.wrongFee(fee);
    for (const row of fees) if (!named.has(row)) this.#records.fee(row);
  }

  /** All but fees; returns what was settled in one sum. */
  #payments(): Payout[] {
    this.#byText(this.#own.reference, this.#bank.reference, true);
    if (this.#open.any()) this.#byText(this.#own.transactionId, this.#bank.transactionId, false);
    this.#reversals();
    if (!this.#open.any()) return [];
    this.#nameless('own');
    this.#nameless('bank');
    if (this.#rule?.by !== 'payout') this.#byPayout();
    const settled = this.#rule?.by === undefined ? [] : this.#settle(this.#rule);
    const { done } = this.#open;
    for (let row = 0; row < this.#own.count; row++) {
      if (done.own[row] === 0) this.#records.own(row);
    }
    for (let row = 0; row < this.#bank.count; row++) {
      if (done.bank[row] !== 0) continue;
      const reference = this.#bank.reference[row] ?? 0;
      this.#records.bank(row, reference !== 0 && this.#paired[reference] === 1);
    }
    return settled;
  }

  #takenFees(): number[] {
    const { status, count } = this.#bank;
    const { bank: done } = this.#open.done;
    const fees: number[] = [];
    for (let row = 0; row < count; row++) {
      if (status[row] !== FEE || done[row] !== 0) continue;
      done[row] = 1;
      fees.push(row);
    }
    return fees;
  }

  #badLines(bad: readonly BadLine[]): void {
    if (bad.length === 0) return;
    const [own, bank] = [
      this.#open.chains('own', this.#own.reference),
      this.#open.chains('bank', this.#bank.reference),
    ];
    for (const line of bad) {
      const { reference = 0 } = line;
      const of = (side: Side, chains: RowChains) =>
        reference === 0 ? [] : this.#open.of(side, chainedRows(chains, reference));
      const [ofOwn, ofBank] = [of('own', own), of('bank', bank)];
      this.#open.take(ofOwn, ofBank);
      this.#records.bad(line, ofOwn, ofBank);
    }
  }

  /** Lines with neither a reference nor a transaction id match nothing, but may be there twice. */
  #nameless(side: Side): void {
    const { reference, transactionId, count } = this.#open.lines[side];
    const done = this.#open.done[side];
    const rows: number[] = [];
    for (let row = 0; row < count; row++) {
      if (done[row] === 0 && reference[row] === 0 && transactionId[row] === 0) rows.push(row);
    }
    this.#withoutDuplicates(side, rows, true);
  }

  /** Groups of one reference, or of one transaction id among what is left. */
  #byText(ownKeys: Int32Array, bankKeys: Int32Array, isReference: boolean): void {
    const own = this.#open.chains('own', ownKeys);
    const bank = this.#open.chains('bank', bankKeys);
    for (let id = 1; id < own.head.length; id++) {
      const o = own.head[id] ?? -1;
      const b = bank.head[id] ?? -1;
      if (o < 0 && b < 0) continue;
      const single = o >= 0 && b >= 0 && (own.next[o] ?? -1) < 0 && (bank.next[b] ?? -1) < 0;
      if (single && this.#isPayment(o, b)) this.#pair(o, b);
      else this.#group(chainedRows(own, id), chainedRows(bank, id), isReference);
    }
  }

  #group(allOwn: number[], allBank: number[], isReference: boolean): void {
    const own = this.#withoutDuplicates('own', allOwn, isReference);
    const bank = this.#withoutDuplicates('bank', allBank, isReference);
    // What is pending or has failed at the bank is no payment: it matches nothing.
    const moved = bank.filter((row) => this.#bank.status[row] !== OPEN);
    // A refund that the journal alone knows is looked for at the bank, too.
    const isOwed = isReference && own.length === 0 && moved.length > 0 && this.#owes(moved);
    if (isOwed || saysReversed(this.#bank, bank)) {
      if (own.length > 0 || !isReference) this.#reversed(own, bank);
      else {
        this.#open.take([], bank);
        this.#reversedAlone.push(bank);
      }
    } else if (own.length === 0 || moved.length === 0) return;
    else if (this.#ownReversed(own)) this.#reversed(own, moved);
    else this.#matchGroup(own, moved);
  }

  #isPayment(own: number, bank: number): boolean {
    const { status } = this.#bank;
    return status[bank] !== OPEN && !saysReversed(this.#bank, [bank]) && !this.#ownReversed([own]);
  }

  #owes(bank: readonly number[]): boolean {
    return bank.some((row) => this.#local.wasRefunded(this.#bank.reference[row] ?? 0));
  }

  #ownReversed(rows: readonly number[]): boolean {
    const { reference } = this.#own;
    return (
      saysReversed(this.#own, rows) ||
      rows.some((row) => this.#local.wasRefunded(reference[row] ?? 0))
    );
  }

  /** In the reference stage, lines without a transaction id; later only lines without a reference are new. */
  #withoutDuplicates(side: Side, rows: number[], isReference: boolean): number[] {
    const lines = this.#open.lines[side];
    const isChecked = (row: number) => isReference || lines.reference[row] === 0;
    const { kept, repeated } = splitDuplicates(lines, rows, this.#ties, isChecked);
    for (const row of repeated) {
      this.#open.done[side][row] = 1;
      this.#records.duplicate(side, row);
    }
    return kept;
  }

  /** Equal amounts, amounts within tolerance, one against several by sum, then what is left. */
  #matchGroup(own: number[], bank: number[]): void {
    const [[row = 0], [other = 0]] = [own, bank];
    if (own.length === 1 && bank.length === 1) {
      this.#pair(row, other);
      return;
    }
    const equal = this.#ties.pairEqual({ own, bank });
    const near = this.#tolerance > 0 ? this.#ties.pairNear(equal, this.#tolerance) : equal;
    this.#ties.pairAny(this.#ties.pairSums(near, this.#tolerance));
  }

  #pair(own: number, bank: number): void {
    this.#open.done.own[own] = 1;
    this.#open.done.bank[bank] = 1;
    const reference = this.#own.reference[own] ?? 0;
    if (reference !== 0) this.#paired[reference] = 1;
    this.#records.pair(own, bank);
  }

  #several(own: number[], bank: number[], byPayout = false): void {
    this.#open.take(own, bank);
    for (const row of own) this.#paired[this.#own.reference[row] ?? 0] = 1;
    this.#records.both(own, bank, byPayout);
  }

  #reversed(own: number[], bank: number[]): void {
    this.#open.take(own, bank);
    this.#records.reversed(this.#ties.sorted(own, this.#own), this.#ties.sorted(bank, this.#bank));
  }

  /** What was refunded under a reference of the bank's alone: its orders by transaction id, then by payout. */
  #reversals(): void {
    if (this.#reversedAlone.length === 0) return;
    const firstReference = (bank: number[]) => this.#bank.reference[bank[0] ?? 0] ?? 0;
    const groups = [...this.#reversedAlone].sort((a, b) =>
      this.#local.texts.compare(firstReference(a), firstReference(b)),
    );
    const byId = this.#open.chains('own', this.#own.transactionId);
    const left = groups.filter((bank) => {
      const ids = new Set(bank.map((row) => this.#bank.transactionId[row] ?? 0).filter(Boolean));
      const own = this.#open.of(
        'own',
        [...ids].flatMap((id) => chainedRows(byId, id)),
      );
      if (own.length > 0) this.#reversed(own, bank);
      return own.length === 0;
    });
    const byPayout = this.#open.chains('own', this.#own.payout);
    for (const bank of left) {
      this.#reversed(this.#open.of('own', chainedRows(byPayout, firstReference(bank))), bank);
    }
  }

  /** What is paid out in one sum, of a payout or of a day. */
  #settle(rule: SettlementRule): Payout[] {
    const sides = { own: this.#own, bank: this.#bank, tolerance: this.#tolerance };
    const all = new SettlementMatcher(rule, sides).all(this.#open.done, this.#ties);
    for (const settled of all) {
      this.#open.take(settled.own, settled.bank);
      for (const row of settled.own) this.#paired[this.#own.reference[row] ?? 0] = 1;
      this.#records.settled(settled);
    }
    return all;
  }

  /** Many payments against what the bank paid out for them. */
  #byPayout(): void {
    const own = this.#open.chains('own', this.#own.payout);
    const bank = this.#open.chains('bank', this.#bank.reference);
    for (let id = 1; id < own.head.length; id++) {
      if ((own.head[id] ?? -1) < 0 || (bank.head[id] ?? -1) < 0) continue;
      const orders = chainedRows(own, id);
      const lines = chainedRows(bank, id).filter((row) => this.#bank.status[row] !== OPEN);
      if (lines.length === 0) continue;
      if (this.#ownReversed(orders)) this.#reversed(orders, lines);
      else
        this.#several(
          this.#ties.sorted(orders, this.#own),
          this.#ties.sorted(lines, this.#bank),
          true,
        );
    }
  }
}
