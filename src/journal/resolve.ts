import type { Caller } from '../client/caller.js';
import type { Outcome } from '../client/outcome.js';
import { PayctlError } from '../core/errors.js';
import type { Message } from '../core/message.js';
import { charging, inquiring } from '../messages/charging.js';
import { stateMessages } from '../messages/state.js';
import { inquiryPauseMs } from './absence.js';
import {
  learntOutcome,
  notAsked,
  outcomeStillPending,
  outcomeStillUnknown,
  recordedOutcome,
  recoverHint,
  settleHint,
} from './answers.js';
import { addEntries, extendHistory, readHistory } from './history.js';
import { conclude, type InquiryResult, inquire, type OpenCharge } from './inquiry.js';
import type { Attempt, Intent, Journal } from './journal.js';
import { groupAttempts, isOpen, mayRepeat, outcomeState, strongestEvidence } from './state.js';

interface Wait {
  /** How long to go on inquiring, in milliseconds; 0 inquires once. */
  waitMs: number;
  /** Stops the wait; what was learnt until then is recorded. */
  stopping?: AbortSignal;
  onInquiry?: (intent: Intent) => void;
  /** Called once the end of a charge is known and on disk. */
  onEnd?: (charge: OpenCharge) => void;
}

export const DEFAULT_WAIT_MS = 60_000;
/** A bank that has not answered so many inquiries in a row is asked no others in a round: each would wait. */
const MOST_UNANSWERED = 3;

/**
 * Inquires about open charges until each has ended or the wait is over: at once, then in rounds. What
 * was learnt is on disk when it returns. Sends nothing but inquiries.
 */
export async function resolve(
  journal: Journal,
  charges: readonly OpenCharge[],
  { waitMs, stopping, onInquiry, onEnd }: Wait,
): Promise<void> {
  const deadline = journal.process.uptime() + waitMs;
  let open = charges.filter(({ operation }) => operation?.resolution);
  for (;;) {
    const unanswered = new Map<Caller, InquiryResult[]>();
    for (const charge of open) {
      if (stopping?.aborted) break;
      const { caller } = charge.access;
      const failed = unanswered.get(caller) ?? [];
      if (failed.length >= MOST_UNANSWERED) {
        charge.results.push(...failed.slice(-1));
        continue;
      }
      onInquiry?.(charge.attempt.intent);
      const result = await inquireOnce(journal, charge, stopping);
      const isAway = result?.kind === 'failed' && result.isAway === true;
      unanswered.set(caller, isAway ? [...failed, result] : []);
      if (charge.end) onEnd?.(charge);
    }
    open = open.filter(({ end }) => end === undefined);
    const left = deadline - journal.process.uptime();
    if (open.length === 0 || left <= 0 || stopping?.aborted) break;
    await journal.clock.sleep(Math.min(inquiryPauseMs(journal.random), left), stopping);
  }
  for (const charge of open) await record(journal, charge);
}

export function resolvedOutcome(journal: Journal, charge: OpenCharge): Outcome {
  const { end, attempt, operation, results } = charge;
  if (end) return end;
  if (!operation?.resolution) {
    return outcomeStillUnknown(attempt, operation, whyNotInquirable(attempt), settleHint(attempt));
  }
  const last = results.findLast(({ kind }) => kind !== 'failed') ?? results.at(-1);
  if (last?.kind === 'status') return learntOutcome(attempt, operation, last.status, last.answer);
  if (strongestEvidence(journal, attempt).state === 'pending')
    return outcomeStillPending(attempt, operation);
  return outcomeStillUnknown(attempt, operation, reasonFor(last), recoverHint(attempt));
}

/**
 * Why a charge that a person settled as not executed may still not be sent again. undefined once the
 * bank was asked again, answered, and does not contradict the person.
 */
export function objectionTo(journal: Journal, charge: OpenCharge): Outcome | undefined {
  const { operation, attempt, results, end } = charge;
  if (end) return mayRepeat(outcomeState(end)) ? undefined : end;
  if (!operation?.resolution) return undefined;
  const last = results.at(-1);
  switch (last?.kind) {
    case 'absent':
    case 'silent':
      return undefined;
    case 'status':
    case 'doubtful':
      return resolvedOutcome(journal, charge);
    case 'failed':
    case undefined:
      return notAsked(attempt, operation, reasonFor(last));
  }
}

function whyNotInquirable({ intent }: Attempt): Message {
  return intent.operation === 'api' ? inquiring.rawNotCovered : inquiring.notCovered;
}

function reasonFor(last: InquiryResult | undefined): Message {
  if (last === undefined) return inquiring.notAskedYet;
  if (last.kind === 'absent') return inquiring.noRecordYet;
  return last.kind === 'status' ? inquiring.notFinal : last.why;
}

async function inquireOnce(
  journal: Journal,
  charge: OpenCharge,
  stopping?: AbortSignal,
): Promise<InquiryResult | undefined> {
  const { operation, attempt, access } = charge;
  if (!operation?.resolution) return undefined;
  const result = await inquire(journal, access, operation, operation.resolution, attempt, stopping);
  charge.results.push(result);
  if (stopsSender(journal, charge) || conclude(journal, charge).end) await record(journal, charge);
  return result;
}

/** In a shared store, any line that another machine adds stops a sender whose outcome is unknown: write it at once. */
function stopsSender({ store }: Journal, { attempt }: OpenCharge): boolean {
  return store.shared !== undefined && !attempt.ending && attempt.inquiries.length === 0;
}

/** Writes the inquiries that add evidence, and the end if there is one. */
async function record(journal: Journal, charge: OpenCharge): Promise<void> {
  try {
    for (;;) {
      const { entries, end } = conclude(journal, charge);
      if (entries.length === 0) return;
      const added = await addEntries(journal, charge.history, entries);
      if (added) {
        charge.history = extendHistory(charge.history, added, entries);
        charge.attempt = groupAttempts(charge.history.entries)[charge.index] ?? charge.attempt;
        if (end) charge.end = end;
        return;
      }
      if (await adoptOther(journal, charge)) return;
    }
  } catch (error) {
    if (!(error instanceof PayctlError)) throw error;
    journal.warn(charging.answerNotWritten(error.said));
    const { end } = conclude(journal, charge);
    if (end) charge.end = end;
  }
}

/** Another process wrote first: what it learnt counts together with ours. True if it found the end. */
async function adoptOther(journal: Journal, charge: OpenCharge): Promise<boolean> {
  const history = await readHistory(journal, charge.history.key);
  const attempt = groupAttempts(history.entries)[charge.index];
  if (attempt === undefined) throw new PayctlError('INTERNAL', stateMessages.attemptGone);
  charge.history = history;
  charge.attempt = attempt;
  const evidence = strongestEvidence(journal, attempt);
  if (isOpen(evidence.state)) return false;
  charge.end = recordedOutcome(attempt, evidence, charge.operation);
  return true;
}
