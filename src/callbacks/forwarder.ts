import { PayctlError } from '../core/errors.js';
import { type Forwarded, type ForwardSettings, forward, type Tried } from './forward.js';
import type { Inbox } from './inbox.js';
import { keyOf, type Stored } from './stored.js';

/** Characters of waiting bodies that are held in memory; the rest waits on disk alone. */
const MOST_HELD = 16 * 1024 * 1024;
const TROUBLE_MS = 30_000;

export interface ForwarderEvents {
  onTry?(stored: Stored, tried: Tried): void;
  /** The end is on disk. */
  onEnd(stored: Stored, end: Exclude<Forwarded, { end: 'stopped' }>): void;
  /** The disk failed; forwarding goes on once the disk works. */
  onTrouble(error: PayctlError): void;
}

/**
 * Forwards messages one after another in the order in which they came, those that wait from earlier
 * runs first. At least once: a crash between the application's answer and our note of it sends again.
 */
export class Forwarder {
  readonly #inbox: Inbox;
  readonly #settings: ForwardSettings;
  readonly #events: ForwarderEvents;
  readonly #held = new Map<string, Stored>();
  #weight = 0;
  /** Whether more waits on disk than is held. */
  #more = true;
  #wake: (() => void) | undefined;

  constructor(inbox: Inbox, settings: ForwardSettings, events: ForwarderEvents) {
    this.#inbox = inbox;
    this.#settings = settings;
    this.#events = events;
    settings.signal.addEventListener('abort', () => this.#wake?.());
  }

  /** Takes a message that is on disk and waits to be forwarded. */
  offer(stored: Stored): void {
    if (!this.#more) this.#hold(stored);
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
    const [next] = this.#held.values();
    if (next !== undefined) await this.#forward(next);
    else if (this.#more) this.#load();
    else await this.#offered();
  }

  #offered(): Promise<void> {
    return new Promise((wake) => {
      this.#wake = wake;
    });
  }

  #load(): void {
    const { stored: all } = this.#inbox.read();
    this.#more = false;
    for (const stored of all) {
      if (stored.forwarding === 'waiting' && !this.#more) this.#hold(stored);
    }
  }

  #hold(stored: Stored): void {
    const key = keyOf(stored.confirmation);
    if (this.#held.has(key)) return;
    this.#more = this.#weight > MOST_HELD;
    if (this.#more) return;
    this.#held.set(key, stored);
    this.#weight += stored.body.length;
  }

  async #forward(stored: Stored): Promise<void> {
    // Another one of its id may have come while it waited.
    const contradicts = this.#inbox.isContradicted(stored.confirmation);
    const message = { body: stored.body, contradicts };
    const result = await forward(this.#settings, message, true, (tried) =>
      this.#events.onTry?.(stored, tried),
    );
    if (result.end === 'stopped') return;
    await noteEnd(this.#inbox, this.#settings.target.url, stored, result);
    this.#held.delete(keyOf(stored.confirmation));
    this.#weight -= stored.body.length;
    this.#events.onEnd(stored, result);
  }
}

/** Writes down how forwarding ended, which takes the message out of those that wait. */
export async function noteEnd(
  inbox: Inbox,
  to: string,
  { confirmation }: Stored,
  result: Exclude<Forwarded, { end: 'stopped' }>,
): Promise<void> {
  const reason = result.end === 'dead' ? { reason: result.reason } : {};
  await inbox.forwarded(confirmation, { type: result.end, to, ...reason });
}
