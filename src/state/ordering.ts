import { parseAmount } from '../core/money.js';

/** In which order something is read: the oldest first, unless it says otherwise. */
export interface Ordering {
  newestFirst?: boolean | undefined;
  /** By amount, then by time; where `newestFirst`, the largest first. What has no amount is left out. */
  byAmount?: boolean | undefined;
  /** In the order by amount: from here on. */
  beginAt?: AmountPosition | undefined;
}

/** A position in the order by amount. */
export interface AmountPosition {
  /** A decimal number in baht. */
  amount: string;
  /** Milliseconds since the epoch. */
  at: number;
}

/** Negative where the first comes first. What has no amount counts as nothing. */
export function comparePositions(
  { newestFirst, byAmount }: Ordering,
  one: AmountPosition,
  other: AmountPosition,
): number {
  const [a, b] = byAmount ? [satang(one), satang(other)] : [0n, 0n];
  const order = a === b ? one.at - other.at : a < b ? -1 : 1;
  return newestFirst ? -order : order;
}

function satang({ amount }: AmountPosition): bigint {
  return parseAmount(amount) ?? 0n;
}

/** Whether it comes no later than `end`, where there is one. */
export function isUpTo(
  ordering: Ordering,
  one: AmountPosition,
  end: AmountPosition | undefined,
): boolean {
  return end === undefined || comparePositions(ordering, one, end) <= 0;
}
