import type { Outcome } from '../client/outcome.js';
import { PayctlError } from '../core/errors.js';
import type { Text } from '../core/message.js';
import { charging } from '../messages/charging.js';
import { inquiring } from '../messages/inquiring.js';
import { stateMessages } from '../messages/state.js';
import { AGREEMENT_MS } from './absence.js';
import {
  learnt,
  notAsked,
  recorded,
  recoverHint,
  settleHint,
  stillPending,
  stillUnknown,
} from './answers.js';
import { addEntries, extended, readHistory } from './history.js';
import { conclude, type InquiryResult, inquire, type OpenCharge } from './inquiry.js';
import type { Attempt, Intent, Journal } from './journal.js';
import { attemptsOf, evidenceOf, isOpen, mayRepeat, stateOfOutcome } from './state.js';

interface Wait {
  /** How long to ask again; 0 asks once. */
  waitMs: number;
  /** Ends the waiting; what is known by then is kept. */
  stopping?: AbortSignal;
  /** Before each inquiry. */
  onInquiry?: (intent: Intent) => void;
  /** A charge has its end, and the end is on disk. */
  onEnd?: (found: OpenCharge) => void;
}

export const DEFAULT_WAIT_MS = 60_000;
/** The wallets' rule: ask every 3 to 5 seconds. */
const PAUSE_MS = AGREEMENT_MS;
const JITTER_MS = 2_000;

/**
 * Asks until every case has its end or the wait is over: at once, then in rounds. What was learnt
 * is on disk when it returns. Nothing is ever sent but inquiries.
 */
export async function resolve(
  journal: Journal,
  cases: readonly OpenCharge[],
  { waitMs, stopping, onInquiry, onEnd }: Wait,
): Promise<void> {
  const deadline = journal.process.uptime() + waitMs;
  let open = cases.filter(({ operation }) => operation?.resolution);
  for (;;) {
    for (const found of open) {
      if (stopping?.aborted) break;
      onInquiry?.(found.attempt.intent);
      await ask(journal, found, stopping);
      if (found.end) onEnd?.(found);
    }
    open = open.filter(({ end }) => end === undefined);
    const left = deadline - journal.process.uptime();
    if (open.length === 0 || left <= 0 || stopping?.aborted) break;
    await journal.clock.sleep(Math.min(pause(journal), left), stopping);
  }
  for (const found of open) await keep(journal, found);
}

/** How a case stands after `resolve`. */
export function answerOf(journal: Journal, found: OpenCharge): Outcome {
  const { end, attempt, operation, results } = found;
  if (end) return end;
  if (!operation?.resolution) {
    return stillUnknown(attempt, operation, untellable(attempt), settleHint(attempt));
  }
  const last = results.findLast(({ kind }) => kind !== 'failed') ?? results.at(-1);
  if (last?.kind === 'standing') return learnt(attempt, operation, last.standing, last.answer);
  if (evidenceOf(journal, attempt).state === 'pending') return stillPending(attempt, operation);
  return stillUnknown(attempt, operation, reasonOf(last), recoverHint(attempt));
}

/**
 * Why nothing may be sent on a person's word that a charge was not executed: undefined once the bank,
 * asked again, has neither a word against it nor failed to answer.
 */
export function objectionTo(journal: Journal, found: OpenCharge): Outcome | undefined {
  const { operation, attempt, results, end } = found;
  if (end) return mayRepeat(stateOfOutcome(end)) ? undefined : end;
  if (!operation?.resolution) return undefined;
  const last = results.at(-1);
  switch (last?.kind) {
    case 'absent':
    case 'silent':
      return undefined;
    case 'standing':
    case 'doubtful':
      return answerOf(journal, found);
    case 'failed':
    case undefined:
      return notAsked(attempt, operation, reasonOf(last));
  }
}

function untellable({ intent }: Attempt): Text {
  return intent.operation === 'api' ? inquiring.rawNotCovered : inquiring.notCovered;
}

function reasonOf(last: InquiryResult | undefined): Text {
  if (last === undefined) return inquiring.notAskedYet;
  if (last.kind === 'absent') return inquiring.noRecordYet;
  return last.kind === 'standing' ? inquiring.notFinal : last.why;
}

function pause(journal: Journal): number {
  const [byte = 0] = journal.random.bytes(1);
  return PAUSE_MS + (JITTER_MS * byte) / 255;
}

async function ask(journal: Journal, found: OpenCharge, stopping?: AbortSignal): Promise<void> {
  const { operation, attempt, access } = found;
  if (!operation?.resolution) return;
  const result = await inquire(journal, access, operation, operation.resolution, attempt, stopping);
  found.results.push(result);
  if (stopsSender(journal, found) || conclude(journal, found).end) await keep(journal, found);
}

/** The first line of another machine stops a sender whose end is not known: the sooner, the better. */
function stopsSender({ store }: Journal, { attempt }: OpenCharge): boolean {
  return store.shared !== undefined && !attempt.ending && attempt.inquiries.length === 0;
}

/** Writes what was learnt, where it is news, and the end where there is one. */
async function keep(journal: Journal, found: OpenCharge): Promise<void> {
  try {
    for (;;) {
      const { entries, end } = conclude(journal, found);
      if (entries.length === 0) return;
      const added = await addEntries(journal, found.history, entries);
      if (added) {
        found.history = extended(found.history, added, entries);
        found.attempt = attemptsOf(found.history.entries)[found.index] ?? found.attempt;
        if (end) found.end = end;
        return;
      }
      if (await overtaken(journal, found)) return;
    }
  } catch (error) {
    if (!(error instanceof PayctlError)) throw error;
    journal.warn(charging.answerNotWritten(error.said));
    const { end } = conclude(journal, found);
    if (end) found.end = end;
  }
}

/** Another process wrote first: its knowledge counts with ours, its end is the end. */
async function overtaken(journal: Journal, found: OpenCharge): Promise<boolean> {
  const history = await readHistory(journal, found.history.key);
  const attempt = attemptsOf(history.entries)[found.index];
  if (attempt === undefined) throw new PayctlError('INTERNAL', stateMessages.attemptGone);
  found.history = history;
  found.attempt = attempt;
  const evidence = evidenceOf(journal, attempt);
  if (isOpen(evidence.state)) return false;
  found.end = recorded(attempt, evidence, found.operation);
  return true;
}
