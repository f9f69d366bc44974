import type { ServerResponse } from 'node:http';
import { finished } from 'node:stream';

/** A fault of the network that an answer is sent with; `atByte` of its body, where 0 is before the status. */
export type Delivery =
  | { kind: 'reset' | 'truncated'; atByte: number }
  | { kind: 'slow'; ms: number }
  | { kind: 'stalled' };

/** An HTTP answer to be sent; text goes as UTF-8. */
export interface ReplyResponse {
  status: number;
  headers: Record<string, string>;
  body: Uint8Array | string;
}

export interface Reply {
  response: ReplyResponse;
  delivery?: Delivery;
  /** Called when half of the body is sent, unless the client has gone. */
  midReply?: (() => void) | undefined;
  /** Called when all of it is sent, or the client has gone. */
  onClosed?: (() => void) | undefined;
}

/** Sends the answer that `work` returns, or 500 where it throws. */
export async function answer(
  message: ServerResponse,
  work: () => Reply | Promise<Reply>,
): Promise<void> {
  try {
    send(message, await work());
  } catch {
    fail(message);
  }
}

function send(message: ServerResponse, { response, delivery, midReply, onClosed }: Reply): void {
  const { status, headers, body } = response;
  if (onClosed !== undefined) finished(message, onClosed);
  if (delivery?.kind === 'stalled') return;
  if (delivery?.kind === 'slow') {
    setTimeout(() => send(message, { response, midReply }), delivery.ms).unref();
    return;
  }
  if (delivery?.kind === 'reset' && delivery.atByte === 0) {
    cut(message, 'reset');
    return;
  }
  const bytes = Buffer.from(body);
  message.writeHead(status, { ...headers, 'content-length': bytes.length });
  if (delivery === undefined && midReply === undefined) {
    message.end(bytes);
    return;
  }
  if (delivery !== undefined) {
    message.write(bytes.subarray(0, delivery.atByte), () => cut(message, delivery.kind));
    return;
  }
  const half = bytes.length >> 1;
  message.write(bytes.subarray(0, half), (error) => {
    if (error) return;
    midReply?.();
    message.end(bytes.subarray(half));
  });
}

/** Answers 500, or ends the connection where the answer has begun. */
export function fail(message: ServerResponse): void {
  if (message.headersSent) message.destroy();
  else message.writeHead(500).end();
}

function cut(message: ServerResponse, kind: 'reset' | 'truncated'): void {
  if (kind === 'reset') message.socket?.resetAndDestroy();
  else message.socket?.end();
}
