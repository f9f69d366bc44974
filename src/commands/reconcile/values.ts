import { usageError } from '../../core/errors.js';
import { parseAmount } from '../../core/money.js';
import { reconcileMessages as words } from '../../messages/reconcile.js';
import { clockSeconds } from '../../reconcile/dates.js';

/** By how much amounts may differ, in satang. */
export function tolerance(text: string, flag: string): number {
  const satang = parseAmount(text);
  if (satang !== undefined && satang <= 10n ** 15n) return Number(satang);
  throw usageError(words.tolerance(flag, JSON.stringify(text)));
}

/** From when on a payment settles on the next day, in seconds of the day. */
export function cutoff(text: string, flag: string): number {
  const seconds = clockSeconds(text);
  if (seconds !== undefined) return seconds;
  throw usageError(words.cutoff(flag, JSON.stringify(text)));
}

/** 22:00. */
export const CUTOFF = 22 * 3_600;
