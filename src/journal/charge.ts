import type { Outcome } from '../client/outcome.js';
import { PayctlError } from '../core/errors.js';
import { requireStack } from '../core/stack.js';
import { tolerate } from '../core/tolerate.js';
import { charging } from '../messages/charging.js';
import { MayHaveForgotten } from '../state/store-errors.js';
import {
  conflictingContents,
  inFlight,
  learntOutcome,
  notSent,
  recordedOutcome,
} from './answers.js';
import { buildIntent, type ChargeRequest } from './charge-request.js';
import { type Claim, claimFor } from './claim.js';
import { originalMetadata, recordable } from './codec.js';
import { startLease } from './fence.js';
import {
  addEntries,
  addIntent,
  createClaim,
  extendHistory,
  type History,
  inspectHistory,
  readHistory,
} from './history.js';
import { conclude, inquire, type OpenCharge, openCharge } from './inquiry.js';
import { type Attempt, type Ending, type Intent, type Journal, stamp } from './journal.js';
import { DEFAULT_WAIT_MS, objectionTo, resolve, resolvedOutcome } from './resolve.js';
import { toCachedOutcome } from './rows.js';
import { type ClaimedAttempt, callOnce, saveOutcome } from './send.js';
import {
  decidingAttempt,
  groupAttempts,
  mayRepeat,
  outcomeState,
  strongestEvidence,
} from './state.js';

/**
 * Makes a call that can move money, at most once for its reference. The intent is on disk before the
 * first byte leaves, and the outcome before it is returned. A call that was sent and not proven to
 * have failed is inquired about, never sent again. Rejects with PayctlError CONFIG where the journal
 * cannot be written or trusted; then nothing was sent.
 */
export async function charge(request: ChargeRequest): Promise<Outcome> {
  requireStack();
  const { connection, operation, input, permission, options = {} } = request;
  permission.claims.check();
  const claim = claimFor(connection.baseUrl, operation, input, options.reference);
  try {
    return await chargeOnce(request, claim);
  } catch (error) {
    if (error instanceof MayHaveForgotten) return inquireWithoutClaim(request, claim, error);
    throw error;
  }
}

async function chargeOnce(request: ChargeRequest, claim: Claim): Promise<Outcome> {
  const { journal, operation, options = {} } = request;
  const first = await claimNew(request, claim);
  if (first) return send(request, { key: claim.key, newest: 0, entries: [] }, first);
  let settlementConfirmed = false;
  for (;;) {
    const history = await readHistory(journal, claim.key);
    const attempt = decidingAttempt(journal, groupAttempts(history.entries));
    const evidence = attempt && strongestEvidence(journal, attempt);
    if (attempt && evidence && !mayRepeat(evidence.state)) {
      if (attempt.intent.contents !== claim.contents)
        return conflictingContents(attempt, operation, buildIntent(request, claim));
      if (evidence.state === 'in-flight') return inFlight(attempt, operation);
      if (evidence.state !== 'unknown' && evidence.state !== 'pending') {
        return { ...recordedOutcome(attempt, evidence, operation), replayed: true };
      }
      return inquireOutcome(request, history, evidence.state === 'unknown' ? DEFAULT_WAIT_MS : 0);
    }
    if (attempt && evidence?.state === 'settled-not-executed' && !settlementConfirmed) {
      settlementConfirmed = true;
      const objection = objectionTo(journal, await inquireAgain(request, history, 0));
      // The inquiry may have added a revision: read the claim again before sending on it.
      if (objection === undefined) continue;
      const hasOtherContents =
        bankContradictsSettlement(objection) && attempt.intent.contents !== claim.contents;
      return hasOtherContents
        ? conflictingContents(attempt, operation, buildIntent(request, claim))
        : objection;
    }
    const leftMs = startLease(journal);
    const intent = buildIntent(request, claim);
    if (options.stopping?.aborted) return notSent(intent, charging.stopped(operation.id));
    const handle = await addIntent(journal, history, intent, () => neverSent(request, intent));
    if (handle) return send(request, history, { intent, handle, leftMs });
  }
}

/** Claims a reference that was never used, without reading first: the usual case. undefined where it was. */
async function claimNew(request: ChargeRequest, claim: Claim): Promise<ClaimedAttempt | undefined> {
  const { journal, options = {} } = request;
  if (options.stopping?.aborted) return undefined;
  const leftMs = startLease(journal);
  const intent = buildIntent(request, claim);
  const handle = await createClaim(journal, claim, intent, () => neverSent(request, intent));
  return handle && { intent, handle, leftMs };
}

/** The outcome to record where it never becomes known whether the claim was made: nothing was sent on it. */
function neverSent({ journal }: ChargeRequest, intent: Intent): Ending {
  const outcome = notSent(intent, charging.claimUnconfirmed);
  return { type: 'outcome', ...stamp(journal), outcome: recordable(outcome) };
}

/**
 * The store may have forgotten that this charge was sent, so it grants no claim. If the bank knows the
 * charge, that is recorded and returned. If it does not, that proves nothing: nothing is sent, and
 * `refusal` is thrown.
 */
async function inquireWithoutClaim(
  request: ChargeRequest,
  claim: Claim,
  refusal: MayHaveForgotten,
): Promise<Outcome> {
  const { journal, operation, options = {} } = request;
  const history = await readHistory(journal, claim.key);
  const intent = buildIntent(request, claim);
  const attempt: Attempt = { intent, inquiries: [] };
  const { resolution } = operation;
  if (resolution === undefined) throw refusal;
  options.onInquiry?.(intent);
  const result = await inquire(journal, request, operation, resolution, attempt, options.stopping);
  if (result.kind === 'failed') {
    const why = charging.bankNotAsked(refusal.said, result.why);
    throw new PayctlError('UNAVAILABLE', why, { executed: 'no', safeToRetry: true });
  }
  if (result.kind !== 'status') throw refusal;
  const index = groupAttempts(history.entries).length;
  const open = { history, index, attempt, operation, access: request, results: [result] };
  const { entries } = conclude(journal, open);
  const added = await addEntries(journal, history, [intent, ...entries]);
  // Another process added to the claim meanwhile.
  if (added === undefined) return charge(request);
  return learntOutcome(attempt, operation, result.status, result.answer);
}

/** The bank knows a charge that a person settled as not executed. */
function bankContradictsSettlement({ class: kind }: Outcome): boolean {
  return ['SUCCESS', 'PARTIAL', 'PENDING', 'REJECTED'].includes(kind);
}

async function send(
  request: ChargeRequest,
  history: History,
  attempt: ClaimedAttempt,
): Promise<Outcome> {
  const { underWay } = request.journal;
  const { requestUId } = attempt.intent;
  underWay?.add(requestUId);
  try {
    return await sendAndInquire(request, history, attempt);
  } finally {
    underWay?.delete(requestUId);
  }
}

async function sendAndInquire(
  request: ChargeRequest,
  history: History,
  attempt: ClaimedAttempt,
): Promise<Outcome> {
  const { journal, options = {} } = request;
  const { intent, handle } = attempt;
  options.onSend?.(intent);
  const { outcome, error } = await callOnce(request, attempt);
  const ending: Ending = {
    type: 'outcome',
    ...stamp(journal),
    outcome: recordable(outcome),
    ...originalMetadata(outcome),
  };
  const isFirst = history.newest === 0;
  const claim = { key: history.key, entries: [intent, ending] };
  const end = isFirst && !error ? toCachedOutcome(journal, claim, 1) : undefined;
  await saveOutcome(journal, handle, ending, intent.baseUrl, end);
  if (error) throw error;
  if (!isFirst) await tolerate(() => cacheEnd(journal, history.key));
  const after = extendHistory(history, handle, [intent, ending]);
  const state = outcomeState(outcome);
  if (state === 'unknown') return inquireOutcome(request, after, DEFAULT_WAIT_MS);
  // Without a bank status the answer proves nothing; an inquiry may.
  const inquires = options.waitMs !== undefined || outcome.state === undefined;
  if (state === 'pending' && inquires) return inquireOutcome(request, after, 0);
  return outcome;
}

/** From all lines: of a charge that was tried again an earlier attempt may have reported a success meanwhile. */
async function cacheEnd(journal: Journal, key: string): Promise<void> {
  const { history, faults } = await inspectHistory(journal, key);
  const end = faults.length > 0 ? undefined : toCachedOutcome(journal, history, history.newest);
  if (end) await journal.store.outcomes.add([end]);
}

async function inquireOutcome(
  request: ChargeRequest,
  history: History,
  defaultWaitMs: number,
): Promise<Outcome> {
  return resolvedOutcome(request.journal, await inquireAgain(request, history, defaultWaitMs));
}

async function inquireAgain(
  request: ChargeRequest,
  history: History,
  defaultWaitMs: number,
): Promise<OpenCharge> {
  const { journal, operation, options = {} } = request;
  const open = openCharge(journal, history, operation, request);
  await resolve(journal, [open], {
    waitMs: options.waitMs ?? defaultWaitMs,
    stopping: options.stopping,
    onInquiry: options.onInquiry,
  });
  return open;
}
