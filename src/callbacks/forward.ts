import type { WireRequest } from '../bank/wire.js';
import { type Transport, TransportFailure } from '../client/transport.js';
import { at, parseJson, textOf } from '../core/json.js';
import { excerpt } from '../core/text.js';
import { VERSION } from '../core/version.js';
import type { Clock } from '../host/host.js';
import type { Confirmation } from './confirmation.js';
import type { Target } from './forward-target.js';

export interface ForwardSettings {
  target: Target;
  transport: Transport;
  clock: Clock;
  /** Ends all waiting; what was not delivered stays on disk. */
  signal: AbortSignal;
}

/** What is sent on. */
export interface Message {
  body: string;
  /** Another message has the same id and other contents. */
  contradicts: boolean;
}

/** One try to deliver: what came back, and when the next one is. */
export interface Tried {
  /** Status, or why there is none. */
  result: string;
  ms: number;
  againMs?: number;
}

/** How forwarding one message ended; `stopped` decides nothing. */
export type Forwarded =
  | {
      end: 'delivered' /** The application's answer is what the bank asks for. */;
      acknowledged: boolean;
    }
  | { end: 'dead'; reason: string }
  | { end: 'stopped' };

/** The application had it this often and did not take it. */
const MOST_REFUSALS = 5;
const ATTEMPT_MS = 10_000;
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;

/**
 * Sends one message until the application takes it (2xx), with growing pauses. An application that
 * is not there is waited for, as long as `patient`; one that refuses or breaks off has five chances.
 * Only the body travels, and our own mark: no header of the request that brought it.
 */
export async function forward(
  settings: ForwardSettings,
  message: Message,
  patient: boolean,
  onTry: (tried: Tried) => void = () => undefined,
): Promise<Forwarded> {
  const { clock, signal } = settings;
  let refusals = 0;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    if (signal.aborted) return { end: 'stopped' };
    const began = clock.now();
    const answer = await attempt(settings, message);
    const tried = { result: answer.result, ms: clock.now() - began };
    if (answer.taken) {
      onTry(tried);
      return { end: 'delivered', acknowledged: answer.acknowledged };
    }
    if (signal.aborted) return { end: 'stopped' };
    if (answer.arrived || !patient) refusals += 1;
    const isOver = refusals === MOST_REFUSALS;
    onTry(isOver ? tried : { ...tried, againMs: pause });
    if (isOver) return { end: 'dead', reason: answer.reason };
    await clock.sleep(pause, signal);
  }
}

/** `forwarding T1: connection refused in 1 ms, again in 2 s`. */
export function lineOfTry({ id }: Confirmation, { result, ms, againMs }: Tried): string {
  const again = againMs === undefined ? '' : `, again in ${againMs / 1000} s`;
  return `forwarding ${excerpt(id, 64)}: ${result} in ${ms} ms${again}`;
}

/** What one attempt came to, shortly (`result`) and, where it was not taken, in full. */
type Answer = { result: string } & (
  | {
      taken: true /** As the bank asks for it. */;
      acknowledged: boolean;
    }
  | {
      taken: false;
      reason: string /** The application may have had it. */;
      arrived: boolean;
    }
);

async function attempt(settings: ForwardSettings, message: Message): Promise<Answer> {
  const { target, transport, signal } = settings;
  const options = { timeoutMs: ATTEMPT_MS, signal, fresh: false };
  let miss: Answer = missed('there is no address', false);
  for (const url of target.addresses) {
    try {
      const { status, body } = await transport.send(requestOf(target, url, message), options);
      const result = String(status);
      return status >= 200 && status < 300
        ? { result, taken: true, acknowledged: isAcknowledgement(body) }
        : { ...missed(`it answered ${status}`, true), result };
    } catch (error) {
      if (!(error instanceof TransportFailure)) throw error;
      miss = missed(error.message, error.sent);
      if (error.reason === 'refused') miss.result = 'connection refused';
      if (error.sent) return miss;
    }
  }
  return miss;
}

function missed(reason: string, arrived: boolean): Answer {
  return { result: reason, taken: false, reason, arrived };
}

function requestOf({ host }: Target, url: string, { body, contradicts }: Message): WireRequest {
  const headers = {
    host,
    'content-type': 'application/json',
    accept: 'application/json',
    'user-agent': `payctl/${VERSION}`,
    ...(contradicts && { 'payctl-contradicts': 'true' }),
  };
  return { method: 'POST', url, headers, body };
}

function isAcknowledgement(answer: Uint8Array): boolean {
  try {
    return textOf(at(parseJson(new TextDecoder().decode(answer)), 'resCode')) === '00';
  } catch {
    return false;
  }
}
