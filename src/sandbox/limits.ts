import { parseAmount } from '../api/money.js';
import { invalid } from './refusal.js';
import { LIMITS } from './seed-profiles.js';

type Kind = keyof typeof LIMITS;

/** Whether the merchant profile allows this amount for this kind of QR. */
export function isWithinLimits(kind: Kind, amount: bigint): boolean {
  const [minimum, maximum] = [parseAmount(LIMITS[kind].minimum), parseAmount(LIMITS[kind].maximum)];
  return minimum !== undefined && maximum !== undefined && amount >= minimum && amount <= maximum;
}

/** Throws 1102 where it does not. */
export function requireWithinLimits(kind: Kind, amount: bigint, field: string): void {
  if (isWithinLimits(kind, amount)) return;
  const { minimum, maximum } = LIMITS[kind];
  throw invalid(`${field}, the merchant's limits are ${minimum} to ${maximum}`);
}
