import type { WireRequest, WireResponse } from '../bank/wire.js';
import { PayctlError } from '../core/errors.js';
import { stringifyJson } from '../core/json.js';
import type { Reply } from '../host/reply.js';
import { type Listener, listen, listenHere, type ServeHandler } from '../host/serve.js';
import type { Novelty } from '../state/inbox.js';
import type { Stored } from './stored.js';

export interface Receipt {
  stored: Stored;
  as: Novelty;
}

export interface Receiver {
  /** Resolves when the message is kept. */
  receive(body: string): Promise<Receipt>;
  /** Called once for each message that was acknowledged. */
  onReceived(receipt: Receipt): void;
  /** Called for each request that was not; `why` is safe to print. */
  onRefused(why: string): void;
  /** Whether so much waits to be worked on that more would not fit into memory. */
  isFull(): boolean;
}

/**
 * Answers one request of the bank, or of anyone else: only a message that is on disk is acknowledged,
 * in the form that the bank's document asks for. Whatever comes, an answer goes out.
 */
export async function answer(receiver: Receiver, request: WireRequest): Promise<Reply> {
  const { method, body = '' } = request;
  if (method !== 'POST')
    return refuse(receiver, 405, 'confirmations are sent by POST', { allow: 'POST' });
  if (receiver.isFull()) {
    return refuse(receiver, 503, 'too much waits to be worked on', { 'retry-after': '12' });
  }
  try {
    const receipt = await receiver.receive(body);
    receiver.onReceived(receipt);
    return { response: acknowledgement(receipt) };
  } catch (error) {
    if (error instanceof SyntaxError) {
      return refuse(receiver, 400, `the body is no confirmation: ${error.message}`);
    }
    if (error instanceof PayctlError)
      return refuse(receiver, 500, 'it could not be stored', {}, error);
    throw error;
  }
}

/** Anything else than `00` makes the bank send it again. */
function acknowledgement({ stored: { confirmation } }: Receipt): WireResponse {
  const transactionId = confirmation.fields.transactionId ?? null;
  const body = stringifyJson({ resCode: '00', resDesc: 'success', transactionId });
  return { status: 200, headers: { 'content-type': 'application/json' }, body: Buffer.from(body) };
}

/** Strangers get no word of ours about this machine; the owner reads the cause. */
function refuse(
  receiver: Receiver,
  status: number,
  why: string,
  headers: Record<string, string> = {},
  cause?: PayctlError,
): Reply {
  receiver.onRefused(cause === undefined ? why : `${why}: ${cause.message}`);
  const plain = { 'content-type': 'text/plain', ...headers };
  return { response: { status, headers: plain, body: Buffer.from(`${why}\n`) } };
}

/** Far above what the bank sends, far below what could hurt. */
const LIMITS = {
  bodyBytes: 256 * 1024,
  headerBytes: 16 * 1024,
  requestMs: 10_000,
  connections: 100,
};

export interface ListenAddress {
  /** This machine alone, by both protocols, unless given. */
  host?: string;
  port: number;
  tls?: { cert: Uint8Array; key: Uint8Array };
}

/** Listens within the limits. Throws PayctlError CONFIG where the address cannot be had, TLS for a bad certificate. */
export async function openListener(
  { host, port, tls }: ListenAddress,
  handle: ServeHandler,
): Promise<Listener> {
  const options = { port, limits: LIMITS, ...(tls && { tls: inBuffers(tls) }) };
  return host === undefined ? listenHere(options, handle) : listen({ ...options, host }, handle);
}

function inBuffers({ cert, key }: { cert: Uint8Array; key: Uint8Array }) {
  return { cert: Buffer.from(cert), key: Buffer.from(key) };
}
