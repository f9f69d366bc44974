import { loadOperation } from '../../../bank/families.js';
import { PayctlError } from '../../../core/errors.js';
import { at, fromPlain, type JsonObject, jsonText, number } from '../../../core/json.js';
import { joinTexts, type Message } from '../../../core/message.js';
import { formatAmount } from '../../../core/money.js';
import { visible, visibleLines } from '../../../core/text.js';
import { channelDateTime, toBangkokTime } from '../../../core/time.js';
import { batchRun, jobMessages as messages } from '../../../messages/batch.js';
import { type Command, command, type Paper, type Result } from '../../../runtime/command.js';
import { MONITORED } from '../../../runtime/monitoring/parameters.js';
import { argument } from '../../../runtime/parameter.js';
import { grantPermission, refuseReadOnly } from '../../../runtime/safety.js';
import type { Services } from '../../../runtime/services.js';
import type { ChargePermission } from '../../../state/permission.js';
import type { Job, JobStatus } from '../../../state/postgres/job.js';
import { CONCURRENCY, CONCURRENT_ROWS, type ResultFormat, resultFormat } from '../options.js';
import { decodeResult, type RowResult, readableLines, resultLines } from '../result-lines.js';
import { isOwn } from '../row-reader.js';
import { askToSend } from '../survey.js';
import { findJob, parseTerms, refuseOtherOwner } from './job.js';
import { toTally, workOnJob } from './worker.js';

const NAME = { name: argument('job', 'its name, as --job gave it') };

const work = command({
  words: ['batch', 'work'],
  step: 'money',
  summary: 'help with the rows of a job, from any machine of the shared store',
  notes: [
    'Fields, rate, bank and application belong to the job; a profile of another bank, application, company or environment is refused. Ends when no row is left, or other machines work on the last ones; the exit code is that of batch. Rows of a worker that dies are taken over within a minute.',
  ],
  parameters: { ...NAME, concurrency: CONCURRENCY, ...MONITORED },
  examples: ['payctl batch work refunds --yes', 'payctl batch work refunds --yes --concurrency 8'],
  run: async (services, { name, concurrency }) => {
    const job = await findJob(services, name);
    await refuseOtherOwner(services, job);
    if (job.rows === undefined) throw stillLoadingError(job);
    const permission = await confirm(services, job);
    return workOnJob(services, job, permission, concurrency ?? CONCURRENT_ROWS);
  },
});

/** What was confirmed is known only once all rows are loaded. */
function stillLoadingError({ name }: Job): PayctlError {
  return new PayctlError('UNAVAILABLE', messages.loading(name), { hint: messages.loadAgain });
}

/** Money asks for a yes on every machine. */
async function confirm(services: Services, job: Job): Promise<ChargePermission | undefined> {
  const operation = await loadOperation(job.terms.operation);
  if (operation.effect !== 'money') return undefined;
  const profile = await services.profile();
  refuseReadOnly(operation, profile);
  const { done, amounts } = await job.status();
  const { rows: of = 0 } = job;
  const planned = messages.planned({
    job: job.name,
    command: operation.command.join(' '),
    open: of - done,
    of,
    total: amounts.rows > 0 ? formatAmount(amounts.open) : undefined,
    profile: profile.name,
    environment: profile.environment,
  });
  await askToSend(services, planned);
  return grantPermission(services, profile);
}

const status = command({
  words: ['batch', 'status'],
  step: 'harmless',
  summary: 'how far a job is: rows done, rate, workers, time left; no call to the bank',
  parameters: NAME,
  examples: ['payctl batch status refunds', 'payctl batch status refunds -o json -q secondsLeft'],
  dryRun: 'harmless',
  run: async (services, { name }) => {
    const job = await findJob(services, name);
    const jobStatus = await job.status();
    const data = toStatusData(job, jobStatus);
    return { data, table: ({ say }) => visibleLines(say(statusText(job, jobStatus, data))) };
  },
});

function toStatusData(job: Job, jobStatus: JobStatus): JsonObject {
  const { rows, done, leased, classes, amounts, perMinute, seconds, workers } = jobStatus;
  const perSecond = perMinute / Math.min(60, Math.max(1, seconds));
  const open = rows === undefined ? undefined : rows - done;
  const untilEnd = open === undefined || perSecond === 0 ? null : Math.ceil(open / perSecond);
  const status = {
    job: job.name,
    operation: job.terms.operation,
    rows: rows ?? null,
    done,
    open: open ?? null,
    leased,
    results: Object.fromEntries(classes),
    amount: amounts.rows === 0 ? null : formatAmounts(amounts),
    rate: { limit: parseTerms(job).rate ?? null, now: number(perSecond.toFixed(1)) },
    workers: workers.map((worker) => ({ ...worker, seenAt: bangkok(worker.seenAt) })),
    startedAt: bangkok(jobStatus.startedAt),
    endedAt: jobStatus.endedAt === undefined ? null : bangkok(jobStatus.endedAt),
    secondsLeft: open === 0 ? 0 : untilEnd,
  };
  return Object.fromEntries(
    Object.entries(status).map(([name, value]) => [name, fromPlain(value)]),
  );
}

function formatAmounts({ all, open, succeeded }: JobStatus['amounts']) {
  return {
    total: formatAmount(all),
    open: formatAmount(open),
    confirmed: formatAmount(succeeded),
  };
}

function bangkok(at: string): string {
  return channelDateTime(Date.parse(at));
}

function statusText(job: Job, jobStatus: JobStatus, data: JsonObject): Message {
  const { done, rows, amounts, workers, startedAt } = jobStatus;
  const { all, succeeded } = amounts;
  const lines = [
    messages.head(job.name, visible(job.terms.operation), toBangkokTime(startedAt) ?? ''),
    messages.status({
      done,
      of: rows,
      results: String(toTally(jobStatus)),
      perSecond: jsonText(at(data, 'rate.now')) ?? '',
      secondsLeft: jsonText(data.secondsLeft),
    }),
  ];
  if (amounts.rows > 0) lines.push(batchRun.confirmed(formatAmount(succeeded), formatAmount(all)));
  for (const { machine, alive, leased, done: own, seenAt } of workers) {
    const seen = toBangkokTime(seenAt) ?? '';
    const worker = { machine: visible(machine), leased, done: own, seen };
    lines.push(alive ? messages.worker(worker) : messages.workerGone(worker));
  }
  return joinTexts([...lines, ''], '\n');
}

const results = command({
  words: ['batch', 'results'],
  step: 'harmless',
  summary: 'the results of a job, each row once, in the order of its file; what is finished so far',
  notes: ['JSON Lines or, with -o csv, CSV, with the columns of batch.'],
  parameters: NAME,
  examples: [
    'payctl batch results refunds > refunded.jsonl',
    'payctl batch results refunds -o csv --columns reference,exit,message',
  ],
  dryRun: 'harmless',
  run: async (services, { name }) => {
    const output = resultFormat(services);
    const job = await findJob(services, name);
    return { text: (paper) => printResults(services, job, output, paper) };
  },
});

async function printResults(
  {
    note,
    options: {
      output: { columns },
    },
  }: Services,
  job: Job,
  format: ResultFormat,
  { write, screen }: Paper,
): Promise<Result> {
  const { say } = screen;
  let page = await readPage(job, 0);
  // All rows of a file have the same columns, but for those that could not be read; before the first any may come.
  const seen = page.flatMap(({ result }) => Object.keys(result.own ?? {}));
  const own = page.length > 0 ? [...new Set(seen)] : (columns ?? []).filter(isOwn);
  const lines =
    format === 'table'
      ? readableLines(screen, () => own)
      : resultLines(format, { columns, say, own: () => own });
  let written = 0;
  if (lines.header !== '') await write(lines.header);
  for (let last = page.at(-1); last !== undefined; last = page.at(-1)) {
    await write(page.map(({ result }) => lines.of(result)).join(''));
    written += page.length;
    page = await readPage(job, last.number);
  }
  if (written !== job.rows) await note(messages.goesOn(written, job.rows));
  return {};
}

async function readPage(job: Job, after: number): Promise<{ number: number; result: RowResult }[]> {
  const page = await job.results(after);
  return page.map(({ number: at, result }) => ({ number: at, result: decodeResult(result) }));
}

export const jobCommands: readonly Command[] = [work, status, results];
