import type { Outcome } from '../client/outcome.js';
import { absenceOf } from './absence.js';
import { learnt, neverExecuted } from './answers.js';
import { recordable } from './codec.js';
import type { Case, Finding } from './inquiry.js';
import type { Entry, Inquiry, Journal } from './journal.js';

export interface Conclusion {
  /** What is worth a line: news, and the end. */
  entries: Entry[];
  end?: Outcome;
}

/** What the findings prove, on the evidence of what the disk knew before. Pure. */
export function conclude(journal: Journal, { attempt, operation, findings }: Case): Conclusion {
  const entries: Entry[] = [];
  const known = [...attempt.inquiries];
  if (operation?.resolution === undefined) return { entries };
  const { absentAfterMs } = operation.resolution;
  const absence = absenceOf(journal, attempt, absentAfterMs);
  const close = (end: Outcome, { at, by, up }: Finding): Conclusion => {
    const outcome = recordable(end, operation.personal ?? []);
    entries.push({ type: 'resolution', at, by, up, outcome });
    return { entries, end };
  };
  for (const finding of findings) {
    if (finding.kind === 'failed') continue;
    if (finding.kind === 'standing' && finding.standing.class !== 'PENDING') {
      return close(learnt(attempt, operation, finding.standing, finding.answer), finding);
    }
    const inquiry = inquiryOf(finding);
    const proven = absence.proves(known, inquiry);
    if (proven || absence.isNews(known, inquiry)) {
      entries.push(inquiry);
      known.push(inquiry);
    }
    if (proven) return close(neverExecuted(attempt, operation), finding);
  }
  return { entries };
}

function inquiryOf(finding: Exclude<Finding, { kind: 'failed' }>): Inquiry {
  const { at, by, up, kind, answer } = finding;
  const inquiry: Inquiry = {
    type: 'inquiry',
    at,
    by,
    up,
    operation: answer.operation,
    requestUId: answer.request.requestUId,
    found: kind === 'standing' ? 'pending' : kind,
  };
  const state = kind === 'standing' ? finding.standing.state : answer.state;
  if (state !== undefined) inquiry.state = state;
  return inquiry;
}
