import type { Outcome } from '../client/outcome.js';
import { learnt, neverExecuted } from './answers.js';
import type { Case } from './case.js';
import { recordable } from './codec.js';
import type { Finding } from './inquiry.js';
import type { Journal } from './journal.js';
import type { Entry, Inquiry } from './records.js';
import type { Attempt } from './state.js';

/** Two inquiries agree only where time has passed between them; it is the shortest pause between two. */
export const AGREEMENT_MS = 3_000;

export interface Conclusion {
  /** What is worth a line: news, and the end. */
  entries: Entry[];
  end?: Outcome;
}

/** What the findings prove, on the ground of what the disk knew before. Pure. */
export function conclude(journal: Journal, { attempt, operation, findings }: Case): Conclusion {
  const entries: Entry[] = [];
  const known = [...attempt.inquiries];
  if (operation?.resolution === undefined) return { entries };
  const { by, absentAfterMs } = operation.resolution;
  const countsFrom = countableFrom(attempt, absentAfterMs);
  const close = (end: Outcome, at: string): Conclusion => {
    const outcome = recordable(end, operation.personal ?? []);
    entries.push({ type: 'resolution', at, by: journal.process.self, outcome });
    return { entries, end };
  };
  for (const finding of findings) {
    if (finding.kind === 'failed') continue;
    if (finding.kind === 'standing' && finding.standing.class !== 'PENDING') {
      return close(learnt(attempt, operation, finding.standing, finding.answer), finding.at);
    }
    const inquiry = inquiryOf(journal, by, finding);
    const proven = provesAbsence(attempt, [...known, inquiry], countsFrom);
    if (proven || isNews(known, inquiry, countsFrom)) {
      entries.push(inquiry);
      known.push(inquiry);
    }
    if (proven) return close(neverExecuted(attempt, operation), finding.at);
  }
  return { entries };
}

/**
 * "Not found" is not "failed": the call may still be on its way. It proves something only from the
 * time on after which the bank can no longer execute it, counted from when it was last in the air.
 */
function countableFrom(
  { intent, ending }: Attempt,
  absentAfterMs = Number.POSITIVE_INFINITY,
): number {
  return Date.parse(ending?.at ?? intent.at) + absentAfterMs;
}

function provesAbsence({ ending }: Attempt, inquiries: Inquiry[], countsFrom: number): boolean {
  if (ending?.outcome.class === 'PENDING') return false;
  // Whoever knew it once and does not know it now contradicts himself.
  if (inquiries.some(({ found }) => found !== 'absent')) return false;
  const times = inquiries.map(({ at }) => Date.parse(at)).filter((time) => time >= countsFrom);
  return Math.max(...times) - Math.min(...times) >= AGREEMENT_MS;
}

/** Lines stay few however often cron asks: a change, and the first absence that counts. */
function isNews(known: readonly Inquiry[], next: Inquiry, countsFrom: number): boolean {
  const last = known.at(-1);
  if (last?.found !== next.found || last.state !== next.state) return true;
  const counts = ({ found, at }: Inquiry) => found === 'absent' && Date.parse(at) >= countsFrom;
  return counts(next) && !known.some(counts);
}

function inquiryOf(
  journal: Journal,
  operation: string,
  finding: Exclude<Finding, { kind: 'failed' }>,
): Inquiry {
  const { at, kind, answer } = finding;
  const inquiry: Inquiry = {
    type: 'inquiry',
    at,
    by: journal.process.self,
    operation,
    requestUId: answer.request.requestUId,
    found: kind === 'standing' ? 'pending' : kind,
  };
  const state = kind === 'standing' ? finding.standing.state : answer.state;
  if (state !== undefined) inquiry.state = state;
  return inquiry;
}
