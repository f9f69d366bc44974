import type { Fields, Operation } from '../bank/define.js';
import { requestUId } from '../bank/generate.js';
import type { WireRequest, WireResponse } from '../bank/wire.js';
import type { Json } from '../core/json.js';
import type { Clock, Random } from '../host/host.js';
import { classify } from './classify.js';
import { type HeldSecrets, withoutEcho, withoutOpenedEcho } from './conceal/echo.js';
import type { Connection, Grant, Token } from './connection.js';
import { type Observe, observed } from './observe.js';
import type { Outcome } from './outcome.js';
import { SECRETS, secretsOf } from './redact.js';
import { buildRequest } from './request.js';
import { readAnswer } from './response.js';
import { afterLost, backoffMs, mayRepeat } from './retry.js';
import { type Fence, type SendOptions, type Transport, TransportFailure } from './transport.js';
import { isFragile } from './verdict.js';

/** What one call may want of its own. */
export interface CallOptions {
  /** 32 alphanumerics; made new for the call unless given. A resend after a token refresh keeps it. */
  requestUId?: string;
  /** Cuts the call off, wherever it is. */
  signal?: AbortSignal;
  /** From here on nothing more is sent; an answer under way is waited for. */
  stopping?: AbortSignal;
  /** Asked before each attempt, and once more right before its first byte. */
  fence?: Fence;
  /** One of the operation's `otherMethods`. */
  method?: 'GET' | 'POST';
  /** Of a list in pages: so many records at most. */
  limit?: number;
  /** Whose token: the one that the operation wants, unless given. */
  grant?: Grant;
  /** The call itself, not one for a token, is handed to the network. */
  onSending?: () => void;
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
  /** No attempt begins later than this after the first; 60 s, or twice the time limit, unless given. */
  deadlineMs?: number;
  observe?: Observe;
}

/** How a call ended after its last attempt. */
export interface Answered {
  outcome: Outcome;
  /** Of the last answer, names in lower case; none where no answer came. */
  headers: Record<string, string>;
  /** What a token call brought, for the session alone: everything else is without secrets. */
  granted?: Json;
}

/** Sends one call with one token, again as far as its effect allows. */
export type Exchanger = (
  operation: Operation,
  input: Fields,
  options: CallOptions & { token?: Token; resourceOwnerId?: string },
) => Promise<Answered>;

const DEADLINE_MS = 60_000;

export function createExchanger(settings: ExchangeSettings, held: HeldSecrets): Exchanger {
  const { connection, clock, random, retries } = settings;
  return async (operation, input, options) => {
    const uid = options.requestUId ?? requestUId(random);
    const request = buildRequest({
      connection,
      operation,
      input,
      requestUId: uid,
      method: options.method,
      token: options.token,
      resourceOwnerId: options.resourceOwnerId,
    });
    const timeoutMs = timeoutOf(operation, settings);
    const deadline = clock.now() + (settings.deadlineMs ?? Math.max(DEADLINE_MS, 2 * timeoutMs));
    let lost = false;
    options.onSending?.();
    for (let attempt = 1; ; attempt++) {
      const answer = await once(
        settings,
        held,
        { operation, input, request, uid, attempt, withheld: withheld(options) },
        sendOptions(operation, timeoutMs, options),
      );
      const outcome: Outcome = lost ? afterLost(operation, input, answer.outcome) : answer.outcome;
      const answered = { ...answer, outcome };
      lost ||= outcome.executed === 'unknown';
      if (attempt > retries) return answered;
      if (!mayRepeat(operation, answer.outcome, input.authCode !== undefined)) return answered;
      if (withheld(options)) return answered;
      const wait = backoffMs(attempt, outcome.retryAfterMs, random);
      if (clock.now() + wait >= deadline) return answered;
      settings.observe?.({
        kind: 'wait',
        requestUId: uid,
        attempt,
        ms: wait,
        because: outcome.message,
      });
      options.onWait?.(outcome);
      await clock.sleep(wait, options.stopping ?? options.signal);
      if (withheld(options)) return answered;
    }
  };
}

/** Why no attempt may begin. */
function withheld({ signal, stopping, fence }: CallOptions): TransportFailure | undefined {
  if (signal?.aborted || stopping?.aborted) {
    return new TransportFailure('aborted', false, 'it was stopped');
  }
  const why = fence?.refusal();
  return why === undefined ? undefined : new TransportFailure('withheld', false, why);
}

/** An attempt ends before the lease of its call does. */
function sendOptions(
  operation: Operation,
  timeoutMs: number,
  { signal, fence }: CallOptions,
): SendOptions {
  return {
    timeoutMs: Math.min(timeoutMs, fence?.leftMs() ?? timeoutMs),
    fresh: isFragile(operation),
    signal,
    fence,
  };
}

interface Attempt {
  operation: Operation;
  input: Fields;
  request: WireRequest;
  uid: string;
  attempt: number;
  /** Why it is not made. */
  withheld: TransportFailure | undefined;
}

async function once(
  settings: ExchangeSettings,
  held: HeldSecrets,
  parts: Attempt,
  options: SendOptions,
): Promise<Answered> {
  const { clock } = settings;
  const { operation, input, request, uid: requestUId, attempt } = parts;
  const log = observed(settings.observe, operation, request, { requestUId, attempt });
  log.request();
  const startedAt = clock.now();
  const came = parts.withheld ?? (await carried(settings.transport, request, options));
  const endedAt = clock.now();
  const secrets = await held.with(secretsOf(request, SECRETS));
  const result = came instanceof TransportFailure ? came : withoutEcho(came, secrets);
  const ms = endedAt - startedAt;
  log.result(result, ms);
  const directDebitKey = operation.clearFields && settings.connection.directDebitKey?.();
  const read = classify({
    operation,
    input,
    request,
    requestUId,
    ms,
    endedAt,
    result,
    directDebitKey,
  });
  const outcome = directDebitKey ? withoutOpenedEcho(read, secrets) : read;
  if (came instanceof TransportFailure || result instanceof TransportFailure) {
    return { outcome, headers: {} };
  }
  const { headers } = result;
  return operation.effect === 'auth'
    ? { outcome, headers, granted: grantedBy(came) }
    : { outcome, headers };
}

/** A bank may well grant the same token once more. */
function grantedBy(response: WireResponse): Json | undefined {
  const answer = readAnswer(response);
  return answer.valid ? answer.data : undefined;
}

function timeoutOf({ effect }: Operation, { timeoutMs }: ExchangeSettings): number {
  if (typeof timeoutMs === 'number') return timeoutMs;
  return effect === 'money' ? timeoutMs.money : timeoutMs.read;
}

async function carried(
  transport: Transport,
  request: WireRequest,
  options: SendOptions,
): Promise<WireResponse | TransportFailure> {
  try {
    return await transport.send(request, options);
  } catch (error) {
    if (error instanceof TransportFailure) return error;
    throw error;
  }
}
