import { setMaxListeners } from 'node:events';
import type { ClientRequest } from 'node:http';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { uptimeMs } from '../host/uptime.js';
import { network } from '../messages/network.js';
import {
  codeOf,
  type Fixes,
  failureFromCode,
  failureOf,
  type Progress,
} from './network-failure.js';
import { type Fence, type SendOptions, TransportFailure } from './transport.js';

interface Limits extends Pick<SendOptions, 'timeoutMs' | 'signal' | 'fence'> {
  /** The part of the time that may pass without a connection. */
  connectMs: number;
}

/** Why this machine ends an attempt. */
type StopReason = 'connect' | 'timeout' | 'aborted';

/** One attempt under way: its clock, how far it has come, and why it was stopped. */
export class Attempt {
  readonly progress: Progress;
  readonly #fence: Pick<Fence, 'refusal'> | undefined;
  #clock: NodeJS.Timeout;
  #stopped: StopReason | undefined;
  #withheld: TransportFailure | undefined;
  #cut: (() => void) | undefined;
  /** Ends the wait for the signal. */
  readonly #stopListening: (() => void) | undefined;

  /** Starts its clock; `end` stops them. */
  constructor(
    url: URL,
    { proxy, fixes }: { proxy: URL | undefined; fixes: Fixes | undefined },
    { timeoutMs, connectMs, signal, fence }: Limits,
  ) {
    this.progress = {
      get host() {
        return url.host;
      },
      ready: false,
      answered: false,
      proxied: proxy !== undefined,
      tlsProxy: proxy?.protocol === 'https:',
      plain: url.protocol === 'http:',
      ...(fixes && { fixes }),
    };
    this.#fence = fence;
    const endsAt = uptimeMs() + timeoutMs;
    this.#clock =
      connectMs < timeoutMs
        ? setTimeout(() => this.#checkConnected(endsAt), connectMs)
        : setTimeout(() => this.#stop('timeout'), timeoutMs);
    if (signal?.aborted) this.#stop('aborted');
    else if (signal) this.#stopListening = onAbort(signal, () => this.#stop('aborted'));
  }

  /** How it is cut off; at once where it was stopped already. */
  onStop(cut: () => void): void {
    this.#cut = cut;
    if (this.#stopped !== undefined) cut();
  }

  /** Sees when this request gets its connection, which is ready for its first byte. */
  watch(request: ClientRequest): void {
    request.once('socket', () => {
      this.#ready();
      const refusal = this.#fence && this.#refusedBy(this.#fence);
      // Destroyed before Node writes what it holds for this request: no byte leaves.
      if (refusal) request.destroy(refusal);
    });
  }

  failure(error: unknown): TransportFailure {
    if (error instanceof TransportFailure) return error;
    if (this.#withheld) return this.#withheld;
    if (this.#stopped === undefined) return failureFromCode(codeOf(error), this.progress);
    return failureOf(this.#stopped, network.timedOut, this.progress);
  }

  end(): void {
    clearTimeout(this.#clock);
    this.#stopListening?.();
  }

  #stop(reason: StopReason): void {
    this.#stopped ??= reason;
    this.#cut?.();
  }

  /**
   * Most attempts have ended by now, and need no timer for the rest of their time. A process that
   * was stopped, or was busy, has less of it left.
   */
  #checkConnected(endsAt: number): void {
    const restMs = Math.max(0, endsAt - uptimeMs());
    if (this.progress.ready) this.#clock = setTimeout(() => this.#stop('timeout'), restMs);
    else this.#stop('connect');
  }

  #ready(): void {
    this.progress.ready = true;
  }

  #refusedBy(fence: Pick<Fence, 'refusal'>): TransportFailure | undefined {
    const why = fence.refusal();
    if (why !== undefined) this.#withheld = new TransportFailure('withheld', false, why);
    return this.#withheld;
  }
}

/** Calls `act` when the signal aborts, until released. */
function onAbort(signal: AbortSignal, act: () => void): () => void {
  // Calls by the hundred share one; Node takes that for a leak.
  setMaxListeners(0, signal);
  signal.addEventListener('abort', act);
  return () => signal.removeEventListener('abort', act);
}

/** The largest answer, decompressed. */
const MOST_BYTES = 5 * 1024 * 1024;

/** By events, because an iterator costs a tenth of a call. */
export function readBody(stream: Readable, { progress }: Attempt): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    let size = 0;
    let isComplete = false;
    stream.on('data', (chunk: Uint8Array) => {
      size += chunk.length;
      chunks.push(chunk);
      if (size <= MOST_BYTES) return;
      reject(tooLarge(progress.host));
      stream.destroy();
    });
    stream.once('end', () => {
      isComplete = true;
      resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks));
    });
    // Stays attached: a later error without a listener would end this run.
    stream.on('error', reject);
    stream.once('close', () => {
      if (!isComplete) reject(new PrematureClose());
    });
  });
}

/** The stream ended without its end. */
class PrematureClose extends Error {
  readonly code = 'ERR_STREAM_PREMATURE_CLOSE';
}

/** We ask for no compression; a gateway that compresses anyway is understood, within the same limit. */
export async function decompressed(
  bytes: Uint8Array,
  headers: Record<string, string>,
  { progress: { host } }: Attempt,
): Promise<Uint8Array> {
  const encoding = headers['content-encoding']?.toLowerCase();
  if (encoding !== 'gzip' && encoding !== 'deflate') return bytes;
  const { unzip } = await import('node:zlib');
  try {
    return await promisify(unzip)(bytes, { maxOutputLength: MOST_BYTES });
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
