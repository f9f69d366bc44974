import type { Fields, Operation } from '../bank/define.js';
import { requestUId } from '../bank/generate.js';
import { maskDelicate } from '../bank/privacy.js';
import type { Caller } from '../client/caller.js';
import type { Connection } from '../client/connection.js';
import type { CallOptions } from '../client/exchange.js';
import type { Outcome } from '../client/outcome.js';
import type { Fence } from '../client/transport.js';
import { PayctlError } from '../core/errors.js';
import { at, fromPlain, isJsonObject, textOf } from '../core/json.js';
import type { Text } from '../core/message.js';
import { requireStack } from '../core/stack.js';
import { charging } from '../messages/charging.js';
import type { ChargePermission } from '../state/permission.js';
import { type ClaimHandle, type EndValues, MayHaveForgotten } from '../state/store.js';
import {
  failedHere,
  inFlight,
  learnt,
  notSent,
  otherContents,
  outcomeUnknownLocally,
  recorded,
} from './answers.js';
import { type Claim, type Credentials, claimOf, credentialsOf } from './claim.js';
import { encodeEntry, originalOf, recordable } from './codec.js';
import { beginLease, fenceOf } from './fence.js';
import {
  addEntries,
  addIntent,
  beginClaim,
  extended,
  type History,
  originalsOf,
  readHistory,
} from './history.js';
import { conclude, inquire, type OpenCharge, openChargeOf } from './inquiry.js';
import { type Attempt, type Ending, type Intent, type Journal, stamp } from './journal.js';
import { answerOf, DEFAULT_WAIT_MS, objectionTo, resolve } from './resolve.js';
import { endOf } from './rows.js';
import { attemptsOf, decisive, evidenceOf, mayRepeat, stateOfOutcome } from './state.js';

export interface ChargeOptions extends Omit<CallOptions, 'onSending'> {
  /** How long to inquire: while unknown 60 s unless given, while pending only where given; 0 asks once. */
  waitMs?: number;
  /** Names the charge where the operation has no reference field; the contents do unless given. */
  reference?: string;
  /** Of the charge, where its fields hold none: it is written down, and is no part of the claim. */
  amount?: string;
  /** The intent is on disk; the call goes out now. */
  onSend?: (intent: Intent) => void;
  /** Called just before sending; `lost` is recorded if this program crashes before the answer. */
  onSending?: (lost: Outcome) => void;
  /** Before each inquiry. */
  onInquiry?: (intent: Intent) => void;
  /** Why nothing may be sent any more; asked right before the first byte. */
  refusal?: () => Text | undefined;
}

export interface Charge {
  journal: Journal;
  caller: Caller;
  connection: Pick<Connection, 'baseUrl' | 'profile'> & Credentials;
  operation: Operation;
  /** Checked: what goes on the wire. */
  input: Fields;
  permission: ChargePermission;
  options?: ChargeOptions;
}

/**
 * Makes a call that can move money, at most once for its reference: the intent is on disk before
 * the first byte leaves, the outcome before it is returned, and what was ever sent and not proven
 * to have failed is inquired, never sent again. Rejects with PayctlError CONFIG where the journal
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
    if (error instanceof MayHaveForgotten) return askFirst(request, claim, error);
    throw error;
  }
}

async function chargeOnce(request: Charge, claim: Claim): Promise<Outcome> {
  const { journal, operation, options = {} } = request;
  const begun = await claimNew(request, claim);
  if (begun) return send(request, { key: claim.key, newest: 0, entries: [] }, begun);
  let doubted = false;
  for (;;) {
    const history = await readHistory(journal, claim.key);
    const attempts = attemptsOf(history.entries);
    const attempt = attempts[decisive(journal, attempts)];
    const evidence = attempt && evidenceOf(journal, attempt);
    if (attempt && evidence && !mayRepeat(evidence.state)) {
      if (attempt.intent.contents !== claim.contents)
        return otherContents(attempt, operation, intentOf(request, claim));
      if (evidence.state === 'in-flight') return inFlight(attempt, operation);
      if (evidence.state !== 'unknown' && evidence.state !== 'pending') {
        return { ...recorded(attempt, evidence, operation), replayed: true };
      }
      return findOut(request, history, evidence.state === 'unknown' ? DEFAULT_WAIT_MS : 0);
    }
    if (attempt && evidence?.state === 'settled-not-executed' && !doubted) {
      doubted = true;
      const objection = objectionTo(journal, await askAgain(request, history, 0));
      if (objection === undefined) continue;
      const isKnown =
        bankContradictsSettlement(objection) && attempt.intent.contents !== claim.contents;
      return isKnown ? otherContents(attempt, operation, intentOf(request, claim)) : objection;
    }
    const lease = beginLease(journal);
    const intent = intentOf(request, claim);
    if (options.stopping?.aborted) return notSent(intent, charging.stopped(operation.id));
    const claimed = await addIntent(journal, history, intent, () => unsentOf(request, intent));
    if (claimed) return send(request, history, { intent, claimed, lease });
  }
}

/** A new charge in one step: most are. undefined where anything is known of the claim. */
async function claimNew(request: Charge, claim: Claim): Promise<Held | undefined> {
  const { journal, options = {} } = request;
  if (options.stopping?.aborted) return undefined;
  const lease = beginLease(journal);
  const intent = intentOf(request, claim);
  const claimed = await beginClaim(journal, claim, intent, () => unsentOf(request, intent));
  return claimed && { intent, claimed, lease };
}

/** What counts where it is never known whether the claim was made: without one nothing is sent. */
function unsentOf({ journal }: Charge, intent: Intent): Ending {
  const outcome = notSent(intent, charging.claimUnconfirmed);
  return { type: 'outcome', ...stamp(journal), outcome: recordable(outcome) };
}

/**
 * The store may have forgotten that this was sent. What the bank knows of it is written down, and is
 * the answer; that it knows nothing proves nothing, and so nothing is sent.
 */
async function askFirst(
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
  const found = { history, index, attempt, operation, access: request, results: [result] };
  const { entries } = conclude(journal, found);
  const added = await addEntries(journal, history, [intent, ...entries]);
  if (added === undefined) return charge(request);
  return learnt(attempt, operation, result.standing, result.answer);
}

/** A person's word is believed until the bank knows the charge after all. */
function bankContradictsSettlement({ class: kind }: Outcome): boolean {
  return ['SUCCESS', 'PARTIAL', 'PENDING', 'REJECTED'].includes(kind);
}

export function intentOf(
  { journal, connection, operation, input, options = {} }: Omit<Charge, 'permission'>,
  { reference, company, contents }: Claim,
): Intent {
  const given = fromPlain(input);
  const fields = maskDelicate(given);
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
    amount: operation.amount ? textOf(at(given, operation.amount)) : options.amount,
    contents,
    credentials: credentialsOf(connection, options.grant),
    requestUId: options.requestUId ?? requestUId(journal.random),
    input: isJsonObject(fields) ? fields : {},
    kept: { original: given },
  };
}

/** A claim that this process holds, and until when. */
interface Held {
  intent: Intent;
  claimed: ClaimHandle;
  lease: () => number | undefined;
}

async function send(request: Charge, history: History, held: Held): Promise<Outcome> {
  const { journal, options = {} } = request;
  const { intent, claimed } = held;
  options.onSend?.(intent);
  const sent = await attemptCall(request, held);
  const ending: Ending = {
    type: 'outcome',
    ...stamp(journal),
    outcome: recordable(sent.outcome),
    ...originalOf(sent.outcome),
  };
  const entries = [...history.entries, intent, ending];
  const end = sent.error
    ? undefined
    : endOf(journal, { key: history.key, entries }, history.newest + 1);
  await write(journal, claimed, ending, intent.baseUrl, end);
  const after = extended(history, claimed, [intent, ending]);
  if (sent.error) throw sent.error;
  const state = stateOfOutcome(sent.outcome);
  if (state === 'unknown') return findOut(request, after, DEFAULT_WAIT_MS);
  // An answer without a state proves nothing: the inquiry that follows may.
  const asks = options.waitMs !== undefined || sent.outcome.state === undefined;
  if (state === 'pending' && asks) return findOut(request, after, 0);
  return sent.outcome;
}

/** The one call. What this machine throws before anything is sent is an end as well. */
async function attemptCall(
  { journal, caller, operation, input, permission, options = {} }: Charge,
  { intent, claimed, lease }: Held,
): Promise<{ outcome: Outcome; error?: PayctlError }> {
  const { requestUId } = intent;
  const { method, grant, signal, stopping, onWait, turn, refusal } = options;
  const fence = fenceOf(claimed, lease, permission.claims);
  let sending = false;
  const onSending = () => {
    sending = true;
    options.onSending?.(outcomeUnknownLocally(intent));
  };
  const guarded: Fence = {
    refresh: async () => fence.refresh?.(),
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
  const silent = new AbortController();
  void showLife(journal, claimed, silent.signal);
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
    silent.abort();
  }
}

/** As long as the call takes, other machines see that its process lives. */
async function showLife(
  { clock }: Journal,
  claimed: ClaimHandle,
  over: AbortSignal,
): Promise<void> {
  const { signMs } = claimed;
  if (signMs === undefined) return;
  for (;;) {
    await clock.sleep(signMs, over);
    if (over.aborted) return;
    // One that is not seen is no harm: then others inquire.
    await claimed.heartbeat().catch(() => undefined);
  }
}

function isBeforeSending(error: unknown): boolean {
  if (!(error instanceof PayctlError)) return false;
  const { exitClass, facts } = error;
  return (exitClass === 'CONFIG' || exitClass === 'USAGE') && facts.executed !== 'unknown';
}

/** A result that cannot be written is still a result; on disk the charge stays unknown, never lost. */
async function write(
  journal: Journal,
  claimed: ClaimHandle,
  ending: Ending,
  bank: string,
  end: EndValues | undefined,
): Promise<void> {
  try {
    await claimed.append(encodeEntry(ending), { originals: originalsOf([ending], bank), end });
  } catch (error) {
    if (!(error instanceof PayctlError)) throw error;
    journal.warn(charging.outcomeNotWritten(error.said));
  }
}

async function findOut(request: Charge, history: History, defaultWaitMs: number): Promise<Outcome> {
  return answerOf(request.journal, await askAgain(request, history, defaultWaitMs));
}

async function askAgain(
  request: Charge,
  history: History,
  defaultWaitMs: number,
): Promise<OpenCharge> {
  const { journal, operation, options = {} } = request;
  const found = openChargeOf(journal, history, operation, request);
  await resolve(journal, [found], {
    waitMs: options.waitMs ?? defaultWaitMs,
    stopping: options.stopping,
    onInquiry: options.onInquiry,
  });
  return found;
}
