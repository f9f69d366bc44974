import { EXIT, type ExitClass, isExitClass } from '../../core/errors.js';
import { formatAmount, parseAmount } from '../../core/money.js';

/**
 * Numbers of the rows that are done, from 1: all up to one, and a few beyond it. The run never gets
 * far ahead, so the set stays small whatever the number of rows.
 */
export class RowSet {
  #upTo = 0;
  readonly #beyond = new Set<number>();

  get upTo(): number {
    return this.#upTo;
  }

  get size(): number {
    return this.#upTo + this.#beyond.size;
  }

  has(row: number): boolean {
    return row <= this.#upTo || this.#beyond.has(row);
  }

  add(row: number): void {
    if (row <= this.#upTo) return;
    this.#beyond.add(row);
    while (this.#beyond.delete(this.#upTo + 1)) this.#upTo += 1;
  }

  /** `1-50,52`. */
  toString(): string {
    const beyond = [...this.#beyond].sort((a, b) => a - b).map(String);
    return [...(this.#upTo > 0 ? [`1-${this.#upTo}`] : []), ...beyond].join(',');
  }

  static parse(text: string): RowSet | undefined {
    const rows = new RowSet();
    for (const part of text === '' ? [] : text.split(',')) {
      const [, first, last] = /^([1-9]\d{0,14})(?:-([1-9]\d{0,14}))?$/.exec(part) ?? [];
      if (first === undefined || (last !== undefined && first !== '1')) return undefined;
      if (last === undefined) rows.add(Number(first));
      else rows.#upTo = Number(last);
    }
    return rows;
  }
}

interface Counted {
  class: ExitClass;
  /** In satang. */
  amount?: bigint;
}

/** How the rows ended, over all runs of a batch. */
export class OutcomeTally {
  readonly #counts = new Map<ExitClass, number>();
  #satang = 0n;

  add({ class: ended, amount }: Counted): void {
    this.#counts.set(ended, this.count(ended) + 1);
    if (ended === 'SUCCESS') this.#satang += amount ?? 0n;
  }

  count(ended: ExitClass): number {
    return this.#counts.get(ended) ?? 0;
  }

  /** With successes, also where there is none. */
  get counts(): ReadonlyMap<ExitClass, number> {
    return new Map([['SUCCESS', 0], ...this.#counts]);
  }

  /** Rows that did not end in success. */
  get failed(): number {
    return this.total - this.count('SUCCESS');
  }

  get total(): number {
    let total = 0;
    for (const count of this.#counts.values()) total += count;
    return total;
  }

  /** What the bank confirmed, in baht. */
  get amount(): string {
    return formatAmount(this.#satang);
  }

  /** `9990 SUCCESS, 10 NOT_FOUND`; empty before the first row. */
  toString(): string {
    const counts = [...this.#counts].sort(([a], [b]) => EXIT[a] - EXIT[b]);
    return counts.map(([ended, count]) => `${count} ${ended}`).join(', ');
  }

  /** As the checkpoint stores it. */
  save(): Record<string, string | number> {
    return { ...Object.fromEntries(this.#counts), amount: this.amount };
  }

  static load(saved: object): OutcomeTally {
    const tally = new OutcomeTally();
    for (const [name, value] of Object.entries(saved)) {
      if (name === 'amount' && typeof value === 'string') tally.#satang = parseAmount(value) ?? 0n;
      if (isExitClass(name) && typeof value === 'number') tally.#counts.set(name, value);
    }
    return tally;
  }
}
