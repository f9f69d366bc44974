import type { DayNumbers } from '../reconcile/columns.js';

/** Days of several files as ranges in order that neither overlap nor touch. */
export function union(days: readonly DayNumbers[]): DayNumbers[] {
  const sorted = [...days].sort((a, b) => a.from - b.from);
  const ranges: DayNumbers[] = [];
  for (const { from, to } of sorted) {
    const last = ranges.at(-1);
    if (last !== undefined && from <= last.to + 1) last.to = Math.max(last.to, to);
    else ranges.push({ from, to });
  }
  return ranges;
}

/** The last day that both cover. */
export function lastCommon(
  own: readonly DayNumbers[],
  bank: readonly DayNumbers[],
): number | undefined {
  let [o, b] = [own.length - 1, bank.length - 1];
  for (;;) {
    const [ours, theirs] = [own[o], bank[b]];
    if (ours === undefined || theirs === undefined) return undefined;
    const day = Math.min(ours.to, theirs.to);
    if (day >= ours.from && day >= theirs.from) return day;
    if (ours.from > theirs.to) o -= 1;
    else b -= 1;
  }
}
