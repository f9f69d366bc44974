import type { Clock } from '../../../host/host.js';
import type { JobResult, JobWorker, TakenRow } from '../../../state/postgres/job-worker.js';
import { OutcomeTally } from '../progress.js';
import { encodeResult, type RowResult } from '../result-lines.js';
import type { RowSource, SourcedRow } from '../row-source.js';
import type { ResultSink } from '../runner.js';
import { decodeRow } from './job.js';

interface LeasedParts {
  worker: JobWorker;
  clock: Clock;
  /** Rows that it takes at once. */
  most: number;
  /** Called each time results were kept, with how many this run has kept. */
  onKept: (rows: number) => Promise<void>;
}

const PAUSE_MS = 50;
const LOOK_MS = 1_000;

/** The rows of a job that this worker has leased, and their results on the way to the store. */
export class LeasedRows implements RowSource, ResultSink {
  readonly tally = new OutcomeTally();
  readonly #parts: LeasedParts;
  /** The attempt of each row that it has leased, by row number, until the result is kept. */
  readonly #attempts = new Map<number, number>();
  #taken: TakenRow[] = [];
  #results: JobResult[] = [];
  #taking: Promise<void> | undefined;
  #keeping: Promise<void> | undefined;
  /** When each of the other holders was seen to renew first, since there was nothing to take. */
  #renewed = new Map<string, string>();
  #over = false;
  #kept = 0;
  readonly #fault = new AbortController();

  constructor(parts: LeasedParts) {
    this.#parts = parts;
  }

  get fault(): AbortSignal {
    return this.#fault.signal;
  }

  async next(signal: AbortSignal): Promise<SourcedRow | undefined> {
    while (!signal.aborted) {
      const row = this.#taken.shift();
      if (row) return { row: decodeRow(row.fields), place: row.number };
      if (this.#over) return undefined;
      this.#taking ??= this.#take(signal).finally(() => {
        this.#taking = undefined;
      });
      await this.#taking;
    }
    return undefined;
  }

  put(row: number, result: RowResult): void {
    const attempt = this.#attempts.get(row) ?? 0;
    this.tally.add(result);
    this.#results.push({ number: row, attempt, class: result.class, result: encodeResult(result) });
    this.#keeping ??= this.#keep().finally(() => {
      this.#keeping = undefined;
    });
  }

  async close(): Promise<void> {
    await this.#keeping;
  }

  async #take(signal: AbortSignal): Promise<void> {
    const { worker, most, clock } = this.#parts;
    const rows = await worker.take(most, [...this.#attempts.keys()]);
    for (const { number, attempt } of rows) this.#attempts.set(number, attempt);
    this.#taken.push(...rows);
    if (rows.length > 0) {
      this.#renewed = new Map();
      return;
    }
    this.#over = await this.#othersHaveAll();
    if (!this.#over) await clock.sleep(LOOK_MS, signal);
  }

  /**
   * Whether living workers have all that is open. One counts as alive only when it is seen to renew:
   * the rows of a dead one are waited for, or nobody might take them.
   */
  async #othersHaveAll(): Promise<boolean> {
    const { open, renewed } = await this.#parts.worker.holders();
    if (open === 0) return true;
    for (const [holder, at] of renewed) {
      if (!this.#renewed.has(holder)) this.#renewed.set(holder, at);
    }
    return [...renewed].every(([holder, at]) => this.#renewed.get(holder) !== at);
  }

  async #keep(): Promise<void> {
    const { worker, clock, onKept } = this.#parts;
    try {
      while (this.#results.length > 0) {
        await clock.sleep(PAUSE_MS);
        const some = this.#results;
        this.#results = [];
        await worker.finish(some);
        for (const { number } of some) this.#attempts.delete(number);
        this.#kept += some.length;
        await onKept(this.#kept);
      }
    } catch (error) {
      this.#fault.abort(error);
    }
  }
}
