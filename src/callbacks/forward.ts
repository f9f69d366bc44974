import type { WireRequest } from '../api/wire.js';
import { type Transport, TransportFailure } from '../client/transport.js';
import type { Clock } from '../host/host.js';
import { at, parseJson, textOf } from '../json.js';
import { VERSION } from '../version.js';
import type { Target } from './forward-target.js';

export interface ForwardSettings {
  target: Target;
  transport: Transport;
  clock: Clock;
  /** Ends all waiting; what was not delivered stays on disk. */
  signal: AbortSignal;
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
 * Sends one body until the application takes it (2xx), with growing pauses. An application that is
 * not there is waited for, as long as `patient`; one that refuses or breaks off has five chances.
 * Only the body travels: no header of the request that brought it.
 */
export async function forward(
  settings: ForwardSettings,
  body: string,
  patient: boolean,
): Promise<Forwarded> {
  const { clock, signal } = settings;
  let refusals = 0;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    if (signal.aborted) return { end: 'stopped' };
    const tried = await attempt(settings, body);
    if (typeof tried === 'boolean') return { end: 'delivered', acknowledged: tried };
    if (signal.aborted) return { end: 'stopped' };
    if (tried.arrived || !patient) refusals += 1;
    if (refusals === MOST_REFUSALS) return { end: 'dead', reason: tried.reason };
    await clock.sleep(pause, signal);
  }
}

interface Miss {
  reason: string;
  /** The application may have had it. */
  arrived: boolean;
}

/** Whether a taken message was acknowledged as the bank asks, or why it was not taken. */
async function attempt(settings: ForwardSettings, body: string): Promise<boolean | Miss> {
  const { target, transport, signal } = settings;
  let miss: Miss = { reason: 'there is no address', arrived: false };
  for (const url of target.addresses) {
    try {
      const options = { timeoutMs: ATTEMPT_MS, signal, fresh: false };
      const { status, body: answer } = await transport.send(requestOf(target, url, body), options);
      if (status >= 200 && status < 300) return isAcknowledgement(answer);
      return { reason: `it answered ${status}`, arrived: true };
    } catch (error) {
      if (!(error instanceof TransportFailure)) throw error;
      miss = { reason: error.message, arrived: error.sent };
      if (error.sent) return miss;
    }
  }
  return miss;
}

function requestOf({ host }: Target, url: string, body: string): WireRequest {
  const headers = {
    host,
    'content-type': 'application/json',
    accept: 'application/json',
    'user-agent': `payctl/${VERSION}`,
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
