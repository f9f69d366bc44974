import { loadOperation } from '../../../bank/families.js';
import type { Outcome } from '../../../client/outcome.js';
import { payctl } from '../../../core/command-line.js';
import { PayctlError } from '../../../core/errors.js';
import { joinTexts, type Message, type Text } from '../../../core/message.js';
import { formatAmount } from '../../../core/money.js';
import type { Clock } from '../../../host/host.js';
import { batchRun, jobMessages as messages } from '../../../messages/batch.js';
import type { Result } from '../../../runtime/command.js';
import type { Services } from '../../../runtime/services.js';
import type { ChargePermission } from '../../../state/permission.js';
import type { Job, JobStatus } from '../../../state/postgres/job.js';
import {
  type JobResult,
  type JobWorker,
  RENEW_MS,
  type TakenRow,
  WORKER_LEASE_MS,
} from '../../../state/postgres/job-worker.js';
import { openCutoff, operationTask } from '../operation-task.js';
import { toResult } from '../pipeline.js';
import { Tally } from '../progress.js';
import { encodeResult, type RowResult } from '../result-lines.js';
import type { PreparedRow } from '../row-reader.js';
import type { RowSource, SourcedRow } from '../row-source.js';
import { BatchRun, type Ending, type RowSink, type Task, type Work } from '../runner.js';
import { decodeRow, parseTerms, prepareParts } from './job.js';

/** Works on the rows of a job until none is left for this worker. */
export async function workOnJob(
  services: Services,
  job: Job,
  permission: ChargePermission | undefined,
  concurrency: number,
): Promise<Result> {
  const { host, stopping, signals, door } = services;
  const operation = await loadOperation(job.terms.operation);
  const terms = parseTerms(job);
  const worker = await job.join();
  const heartbeat = new Heartbeat(services, worker);
  const refusal = () => (heartbeat.isHeld ? undefined : messages.mayBeTaken);
  const parts = prepareParts(services, operation, terms);
  const task = operationTask(services, parts, { ...terms, permission, refusal });
  const cutoff = openCutoff(services, task.moves);
  let work: Work<PreparedRow, Outcome> | undefined;
  const fault = new AbortController();
  const left = (job.rows ?? 0) - (await job.status()).done;
  const progress = door.progress(`job ${job.name}`, left);
  const rows = new LeasedRows({
    worker,
    clock: host.clock,
    most: 2 * concurrency,
    onKept: async (done) => progress.update(done),
    onFailure: (error) => fault.abort(error),
  });
  try {
    work = await task.begin({ cutoff: cutoff.signal, name: job.name });
    const ending = await new BatchRun({
      source: rows,
      prepare: (row) => task.prepare(row),
      work: { ...work, call: retryWhileInFlight(services, work.call) },
      results: rows,
      concurrency,
      stopping,
      fault,
    }).run();
    await progress.clear();
    const goOn = payctl`batch work ${job.name}`;
    const status = await statusAfter(services, job, worker);
    const tally = status ? toTally(status) : rows.tally;
    if (status) await services.note(summarize(job, task, { status, tally, ending, goOn }));
    return toResult({ task, ending, tally, goOn, signal: signals.received });
  } finally {
    cutoff.end();
    heartbeat.end();
    await work?.end();
    await progress.clear();
  }
}

const IN_FLIGHT_MS = 2_000;

type Call = Work<PreparedRow, Outcome>['call'];

/** Waits while the worker that had the row before may still be sending it. */
function retryWhileInFlight({ host, stopping }: Services, call: Call): Call {
  return async (ready) => {
    for (;;) {
      const outcome = await call(ready);
      if (!isInFlight(outcome)) return outcome;
      await host.clock.sleep(IN_FLIGHT_MS, stopping);
      if (stopping.aborted) throw new PayctlError('INTERRUPTED', messages.inFlightElsewhere);
    }
  };
}

function isInFlight({ class: ended, executed }: Outcome): boolean {
  return ended === 'CONFLICT' && executed === 'unknown';
}

/** Renews the lease of this worker in the store until it ends. */
class Heartbeat {
  readonly #services: Services;
  readonly #worker: JobWorker;
  readonly #over = new AbortController();
  #renewedAt: number;

  constructor(services: Services, worker: JobWorker) {
    this.#services = services;
    this.#worker = worker;
    this.#renewedAt = services.host.process.uptime();
    void this.#renew();
  }

  /** Whether the lease still holds long enough for a call to be sent. */
  get isHeld(): boolean {
    return this.#services.host.process.uptime() - this.#renewedAt < WORKER_LEASE_MS - 2 * RENEW_MS;
  }

  end(): void {
    this.#over.abort();
  }

  async #renew(): Promise<void> {
    const { clock, process: machine } = this.#services.host;
    for (;;) {
      await clock.sleep(RENEW_MS, this.#over.signal);
      if (this.#over.signal.aborted) return;
      const renewedAt = machine.uptime();
      try {
        await this.#worker.renew();
        this.#renewedAt = renewedAt;
      } catch {
        // The store is unreachable: saving results fails too, and reports it.
      }
    }
  }
}

export function toTally({ classes, amounts }: JobStatus): Tally {
  return Tally.load({ ...Object.fromEntries(classes), amount: formatAmount(amounts.succeeded) });
}

/** undefined if the store is unreachable: then the results of this run alone are shown. */
async function statusAfter(
  services: Services,
  job: Job,
  worker: JobWorker,
): Promise<JobStatus | undefined> {
  try {
    await worker.leave();
    return await job.status();
  } catch (error) {
    if (!(error instanceof PayctlError)) throw error;
    await services.warn(messages.statusUnread(error.said));
    return undefined;
  }
}

interface Summary {
  status: JobStatus;
  tally: Tally;
  ending: Ending;
  goOn: Text;
}

function summarize(
  { rows = 0, name }: Job,
  { words: command }: Task,
  { status: { done, amounts, perMinute }, tally, ending, goOn }: Summary,
): Message {
  const results = String(tally);
  const ended = { job: name, command, done, of: rows, results };
  const lines = [messages.ended({ ...ended, lastMinute: perMinute })];
  if (amounts.rows > 0) lines.push(batchRun.confirmed(tally.amount, formatAmount(amounts.all)));
  const unknown = tally.count('OUTCOME_UNKNOWN');
  if (unknown > 0) lines.push(batchRun.unknown(unknown));
  if (!ending.complete) lines.push(batchRun.notAllDone(goOn));
  else if (done < rows) lines.push(messages.othersHaveRest(rows - done));
  return joinTexts([...lines, messages.resultsBy(name)], '\n');
}

interface LeasedParts {
  worker: JobWorker;
  clock: Clock;
  /** Rows that it takes at once. */
  most: number;
  /** Called each time results were kept, with how many this run has kept. */
  onKept: (rows: number) => Promise<void>;
  /** Called where they could not be kept. */
  onFailure: (error: unknown) => void;
}

const PAUSE_MS = 50;
const LOOK_MS = 1_000;

/** The rows of a job that this worker has leased, and their results on the way to the store. */
class LeasedRows implements RowSource, RowSink {
  readonly tally = new Tally();
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

  constructor(parts: LeasedParts) {
    this.#parts = parts;
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

  room(): void {}

  put(row: number, result: RowResult): void {
    const attempt = this.#attempts.get(row) ?? 0;
    this.tally.add(result);
    this.#results.push({ number: row, attempt, class: result.class, result: encodeResult(result) });
    this.#keeping ??= this.#keep().finally(() => {
      this.#keeping = undefined;
    });
  }

  admitAll(): void {}

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
    const { worker, clock, onKept, onFailure } = this.#parts;
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
      onFailure(error);
    }
  }
}
