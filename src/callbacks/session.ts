import type { WireRequest, WireResponse } from '../bank/wire.js';
import { PayctlError } from '../core/errors.js';
import { stringifyJson } from '../core/json.js';
import { joinTexts, type Message } from '../core/message.js';
import { tolerate } from '../core/tolerate.js';
import { inSpan } from '../core/trace.js';
import type { Reply } from '../host/reply.js';
import { confirmations } from '../messages/confirmations.js';
import type { InboxStore, Novelty } from '../state/inbox.js';
import { NotAConfirmation, readConfirmation } from './confirmation.js';
import { attemptLine, Forwarder, type ForwardSettings } from './forward.js';
import { type StoredMessage, toStored } from './stored.js';
import type { VerifiedMessage } from './verify.js';

/** Characters of bodies that may wait to be verified and printed. */
const MOST_WAITING = 32 * 1024 * 1024;

export interface ListenSettings {
  inbox: InboxStore;
  /** Absent: nothing is forwarded. */
  forward?: ForwardSettings;
  /** Asks the bank about a message, unless it is too late for that; absent: all stay hints. */
  verify?: (stored: StoredMessage) => Promise<VerifiedMessage | undefined>;
  /** For who wants to know more. */
  note(text: Message): void;
  /** Says what somebody should do something about. */
  warn(text: Message): void;
}

export interface MessageCounts {
  received: number;
  duplicates: number;
  contradictions: number;
  refused: number;
}

/** One run of the listener: what comes in is stored, acknowledged, verified, handed on and forwarded. */
export class ListenSession {
  readonly counts: MessageCounts = { received: 0, duplicates: 0, contradictions: 0, refused: 0 };
  readonly #settings: ListenSettings;
  readonly #inbox: InboxStore;
  readonly #arrived = new Queue<StoredMessage>(({ body }) => body.length);
  readonly #forwarder: Forwarder | undefined;

  constructor(settings: ListenSettings) {
    this.#settings = settings;
    this.#inbox = settings.inbox;
    this.#forwarder = settings.forward && this.#forwarderFor(settings.forward);
  }

  /**
   * Answers one request of the bank, or of anyone else: only a message that is on disk is
   * acknowledged, in the form that the bank's document asks for. Whatever comes, an answer goes out.
   */
  readonly handle = (request: WireRequest): Promise<Reply> =>
    inSpan('confirmation', { kind: 'server' }, async (span) => {
      const reply = await this.#answer(request);
      span.set({ 'http.response.status_code': reply.response.status });
      return reply;
    });

  async #answer({ method, body = '' }: WireRequest): Promise<Reply> {
    if (method !== 'POST') return this.#refuse(405, confirmations.byPost, { allow: 'POST' });
    if (this.#arrived.weight > MOST_WAITING) {
      return this.#refuse(503, confirmations.tooMuch, { 'retry-after': '12' });
    }
    try {
      const receipt = await receive(this.#inbox, body, this.#settings.forward?.target.url);
      this.#received(receipt);
      return { response: acknowledgement(receipt) };
    } catch (error) {
      if (error instanceof NotAConfirmation) {
        return this.#refuse(400, confirmations.notConfirmation(error.said));
      }
      if (error instanceof PayctlError)
        return this.#refuse(500, confirmations.notStored, {}, error);
      throw error;
    }
  }

  async forward(): Promise<void> {
    await this.#forwarder?.run();
  }

  /** Every message once, verified where that is wanted, until `end`. */
  async *messages(): AsyncGenerator<StoredMessage> {
    for await (const stored of this.#arrived) {
      const verdict = await this.#settings.verify?.(stored);
      if (verdict !== undefined) await this.#keep(stored, verdict);
      yield { ...stored, ...verdict };
    }
  }

  /** What has come by now still comes out of `messages`. */
  end(): void {
    this.#arrived.close();
  }

  /** A disk that fails here costs no more than asking again. */
  async #keep({ confirmation }: StoredMessage, verdict: VerifiedMessage): Promise<void> {
    const event = { type: 'judged', ...verdict, reason: String(verdict.reason) } as const;
    await tolerate(
      () => this.#inbox.learn(confirmation, event),
      ({ said }) => this.#settings.note(confirmations.verdictNotKept(confirmation.id, said)),
    );
  }

  #received({ as, stored }: Receipt): void {
    if (as === 'duplicate') {
      this.counts.duplicates += 1;
      return;
    }
    if (as === 'new') this.counts.received += 1;
    else this.counts.contradictions += 1;
    this.#arrived.push(stored);
    if (stored.forwarding) this.#forwarder?.offer();
  }

  /** Details stay out of the answer, which a stranger may read, and go to the local log. */
  #refuse(
    status: number,
    why: Message,
    headers: Record<string, string> = {},
    cause?: PayctlError,
  ): Reply {
    const count = ++this.counts.refused;
    const reason = cause === undefined ? why : joinTexts([why, cause.said], ': ');
    // Noted at 1, 2, 4, 8, … refusals, so that a flood does not fill the log.
    if ((count & (count - 1)) === 0) this.#settings.note(confirmations.refused(count, reason));
    const plain = { 'content-type': 'text/plain', ...headers };
    return { response: { status, headers: plain, body: Buffer.from(`${String(why)}\n`) } };
  }

  #forwarderFor(forward: ForwardSettings): Forwarder {
    let warned = false;
    return new Forwarder(this.#inbox, forward, {
      onAttempt: ({ confirmation }, tried) => this.#settings.note(attemptLine(confirmation, tried)),
      onEnd: ({ confirmation: { id } }, result) => {
        if (result.end === 'dead') {
          this.#settings.warn(confirmations.gaveUp(id, result.reason));
        } else if (!result.acknowledged && !warned) {
          warned = true;
          this.#settings.warn(confirmations.takenWithoutCode);
        }
      },
      onTrouble: (error) => this.#settings.note(confirmations.forwardingWaits(error.said)),
    });
  }
}

/**
 * Resolves when the message is kept, so that it may be acknowledged. Rejects with NotAConfirmation where
 * it cannot be a message of the bank, with PayctlError where it cannot be kept.
 */
export async function receive(
  inbox: InboxStore,
  body: string,
  forwardTo?: string,
): Promise<Receipt> {
  const confirmation = readConfirmation(body);
  const { id, fingerprint } = confirmation;
  const { arrival, as } = await inbox.receive({ id, fingerprint, body, forwardTo });
  return { stored: toStored(arrival, confirmation), as };
}

interface Receipt {
  stored: StoredMessage;
  as: Novelty;
}

/** Anything else than `00` makes the bank send it again. */
function acknowledgement({ stored: { confirmation } }: Receipt): WireResponse {
  const transactionId = confirmation.fields.transactionId ?? null;
  const body = stringifyJson({ resCode: '00', resDesc: 'success', transactionId });
  return { status: 200, headers: { 'content-type': 'application/json' }, body: Buffer.from(body) };
}

/** A queue of one reader, which waits for items. */
class Queue<T> implements AsyncIterable<T> {
  readonly #weigh: (item: T) => number;
  #items: T[] = [];
  #weight = 0;
  #closed = false;
  #wake: (() => void) | undefined;

  constructor(weigh: (item: T) => number) {
    this.#weigh = weigh;
  }

  /** Of all items that wait. */
  get weight(): number {
    return this.#weight;
  }

  push(item: T): void {
    this.#items.push(item);
    this.#weight += this.#weigh(item);
    this.#wake?.();
  }

  /** What is in it still comes out. */
  close(): void {
    this.#closed = true;
    this.#wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    for (;;) {
      const items = this.#items;
      this.#items = [];
      for (const item of items) {
        this.#weight -= this.#weigh(item);
        yield item;
      }
      if (this.#items.length > 0) continue;
      if (this.#closed) return;
      await new Promise<void>((wake) => {
        this.#wake = wake;
      });
    }
  }
}
