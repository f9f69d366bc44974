import { setMaxListeners } from 'node:events';
import type { Outcome, OutcomeClass } from '../../client/outcome.js';
import { PayctlError } from '../../core/errors.js';
import { type Fed, feed, type Shard } from './feed.js';
import type { Pace } from './pace.js';
import type { Ready, Wrong } from './prepare.js';
import type { Row } from './read.js';
import { endedResult, type RowResult, wrongResult } from './result-lines.js';
import type { Results } from './results.js';

export interface BatchParts {
  rows: AsyncIterable<readonly Row[]>;
  shard: Shard;
  prepare: (row: Row) => Ready | Wrong;
  /** Makes the call of one row. What it throws ends the batch, USAGE excepted. */
  call: (ready: Ready) => Promise<Outcome>;
  pace: Pace;
  results: Results;
  concurrency: number;
  /** Start no more rows. */
  stopping: AbortSignal;
  /** The results cannot be written; its reason says why. */
  fault: AbortSignal;
}

export interface Ending {
  /** Every row of the part is in the result. */
  complete: boolean;
  /** What ended it early. */
  stop?: PayctlError;
  /** Rows cut off with an outcome that is not known; --resume asks for them. */
  unknown: number;
}

/** What is wrong with one row's credentials or certificate is wrong with all. */
const STOPS: ReadonlySet<OutcomeClass> = new Set(['AUTH', 'TLS']);
/** So often a row is refused by the rate limit, each time at half the rate. */
const MOST_REFUSALS = 5;
/** So many rows in a row without an answer: the bank is away. */
const MOST_UNANSWERED = 20;

/** Runs the rows, so many at a time, and hands each result on as it comes. */
export async function runBatch(parts: BatchParts): Promise<Ending> {
  const { prepare, results, pace, stopping, fault } = parts;
  const next = feed(parts.rows, parts.shard, results.done);
  const halt = new AbortController();
  setMaxListeners(0, halt.signal);
  const ending: Ending = { complete: false, unknown: 0 };
  let unanswered = 0;
  let open = 0;
  let bug: unknown;
  const end = () => {
    halt.abort();
    results.admitAll();
  };
  for (const signal of [stopping, fault]) {
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  }

  function stop(error: PayctlError): void {
    ending.stop ??= error;
    end();
  }

  /** The others end what they have begun. */
  function failed(error: unknown): void {
    if (!(error instanceof PayctlError)) bug ??= error;
    else if (!isSignal(error)) ending.stop ??= error;
    end();
  }

  async function work(): Promise<void> {
    while (!halt.signal.aborted) {
      const fed = await next();
      if (fed === undefined) {
        ending.complete = true;
        return;
      }
      await results.room(fed.place);
      const result = await resultFor(fed);
      if (result) results.put(fed.place, result);
      else open += 1;
    }
  }

  /** undefined: the row stays for another run. */
  async function resultFor({ row }: Fed): Promise<RowResult | undefined> {
    const ready = prepare(row);
    if ('problem' in ready) return wrongResult(ready);
    for (let refusals = 1; ; refusals++) {
      await pace.turn(halt.signal);
      if (halt.signal.aborted) return undefined;
      const outcome = await answered(ready);
      if (!('operation' in outcome)) return outcome;
      if (outcome.class !== 'RATE_LIMITED') return settled(ready, outcome);
      pace.slower(outcome.retryAfterMs);
      if (refusals >= MOST_REFUSALS) stop(asError(outcome));
      if (halt.signal.aborted) return undefined;
    }
  }

  async function answered(ready: Ready): Promise<Outcome | RowResult> {
    try {
      return await parts.call(ready);
    } catch (error) {
      if (!(error instanceof PayctlError) || error.exitClass !== 'USAGE') throw error;
      return wrongResult({ ...ready, problem: error.message });
    }
  }

  function settled(ready: Ready, outcome: Outcome): RowResult | undefined {
    const { class: ended } = outcome;
    if (STOPS.has(ended)) {
      stop(asError(outcome));
      return undefined;
    }
    const without = ended === 'UNAVAILABLE' || ended === 'OUTCOME_UNKNOWN';
    if (stopping.aborted && without) {
      if (ended === 'OUTCOME_UNKNOWN') ending.unknown += 1;
      return undefined;
    }
    unanswered = without ? unanswered + 1 : 0;
    if (unanswered >= MOST_UNANSWERED) stop(asError(outcome));
    return endedResult(ready, outcome);
  }

  try {
    const workers = Array.from({ length: parts.concurrency }, () => work().catch(failed));
    await Promise.all(workers);
  } finally {
    for (const signal of [stopping, fault]) signal.removeEventListener('abort', end);
    await results.close().catch(failed);
  }
  if (fault.aborted) failed(fault.reason);
  if (bug !== undefined) throw bug;
  ending.complete &&= open === 0 && ending.stop === undefined;
  return ending;
}

/** The input ends with a signal, too; what it did to the rows decides. */
function isSignal({ exitClass }: PayctlError): boolean {
  return exitClass === 'INTERRUPTED' || exitClass === 'TERMINATED';
}

function asError(outcome: Outcome): PayctlError {
  const { class: ended, message, hint, code, executed, http, request } = outcome;
  return new PayctlError(ended, message, {
    hint,
    code,
    executed,
    httpStatus: http?.status,
    requestUId: request.requestUId,
  });
}
