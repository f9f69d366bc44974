import type { Operation } from '../../bank/define.js';
import { TRADE_PAID } from '../../bank/ewallet/examples.js';
import { FAMILIES, isFamily, loadCatalogue, loadFamily } from '../../bank/families.js';
import { defaultValues } from '../../bank/generate.js';
import { usageError } from '../../core/errors.js';
import { meant } from '../../core/meant.js';
import { batchMessages as messages } from '../../messages/batch.js';
import { wording } from '../../messages/wording.js';
import {
  type Command,
  command,
  type Paper,
  type Result,
  type StepEffect,
} from '../../runtime/command.js';
import type { Profile } from '../../runtime/profile.js';
import { gatherFields } from '../../runtime/raw-fields.js';
import { refuseCurl } from '../../runtime/run-options.js';
import { refuseReadOnly } from '../../runtime/safety.js';
import type { Services } from '../../runtime/services.js';
import { jobCommands } from './job/commands.js';
import type { JobDraft } from './job/job.js';
import { operationTask, type PrepareParts } from './operation-task.js';
import { BATCH_PARAMETERS, type BatchOptions, readOptions } from './options.js';
import { sendRows } from './pipeline.js';
import { operationColumns } from './row-reader.js';
import { digestInput, openRows, type RowsInput } from './row-source.js';
import { confirmedSurvey, previewRows } from './survey.js';

export const batch = command({
  words: ['batch'],
  step: stepEffect,
  summary: 'run one operation for each row of a CSV or JSON Lines file',
  notes: [
    'OPERATION is an id or the words of a command: ewallet.inquire or "ewallet inquire". The header of a CSV file names the fields, spelled as in the specification or as flags. Empty cells are ignored.',
    'Dates can be relative, as in flags: today, yesterday, -2h, +5d. They count from the start of the run.',
    'batch investigate and batch "slip verify" take tickets and slips, as a help desk exports them: CSV with any delimiter, or the first sheet of an xlsx file. The column id or source, else one that is called Order ID, Reference, Invoice or the like, or --reference-column, has a reference, a payload or a picture. Columns named like a flag are that flag, and all others are carried into the result, with verdict, amount, paidAt and next. --report writes one page of all tickets.',
    'Before any money moves, all rows are checked and their count and total are shown; --yes sends them. Every row goes through the journal, so no reference is charged twice.',
    'With a shared store, --job loads the rows there once, and any machine helps: batch work, batch status, batch results.',
    'The exit code is 0 if every row succeeded and 11 if some did not. If the batch was stopped, it is the code of the reason; --resume continues.',
  ],
  parameters: BATCH_PARAMETERS,
  examples: [
    ...TRADE_PAID,
    "printf 'id,customer\\nSBXDEMO0001,Mali\\n' | payctl --sandbox batch investigate - -o csv --bom",
    "printf 'outTradeNo\\nSBXDEMO0001\\n' | payctl --sandbox batch ewallet.inquire - -f tranType=W",
    "printf 'ref1,amount\\nORDER1,100.00\\nORDER2,250.50\\n' | payctl --sandbox batch 'qr create' - -o csv --columns reference,exit,data.data.qrRawData",
  ],
  dryRun: 'shown',
  run: async (services, { name, ...given }) => {
    const options = readOptions(services, given);
    const tickets = await loadTickets(name, options);
    if (tickets) return { text: (paper) => tickets(services, options, paper) };
    const operation = await findOperation(name);
    refuseTicketOptions(options);
    return { text: (paper) => runOperation(services, operation, options, paper) };
  },
});

export const commands: readonly Command[] = [batch, ...jobCommands];

/** Each row is one call. */
async function runOperation(
  services: Services,
  operation: Operation,
  options: BatchOptions,
  paper: Paper,
): Promise<Result> {
  const { dryRun } = services.options;
  const profile = await services.profile();
  const isMoney = operation.effect === 'money';
  if (isMoney) refuseReadOnly(operation, profile);
  else refuseMoneyOptions(operation, options);
  const parts = await prepareParts(services, operation, profile, options);
  const { resume, checkpoint, out, job } = options;
  const files = checkpoint ?? out ?? job;
  const readsTwice = !dryRun && (isMoney || resume || files !== undefined);
  const columns = (header: readonly string[]) => operationColumns(operation, header);
  const input = await openRows(services, columns, options, readsTwice);
  try {
    refuseCurl(services.options);
    if (dryRun) return await previewRows(services, input, parts, options, paper);
    const draft =
      job === undefined ? undefined : await draftJob(services, job, input, parts, options);
    const confirmed = isMoney
      ? await confirmedSurvey(services, profile, input, parts, options)
      : undefined;
    const permission = confirmed?.permission;
    if (draft) {
      const { workOnJob } = await import('./job/worker.js');
      const loaded = await draft.loaded(input.rows(), parts);
      return await workOnJob(services, loaded, permission, options.concurrency);
    }
    const task = operationTask(services, parts, { ...options, permission });
    return await sendRows(services, { input, task, options, total: confirmed?.survey, paper });
  } finally {
    input.close();
  }
}

async function prepareParts(
  services: Services,
  operation: Operation,
  { settings, environment }: Profile,
  { raw }: BatchOptions,
): Promise<PrepareParts> {
  const { host } = services;
  const startedAt = await services.bankNow();
  const ahead = startedAt - host.clock.now();
  return {
    operation,
    base: await gatherFields(host, defaultValues(operation, settings), raw, {}),
    environment,
    outTradeNoPrefix: settings('outTradeNoPrefix'),
    startedAt,
    clock: { now: () => host.clock.now() + ahead },
    random: host.random,
  };
}

type RunTickets = (services: Services, options: BatchOptions, paper: Paper) => Promise<Result>;

/** The work of the support desk, which is more than one call a row. */
async function loadTickets(name: string, options: BatchOptions): Promise<RunTickets | undefined> {
  const word = name.trim().replace(/ +/g, '.');
  const isInvestigation = word === 'investigate';
  // A job of slips has the fields of the operation: pictures lie on one machine.
  if (!isInvestigation && (options.job !== undefined || !(await verifiesSlips(word))))
    return undefined;
  refuseMoneyOptions({ command: word.split('.') }, options);
  const { runTickets } = await import('./tickets/tickets.js');
  if (isInvestigation) {
    if (options.job !== undefined) {
      throw usageError(messages.jobIsForOperations, messages.leaveOutJob);
    }
    const { Investigations } = await import('./tickets/investigations.js');
    return (services, given, paper) =>
      runTickets(services, given, paper, (parts) => new Investigations(parts));
  }
  refuseReport(options);
  const { SlipTask } = await import('./tickets/slips.js');
  return (services, given, paper) =>
    runTickets(services, given, paper, (parts) => new SlipTask(parts));
}

async function verifiesSlips(word: string): Promise<boolean> {
  return word.startsWith('slip.') && word === (await FAMILIES.slip.load()).verify.id;
}

function refuseReport({ report }: BatchOptions): void {
  if (report === undefined) return;
  throw usageError(messages.reportIsForTickets, wording.leaveOut('--report'));
}

function refuseTicketOptions(options: BatchOptions): void {
  refuseReport(options);
  if (options.referenceColumn !== undefined) {
    throw usageError(messages.columnIsForTickets, wording.leaveOut('--reference-column'));
  }
  if (!options.once) return;
  throw usageError(messages.onceIsForSlips, wording.leaveOut('--once'));
}

async function draftJob(
  services: Services,
  name: string,
  input: RowsInput,
  parts: PrepareParts,
  options: BatchOptions,
): Promise<JobDraft> {
  const { JobDraft } = await import('./job/job.js');
  const { digest } = await digestInput(input.chunks());
  return JobDraft.of(services, name, parts, options, digest);
}

/** An operation that is not known counts as one that moves money. */
async function stepEffect([name]: readonly (string | undefined)[]): Promise<StepEffect> {
  if (name === 'investigate') return 'harmless';
  const operation = (await loadCatalogue()).find(
    ({ id, command }) => id === name || command.join(' ') === name,
  );
  return operation === undefined || operation.effect === 'money' ? 'money' : 'harmless';
}

async function findOperation(name: string): Promise<Operation> {
  const [family = ''] = name.split(/[ .]/);
  const operations = isFamily(family) ? await loadFamily(family) : [];
  const operation = operations.find(
    ({ id, command, aliases = [] }) =>
      id === name || [command, ...aliases].some((words) => words.join(' ') === name),
  );
  if (operation && operation.effect !== 'auth') return operation;
  const others = (await loadCatalogue()).filter(({ effect }) => effect !== 'auth');
  const ids = [...others.map(({ id }) => id), 'investigate'];
  const hint = meant(name.trim().replace(/ +/g, '.'), ids, messages.chooseOneOf(ids));
  throw usageError(messages.unknownOperation(JSON.stringify(name)), hint);
}

function refuseMoneyOptions(
  { command }: Pick<Operation, 'command'>,
  { waitMs, expectAmount }: BatchOptions,
): void {
  const wait = waitMs === undefined ? undefined : '--wait';
  const flag = expectAmount === undefined ? wait : '--expect-amount';
  if (flag === undefined) return;
  throw usageError(messages.onlyForPayments(flag, command.join(' ')), wording.leaveOut(flag));
}
