import { loadOperation } from '../../../bank/families.js';
import type { Outcome } from '../../../client/outcome.js';
import { payctl } from '../../../core/command-line.js';
import { PayctlError } from '../../../core/errors.js';
import { joinTexts, type Message, type Text } from '../../../core/message.js';
import { formatAmount } from '../../../core/money.js';
import { batchRun, jobMessages as messages } from '../../../messages/batch.js';
import type { Result } from '../../../runtime/command.js';
import type { Services } from '../../../runtime/services.js';
import type { ChargePermission } from '../../../state/permission.js';
import type { Job, JobStatus } from '../../../state/postgres/job.js';
import type { JobWorker } from '../../../state/postgres/job-worker.js';
import { operationTask } from '../operation-task.js';
import { toResult } from '../pipeline.js';
import { OutcomeTally } from '../progress.js';
import type { PreparedRow } from '../row-reader.js';
import type { BatchEnding, BatchTask, Work } from '../runner.js';
import { workOnRows } from '../work-on-rows.js';
import { Heartbeat } from './heartbeat.js';
import { parseTerms, prepareParts } from './job.js';
import { LeasedRows } from './leased-rows.js';

/** Works on the rows of a job until none is left for this worker. */
export async function workOnJob(
  services: Services,
  job: Job,
  permission: ChargePermission | undefined,
  concurrency: number,
): Promise<Result> {
  const { host, signals, door } = services;
  const operation = await loadOperation(job.terms.operation);
  const terms = parseTerms(job);
  const left = (job.rows ?? 0) - (await job.status()).done;
  const worker = await job.join();
  const heartbeat = new Heartbeat(host, worker);
  const refusal = () => (heartbeat.isHeld ? undefined : messages.mayBeTaken);
  const parts = prepareParts(services, operation, terms);
  const task = operationTask(services, parts, { ...terms, permission, refusal });
  const progress = door.progress(`job ${job.name}`, left);
  const rows = new LeasedRows({
    worker,
    clock: host.clock,
    most: 2 * concurrency,
    onKept: (done) => progress.update(done),
  });
  try {
    const run = { source: rows, results: rows, concurrency, progress, name: job.name };
    const ending = await workOnRows(services, withRetries(services, task), run);
    const goOn = payctl`batch work ${job.name}`;
    const status = await statusAfter(services, job, worker);
    const tally = status ? toTally(status) : rows.tally;
    if (status) await services.note(summarize(job, task, { status, tally, ending, goOn }));
    return toResult({ task, ending, tally, goOn, signal: signals.received });
  } finally {
    heartbeat.end();
  }
}

/** The same task, which waits while the worker that had a row before may still be sending it. */
function withRetries(services: Services, task: BatchTask): BatchTask {
  return {
    ...task,
    async begin(run) {
      const work = await task.begin(run);
      return { ...work, call: retryWhileInFlight(services, work.call) };
    },
  };
}

const IN_FLIGHT_MS = 2_000;

type Call = Work<PreparedRow, Outcome>['call'];

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

export function toTally({ classes, amounts }: JobStatus): OutcomeTally {
  return OutcomeTally.load({
    ...Object.fromEntries(classes),
    amount: formatAmount(amounts.succeeded),
  });
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
  tally: OutcomeTally;
  ending: BatchEnding;
  goOn: Text;
}

function summarize(
  { rows = 0, name }: Job,
  { words: command }: BatchTask,
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
