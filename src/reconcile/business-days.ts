import type { SettlementRule } from './mapping.js';

/** How long the bank takes from a payment to its settlement. */
export type Calendar = Pick<SettlementRule, 'days' | 'holidays'>;

/** The day that is so many business days later; days since 1970. */
export function settlementDay(day: number, calendar: Calendar | undefined): number {
  if (calendar === undefined) return day;
  let later = day;
  for (let left = calendar.days; left > 0; ) {
    later += 1;
    if (!isWeekend(later) && !calendar.holidays.has(later)) left -= 1;
  }
  return later;
}

/** 1 January 1970 was a Thursday. */
function isWeekend(day: number): boolean {
  const weekday = (((day + 4) % 7) + 7) % 7;
  return weekday === 0 || weekday === 6;
}
