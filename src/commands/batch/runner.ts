import type { Outcome } from '../../client/outcome.js';
import { toErrorFacts } from '../../client/verdict.js';
import { type ExitClass, PayctlError } from '../../core/errors.js';
import type { Json } from '../../core/json.js';
import { inSpan } from '../../core/trace.js';
import type { Turns } from './pace.js';
import { type RowResult, wrongResult } from './result-lines.js';
import type { InputRow, PreparedRow, RejectedRow } from './row-reader.js';
import type { RowSource } from './row-source.js';

/** What an unknown end may have moved. */
export type Moves = 'money' | 'something' | 'nothing';

export interface RowEnd
  extends Pick<Outcome, 'message' | 'hint' | 'code' | 'executed' | 'http' | 'retryAfterMs'> {
  class: ExitClass;
  request?: Pick<Outcome['request'], 'requestUId'>;
}

/** What a batch does with its rows: `Ready` is a row that was checked, `End` how the work on it ended. */
export interface BatchTask<
  Ready extends { line: number } = PreparedRow,
  End extends RowEnd = Outcome,
> {
  /** Identifies it among other tasks on the same rows. */
  readonly id: string;
  /** Words of the command. */
  readonly words: string;
  readonly moves: Moves;
  /** What is the same for all rows, and must be so when the batch is resumed. */
  readonly base: Json;
  /** The fields of its result; unless given, those of an operation. */
  readonly fields?: readonly string[];
  prepare(row: InputRow): Ready | RejectedRow;
  begin(run: RunContext): Promise<Work<Ready, End>>;
}

export interface RunContext {
  /** Cuts all calls off. */
  cutoff: AbortSignal;
  /** A unique name of this run and of those that continue it. */
  name: string;
}

export interface Work<Ready extends { line: number }, End extends RowEnd> {
  pace: Turns;
  /** Classes that stop the batch. */
  stops: ReadonlySet<ExitClass>;
  /** Classes without an answer; many in a row stop the batch. */
  unanswered: ReadonlySet<ExitClass>;
  /** Anything it throws ends the batch, except USAGE. */
  call(row: Ready): Promise<End>;
  result(row: Ready, end: End): RowResult;
  end(): Promise<void>;
}

export interface BatchEnding {
  /** Every row of the shard is in the result. */
  complete: boolean;
  stop?: PayctlError;
  /** Rows cut off with an unknown outcome; --resume inquires about them. */
  unknown: number;
  /** Rows of this run whose call may have moved money, whether or not the result shows them. */
  moved: number;
}

export interface ResultSink {
  /** Aborted where results cannot be kept; its reason says why. */
  readonly fault: AbortSignal;
  /** Resolves when this row, counted from 1, may start; absent where any may. */
  room?(row: number): Promise<void> | void;
  put(row: number, result: RowResult): void;
  /** The batch is ending: nothing waits for room any more. */
  admitAll?(): void;
  /** Resolves when everything is written. */
  close(): Promise<void>;
}

interface BatchParts<Ready extends { line: number }, End extends RowEnd> {
  source: RowSource;
  prepare: (row: InputRow) => Ready | RejectedRow;
  work: Pick<Work<Ready, End>, 'call' | 'result' | 'pace' | 'stops' | 'unanswered'>;
  results: ResultSink;
  concurrency: number;
  /** Start no more rows. */
  stopping: AbortSignal;
}

/** Credentials and certificates are the same for every row, so their failure stops the batch. */
export const STOPS: ReadonlySet<ExitClass> = new Set(['AUTH', 'TLS']);
export const UNANSWERED: ReadonlySet<ExitClass> = new Set(['UNAVAILABLE', 'OUTCOME_UNKNOWN']);
/** How often one row may meet the rate limit, each time at half the rate. */
const MOST_REFUSALS = 5;
/** After this many rows in a row without an answer the bank is considered down. */
const MOST_UNANSWERED = 20;

/** Sends the rows, `concurrency` at a time, and passes each result on as it arrives. */
export class BatchRun<Ready extends { line: number }, End extends RowEnd> {
  readonly #parts: BatchParts<Ready, End>;
  readonly #halt = new AbortController();
  readonly #ending: BatchEnding = { complete: false, unknown: 0, moved: 0 };
  #unanswered = 0;
  /** Rows that were started and are left for another run. */
  #open = 0;
  #bug: unknown;

  constructor(parts: BatchParts<Ready, End>) {
    this.#parts = parts;
  }

  /** Call it once. Throws only for bugs. */
  async run(): Promise<BatchEnding> {
    const { stopping, results, concurrency } = this.#parts;
    const { fault } = results;
    const over = new AbortController();
    for (const signal of [stopping, fault]) {
      signal.addEventListener('abort', () => this.#end(), { signal: over.signal });
      if (signal.aborted) this.#end();
    }
    const failed = (error: unknown) => this.#failed(error);
    try {
      const workers = Array.from({ length: concurrency }, () => this.#work().catch(failed));
      await Promise.all(workers);
    } finally {
      over.abort();
      await results.close().catch(failed);
    }
    if (fault.aborted) failed(fault.reason);
    if (this.#bug !== undefined) throw this.#bug;
    this.#ending.complete &&= this.#open === 0 && this.#ending.stop === undefined;
    return this.#ending;
  }

  async #work(): Promise<void> {
    const { results, source } = this.#parts;
    while (!this.#halt.signal.aborted) {
      const sourced = await source.next(this.#halt.signal);
      if (sourced === undefined) {
        this.#ending.complete = true;
        return;
      }
      await results.room?.(sourced.place);
      const result = await this.#resultFor(sourced.row);
      const { own } = sourced.row;
      if (result) results.put(sourced.place, own ? { ...result, own } : result);
      else this.#open += 1;
    }
  }

  /** undefined if the row is left for another run. */
  async #resultFor(row: InputRow): Promise<RowResult | undefined> {
    const { prepare, work } = this.#parts;
    const { pace } = work;
    const ready = prepare(row);
    if ('problem' in ready) return wrongResult(ready);
    for (let refusals = 1; ; refusals++) {
      await pace.turn(this.#halt.signal);
      if (this.#halt.signal.aborted) return undefined;
      const outcome = await this.#answered(ready);
      if ('line' in outcome) return outcome;
      if (outcome.executed !== 'no') this.#ending.moved += 1;
      if (outcome.class !== 'RATE_LIMITED') return this.#settled(ready, outcome);
      pace.slower(outcome.retryAfterMs);
      if (refusals >= MOST_REFUSALS) this.#stop(asError(outcome));
      if (this.#halt.signal.aborted) return undefined;
    }
  }

  async #answered(ready: Ready): Promise<End | RowResult> {
    try {
      const { line } = ready;
      return await inSpan('batch row', { attributes: { 'payctl.line': line } }, async (span) => {
        const end = await this.#parts.work.call(ready);
        span.set({ 'payctl.class': end.class });
        return end;
      });
    } catch (error) {
      if (!(error instanceof PayctlError) || error.exitClass !== 'USAGE') throw error;
      return wrongResult({ ...ready, problem: error.said });
    }
  }

  #settled(ready: Ready, outcome: End): RowResult | undefined {
    const { class: ended } = outcome;
    const { stops, unanswered, result } = this.#parts.work;
    if (stops.has(ended)) {
      this.#stop(asError(outcome));
      return undefined;
    }
    const without = unanswered.has(ended);
    if (this.#parts.stopping.aborted && without) {
      if (ended === 'OUTCOME_UNKNOWN') this.#ending.unknown += 1;
      return undefined;
    }
    this.#unanswered = without ? this.#unanswered + 1 : 0;
    if (this.#unanswered >= MOST_UNANSWERED) this.#stop(asError(outcome));
    return result(ready, outcome);
  }

  #stop(error: PayctlError): void {
    this.#ending.stop ??= error;
    this.#end();
  }

  /** The other workers finish what they have started. */
  #failed(error: unknown): void {
    if (!(error instanceof PayctlError)) this.#bug ??= error;
    else if (!isSignal(error)) this.#ending.stop ??= error;
    this.#end();
  }

  #end(): void {
    this.#halt.abort();
    this.#parts.results.admitAll?.();
  }
}

/** A signal ends the input, too; the exit code depends on what it did to the rows. */
function isSignal({ exitClass }: PayctlError): boolean {
  return exitClass === 'INTERRUPTED' || exitClass === 'TERMINATED';
}

function asError(outcome: RowEnd): PayctlError {
  return new PayctlError(outcome.class, outcome.message, toErrorFacts(outcome));
}
