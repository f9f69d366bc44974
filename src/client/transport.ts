import type { WireRequest, WireResponse } from '../bank/wire.js';
import { Message, type Text } from '../core/message.js';
import { wording } from '../messages/wording.js';

/** How one attempt is made. */
export interface SendOptions {
  /** One attempt, from the first lookup to the last byte of the answer. */
  timeoutMs: number;
  signal?: AbortSignal;
  /** A new connection, so that a stale one can never swallow a payment. */
  fresh: boolean;
  /** Asked when the connection is ready, with nothing awaited between its answer and the first byte. */
  fence?: Pick<Fence, 'refusal'>;
}

/** Whether a call may still be sent. */
export interface Fence {
  /** Finds out what `refusal` rests on, where that takes time. */
  heartbeat?(): Promise<void>;
  /** How long it may still take, in milliseconds. */
  leftMs(): number;
  /** Why nothing of it may be sent any more; undefined where it may. */
  refusal(): Message | undefined;
}

/** Carries one request to the bank and its answer back; the real network and the embedded bank alike. Never retries, never follows. */
export interface Transport {
  /** Rejects with TransportFailure only. */
  send(request: WireRequest, options: SendOptions): Promise<WireResponse>;
  close(): Promise<void>;
}

/** Where the way to the bank or back was broken. */
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

/** Why no complete answer came. Carries no request, no header and no secret. */
export class TransportFailure extends Error {
  readonly reason: FailureReason;
  /** Whether any byte of the request may have reached the other side. */
  readonly sent: boolean;
  /** What a person can do, where that is known. */
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
