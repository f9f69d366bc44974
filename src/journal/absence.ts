import { fraction } from '../core/chance.js';
import type { Random } from '../host/host.js';
import { isSameBoot } from '../host/identity.js';
import { LEASE_MS } from './fence.js';
import {
  type Attempt,
  type Authorship,
  type Inquiry,
  type Journal,
  processLife,
} from './journal.js';

/** Two inquiries confirm each other only if so much time lies between them; also the shortest pause between inquiries. */
export const AGREEMENT_MS = 3_000;
const MOST_MORE_MS = 2_000;

/** How long to wait before asking again: the wallets want 3 to 5 seconds; by chance, so that clients do not ask in step. */
export function inquiryPauseMs(random: Random): number {
  return AGREEMENT_MS + Math.round(MOST_MORE_MS * fraction(random));
}

/** In a shared store, others inquire about a claim whose holder has sent no heartbeat for so long. */
export const SILENCE_MS = 30_000;

/** What "not found" proves about one attempt. */
export interface Absence {
  /** Whether this inquiry, with the earlier ones, proves that the call was never executed. */
  proves(inquiries: readonly Inquiry[], next: Inquiry): boolean;
  /** Whether the inquiry adds evidence and is worth recording: a change, the first by this clock, the first that counts. */
  isNews(inquiries: readonly Inquiry[], next: Inquiry): boolean;
}

/**
 * "Not found" is not "failed": the call may still be on its way. It proves absence only once the bank can
 * no longer execute the call, measured by a clock that nobody sets, from when the call could last have
 * been under way, or else from the first line about it that this clock can date.
 */
export function absenceProof(journal: Journal, attempt: Attempt, absentAfterMs?: number): Absence {
  const clock = journal.store.shared ? storeClock(journal) : bootClock(journal);
  const { ending } = attempt;
  const hasEnded = ending !== undefined || processLife(journal, attempt.intent) === 'dead';

  /** Whether an inquiry was made after the bank could no longer execute the call. */
  function counts(inquiries: readonly Inquiry[], inquiry: Inquiry): boolean {
    const origin = clock.origin(attempt, inquiries, inquiry, hasEnded);
    if (origin === undefined || inquiry.found !== 'absent') return false;
    const passed = clock.passed(origin.line, inquiry);
    return passed !== undefined && passed >= origin.afterMs + (absentAfterMs ?? Infinity);
  }

  return {
    proves(inquiries, next) {
      if (ending?.outcome.class === 'PENDING') return false;
      const all = [...inquiries, next];
      // A bank that knew it once and does not know it now contradicts itself.
      if (all.some(({ found }) => found !== 'absent')) return false;
      const counting = all.filter((inquiry) => counts(inquiries, inquiry));
      return counting.some((earlier) =>
        counting.some((later) => (clock.between(earlier, later) ?? 0) >= AGREEMENT_MS),
      );
    },
    isNews(inquiries, next) {
      const last = inquiries.at(-1);
      if (last?.found !== next.found || last.state !== next.state) return true;
      if (absentAfterMs === undefined) return false;
      if (clock.isFirst(attempt, inquiries, next)) return true;
      return counts(inquiries, next) && !inquiries.some((inquiry) => counts(inquiries, inquiry));
    },
  };
}

/** Measures the time between two lines. */
interface LineClock {
  /** A line, and how long after it the call can no longer be under way. */
  origin(
    attempt: Attempt,
    inquiries: readonly Inquiry[],
    next: Inquiry,
    hasEnded: boolean,
  ): { line: Authorship; afterMs: number } | undefined;
  /** The least time from a line to an inquiry, in milliseconds; undefined where the clock cannot tell. */
  passed(from: Authorship, to: Inquiry): number | undefined;
  between(earlier: Inquiry, later: Inquiry): number | undefined;
  /** Whether this clock can date no line about the call yet. */
  isFirst(attempt: Attempt, inquiries: readonly Inquiry[], next: Inquiry): boolean;
}

/** By the uptime of this boot. A sender whose process cannot be seen from here may send until its lease ends. */
function bootClock({ process }: Journal): LineClock {
  const { boot } = process.self;
  const dated = ({ ending, intent }: Attempt, inquiries: readonly Inquiry[]) =>
    [ending ?? intent, ...inquiries].find((line) => uptimeAt(line, boot) !== undefined);
  const passed = (from: Authorship, to: Authorship) =>
    difference(uptimeAt(from, boot), uptimeAt(to, boot));
  return {
    passed,
    between: passed,
    origin(attempt, inquiries, _next, hasEnded) {
      const line = dated(attempt, inquiries);
      return line && { line, afterMs: hasEnded ? 0 : LEASE_MS };
    },
    isFirst: (attempt, inquiries) => dated(attempt, inquiries) === undefined,
  };
}

/**
 * By the clock of a shared store; after a failover it is another clock, which dates only what was
 * written since. A sender whose outcome is unknown is stopped by the first line that others add,
 * because it sends nothing without a heartbeat; after that it can only finish what its last heartbeat
 * allowed. Where both lines were written in one boot, less time than its uptime shows is believed.
 */
function storeClock(journal: Journal): LineClock {
  const writtenBy = (line: Authorship, clock: string | undefined) =>
    line.metadata?.at?.clock === clock ? line.metadata?.at?.at : undefined;
  const askedAt = (line: Inquiry, clock: string | undefined) =>
    clock !== undefined && line.asked?.clock === clock ? line.asked.at : undefined;
  const limitedByUptime = (ms: number | undefined, from: Authorship, to: Authorship) => {
    const { boot } = journal.process.self;
    const up = difference(uptimeAt(from, boot), uptimeAt(to, boot));
    return ms === undefined || up === undefined || up < 0 ? ms : Math.min(ms, up);
  };
  return {
    passed(from, to) {
      const ms = difference(writtenBy(from, to.asked?.clock), askedAt(to, to.asked?.clock));
      return limitedByUptime(ms, from, to);
    },
    between(earlier, later) {
      const clock = later.asked?.clock;
      const ms = difference(askedAt(earlier, clock), askedAt(later, clock));
      return limitedByUptime(ms, earlier, later);
    },
    origin({ intent, ending }, inquiries, { asked }, hasEnded) {
      const lines = hasEnded ? [ending ?? intent, ...inquiries] : inquiries;
      const line = lines.find((entry) => writtenBy(entry, asked?.clock) !== undefined);
      return line && { line, afterMs: hasEnded ? 0 : SILENCE_MS };
    },
    isFirst: (_attempt, inquiries, { asked }) =>
      asked !== undefined && !inquiries.some((line) => askedAt(line, asked.clock) !== undefined),
  };
}

function difference(from: number | undefined, to: number | undefined): number | undefined {
  return from === undefined || to === undefined ? undefined : to - from;
}

/** undefined for a line of another boot or time namespace. */
export function uptimeAt({ by, up }: Authorship, boot: string): number | undefined {
  return isSameBoot(by.boot, boot) ? up : undefined;
}
