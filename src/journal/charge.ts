import type { Fields, Operation } from '../bank/define.js';
import { requestUId } from '../bank/generate.js';
import { maskSensitive } from '../bank/privacy.js';
import type { Caller } from '../client/caller.js';
import type { Connection } from '../client/connection.js';
import type { CallOptions } from '../client/exchange.js';
import type { Outcome } from '../client/outcome.js';
import type { Fence } from '../client/transport.js';
import { PayctlError } from '../core/errors.js';
import { at, fromPlain, isJsonObject, textOf } from '../core/json.js';
import type { Message } from '../core/message.js';
import { requireStack } from '../core/stack.js';
import { charging } from '../messages/charging.js';
import type { ChargePermission } from '../state/permission.js';
import { type ClaimHandle, type EndValues, MayHaveForgotten } from '../state/store.js';
import {
  conflictingContents,
  failedHere,
  inFlight,
  learnt,
  notSent,
  outcomeUnknownLocally,
  recorded,
} from './answers.js';
import { type Claim, type Credentials, claimOf, credentialsOf } from './claim.js';
import { encodeEntry, originalOf, recordable } from './codec.js';
import { fenceOf, startLease } from './fence.js';
import {
  addEntries,
  addIntent,
  createClaim,
  extended,
  type History,
  originalsOf,
  readHistory,
} from './history.js';
import { conclude, inquire, type OpenCharge, openChargeIn } from './inquiry.js';
import { type Attempt, type Ending, type Intent, type Journal, stamp } from './journal.js';
import { DEFAULT_WAIT_MS, objectionTo, outcomeOf, resolve } from './resolve.js';
import { endValuesOf } from './rows.js';
import { attemptsOf, decisiveIndex, evidenceOf, mayRepeat, stateOfOutcome } from './state.js';

export interface ChargeOptions extends Omit<CallOptions, 'onSending'> {
  /** How long to inquire: while unknown 60 s unless given, while pending only where given; 0 asks once. */
  waitMs?: number;
  /** Names the charge where the operation has no reference field; its contents do unless given. */
  reference?: string;
  /** For the journal, where the input holds no amount; it is not part of the claim. */
  amount?: string;
  /** Called once the intent is on disk, before the call. */
  onSend?: (intent: Intent) => void;
  /** Called just before the first byte; `lost` is how the call ends if this program fails before the answer. */
  onSending?: (lost: Outcome) => void;
  /** Called before each inquiry. */
  onInquiry?: (intent: Intent) => void;
  /** A further reason to send nothing; asked right before the first byte. */
  refusal?: () => Message | undefined;
}

export interface Charge {
  journal: Journal;
  caller: Caller;
  connection: Pick<Connection, 'baseUrl' | 'profile'> & Credentials;
  operation: Operation;
  /** Checked fields, as they go on the wire. */
  input: Fields;
  permission: ChargePermission;
  options?: ChargeOptions;
}

/**
 * Makes a call that can move money, at most once for its reference. The intent is on disk before the
 * first byte leaves, and the outcome before it is returned. A call that was sent and not proven to
 * have failed is inquired about, never sent again. Rejects with PayctlError CONFIG where the journal
 * cannot be written or trusted; then nothing was sent.
 */
export async function charge(request: Charge): Promise<Outcome> {
  requireStack();
  const { connection, operation, input, permission, options = {} } = request;
  permission.claims.check();
  const claim = claimOf(connection.baseUrl, operation, input, options.reference);
  try {
    return await chargeOnce(request, claim);
  } catch (error) {
    if (error instanceof MayHaveForgotten) return inquireWithoutClaim(request, claim, error);
    throw error;
  }
}

async function chargeOnce(request: Charge, claim: Claim): Promise<Outcome> {
  const { journal, operation, options = {} } = request;
  const first = await claimNew(request, claim);
  if (first) return send(request, { key: claim.key, newest: 0, entries: [] }, first);
  let settlementConfirmed = false;
  for (;;) {
    const history = await readHistory(journal, claim.key);
    const attempts = attemptsOf(history.entries);
    const attempt = attempts[decisiveIndex(journal, attempts)];
    const evidence = attempt && evidenceOf(journal, attempt);
    if (attempt && evidence && !mayRepeat(evidence.state)) {
      if (attempt.intent.contents !== claim.contents)
        return conflictingContents(attempt, operation, intentOf(request, claim));
      if (evidence.state === 'in-flight') return inFlight(attempt, operation);
      if (evidence.state !== 'unknown' && evidence.state !== 'pending') {
        return { ...recorded(attempt, evidence, operation), replayed: true };
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
        ? conflictingContents(attempt, operation, intentOf(request, claim))
        : objection;
    }
    const leftMs = startLease(journal);
    const intent = intentOf(request, claim);
    if (options.stopping?.aborted) return notSent(intent, charging.stopped(operation.id));
    const handle = await addIntent(journal, history, intent, () => neverSent(request, intent));
    if (handle) return send(request, history, { intent, handle, leftMs });
  }
}

/** Claims a reference that was never used, without reading first: the usual case. undefined where it was. */
async function claimNew(request: Charge, claim: Claim): Promise<ClaimedAttempt | undefined> {
  const { journal, options = {} } = request;
  if (options.stopping?.aborted) return undefined;
  const leftMs = startLease(journal);
  const intent = intentOf(request, claim);
  const handle = await createClaim(journal, claim, intent, () => neverSent(request, intent));
  return handle && { intent, handle, leftMs };
}

/** The outcome to record where it never becomes known whether the claim was made: nothing was sent on it. */
function neverSent({ journal }: Charge, intent: Intent): Ending {
  const outcome = notSent(intent, charging.claimUnconfirmed);
  return { type: 'outcome', ...stamp(journal), outcome: recordable(outcome) };
}

/**
 * The store may have forgotten that this charge was sent, so it grants no claim. If the bank knows the
 * charge, that is recorded and returned. If it does not, that proves nothing: nothing is sent, and
 * `refusal` is thrown.
 */
async function inquireWithoutClaim(
  request: Charge,
  claim: Claim,
  refusal: MayHaveForgotten,
): Promise<Outcome> {
  const { journal, operation, options = {} } = request;
  const history = await readHistory(journal, claim.key);
  const intent = intentOf(request, claim);
  const attempt: Attempt = { intent, inquiries: [] };
  const { resolution } = operation;
  if (resolution === undefined) throw refusal;
  options.onInquiry?.(intent);
  const result = await inquire(journal, request, operation, resolution, attempt, options.stopping);
  if (result.kind === 'failed') {
    const why = charging.bankNotAsked(refusal.said, result.why);
    throw new PayctlError('UNAVAILABLE', why, { executed: 'no', safeToRetry: true });
  }
  if (result.kind !== 'standing') throw refusal;
  const index = attemptsOf(history.entries).length;
  const open = { history, index, attempt, operation, access: request, results: [result] };
  const { entries } = conclude(journal, open);
  const added = await addEntries(journal, history, [intent, ...entries]);
  // Another process added to the claim meanwhile.
  if (added === undefined) return charge(request);
  return learnt(attempt, operation, result.standing, result.answer);
}

/** The bank knows a charge that a person settled as not executed. */
function bankContradictsSettlement({ class: kind }: Outcome): boolean {
  return ['SUCCESS', 'PARTIAL', 'PENDING', 'REJECTED'].includes(kind);
}

export function intentOf(
  { journal, connection, operation, input, options = {} }: Omit<Charge, 'permission'>,
  { reference, company, contents }: Claim,
): Intent {
  const original = fromPlain(input);
  const masked = maskSensitive(original);
  return {
    type: 'intent',
    ...stamp(journal),
    operation: operation.id,
    reference,
    company,
    profile: connection.profile,
    baseUrl: connection.baseUrl,
    method: options.method ?? operation.method,
    path: operation.path,
    amount: operation.amount ? textOf(at(original, operation.amount)) : options.amount,
    contents,
    credentials: credentialsOf(connection, options.grant),
    requestUId: options.requestUId ?? requestUId(journal.random),
    input: isJsonObject(masked) ? masked : {},
    kept: { original },
  };
}

/** An attempt whose intent is on disk, and the claim that it was made on. */
interface ClaimedAttempt {
  intent: Intent;
  handle: ClaimHandle;
  /** What is left of the lease. */
  leftMs: () => number | undefined;
}

async function send(request: Charge, history: History, attempt: ClaimedAttempt): Promise<Outcome> {
  const { journal, options = {} } = request;
  const { intent, handle } = attempt;
  options.onSend?.(intent);
  const { outcome, error } = await callOnce(request, attempt);
  const ending: Ending = {
    type: 'outcome',
    ...stamp(journal),
    outcome: recordable(outcome),
    ...originalOf(outcome),
  };
  const entries = [...history.entries, intent, ending];
  const end = error
    ? undefined
    : endValuesOf(journal, { key: history.key, entries }, history.newest + 1);
  await saveOutcome(journal, handle, ending, intent.baseUrl, end);
  if (error) throw error;
  const after = extended(history, handle, [intent, ending]);
  const state = stateOfOutcome(outcome);
  if (state === 'unknown') return inquireOutcome(request, after, DEFAULT_WAIT_MS);
  // Without a bank status the answer proves nothing; an inquiry may.
  const inquires = options.waitMs !== undefined || outcome.state === undefined;
  if (state === 'pending' && inquires) return inquireOutcome(request, after, 0);
  return outcome;
}

/** Sends the call, behind the fence. A failure of this machine before the first byte is an outcome too. */
async function callOnce(
  { journal, caller, operation, input, permission, options = {} }: Charge,
  { intent, handle, leftMs }: ClaimedAttempt,
): Promise<{ outcome: Outcome; error?: PayctlError }> {
  const { requestUId } = intent;
  const { method, grant, signal, stopping, onWait, turn, refusal } = options;
  const fence = fenceOf(handle, leftMs, permission.claims);
  let sending = false;
  const onSending = () => {
    sending = true;
    options.onSending?.(outcomeUnknownLocally(intent));
  };
  const guarded: Fence = {
    heartbeat: async () => fence.heartbeat?.(),
    leftMs: () => fence.leftMs(),
    refusal: () => refusal?.() ?? fence.refusal(),
  };
  const call = {
    requestUId,
    method,
    grant,
    signal,
    stopping,
    onWait,
    turn,
    onSending,
    fence: guarded,
  };
  const ended = new AbortController();
  void sendHeartbeats(journal, handle, ended.signal);
  try {
    const outcome = await caller.call(operation, input, call);
    return fence.fault ? { outcome, error: fence.fault } : { outcome };
  } catch (error) {
    if (!sending || isBeforeSending(error)) {
      const failure = failedHere(error);
      return { outcome: notSent(intent, failure.said), error: failure };
    }
    const name = error instanceof Error ? error.name : 'an error';
    journal.warn(charging.failedWaiting(name));
    return { outcome: outcomeUnknownLocally(intent) };
  } finally {
    ended.abort();
  }
}

/** While the call lasts, other machines see that its process lives. */
async function sendHeartbeats(
  { clock }: Journal,
  handle: ClaimHandle,
  ended: AbortSignal,
): Promise<void> {
  const { heartbeatMs } = handle;
  if (heartbeatMs === undefined) return;
  for (;;) {
    await clock.sleep(heartbeatMs, ended);
    if (ended.aborted) return;
    // A missed heartbeat does no harm: others inquire, and send nothing.
    await handle.heartbeat().catch(() => undefined);
  }
}

function isBeforeSending(error: unknown): boolean {
  if (!(error instanceof PayctlError)) return false;
  const { exitClass, facts } = error;
  return (exitClass === 'CONFIG' || exitClass === 'USAGE') && facts.executed !== 'unknown';
}

/**
 * Records the outcome. If that fails, the outcome still counts for the caller, with a warning; on disk
 * the charge stays unknown, and is inquired about later.
 */
async function saveOutcome(
  journal: Journal,
  handle: ClaimHandle,
  ending: Ending,
  bank: string,
  end: EndValues | undefined,
): Promise<void> {
  try {
    await handle.append(encodeEntry(ending), { originals: originalsOf([ending], bank), end });
  } catch (error) {
    if (!(error instanceof PayctlError)) throw error;
    journal.warn(charging.outcomeNotWritten(error.said));
  }
}

async function inquireOutcome(
  request: Charge,
  history: History,
  defaultWaitMs: number,
): Promise<Outcome> {
  return outcomeOf(request.journal, await inquireAgain(request, history, defaultWaitMs));
}

async function inquireAgain(
  request: Charge,
  history: History,
  defaultWaitMs: number,
): Promise<OpenCharge> {
  const { journal, operation, options = {} } = request;
  const open = openChargeIn(journal, history, operation, request);
  await resolve(journal, [open], {
    waitMs: options.waitMs ?? defaultWaitMs,
    stopping: options.stopping,
    onInquiry: options.onInquiry,
  });
  return open;
}
