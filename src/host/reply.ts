import type { ServerResponse } from 'node:http';

/** What the network does to an answer; bytes are those of its body, 0 meaning that not even the status goes out. */
export type Delivery =
  | { kind: 'reset' | 'truncated'; atByte: number }
  | { kind: 'slow'; ms: number }
  | { kind: 'stalled' };

/** An answer on its way out. Text goes with its head as one piece, which costs less than bytes. */
export interface ReplyResponse {
  status: number;
  headers: Record<string, string>;
  body: Uint8Array | string;
}

export interface Reply {
  response: ReplyResponse;
  delivery?: Delivery | undefined;
  /** Called when half of the body is out. */
  midReply?: (() => void) | undefined;
}

/** Answers one request. */
type Answer = () => Reply | Promise<Reply>;

/** So many requests are answered while connections are coming. */
const FEW = 8;

/**
 * Answers the requests that arrive in one turn of the event loop at its end, together: the caller
 * is woken once for many answers instead of once for each, and a handler can commit them as one.
 *
 * Node takes one new connection a turn. While connections are coming, a turn answers a few requests
 * or none, so that the last of many that are opened at once does not wait, turn after turn, for the
 * calls of all others.
 */
export class Turns {
  readonly #together: (work: () => void) => void;
  #waiting: [message: ServerResponse, answer: Answer][] = [];
  #planned = false;
  #connected = false;

  /** @param together does the work of a turn; what it has done stands when it returns */
  constructor(together: (work: () => void) => void) {
    this.#together = together;
  }

  /** A new connection was taken in this turn. */
  connected(): void {
    this.#connected = true;
  }

  add(message: ServerResponse, answer: Answer): void {
    this.#waiting.push([message, answer]);
    this.#plan();
  }

  #plan(): void {
    if (this.#planned) return;
    this.#planned = true;
    setImmediate(() => this.#end());
  }

  #end(): void {
    this.#planned = false;
    const rush = this.#connected;
    this.#connected = false;
    if (rush && this.#waiting.length < FEW) {
      this.#plan();
      return;
    }
    const due = this.#waiting.splice(0, rush ? FEW : this.#waiting.length);
    if (this.#waiting.length > 0) this.#plan();
    const replies: [message: ServerResponse, reply: Reply][] = [];
    const answerAll = (): void => {
      for (const [message, answer] of due) {
        orFail(message, () => {
          const reply = answer();
          if (reply instanceof Promise) {
            reply.then((late) => send(message, late)).catch(() => fail(message));
          } else replies.push([message, reply]);
        });
      }
    };
    try {
      this.#together(answerAll);
    } catch {
      for (const [message] of replies) fail(message);
      return;
    }
    for (const [message, reply] of replies) orFail(message, () => send(message, reply));
  }
}

function orFail(message: ServerResponse, work: () => void): void {
  try {
    work();
  } catch {
    fail(message);
  }
}

function send(message: ServerResponse, { response, delivery, midReply }: Reply): void {
  const { status, headers, body } = response;
  if (delivery === undefined && midReply === undefined) {
    const text = latin1(body);
    message.writeHead(status, { ...headers, 'content-length': text.length }).end(text, 'latin1');
    return;
  }
  if (delivery?.kind === 'stalled') return;
  if (delivery?.kind === 'slow') {
    setTimeout(() => send(message, { response, midReply }), delivery.ms).unref();
    return;
  }
  if (delivery?.kind === 'reset' && delivery.atByte === 0) {
    cut(message, 'reset');
    return;
  }
  const bytes = Buffer.from(latin1(body), 'latin1');
  message.writeHead(status, { ...headers, 'content-length': bytes.length });
  if (delivery !== undefined) {
    message.write(bytes.subarray(0, delivery.atByte), () => cut(message, delivery.kind));
    return;
  }
  const half = bytes.length >> 1;
  message.write(bytes.subarray(0, half), () => {
    midReply?.();
    message.end(bytes.subarray(half));
  });
}

export function fail(message: ServerResponse): void {
  if (message.headersSent) message.destroy();
  else message.writeHead(500).end();
}

/** One character for each byte. Most answers are ASCII and are so already. */
function latin1(body: Uint8Array | string): string {
  if (typeof body !== 'string') {
    return Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('latin1');
  }
  return Buffer.byteLength(body) === body.length ? body : Buffer.from(body).toString('latin1');
}

function cut(message: ServerResponse, kind: 'reset' | 'truncated'): void {
  if (kind === 'reset') message.socket?.resetAndDestroy();
  else message.socket?.end();
}
