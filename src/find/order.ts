import type { AmountPosition, Ordering } from '../state/ordering.js';
import type { Sighting } from './payment.js';

/** In which order payments are listed. */
export const ORDERS = ['newest', 'oldest', 'largest', 'smallest'] as const;
export type Order = (typeof ORDERS)[number];

export function orderingFor(order: Order): Ordering {
  return {
    newestFirst: order === 'newest' || order === 'largest',
    byAmount: order === 'largest' || order === 'smallest',
  };
}

/** The bank's amount, where it was asked. */
export function sightingPosition({
  at,
  amount = '',
  bankAmount = amount,
}: Sighting): AmountPosition {
  return { amount: bankAmount, at };
}
