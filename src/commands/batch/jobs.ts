import { loadOperation } from '../../bank/families.js';
import { PayctlError } from '../../core/errors.js';
import { at, fromPlain, type JsonObject, number, textOf } from '../../core/json.js';
import { formatAmount } from '../../core/money.js';
import { counted, visible } from '../../core/text.js';
import { bangkokTimeOf, channelDateTime } from '../../core/time.js';
import { type Command, command, type Result } from '../../runtime/command.js';
import type { Context } from '../../runtime/context.js';
import { MONITORED } from '../../runtime/monitoring/parameters.js';
import { argument } from '../../runtime/parameter.js';
import { askYes, permissionOf, refuseReadOnly } from '../../runtime/safety.js';
import type { ChargePermission } from '../../state/permission.js';
import type { Job, JobStatus } from '../../state/postgres/jobs.js';
import { findJob, refuseOthers, termsOf } from './job.js';
import { CONCURRENCY, CONCURRENT_ROWS, outputOf } from './options.js';
import { decodeResult, resultLines } from './result-lines.js';
import { tallyOf, workOn } from './worker.js';

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
  run: async (context, { name, concurrency }) => {
    const job = await findJob(context, name);
    await refuseOthers(context, job);
    if (job.rows === undefined) throw stillLoading(job);
    const permission = await confirm(context, job);
    return workOn(context, job, permission, concurrency ?? CONCURRENT_ROWS);
  },
});

/** Before the loader has ended nobody knows what was confirmed. */
function stillLoading({ name }: Job): PayctlError {
  return new PayctlError('UNAVAILABLE', `the rows of the job ${name} are not all loaded yet`, {
    executed: 'no',
    hint: 'wait, or if its loader died run the same batch with --job again',
  });
}

/** Money asks for a yes on every machine. */
async function confirm(context: Context, job: Job): Promise<ChargePermission | undefined> {
  const operation = await loadOperation(job.terms.operation);
  if (operation.effect !== 'money') return undefined;
  const profile = await context.services.profile();
  refuseReadOnly(operation, profile);
  const { done, amounts } = await job.status();
  const open = (job.rows ?? 0) - done;
  const sum = amounts.rows > 0 ? `, ${formatAmount(amounts.open)} baht in total` : '';
  const rows = `${counted(open, 'row')} of ${job.rows ?? 0} open`;
  const who = `profile ${profile.name} (${profile.environment})`;
  await askToSend(
    context,
    `job ${job.name}, ${operation.command.join(' ')}: ${rows}${sum}, ${who}`,
  );
  return permissionOf(context, profile);
}

const status = command({
  words: ['batch', 'status'],
  step: 'harmless',
  summary: 'how far a job is: rows done, rate, workers, time left; no call to the bank',
  parameters: NAME,
  examples: ['payctl batch status refunds', 'payctl batch status refunds -o json -q secondsLeft'],
  dryRun: 'harmless',
  run: async (context, { name }) => {
    const job = await findJob(context, name);
    const found = await job.status();
    const data = statusOf(job, found);
    return { data, table: textOfStatus(job, found, data) };
  },
});

function statusOf(job: Job, found: JobStatus): JsonObject {
  const { rows, done, leased, classes, amounts, perMinute, seconds, workers } = found;
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
    amount: amounts.rows === 0 ? null : amountsOf(amounts),
    rate: { limit: termsOf(job).rate ?? null, now: number(perSecond.toFixed(1)) },
    workers: workers.map((worker) => ({ ...worker, seenAt: bangkok(worker.seenAt) })),
    startedAt: bangkok(found.startedAt),
    endedAt: found.endedAt === undefined ? null : bangkok(found.endedAt),
    secondsLeft: open === 0 ? 0 : untilEnd,
  };
  return Object.fromEntries(
    Object.entries(status).map(([name, value]) => [name, fromPlain(value)]),
  );
}

function amountsOf({ all, open, succeeded }: JobStatus['amounts']) {
  return {
    total: formatAmount(all),
    open: formatAmount(open),
    confirmed: formatAmount(succeeded),
  };
}

function bangkok(at: string): string {
  return channelDateTime(Date.parse(at));
}

/** Lines for a person. */
function textOfStatus(job: Job, found: JobStatus, data: JsonObject): string {
  const { done, rows, amounts, workers, startedAt } = found;
  const left = textOf(data.secondsLeft);
  const of = rows === undefined ? 'not all loaded yet' : `of ${rows} rows`;
  const speed = `${textOf(at(data, 'rate.now'))} per second`;
  const lines = [
    `job ${job.name}, ${job.terms.operation}, since ${bangkokTimeOf(startedAt) ?? ''}`,
    `${done} ${of}: ${String(tallyOf(found))}; ${speed}${left === undefined ? '' : `, ${left} s left`}`,
  ];
  if (amounts.rows > 0) {
    lines.push(`confirmed ${formatAmount(amounts.succeeded)} of ${formatAmount(amounts.all)} baht`);
  }
  for (const { machine, alive, leased, done: own, seenAt } of workers) {
    const seen = bangkokTimeOf(seenAt) ?? '';
    const now = alive ? `at work on ${counted(leased, 'row')}` : 'gone';
    lines.push(`worker ${machine}: ${now}, ${own} done, last seen ${seen}`);
  }
  return lines.map((line) => `${visible(line)}\n`).join('');
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
  run: async (context, { name }): Promise<Result> => {
    const { host, globals } = context;
    const lines = resultLines(outputOf(context), { columns: globals.columns });
    const job = await findJob(context, name);
    let written = 0;
    if (lines.header !== '') await host.stdout.write(lines.header);
    for (let after = 0; ; ) {
      const found = await job.results(after);
      const last = found.at(-1);
      if (last === undefined) break;
      await host.stdout.write(found.map(({ result }) => lines.of(decodeResult(result))).join(''));
      written += found.length;
      after = last.number;
    }
    if (written !== job.rows) {
      await context.note(`${written} of ${job.rows ?? 'the'} rows are done; the job goes on`);
    }
    return { text: '' };
  },
});

export const jobCommands: readonly Command[] = [work, status, results];

/** Asks for a yes to what would be sent; with --yes it is only said. Throws USAGE. */
export async function askToSend(context: Context, text: string): Promise<void> {
  if (context.globals.yes) return context.note(text);
  await askYes(context, `${text}. Send them?`, {
    unasked: `${text}: not sent, because it needs your confirmation`,
    refused: 'not sent: you answered no',
  });
}
