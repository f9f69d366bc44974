import type { Columns } from './columns.js';
import type { SettlementRule } from './mapping.js';

/** Satang that the bank keeps of orders it pays out in one sum. */
export class FeeRule {
  readonly #rule: SettlementRule;
  readonly #orders: Columns;

  constructor(rule: SettlementRule, orders: Columns) {
    this.#rule = rule;
    this.#orders = orders;
  }

  /** The fees of all of them. */
  of(orders: readonly number[]): number {
    if (this.#rule.per === 'line') return this.ofAmount(this.sumOrders(orders));
    return orders.reduce((sum, row) => sum + this.ofAmount(this.#orders.amount[row] ?? 0), 0);
  }

  sumOrders(orders: readonly number[]): number {
    return orders.reduce((sum, row) => sum + (this.#orders.amount[row] ?? 0), 0);
  }

  /** Of what was refunded, the fee comes back, too. */
  ofAmount(satang: number): number {
    const { rate = 0, round } = this.#rule;
    const exact = BigInt(Math.abs(satang)) * BigInt(rate);
    return Number(rounded(exact, round)) * (satang < 0 ? -1 : 1);
  }
}

const MILLION = 1_000_000n;

/** Millionths as a whole number. */
function rounded(millionths: bigint, round: SettlementRule['round']): bigint {
  const whole = millionths / MILLION;
  const rest = millionths % MILLION;
  if (rest === 0n || round === 'down') return whole;
  if (round === 'up') return whole + 1n;
  const half = MILLION / 2n;
  const isTie = rest === half;
  const goesUp = isTie ? round === 'half-up' || whole % 2n === 1n : rest > half;
  return goesUp ? whole + 1n : whole;
}
