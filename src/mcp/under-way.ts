import { isRecord } from '../core/fields.js';
import type { Clock } from '../host/host.js';

/** How long nothing may happen before what is still open is taken for what never gets an answer. */
const QUIET_MS = 1_000;
const LOOK_MS = 10;

/** The requests that were read and are not answered yet, by the lines that pass. */
export class UnderWay {
  readonly #clock: Clock;
  readonly #open = new Set<unknown>();
  readonly #read = new Lines();
  readonly #written = new Lines();
  #quietSince = 0;
  #running = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  asked(chunk: Uint8Array): void {
    for (const { id, method, params } of this.#read.of(chunk)) {
      if (method === 'notifications/cancelled' && isRecord(params))
        this.#open.delete(params.requestId);
      else if (method !== undefined && id !== undefined) this.#open.add(id);
    }
  }

  answered(chunk: Uint8Array): void {
    this.#quietSince = this.#clock.now();
    for (const { id, method } of this.#written.of(chunk)) {
      if (method === undefined) this.#open.delete(id);
    }
  }

  /** A call takes as long as it takes. */
  async running<T>(call: Promise<T>): Promise<T> {
    this.#running += 1;
    try {
      return await call;
    } finally {
      this.#running -= 1;
      this.#quietSince = this.#clock.now();
    }
  }

  /** Resolves when all is answered that will be. */
  async idle(): Promise<void> {
    this.#quietSince = this.#clock.now();
    const isQuiet = () => this.#running === 0 && this.#clock.now() - this.#quietSince > QUIET_MS;
    while (this.#open.size > 0 && !isQuiet()) {
      await this.#clock.sleep(LOOK_MS);
      // What was read last may not have begun.
      await new Promise((later) => setImmediate(later));
    }
  }
}

/** Messages of a stream, a line each; what is none is left to the protocol. */
class Lines {
  readonly #decoder = new TextDecoder();
  #rest = '';

  *of(chunk: Uint8Array): Generator<Record<string, unknown>> {
    const lines = (this.#rest + this.#decoder.decode(chunk, { stream: true })).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) {
      const value = parsed(line);
      if (isRecord(value)) yield value;
    }
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
