import type { Fields, Operation } from '../bank/define.js';
import { requestUId } from '../bank/generate.js';
import { SECRETS } from '../bank/privacy.js';
import type { WireRequest, WireResponse } from '../bank/wire.js';
import { PayctlError } from '../core/errors.js';
import { optionalField } from '../core/fields.js';
import type { Json } from '../core/json.js';
import { visible } from '../core/text.js';
import type { Clock, Random } from '../host/host.js';
import { recording } from '../messages/recording.js';
import { verdict as says } from '../messages/verdict.js';
import { classify } from './classify.js';
import { type KnownSecrets, withoutEcho, withoutOpenedEcho } from './conceal/echo.js';
import type { Connection, Grant, Token } from './connection.js';
import { type Observe, observed } from './observe.js';
import type { Outcome } from './outcome.js';
import type { Recorder } from './recording/recording.js';
import type { Replay } from './recording/replay.js';
import { secretsOf } from './redact.js';
import type { RequestBuilder } from './request.js';
import { readAnswer } from './response.js';
import { backoffMs, mayRepeat, refusalAfterLost } from './retry.js';
import { type Fence, type SendOptions, type Transport, TransportFailure } from './transport.js';
import { callName, isUnsafeToRepeat } from './verdict.js';

/** What one call may want of its own. */
export interface CallOptions {
  /** 32 alphanumerics; default: a new one for the call. A resend after a token refresh keeps it. */
  requestUId?: string;
  /** Cuts the call off, wherever it is. */
  signal?: AbortSignal;
  /** From here on nothing more is sent; an answer under way is waited for. */
  stopping?: AbortSignal;
  /** Asked before each attempt, and again right before its first byte. */
  fence?: Fence;
  /** One of the operation's `otherMethods`. */
  method?: 'GET' | 'POST';
  /** At most so many records of a list in pages. */
  limit?: number;
  /** Whose token: default: the one that the operation wants. */
  grant?: Grant;
  /** The call itself, not one for a token, is handed to the network. */
  onSending?: () => void;
  /** The amount of the payment is known: an inquiry that tells none is believed. */
  mayLackAmount?: boolean;
  /** Resolves when an attempt may begin, at the pace of the bank. */
  turn?: () => Promise<void>;
  /** Before the wait for another attempt, with what the last one ended in. */
  onWait?: (outcome: Outcome) => void;
}

/** What all calls of a caller have in common. */
export interface ExchangeSettings {
  connection: Connection;
  transport: Transport;
  clock: Clock;
  random: Random;
  /** One attempt; money may have more, so that the bank's own time-out answers first. */
  timeoutMs: number | { read: number; money: number };
  /** Attempts after the first, at most. */
  retries: number;
  /** No attempt begins later than this after the first; default 60 s, or twice the time limit. */
  deadlineMs?: number;
  observe?: Observe;
  /** Hears each exchange, to be answered from again. */
  record?: Recorder;
  /** Answers in the bank's place: nothing is sent, and no token is asked for. */
  replay?: Replay;
}

/** How a call ended after its last attempt. */
export interface CallResult {
  outcome: Outcome;
  /** Headers of the last answer, names in lower case; empty where none came. */
  headers: Record<string, string>;
  /** What a token call brought, for the session alone: everything else is without secrets. */
  granted?: Json;
}

const DEADLINE_MS = 60_000;

/** A call with the token that it goes out with, and whose it is. */
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

/** Sends calls with the token that they are given, again as far as their effect allows. */
export class Exchanger {
  readonly #settings: ExchangeSettings;
  readonly #knownSecrets: KnownSecrets;
  readonly #requests: RequestBuilder;

  constructor(settings: ExchangeSettings, held: KnownSecrets, requests: RequestBuilder) {
    this.#settings = settings;
    this.#knownSecrets = held;
    this.#requests = requests;
  }

  async exchange(
    operation: Operation,
    input: Fields,
    options: AuthorisedOptions,
  ): Promise<CallResult> {
    const { clock, retries, random, replay } = this.#settings;
    if (replay) this.#refuseLive(operation);
    const call = this.#prepare(operation, input, options);
    const deadline = clock.now() + this.#deadlineMs(call.timeoutMs);
    let lost = false;
    options.onSending?.();
    for (let attempt = 1; ; attempt++) {
      const answer = await (replay ? this.#replayed(call, replay) : this.#attempt(call, attempt));
      const outcome: Outcome = lost
        ? refusalAfterLost(operation, input, answer.outcome)
        : answer.outcome;
      const answered = { ...answer, outcome };
      lost ||= outcome.executed === 'unknown';
      if (attempt > retries) return answered;
      if (!mayRepeat(operation, answer.outcome, input.authCode !== undefined)) return answered;
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
    const timeoutMs = timeoutOf(operation, this.#settings);
    return { operation, input, options, request, requestUId: uid, timeoutMs };
  }

  #deadlineMs(timeoutMs: number): number {
    return this.#settings.deadlineMs ?? Math.max(DEADLINE_MS, 2 * timeoutMs);
  }

  async #wait(call: PreparedCall, attempt: number, ms: number, outcome: Outcome): Promise<void> {
    const { requestUId, options } = call;
    const { observe, clock } = this.#settings;
    observe?.({ kind: 'wait', requestUId, attempt, ms, because: String(outcome.message) });
    options.onWait?.(outcome);
    await clock.sleep(ms, options.stopping ?? options.signal);
  }

  /** What would tell of a payment that was never made. */
  #refuseLive(operation: Operation): void {
    const { environment, profile } = this.#settings.connection;
    if (operation.effect === 'money' && environment === 'live') {
      throw liveReplay(callName(operation), profile);
    }
  }

  async #replayed(call: PreparedCall, replay: Replay): Promise<CallResult> {
    const { operation, input, request, requestUId } = call;
    const refusal = refusalToSend(call.options);
    const replayed = refusal ? { input, received: refusal } : replay.answer(operation, input);
    if (replayed === undefined) return { outcome: notRecorded(call, replay), headers: {} };
    const result = replayed.received;
    const endedAt = this.#settings.clock.now();
    const about = { operation, input: replayed.input, request, requestUId, ms: 0, endedAt };
    const outcome = classify({ ...about, ...paymentFacts(call), result, isRecorded: true });
    if (result instanceof TransportFailure) return { outcome, headers: {} };
    const { headers } = result;
    const isToken = operation.effect === 'auth';
    return { outcome, headers, ...(isToken && { granted: tokenData(result) }) };
  }

  async #attempt(call: PreparedCall, attempt: number): Promise<CallResult> {
    const { operation, input, request, requestUId } = call;
    const { clock, observe, connection } = this.#settings;
    await call.options.turn?.();
    const log = observed(observe, operation, request, { requestUId, attempt });
    log.request();
    const startedAt = clock.now();
    await call.options.fence?.heartbeat?.();
    const received = refusalToSend(call.options) ?? (await this.#send(call));
    const endedAt = clock.now();
    const secrets = await this.#knownSecrets.with(secretsOf(request, SECRETS));
    const result = received instanceof TransportFailure ? received : withoutEcho(received, secrets);
    const ms = endedAt - startedAt;
    log.result(result, ms);
    const directDebitKey = operation.clearFields && connection.directDebitKey?.();
    const exchange = { operation, input, request, requestUId, ms, endedAt, result, directDebitKey };
    const classified = classify({ ...exchange, ...paymentFacts(call) });
    const outcome = directDebitKey ? withoutOpenedEcho(classified, secrets) : classified;
    await this.#record(call, result, directDebitKey && outcome);
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
    came: WireResponse | TransportFailure,
    opened: Outcome | undefined,
  ): Promise<void> {
    const { record } = this.#settings;
    if (record === undefined) return;
    const secrets = await this.#knownSecrets.with(secretsOf(request));
    await record({ operation, input, received: came, secrets, ...(opened && { opened }) });
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

/** Nothing else is asked in its place: what was not recorded is not known. */
function notRecorded({ operation, request, requestUId }: PreparedCall, { name }: Replay): Outcome {
  const { method, url } = request;
  return {
    class: 'BAD_DATA',
    executed: 'no',
    operation: operation.id,
    request: { method, url, requestUId },
    message: recording.notRecorded(callName(operation), visible(name)),
    hint: recording.recordIt,
  };
}

/** The refusal of a money call whose answer would be taken for a payment. */
export function liveReplay(call: string, profile: string): PayctlError {
  return new PayctlError('CONFIG', recording.notOfLive(call, profile), {
    executed: 'no',
    hint: recording.useTest,
  });
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

/** From the original bytes: a bank may grant the same token again, which is concealed elsewhere. */
function tokenData(response: WireResponse): Json | undefined {
  const answer = readAnswer(response);
  return answer.valid ? answer.data : undefined;
}

function timeoutOf({ effect }: Operation, { timeoutMs }: ExchangeSettings): number {
  if (typeof timeoutMs === 'number') return timeoutMs;
  return effect === 'money' ? timeoutMs.money : timeoutMs.read;
}

/** What is known of the payment whose inquiry is judged. */
function paymentFacts({ options }: PreparedCall): Pick<CallOptions, 'mayLackAmount'> {
  return optionalField('mayLackAmount', options.mayLackAmount);
}
