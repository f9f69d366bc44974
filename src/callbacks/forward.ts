import type { WireRequest } from '../bank/wire.js';
import { type Transport, TransportFailure } from '../client/transport.js';
import { type PayctlError, usageError } from '../core/errors.js';
import { withoutUndefined } from '../core/fields.js';
import { at, jsonText, readJson } from '../core/json.js';
import type { Message } from '../core/message.js';
import { excerpt } from '../core/text.js';
import { tolerate } from '../core/tolerate.js';
import { inSpan, traceparent } from '../core/trace.js';
import { VERSION } from '../core/version.js';
import type { Clock } from '../host/host.js';
import { confirmations } from '../messages/confirmations.js';
import { wording } from '../messages/wording.js';
import type { InboxStore, MessageName } from '../state/inbox.js';
import type { Confirmation } from './confirmation.js';
import { readable, type StoredMessage } from './stored.js';

/** Where messages are forwarded to: addresses of this machine that no name service can change. */
export interface ForwardTarget {
  /** As it was given. */
  url: string;
  /** Attempt in this order until one is there. */
  addresses: string[];
  /** Of the Host header, as the application knows itself. */
  host: string;
}

/**
 * Reads the URL of the application. Only this machine: what unknown senders write must not reach other
 * hosts by way of us. Throws PayctlError USAGE.
 */
export function forwardTarget(text: string): ForwardTarget {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined) throw refusedError(confirmations.notUrl);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw refusedError(confirmations.notHttp);
  if (url.username !== '' || url.password !== '') throw refusedError(confirmations.holdsPassword);
  url.hash = '';
  const target = { url: url.href, host: url.host };
  // The parser has made four plain numbers of every way to write an IPv4 address.
  if (/^(127(\.\d{1,3}){3}|\[::1\])$/.test(url.hostname)) {
    return { ...target, addresses: [url.href] };
  }
  if (url.hostname !== 'localhost') throw refusedError(confirmations.notHere(url.hostname));
  // Over TLS the certificate vouches for the name; without, the name is not looked up at all.
  if (url.protocol === 'https:') return { ...target, addresses: [url.href] };
  return { ...target, addresses: ['127.0.0.1', '[::1]'].map((address) => pinnedTo(url, address)) };
}

function pinnedTo(url: URL, hostname: string): string {
  const pinned = new URL(url);
  pinned.hostname = hostname;
  return pinned.href;
}

function refusedError(why: Message): PayctlError {
  return usageError(why, confirmations.giveHere);
}

export interface ForwardSettings {
  target: ForwardTarget;
  transport: Transport;
  clock: Clock;
  /** Ends all waiting; what was not delivered stays on disk. */
  signal: AbortSignal;
}

export interface Forwardable {
  body: string;
  /** Another message has the same id and other contents. */
  contradicts: boolean;
}

/** One attempt to deliver: what came back, and when the next one is. */
interface Attempt {
  /** Status, or why there is none. */
  result: Message;
  ms: number;
  againMs?: number;
}

/** How forwarding one message ended; `stopped` decides nothing. */
type Forwarded =
  /** `acknowledged`: the application's answer is what the bank asks for. */
  | { end: 'delivered'; acknowledged: boolean }
  | { end: 'dead'; reason: Message }
  | { end: 'stopped' };

/** The application had it this often and did not take it. */
const MOST_REFUSALS = 5;
const ATTEMPT_MS = 10_000;
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;

/**
 * Sends one message until the application takes it (2xx), with growing pauses. An application that
 * is not there is waited for, as long as `waitsForTarget`; one that refuses or breaks off has five chances.
 * Only the body travels, and our own mark: no header of the request that brought it.
 */
export async function forward(
  settings: ForwardSettings,
  message: Forwardable,
  waitsForTarget: boolean,
  onAttempt: (tried: Attempt) => void = () => undefined,
): Promise<Forwarded> {
  const { clock, signal } = settings;
  let refusals = 0;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    if (signal.aborted) return { end: 'stopped' };
    const began = clock.now();
    const answer = await inSpan('forward', { kind: 'client' }, () => attempt(settings, message));
    const tried = { result: answer.result, ms: clock.now() - began };
    if (answer.taken) {
      onAttempt(tried);
      return { end: 'delivered', acknowledged: answer.acknowledged };
    }
    if (signal.aborted) return { end: 'stopped' };
    if (answer.mayHaveArrived || !waitsForTarget) refusals += 1;
    const isOver = refusals === MOST_REFUSALS;
    onAttempt(isOver ? tried : { ...tried, againMs: pause });
    if (isOver) return { end: 'dead', reason: answer.reason };
    await clock.sleep(pause, signal);
  }
}

/** `forwarding T1: connection refused in 1 ms, again in 2 s`. */
export function attemptLine({ id }: Confirmation, { result, ms, againMs }: Attempt): Message {
  const name = excerpt(id, 64);
  if (againMs === undefined) return confirmations.tried(name, result, ms);
  return confirmations.triedAgain(name, result, ms, againMs / 1000);
}

/** What one attempt came to, shortly (`result`) and, where it was not taken, in full. */
type Answer = { result: Message } & (
  | { taken: true; acknowledged: boolean }
  | { taken: false; reason: Message; mayHaveArrived: boolean }
);

async function attempt(settings: ForwardSettings, message: Forwardable): Promise<Answer> {
  const { target, transport, signal } = settings;
  const options = { timeoutMs: ATTEMPT_MS, signal, fresh: false };
  let failure: Answer = notTaken(confirmations.noAddress, false);
  for (const url of target.addresses) {
    try {
      const { status, body } = await transport.send(buildRequest(target, url, message), options);
      const result = wording.quoted(String(status));
      return status >= 200 && status < 300
        ? { result, taken: true, acknowledged: isAcknowledgement(body) }
        : { ...notTaken(confirmations.answered(status), true), result };
    } catch (error) {
      if (!(error instanceof TransportFailure)) throw error;
      failure = notTaken(error.said, error.sent);
      if (error.reason === 'refused') failure.result = confirmations.connectionRefused;
      if (error.sent) return failure;
    }
  }
  return failure;
}

function notTaken(reason: Message, mayHaveArrived: boolean): Answer {
  return { result: reason, taken: false, reason, mayHaveArrived };
}

function buildRequest(
  { host }: ForwardTarget,
  url: string,
  { body, contradicts }: Forwardable,
): WireRequest {
  const headers = {
    host,
    'content-type': 'application/json',
    accept: 'application/json',
    'user-agent': `payctl/${VERSION}`,
    ...(contradicts && { 'payctl-contradicts': 'true' }),
    ...withoutUndefined({ traceparent: traceparent() }),
  };
  return { method: 'POST', url, headers, body };
}

function isAcknowledgement(answer: Uint8Array): boolean {
  return jsonText(at(readJson(new TextDecoder().decode(answer)), 'resCode')) === '00';
}

const TROUBLE_MS = 30_000;

type ForwardingEnd = Exclude<Forwarded, { end: 'stopped' }>;

interface ForwarderEvents {
  onAttempt?(stored: StoredMessage, tried: Attempt): void;
  onEnd(stored: StoredMessage, end: ForwardingEnd): void;
  /** The store failed; forwarding goes on once it works. */
  onTrouble(error: PayctlError): void;
}

/**
 * Forwards messages one after another in the order in which they came, those that wait from earlier
 * runs first. At least once: a crash between the application's answer and our note of it sends again.
 */
export class Forwarder {
  readonly #inbox: InboxStore;
  readonly #settings: ForwardSettings;
  readonly #events: ForwarderEvents;
  /** A message came since the last look. */
  #offered = false;
  #wake: (() => void) | undefined;

  constructor(inbox: InboxStore, settings: ForwardSettings, events: ForwarderEvents) {
    this.#inbox = inbox;
    this.#settings = settings;
    this.#events = events;
    settings.signal.addEventListener('abort', () => this.#wake?.());
  }

  /** A message is kept and waits to be forwarded. */
  offer(): void {
    this.#offered = true;
    this.#wake?.();
  }

  /** Works until the signal. */
  async run(): Promise<void> {
    const { signal, clock, transport } = this.#settings;
    while (!signal.aborted) {
      await tolerate(
        () => this.#step(),
        (error) => {
          this.#events.onTrouble(error);
          return clock.sleep(TROUBLE_MS, signal);
        },
      );
    }
    await transport.close();
  }

  async #step(): Promise<void> {
    this.#offered = false;
    const { url } = this.#settings.target;
    const next = await this.#inbox.next(url);
    const stored = next && readable(next);
    if (stored) await this.#forward(stored);
    else if (next)
      await recordForwarded(this.#inbox, url, next, {
        end: 'dead',
        reason: confirmations.unreadable,
      });
    else if (!this.#offered && !this.#settings.signal.aborted) await this.#pause();
  }

  /** Until a message is offered, or it is time to look what other processes received. */
  async #pause(): Promise<void> {
    const { clock } = this.#settings;
    const over = new AbortController();
    const woken = new Promise<void>((wake) => {
      this.#wake = wake;
    });
    const { lookMs } = this.#inbox;
    await Promise.race(lookMs === undefined ? [woken] : [woken, clock.sleep(lookMs, over.signal)]);
    over.abort();
  }

  async #forward(stored: StoredMessage): Promise<void> {
    // Another one of its id may have come while it waited.
    const contradicts = await this.#inbox.isContradicted(stored.confirmation.id);
    const message = { body: stored.body, contradicts };
    const result = await forward(this.#settings, message, true, (tried) =>
      this.#events.onAttempt?.(stored, tried),
    );
    if (result.end === 'stopped') return;
    await recordForwarded(this.#inbox, this.#settings.target.url, stored.confirmation, result);
    this.#events.onEnd(stored, result);
  }
}

/** Keeps how forwarding ended, which takes the message out of those that wait. */
export async function recordForwarded(
  inbox: InboxStore,
  to: string,
  message: MessageName,
  result: ForwardingEnd,
): Promise<void> {
  const reason = result.end === 'dead' ? { reason: String(result.reason) } : {};
  await inbox.learn(message, { type: result.end, to, ...reason });
}
