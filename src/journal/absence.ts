import { isSameBoot } from '../host/identity.js';
import { LEASE_MS } from './fence.js';
import type { Attempt, Inquiry, Journal, Written } from './journal.js';

/** Two inquiries agree only where time has passed between them; it is the shortest pause between two. */
export const AGREEMENT_MS = 3_000;

/** What "not found" proves about one attempt, to the processes of one boot. */
export interface Absence {
  /** With what was known before, this inquiry proves that it was never executed. */
  proves(known: readonly Inquiry[], next: Inquiry): boolean;
  /** Lines stay few however often cron asks: a change, the first of this boot, the first that counts. */
  isNews(known: readonly Inquiry[], next: Inquiry): boolean;
}

/**
 * "Not found" is not "failed": the call may still be on its way. It proves something only from the
 * time on after which the bank can no longer execute it. A clock that someone sets would bring that
 * time early, so it is measured on the uptime of this boot: from when the call was last in the air,
 * or else from the first line that this boot has written about it. A sender whose end nobody here can
 * see may still send until its lease has ended.
 */
export function absenceOf({ process }: Journal, attempt: Attempt, absentAfterMs?: number): Absence {
  const { intent, ending } = attempt;
  const { boot } = process.self;
  const mayStillSendMs = ending || process.state(intent.by) === 'dead' ? 0 : LEASE_MS;

  function countsFrom(known: readonly Inquiry[]): number {
    const first = [ending ?? intent, ...known].find((line) => uptimeAt(line, boot) !== undefined);
    const origin = first && uptimeAt(first, boot);
    if (origin === undefined) return Number.POSITIVE_INFINITY;
    return origin + (absentAfterMs ?? Infinity) + mayStillSendMs;
  }

  function counting(known: readonly Inquiry[], from: number): number[] {
    return known.flatMap((inquiry) => {
      const uptime = inquiry.found === 'absent' ? uptimeAt(inquiry, boot) : undefined;
      return uptime !== undefined && uptime >= from ? [uptime] : [];
    });
  }

  return {
    proves(known, next) {
      if (ending?.outcome.class === 'PENDING') return false;
      const all = [...known, next];
      // A bank that knew it once and does not know it now contradicts itself.
      if (all.some(({ found }) => found !== 'absent')) return false;
      const times = counting(all, countsFrom(known));
      return Math.max(...times) - Math.min(...times) >= AGREEMENT_MS;
    },
    isNews(known, next) {
      const last = known.at(-1);
      if (last?.found !== next.found || last.state !== next.state) return true;
      if (absentAfterMs === undefined) return false;
      const from = countsFrom(known);
      if (from === Number.POSITIVE_INFINITY) return true;
      return counting([next], from).length > 0 && counting(known, from).length === 0;
    },
  };
}

/** undefined for a line of another boot or time namespace, or of a version that did not write it. */
export function uptimeAt({ by, up }: Written, boot: string): number | undefined {
  return isSameBoot(by.boot, boot) ? up : undefined;
}
