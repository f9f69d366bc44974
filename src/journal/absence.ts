import { isSameBoot } from '../host/identity.js';
import { LEASE_MS } from './fence.js';
import { type Attempt, type Inquiry, type Journal, lifeOf, type Written } from './journal.js';

/** Two inquiries agree only where time has passed between them; it is the shortest pause between two. */
export const AGREEMENT_MS = 3_000;

/** A holder that has given no sign in a shared store for as long may be asked about by others. */
export const SILENCE_MS = 30_000;

/** What "not found" proves about one attempt. */
export interface Absence {
  /** With what was known before, this inquiry proves that it was never executed. */
  proves(known: readonly Inquiry[], next: Inquiry): boolean;
  /** Record only inquiries that add evidence: a change, the first by this clock, the first that counts. */
  isNews(known: readonly Inquiry[], next: Inquiry): boolean;
}

/**
 * "Not found" is not "failed": the call may still be on its way. It proves something only from the
 * time on after which the bank can no longer execute it, measured by a clock that nobody sets: from
 * when the call was last in the air, or else from the first line about it that this clock can date.
 */
export function absenceOf(journal: Journal, attempt: Attempt, absentAfterMs?: number): Absence {
  const scale = journal.store.shared ? serverScale(journal) : bootScale(journal);
  const { ending } = attempt;
  const hasEnded = ending !== undefined || lifeOf(journal, attempt.intent) === 'dead';

  /** Whether an inquiry was made after the bank could no longer execute the call. */
  function counts(known: readonly Inquiry[], inquiry: Inquiry): boolean {
    const origin = scale.origin(attempt, known, inquiry, hasEnded);
    if (origin === undefined || inquiry.found !== 'absent') return false;
    const passed = scale.passed(origin.line, inquiry);
    return passed !== undefined && passed >= origin.afterMs + (absentAfterMs ?? Infinity);
  }

  return {
    proves(known, next) {
      if (ending?.outcome.class === 'PENDING') return false;
      const all = [...known, next];
      // A bank that knew it once and does not know it now contradicts itself.
      if (all.some(({ found }) => found !== 'absent')) return false;
      const counting = all.filter((inquiry) => counts(known, inquiry));
      return counting.some((one) =>
        counting.some((other) => (scale.between(one, other) ?? 0) >= AGREEMENT_MS),
      );
    },
    isNews(known, next) {
      const last = known.at(-1);
      if (last?.found !== next.found || last.state !== next.state) return true;
      if (absentAfterMs === undefined) return false;
      if (scale.isFirst(attempt, known, next)) return true;
      return counts(known, next) && !known.some((inquiry) => counts(known, inquiry));
    },
  };
}

/** By what the time between two lines is measured. */
interface Scale {
  /** From which line, and how long after it, the call can no longer be in the air. */
  origin(
    attempt: Attempt,
    known: readonly Inquiry[],
    next: Inquiry,
    hasEnded: boolean,
  ): { line: Written; afterMs: number } | undefined;
  /** What has passed at least from a line to an inquiry; undefined where the clock cannot tell. */
  passed(from: Written, to: Inquiry): number | undefined;
  between(one: Inquiry, other: Inquiry): number | undefined;
  /** No line about it can be dated yet. */
  isFirst(attempt: Attempt, known: readonly Inquiry[], next: Inquiry): boolean;
}

/** The uptime of this boot. A sender whose end nobody here can see may still send until its lease has ended. */
function bootScale({ process }: Journal): Scale {
  const { boot } = process.self;
  const dated = ({ ending, intent }: Attempt, known: readonly Inquiry[]) =>
    [ending ?? intent, ...known].find((line) => uptimeAt(line, boot) !== undefined);
  const passed = (from: Written, to: Written) =>
    difference(uptimeAt(from, boot), uptimeAt(to, boot));
  return {
    passed,
    between: passed,
    origin(attempt, known, _next, hasEnded) {
      const line = dated(attempt, known);
      return line && { line, afterMs: hasEnded ? 0 : LEASE_MS };
    },
    isFirst: (attempt, known) => dated(attempt, known) === undefined,
  };
}

/**
 * The clock of a shared store; after a failover it is another one, which dates only what was written
 * since. A sender whose end is not known is stopped by the first line that others write, for it
 * sends nothing without a look at its claim: from then on it may only finish what that look allowed.
 * Where both lines are of one boot, a clock of the store that runs ahead of that is not believed.
 */
function serverScale(journal: Journal): Scale {
  const writtenBy = (line: Written, clock: string | undefined) =>
    line.kept?.at?.clock === clock ? line.kept?.at?.at : undefined;
  const askedAt = (line: Inquiry, clock: string | undefined) =>
    clock !== undefined && line.asked?.clock === clock ? line.asked.at : undefined;
  const sane = (ms: number | undefined, from: Written, to: Written) => {
    const { boot } = journal.process.self;
    const up = difference(uptimeAt(from, boot), uptimeAt(to, boot));
    return ms === undefined || up === undefined || up < 0 ? ms : Math.min(ms, up);
  };
  return {
    passed(from, to) {
      const ms = difference(writtenBy(from, to.asked?.clock), askedAt(to, to.asked?.clock));
      return sane(ms, from, to);
    },
    between(one, other) {
      const clock = other.asked?.clock;
      return sane(difference(askedAt(one, clock), askedAt(other, clock)), one, other);
    },
    origin({ intent, ending }, known, { asked }, hasEnded) {
      const lines = hasEnded ? [ending ?? intent, ...known] : known;
      const line = lines.find((one) => writtenBy(one, asked?.clock) !== undefined);
      return line && { line, afterMs: hasEnded ? 0 : SILENCE_MS };
    },
    isFirst: (_attempt, known, { asked }) =>
      asked !== undefined && !known.some((line) => askedAt(line, asked.clock) !== undefined),
  };
}

function difference(from: number | undefined, to: number | undefined): number | undefined {
  return from === undefined || to === undefined ? undefined : to - from;
}

/** undefined for a line of another boot or time namespace, or of a version that did not write it. */
export function uptimeAt({ by, up }: Written, boot: string): number | undefined {
  return isSameBoot(by.boot, boot) ? up : undefined;
}
