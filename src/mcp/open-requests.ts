import { setImmediate as nextTurn } from 'node:timers/promises';
import { isRecord } from '../core/fields.js';
import { tryOrUndefined } from '../core/try-or-undefined.js';
import type { Clock } from '../host/host.js';

/** After this much silence the requests that are still open are taken to get no response. */
const QUIET_MS = 1_000;
const LOOK_MS = 10;

/** Tracks requests without a response, by watching the JSON-RPC lines of both directions. */
export class OpenRequests {
  readonly #clock: Clock;
  readonly #open = new Set<unknown>();
  readonly #read = new JsonLines();
  readonly #written = new JsonLines();
  #quietSince = 0;
  #running = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  noteRequests(chunk: Uint8Array): void {
    for (const { id, method, params } of this.#read.of(chunk)) {
      if (method === 'notifications/cancelled' && isRecord(params))
        this.#open.delete(params.requestId);
      else if (method !== undefined && id !== undefined) this.#open.add(id);
    }
  }

  noteResponses(chunk: Uint8Array): void {
    this.#quietSince = this.#clock.now();
    for (const { id, method } of this.#written.of(chunk)) {
      if (method === undefined) this.#open.delete(id);
    }
  }

  /** While a call runs, silence means nothing. */
  async running<T>(call: Promise<T>): Promise<T> {
    this.#running += 1;
    try {
      return await call;
    } finally {
      this.#running -= 1;
      this.#quietSince = this.#clock.now();
    }
  }

  /** Resolves when every request that will get a response has one. */
  async idle(): Promise<void> {
    this.#quietSince = this.#clock.now();
    const isQuiet = () => this.#running === 0 && this.#clock.now() - this.#quietSince > QUIET_MS;
    while (this.#open.size > 0 && !isQuiet()) {
      await this.#clock.sleep(LOOK_MS);
      // Let a request that was just read start its call.
      await nextTurn();
    }
  }
}

/** JSON-RPC messages of a stream, one per line; other lines are left to the protocol library. */
class JsonLines {
  readonly #decoder = new TextDecoder();
  #rest = '';

  *of(chunk: Uint8Array): Generator<Record<string, unknown>> {
    const lines = (this.#rest + this.#decoder.decode(chunk, { stream: true })).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) {
      const value = tryOrUndefined((): unknown => JSON.parse(line));
      if (isRecord(value)) yield value;
    }
  }
}
