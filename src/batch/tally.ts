import { formatAmount, parseAmount } from '../api/money.js';
import { EXIT, type ExitClass } from '../errors.js';
import type { RowResult } from './result-lines.js';

/** How the rows ended, over all runs of a batch. */
export class Tally {
  readonly #counts = new Map<ExitClass, number>();
  #satang = 0n;

  add({ class: ended, amount }: Pick<RowResult, 'class' | 'amount'>): void {
    this.#counts.set(ended, this.count(ended) + 1);
    if (ended === 'SUCCESS') this.#satang += amount ?? 0n;
  }

  count(ended: ExitClass): number {
    return this.#counts.get(ended) ?? 0;
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

  /** `9990 SUCCESS, 10 NOT_FOUND`. */
  toString(): string {
    const counts = [...this.#counts].sort(([a], [b]) => EXIT[a] - EXIT[b]);
    return counts.map(([ended, count]) => `${count} ${ended}`).join(', ') || 'no rows';
  }

  /** As a checkpoint keeps it. */
  save(): Record<string, string | number> {
    return { ...Object.fromEntries(this.#counts), amount: this.amount };
  }

  static load(saved: object): Tally {
    const tally = new Tally();
    for (const [name, value] of Object.entries(saved)) {
      if (name === 'amount' && typeof value === 'string') tally.#satang = parseAmount(value) ?? 0n;
      if (isExitClass(name) && typeof value === 'number') tally.#counts.set(name, value);
    }
    return tally;
  }
}

function isExitClass(name: string): name is ExitClass {
  return Object.hasOwn(EXIT, name);
}
