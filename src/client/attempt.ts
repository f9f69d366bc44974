import type { ClientRequest } from 'node:http';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { onAbort } from '../host/on-abort.js';
import { network } from '../messages/network.js';
import {
  type AttemptProgress,
  type Fixes,
  failureFromCode,
  networkErrorCode,
  transportFailure,
} from './network-failure.js';
import { type Fence, type SendOptions, TransportFailure } from './transport.js';

/** Times are in milliseconds. */
interface Limits extends Pick<SendOptions, 'timeoutMs' | 'signal' | 'fence'> {
  /** How much of `timeoutMs` may pass without a connection. */
  connectMs: number;
}

/** Node fires a longer timer after 1 ms. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Why an attempt was stopped on this side. */
type StopReason = 'connect' | 'timeout' | 'aborted';

/** One attempt under way: its time limit, how far it has come, and why it was stopped. */
export class CallAttempt {
  readonly progress: AttemptProgress;
  readonly #fence: Pick<Fence, 'refusal'> | undefined;
  readonly #timers: readonly NodeJS.Timeout[];
  #stopped: StopReason | undefined;
  #withheld: TransportFailure | undefined;
  #cut: (() => void) | undefined;
  /** Removes the listener of the signal. */
  readonly #stopListening: (() => void) | undefined;

  /** Starts the time limit; `end` must follow. */
  constructor(
    url: URL,
    { proxy, fixes }: { proxy: URL | undefined; fixes: (() => Fixes) | undefined },
    { timeoutMs, connectMs, signal, fence }: Limits,
  ) {
    this.progress = {
      host: url.host,
      ready: false,
      answered: false,
      proxied: proxy !== undefined,
      tlsProxy: proxy?.protocol === 'https:',
      plain: url.protocol === 'http:',
      fixes,
    };
    this.#fence = fence;
    this.#timers = [
      setTimeout(() => this.#stop('timeout'), Math.min(timeoutMs, LONGEST_TIMER_MS)),
      setTimeout(() => !this.progress.ready && this.#stop('connect'), connectMs),
    ];
    if (signal?.aborted) this.#stop('aborted');
    else if (signal) this.#stopListening = onAbort(signal, () => this.#stop('aborted'));
  }

  /** `cut` ends the request when the attempt is stopped; at once where it was already. */
  onStop(cut: () => void): void {
    this.#cut = cut;
    if (this.#stopped !== undefined) cut();
  }

  /** Asks the fence when the request has its connection, before its first byte. */
  watch(request: ClientRequest): void {
    request.once('socket', () => {
      this.progress.ready = true;
      const why = this.#fence?.refusal();
      if (why === undefined) return;
      this.#withheld = new TransportFailure('withheld', false, why);
      // Destroyed before Node writes what it holds for this request: no byte leaves.
      request.destroy(this.#withheld);
    });
  }

  /** The failure that an error means: the fence or the stop before it count more. */
  failure(error: unknown): TransportFailure {
    if (error instanceof TransportFailure) return error;
    if (this.#withheld) return this.#withheld;
    if (this.#stopped === undefined) return failureFromCode(networkErrorCode(error), this.progress);
    return transportFailure(this.#stopped, network.timedOut, this.progress);
  }

  end(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#stopListening?.();
  }

  #stop(reason: StopReason): void {
    this.#stopped ??= reason;
    this.#cut?.();
  }
}

/** The largest answer, decompressed. */
const MAX_BYTES = 5 * 1024 * 1024;

/** The bytes of a body. Rejects with TransportFailure `too-large`, or the stream's error. */
export async function readBody(stream: Readable, { progress }: CallAttempt): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Stays attached: a later error without a listener would end this run.
  stream.on('error', () => undefined);
  const body: AsyncIterable<Uint8Array> = stream;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > MAX_BYTES) throw tooLarge(progress.host);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * The body decompressed, within the same limit: a gateway may compress although we accept no encoding.
 * Rejects with TransportFailure `malformed` or `too-large`.
 */
export async function decompressBody(
  bytes: Uint8Array,
  headers: Record<string, string>,
  { progress: { host } }: CallAttempt,
): Promise<Uint8Array> {
  const encoding = headers['content-encoding']?.toLowerCase();
  if (encoding !== 'gzip' && encoding !== 'deflate') return bytes;
  const { unzip } = await import('node:zlib');
  try {
    return await promisify(unzip)(bytes, { maxOutputLength: MAX_BYTES });
  } catch (error) {
    const isTooLarge = error instanceof RangeError;
    throw isTooLarge
      ? tooLarge(host)
      : new TransportFailure('malformed', true, network.malformed(host, encoding));
  }
}

function tooLarge(host: string): TransportFailure {
  return new TransportFailure('too-large', true, network.tooLarge(host));
}
