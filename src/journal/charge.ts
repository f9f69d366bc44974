import type { Fields, Operation } from '../bank/define.js';
import { requestUId } from '../bank/generate.js';
import { maskDelicate } from '../bank/privacy.js';
import type { Caller } from '../client/caller.js';
import type { Connection } from '../client/connection.js';
import type { CallOptions } from '../client/exchange.js';
import type { Outcome } from '../client/outcome.js';
import { PayctlError } from '../core/errors.js';
import { at, fromPlain, isJsonObject, textOf } from '../core/json.js';
import type { HeldClaim } from '../state/store.js';
import { failedHere, inFlight, lostHere, notSent, otherContents, recorded } from './answers.js';
import { type Claim, type Credentials, claimOf, credentialsOf } from './claim.js';
import { encodeEntry, recordable } from './codec.js';
import { beginLease, type ChargeFence, fenceOf } from './fence.js';
import { addEntries, extended, type History, historyOf } from './history.js';
import { openChargeOf } from './inquiry.js';
import { type Ending, type Intent, type Journal, stamp } from './journal.js';
import { answerOf, DEFAULT_WAIT_MS, resolve } from './resolve.js';
import { rememberEnd } from './rows.js';
import { attemptsOf, evidenceOf, mayRepeat, stateOfOutcome } from './state.js';

export interface ChargeOptions extends Omit<CallOptions, 'onSending'> {
  /** How long to inquire: while unknown 60 s unless given, while pending only where given; 0 asks once. */
  waitMs?: number;
  /** Names the charge where the operation has no reference field; the contents do unless given. */
  reference?: string;
  /** Of the charge, where its fields hold none: it is written down, and is no part of the claim. */
  amount?: string;
  /** The intent is on disk; the call goes out now. */
  onSend?: (intent: Intent) => void;
  /** Its first byte may leave now; `lost` is how it ends if this program fails before its answer. */
  onSending?: (lost: Outcome) => void;
  /** Before each inquiry. */
  onInquiry?: (intent: Intent) => void;
}

export interface Charge {
  journal: Journal;
  caller: Caller;
  connection: Pick<Connection, 'baseUrl' | 'profile'> & Credentials;
  operation: Operation;
  /** Checked: what goes on the wire. */
  input: Fields;
  options?: ChargeOptions;
}

/**
 * Makes a call that can move money, at most once for its reference: the intent is on disk before
 * the first byte leaves, the outcome before it is returned, and what was ever sent and not proven
 * to have failed is inquired, never sent again. Rejects with PayctlError CONFIG where the journal
 * cannot be written or trusted; then nothing was sent.
 */
export async function charge(request: Charge): Promise<Outcome> {
  const { journal, connection, operation, input, options = {} } = request;
  const claim = claimOf(connection.baseUrl, operation, input, options.reference);
  let doubted = false;
  for (;;) {
    const history = await historyOf(journal, claim);
    const attempt = attemptsOf(history.entries).at(-1);
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
      const seen = await findOut(request, history, 0);
      if (!saysOtherwise(seen)) continue;
      const same = attempt.intent.contents === claim.contents;
      return same ? seen : otherContents(attempt, operation, intentOf(request, claim));
    }
    const lease = beginLease(journal);
    const intent = intentOf(request, claim);
    if (options.stopping?.aborted)
      return notSent(intent, `${operation.id} was stopped before it was sent`);
    const claimed = await addEntries(journal, history, [intent]);
    if (claimed) return send(request, history, { intent, claimed, fence: fenceOf(claimed, lease) });
  }
}

/** A person's word is believed until the bank knows the charge after all. */
function saysOtherwise({ class: kind }: Outcome): boolean {
  return ['SUCCESS', 'PARTIAL', 'PENDING', 'REJECTED'].includes(kind);
}

export function intentOf(
  { journal, connection, operation, input, options = {} }: Charge,
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
  };
}

/** A claim that this process holds, and until when. */
interface Held {
  intent: Intent;
  claimed: HeldClaim;
  fence: ChargeFence;
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
  };
  const written = await write(journal, claimed, ending);
  const after = extended(history, claimed, [intent, ending]);
  if (sent.error) throw sent.error;
  const state = stateOfOutcome(sent.outcome);
  if (state === 'unknown') return findOut(request, after, DEFAULT_WAIT_MS);
  // An answer without a state proves nothing: the inquiry that follows may.
  const asks = options.waitMs !== undefined || sent.outcome.state === undefined;
  if (state === 'pending' && asks) return findOut(request, after, 0);
  if (written) await rememberEnd(journal, after);
  return sent.outcome;
}

/** The one call. What this machine throws before anything is sent is an end as well. */
async function attemptCall(
  { journal, caller, operation, input, options = {} }: Charge,
  { intent, fence }: Held,
): Promise<{ outcome: Outcome; error?: PayctlError }> {
  const { requestUId } = intent;
  const { method, grant, signal, stopping, onWait } = options;
  let sending = false;
  const onSending = () => {
    sending = true;
    options.onSending?.(lostHere(intent));
  };
  const call = { requestUId, method, grant, signal, stopping, onWait, onSending, fence };
  try {
    const outcome = await caller.call(operation, input, call);
    return fence.fault ? { outcome, error: fence.fault } : { outcome };
  } catch (error) {
    if (!sending || isBeforeSending(error)) {
      const failure = failedHere(error);
      return { outcome: notSent(intent, failure.message), error: failure };
    }
    const name = error instanceof Error ? error.name : 'an error';
    journal.warn(`payctl failed while it waited for the answer (${name}); this is a bug`);
    return { outcome: lostHere(intent) };
  }
}

function isBeforeSending(error: unknown): boolean {
  if (!(error instanceof PayctlError)) return false;
  const { exitClass, facts } = error;
  return (exitClass === 'CONFIG' || exitClass === 'USAGE') && facts.executed !== 'unknown';
}

/** A result that cannot be written is still a result; on disk the charge stays unknown, never lost. */
async function write(journal: Journal, claimed: HeldClaim, ending: Ending): Promise<boolean> {
  try {
    await claimed.append(encodeEntry(ending));
    return true;
  } catch (error) {
    if (!(error instanceof PayctlError)) throw error;
    journal.warn(
      `the outcome could not be written to the journal: ${error.message}; there it stays unknown until you run: payctl journal recover`,
    );
    return false;
  }
}

async function findOut(request: Charge, history: History, defaultWaitMs: number): Promise<Outcome> {
  const { journal, operation, options = {} } = request;
  const found = openChargeOf(history, operation, request);
  await resolve(journal, [found], {
    waitMs: options.waitMs ?? defaultWaitMs,
    stopping: options.stopping,
    onInquiry: options.onInquiry,
  });
  return answerOf(journal, found);
}
