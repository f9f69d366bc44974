import type { Fields, Operation } from '../bank/define.js';
import { requestUId } from '../bank/generate.js';
import { SECRETS } from '../bank/privacy.js';
import type { WireRequest, WireResponse } from '../bank/wire.js';
import type { Json } from '../core/json.js';
import { visible } from '../core/text.js';
import type { Clock, Random } from '../host/host.js';
import { running } from '../messages/running.js';
import { verdict as says } from '../messages/verdict.js';
import { classify } from './classify.js';
import { type KnownSecrets, withoutEcho, withoutOpenedEcho } from './conceal/echo.js';
import type { Connection, Grant, Token } from './connection.js';
import { attemptLog, type Observe } from './observe.js';
import type { Outcome } from './outcome.js';
import type { Recorder } from './recording/recorder.js';
import type { Replay } from './recording/replay.js';
import { liveReplayError, notRecorded } from './recording/replay-refusals.js';
import { credentialValues } from './redact.js';
import type { RequestBuilder } from './request.js';
import { readAnswer } from './response.js';
import { backoffMs, mayRetry, refusalAfterLost } from './retry.js';
import { type Fence, type SendOptions, type Transport, TransportFailure } from './transport.js';
import { callName, isUnsafeToRepeat } from './verdict.js';

/** What one call may have of its own. */
export interface CallOptions {
  /** 32 alphanumerics; default: a new one for the call. A resend after a token refresh keeps it. */
  requestUId?: string;
  /** Aborts the call, also while it waits for an answer; default: the `ending` of the caller. */
  signal?: AbortSignal;
  /** From here on nothing more is sent; an answer under way is waited for. */
  stopping?: AbortSignal;
  /** Asked before each attempt, and again right before its first byte. */
  fence?: Fence;
  /** One of the operation's `otherMethods`. */
  method?: 'GET' | 'POST';
  /** At most so many records of a list in pages; a client gives one page unless this is given. */
  limit?: number;
  /** Milliseconds for one attempt, in place of the limit of the caller. */
  timeoutMs?: number;
  /** Whose token is used; default: as the operation says. */
  grant?: Grant;
  /** Called before the first attempt of the call itself, not of one for a token. */
  onSending?: () => void;
  /** The amount of the payment is known from elsewhere: an inquiry that names none is believed. */
  mayLackAmount?: boolean;
  /** Resolves when an attempt may begin, at the pace of the bank. */
  turn?: () => Promise<void>;
  /** Called before the wait for another attempt, with the outcome of the last one. */
  onWait?: (outcome: Outcome) => void;
}

/** What all calls of a caller have in common. Times are in milliseconds. */
export interface ExchangeSettings {
  connection: Connection;
  transport: Transport;
  clock: Clock;
  random: Random;
  /** Time limit of one attempt; longer for money, so that the bank's own time-out answers first. */
  timeoutMs: number | { read: number; money: number };
  /** Attempts after the first, at most. */
  retries: number;
  /** Aborts when nobody waits for calls any more; a call with a signal of its own goes by that instead. */
  ending?: AbortSignal;
  observe?: Observe;
  record?: Recorder;
  /** Answers in place of the bank: nothing is sent, and no token is fetched. */
  replay?: Replay;
}

/** How a call ended after its last attempt. */
export interface CallResult {
  outcome: Outcome;
  /** Headers of the last answer, names in lower case; empty where none came. */
  headers: Record<string, string>;
  /** `data` of a token call with its tokens, for the session alone: the outcome has none. */
  granted?: Json;
}

/** No attempt begins later than this after the first, or than twice the time limit of one. */
const DEADLINE_MS = 60_000;

/** With the token that the call is sent with, and the user's id where it is a user's. */
export type AuthorisedOptions = CallOptions & { token?: Token; resourceOwnerId?: string };

/** One call as it goes out, the same in each of its attempts. */
interface PreparedCall {
  operation: Operation;
  input: Fields;
  options: CallOptions;
  request: WireRequest;
  requestUId: string;
  timeoutMs: number;
}

/** Sends calls, and sends them again as far as their effect allows. */
export class Exchanger {
  readonly #settings: ExchangeSettings;
  readonly #knownSecrets: KnownSecrets;
  readonly #requests: RequestBuilder;

  constructor(settings: ExchangeSettings, knownSecrets: KnownSecrets, requests: RequestBuilder) {
    this.#settings = settings;
    this.#knownSecrets = knownSecrets;
    this.#requests = requests;
  }

  /** One call with all its attempts. Rejects with PayctlError CONFIG or USAGE where it cannot be sent. */
  async exchange(
    operation: Operation,
    input: Fields,
    given: AuthorisedOptions,
  ): Promise<CallResult> {
    const { clock, retries, random, replay, ending } = this.#settings;
    if (replay) this.#refuseLive(operation);
    const options: AuthorisedOptions = { ...given, signal: given.signal ?? ending };
    const call = this.#prepare(operation, input, options);
    const deadline = clock.now() + Math.max(DEADLINE_MS, 2 * call.timeoutMs);
    let isLost = false;
    options.onSending?.();
    for (let attempt = 1; ; attempt++) {
      const answer = await (replay ? this.#replayed(call, replay) : this.#attempt(call, attempt));
      const outcome: Outcome = isLost
        ? refusalAfterLost(operation, input, answer.outcome)
        : answer.outcome;
      const answered = { ...answer, outcome };
      isLost ||= outcome.executed === 'unknown';
      if (attempt > retries) return answered;
      if (!mayRetry(operation, answer.outcome, input.authCode !== undefined)) return answered;
      if (refusalToSend(options)) return answered;
      const wait = backoffMs(attempt, outcome.retryAfterMs, random);
      if (clock.now() + wait >= deadline) return answered;
      await this.#wait(call, attempt, wait, outcome);
      if (refusalToSend(options)) return answered;
    }
  }

  #prepare(operation: Operation, input: Fields, options: AuthorisedOptions): PreparedCall {
    const { method, token, resourceOwnerId } = options;
    const uid = options.requestUId ?? requestUId(this.#settings.random);
    const parts = { operation, input, requestUId: uid, method, token, resourceOwnerId };
    const request = this.#requests.build(parts);
    const timeoutMs = options.timeoutMs ?? attemptTimeout(operation, this.#settings);
    return { operation, input, options, request, requestUId: uid, timeoutMs };
  }

  async #wait(call: PreparedCall, attempt: number, ms: number, outcome: Outcome): Promise<void> {
    const { requestUId, options } = call;
    const { observe, clock } = this.#settings;
    observe?.({ kind: 'wait', requestUId, attempt, ms, because: String(outcome.message) });
    options.onWait?.(outcome);
    await clock.sleep(ms, options.stopping ?? options.signal);
  }

  /** A replayed answer would report a payment that was never made. */
  #refuseLive(operation: Operation): void {
    const { environment, profile } = this.#settings.connection;
    if (operation.effect === 'money' && environment === 'live') {
      throw liveReplayError(callName(operation), profile);
    }
  }

  async #replayed(call: PreparedCall, replay: Replay): Promise<CallResult> {
    const { operation, input, request, requestUId } = call;
    const refusal = refusalToSend(call.options);
    const replayed = refusal ? { input, received: refusal } : replay.answer(operation, input);
    if (replayed === undefined) return { outcome: notRecorded(call, replay.name), headers: {} };
    const result = replayed.received;
    const endedAt = this.#settings.clock.now();
    const { mayLackAmount } = call.options;
    const about = { operation, input: replayed.input, request, requestUId, mayLackAmount };
    const outcome = classify({ ...about, ms: 0, endedAt, result, isRecorded: true });
    if (result instanceof TransportFailure) return { outcome, headers: {} };
    const { headers } = result;
    const isToken = operation.effect === 'auth';
    return { outcome, headers, ...(isToken && { granted: tokenData(result) }) };
  }

  async #attempt(call: PreparedCall, attempt: number): Promise<CallResult> {
    const { operation, input, request, requestUId } = call;
    const { clock, observe, connection } = this.#settings;
    await call.options.turn?.();
    const log = attemptLog(observe, operation, request, { requestUId, attempt });
    log.request();
    const startedAt = clock.now();
    await call.options.fence?.heartbeat?.();
    const received = refusalToSend(call.options) ?? (await this.#send(call));
    const endedAt = clock.now();
    const secrets = await this.#knownSecrets.with(credentialValues(request, SECRETS));
    const result = received instanceof TransportFailure ? received : withoutEcho(received, secrets);
    const ms = endedAt - startedAt;
    const directDebitKey = operation.clearFields && connection.directDebitKey?.();
    const { mayLackAmount } = call.options;
    const about = { operation, input, request, requestUId, mayLackAmount, directDebitKey };
    const classified = classify({ ...about, ms, endedAt, result });
    const judged = directDebitKey ? withoutOpenedEcho(classified, secrets) : classified;
    const outcome = await despiteFailure(judged, async () => {
      log.result(result, ms);
      await this.#record(call, result, directDebitKey && judged);
    });
    if (received instanceof TransportFailure || result instanceof TransportFailure) {
      return { outcome, headers: {} };
    }
    const { headers } = result;
    return operation.effect === 'auth'
      ? { outcome, headers, granted: tokenData(received) }
      : { outcome, headers };
  }

  async #record(
    { operation, input, request }: PreparedCall,
    received: WireResponse | TransportFailure,
    opened: Outcome | undefined,
  ): Promise<void> {
    const { record } = this.#settings;
    if (record === undefined) return;
    const secrets = await this.#knownSecrets.with(credentialValues(request));
    await record({ operation, input, received, secrets, opened });
  }

  async #send(call: PreparedCall): Promise<WireResponse | TransportFailure> {
    try {
      return await this.#settings.transport.send(call.request, sendOptions(call));
    } catch (error) {
      if (error instanceof TransportFailure) return error;
      throw error;
    }
  }
}

/** The outcome, whatever fails of telling it: the call was made, and what it did decides. */
async function despiteFailure(outcome: Outcome, tell: () => Promise<void>): Promise<Outcome> {
  try {
    await tell();
    return outcome;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { ...outcome, remark: running.notRecorded(visible(why)) };
  }
}

/** Why no attempt may begin. */
function refusalToSend({ signal, stopping, fence }: CallOptions): TransportFailure | undefined {
  if (signal?.aborted || stopping?.aborted) {
    return new TransportFailure('aborted', false, says.stopped);
  }
  const why = fence?.refusal();
  return why === undefined ? undefined : new TransportFailure('withheld', false, why);
}

/** An attempt ends before the lease of its call does. */
function sendOptions({
  operation,
  timeoutMs,
  options: { signal, fence },
}: PreparedCall): SendOptions {
  return {
    timeoutMs: Math.min(timeoutMs, fence?.leftMs() ?? timeoutMs),
    fresh: isUnsafeToRepeat(operation),
    signal,
    fence,
  };
}

/** From the original bytes: a token that the bank grants again is a known secret, and concealed elsewhere. */
function tokenData(response: WireResponse): Json | undefined {
  const answer = readAnswer(response);
  return answer.valid ? answer.data : undefined;
}

function attemptTimeout({ effect }: Operation, { timeoutMs }: ExchangeSettings): number {
  if (typeof timeoutMs === 'number') return timeoutMs;
  return effect === 'money' ? timeoutMs.money : timeoutMs.read;
}
