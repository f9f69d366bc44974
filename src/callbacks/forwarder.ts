import { PayctlError } from '../core/errors.js';
import type { InboxStore, MessageName } from '../state/inbox.js';
import { type Forwarded, type ForwardSettings, forward, type Tried } from './forward.js';
import { readable, type Stored } from './stored.js';

const TROUBLE_MS = 30_000;

type Ended = Exclude<Forwarded, { end: 'stopped' }>;

export interface ForwarderEvents {
  onTry?(stored: Stored, tried: Tried): void;
  /** The end is kept. */
  onEnd(stored: Stored, end: Ended): void;
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
      try {
        await this.#step();
      } catch (error) {
        if (!(error instanceof PayctlError)) throw error;
        this.#events.onTrouble(error);
        await clock.sleep(TROUBLE_MS, signal);
      }
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
      await keepEnd(this.#inbox, url, next, { end: 'dead', reason: 'it is unreadable' });
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

  async #forward(stored: Stored): Promise<void> {
    // Another one of its id may have come while it waited.
    const contradicts = await this.#inbox.isContradicted(stored.confirmation.id);
    const message = { body: stored.body, contradicts };
    const result = await forward(this.#settings, message, true, (tried) =>
      this.#events.onTry?.(stored, tried),
    );
    if (result.end === 'stopped') return;
    await keepEnd(this.#inbox, this.#settings.target.url, stored.confirmation, result);
    this.#events.onEnd(stored, result);
  }
}

/** Keeps how forwarding ended, which takes the message out of those that wait. */
export async function keepEnd(
  inbox: InboxStore,
  to: string,
  message: MessageName,
  result: Ended,
): Promise<void> {
  const reason = result.end === 'dead' ? { reason: result.reason } : {};
  await inbox.learn(message, { type: result.end, to, ...reason });
}
