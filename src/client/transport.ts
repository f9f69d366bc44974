import type { WireRequest, WireResponse } from '../bank/wire.js';
import { Message, type Text } from '../core/message.js';
import { wording } from '../messages/wording.js';

/** How one request is sent. */
export interface SendOptions {
  /** Milliseconds from the lookup of the name to the last byte of the answer. */
  timeoutMs: number;
  signal?: AbortSignal;
  /** On a new connection: a payment could be lost on a stale one. */
  fresh: boolean;
  /** Asked when the connection is ready; nothing is awaited between its answer and the first byte. */
  fence?: Pick<Fence, 'refusal'>;
}

/** Says whether a call may still be sent (`journal/fence.ts`). */
export interface Fence {
  /** Renews what `refusal` depends on, where that takes time. */
  heartbeat?(): Promise<void>;
  /** How long the attempt may still take, in milliseconds. */
  leftMs(): number;
  /** Why it may not be sent any more; undefined where it may. */
  refusal(): Message | undefined;
}

/**
 * Sends one request and returns the answer: over the network, or to the embedded bank. Never
 * retries or follows a redirect.
 */
export interface Transport {
  /** Rejects with TransportFailure only. */
  send(request: WireRequest, options: SendOptions): Promise<WireResponse>;
  close(): Promise<void>;
}

/** Where an attempt failed. `withheld`: the fence refused; `aborted`: the caller stopped it. */
export type FailureReason =
  | 'dns'
  | 'refused'
  | 'connect'
  | 'proxy'
  | 'tls'
  | 'timeout'
  | 'reset'
  | 'truncated'
  | 'too-large'
  | 'malformed'
  | 'withheld'
  | 'aborted';

/** Why no complete answer came. Holds no request, header or secret. */
export class TransportFailure extends Error {
  readonly reason: FailureReason;
  /** Whether any byte of the request may have left this machine. */
  readonly sent: boolean;
  readonly fix: Message | undefined;
  /** Its message before it is worded. */
  readonly said: Message;

  constructor(reason: FailureReason, sent: boolean, said: Text, fix?: Message) {
    super(String(said));
    this.name = 'TransportFailure';
    this.reason = reason;
    this.sent = sent;
    this.fix = fix;
    this.said = said instanceof Message ? said : wording.quoted(said);
  }
}
