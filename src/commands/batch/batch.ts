import type { Operation } from '../../bank/define.js';
import { TRADE_PAID } from '../../bank/ewallet/examples.js';
import { FAMILIES, isFamily, loadCatalogue, loadFamily } from '../../bank/families.js';
import { defaultsOf } from '../../bank/generate.js';
import type { Outcome } from '../../client/outcome.js';
import { PayctlError } from '../../core/errors.js';
import { fromPlain, type Json, number, parseJson, stringifyJson } from '../../core/json.js';
import { formatAmount } from '../../core/money.js';
import { nearest, visible } from '../../core/text.js';
import { running } from '../../messages/running.js';
import { type Command, command, type Result, type StepEffect } from '../../runtime/command.js';
import type { Context } from '../../runtime/context.js';
import { refuseCurl } from '../../runtime/globals.js';
import { gatherFields } from '../../runtime/input.js';
import type { ValuesOf } from '../../runtime/parameter.js';
import type { Profile } from '../../runtime/profile.js';
import { checkAmount, permissionOf, refuseReadOnly } from '../../runtime/safety.js';
import type { ChargePermission } from '../../state/permission.js';
import type { JobDraft } from './job.js';
import { askToSend, jobCommands } from './jobs.js';
import {
  BATCH_PARAMETERS,
  type BatchOptions,
  openRows,
  type RowsInput,
  readOptions,
} from './options.js';
import {
  digestOf,
  type PrepareParts,
  preparer,
  type Ready,
  type Survey,
  survey,
  type Wrong,
} from './prepare.js';
import { columnsOf, type Row } from './read.js';
import { endedResult, type Moves, resultLines, wrongResult } from './result-lines.js';
import { pacingOf, rowCallOf, sendRows } from './row-call.js';
import { WHOLE } from './row-source.js';
import { type Begun, STOPS, type Task, UNANSWERED, type Work } from './runner.js';

export const batch = command({
  words: ['batch'],
  step: stepEffect,
  summary: 'run one operation for each row of a CSV or JSON Lines file',
  notes: [
    'OPERATION is an id or the words of a command: ewallet.inquire or "ewallet inquire". The header of a CSV file names the fields, spelled as in the specification or as flags. Empty cells are ignored.',
    'Dates can be relative, as in flags: today, yesterday, -2h, +5d. They count from the start of the run.',
    'batch investigate and batch "slip verify" take tickets and slips: the column id or source has a reference, a payload or a picture, columns named like a flag are that flag, and all others are carried into the result, with verdict, amount, paidAt and next. --report writes one page of all tickets.',
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
  run,
});

export const commands: readonly Command[] = [batch, ...jobCommands];

async function run(context: Context, given: ValuesOf<typeof BATCH_PARAMETERS>): Promise<Result> {
  const { host, globals, services } = context;
  const options = readOptions(context, given);
  const tickets = await ticketsOf(given.name, options);
  if (tickets) {
    refuseMoneyOptions({ command: given.name.split('.') }, options);
    return tickets(context, options);
  }
  const operation = await findOperation(given.name);
  refuseTicketOptions(options);
  const profile = await services.profile();
  const money = operation.effect === 'money';
  if (money) refuseReadOnly(operation, profile);
  else refuseMoneyOptions(operation, options);
  const parts: PrepareParts = {
    operation,
    base: await gatherFields(host, defaultsOf(operation, profile.settings), options.raw, {}),
    environment: profile.environment,
    outTradeNoPrefix: profile.settings('outTradeNoPrefix'),
    startedAt: host.clock.now(),
    clock: host.clock,
    random: host.random,
  };
  const { resume, checkpoint, out, job } = options;
  const files = checkpoint ?? out ?? job;
  const twice = !globals.dryRun && (money || resume || files !== undefined);
  const columns = (header: readonly string[]) => columnsOf(operation, header);
  const input = await openRows(context, columns, options, twice);
  try {
    refuseCurl(globals);
    if (globals.dryRun) return await previewRows(context, input, parts, options);
    const draft =
      job === undefined ? undefined : await draftOf(context, job, input, parts, options);
    const confirmed = money
      ? await confirmedSurvey(context, profile, input.rows(), parts, options)
      : undefined;
    const permission = confirmed?.permission;
    if (draft) {
      const { workOn } = await import('./worker.js');
      const loaded = await draft.loaded(input.rows(), parts);
      return await workOn(context, loaded, permission, options.concurrency);
    }
    const task = new OperationTask(context, parts, options, permission);
    return await sendRows(context, { input, task, options, total: confirmed?.survey });
  } finally {
    input.close();
  }
}

type RunTickets = (context: Context, options: BatchOptions) => Promise<Result>;

/** The work of the support desk, which is more than one call a row. */
async function ticketsOf(name: string, { job }: BatchOptions): Promise<RunTickets | undefined> {
  const word = name.trim().replace(/ +/g, '.');
  if (word === 'investigate') {
    if (job !== undefined) {
      throw new PayctlError('USAGE', '--job is for operations; investigate has no job', {
        hint: 'leave out --job: one machine keeps the pace of the bank',
      });
    }
    const { runTickets } = await import('./tickets/tickets.js');
    const { Investigations } = await import('./tickets/investigations.js');
    return (context, options) => runTickets(context, options, (parts) => new Investigations(parts));
  }
  // A job has the fields of the operation: pictures lie on one machine.
  if (job !== undefined || !(await isOfSlips(word))) return undefined;
  const { runTickets } = await import('./tickets/tickets.js');
  const { Slips } = await import('./tickets/slips.js');
  return (context, options) => {
    refuseReport(options);
    return runTickets(context, options, (parts) => new Slips(parts));
  };
}

async function isOfSlips(word: string): Promise<boolean> {
  return word.startsWith('slip.') && word === (await FAMILIES.slip.load()).verify.id;
}

function refuseReport({ report }: BatchOptions): void {
  if (report === undefined) return;
  throw new PayctlError('USAGE', '--report is for tickets: payctl batch investigate', {
    hint: 'leave out --report',
  });
}

function refuseTicketOptions(options: BatchOptions): void {
  refuseReport(options);
  if (!options.once) return;
  throw new PayctlError('USAGE', '--once is for slips: payctl batch "slip verify"', {
    hint: 'leave out --once',
  });
}

async function draftOf(
  context: Context,
  name: string,
  input: RowsInput,
  parts: PrepareParts,
  options: BatchOptions,
): Promise<JobDraft> {
  const { JobDraft } = await import('./job.js');
  const { digest } = await digestOf(input.chunks());
  return JobDraft.of(context, name, parts, options, digest);
}

/** What is not known to move no money may move some. */
async function stepEffect([name]: readonly (string | undefined)[]): Promise<StepEffect> {
  if (name === 'investigate') return 'harmless';
  const known = (await loadCatalogue()).find(
    ({ id, command }) => id === name || command.join(' ') === name,
  );
  return known === undefined || known.effect === 'money' ? 'money' : 'harmless';
}

async function findOperation(name: string): Promise<Operation> {
  const [family = ''] = name.split(/[ .]/);
  const operations = isFamily(family) ? await loadFamily(family) : [];
  const found = operations.find(
    ({ id, command, aliases = [] }) =>
      id === name || [command, ...aliases].some((words) => words.join(' ') === name),
  );
  if (found && found.effect !== 'auth') return found;
  const known = (await loadCatalogue()).filter(({ effect }) => effect !== 'auth');
  const ids = [...known.map(({ id }) => id), 'investigate'];
  const guess = nearest(name.trim().replace(/ +/g, '.'), ids);
  throw new PayctlError('USAGE', `batch has no operation ${JSON.stringify(name)}`, {
    hint: guess ? `did you mean ${guess}?` : `choose one of ${ids.join(', ')}`,
  });
}

function refuseMoneyOptions(
  { command }: Pick<Operation, 'command'>,
  { waitMs, expectAmount }: BatchOptions,
): void {
  const wait = waitMs === undefined ? undefined : 'wait';
  const flag = expectAmount === undefined ? wait : 'expect-amount';
  if (flag === undefined) return;
  throw new PayctlError(
    'USAGE',
    `--${flag} only applies to payments, and ${command.join(' ')} moves no money`,
    {
      hint: `leave out --${flag}`,
    },
  );
}

/** Money: checks every row, then asks for a yes to the count and total (or --yes). */
async function confirmedSurvey(
  context: Context,
  profile: Profile,
  rows: Parameters<typeof survey>[0],
  parts: PrepareParts,
  { shard, expectAmount }: BatchOptions,
): Promise<{ survey: Survey; permission: ChargePermission }> {
  const { operation } = parts;
  const found = await survey(rows, preparer(parts), operation, shard);
  refuseWrong(found, operation);
  for (const warning of found.warnings) await context.warn(`${warning}`);
  const { rows: count, satang, amounts } = found.mine;
  const total = formatAmount(satang);
  const text = [
    `${operation.command.join(' ')}: ${count} rows`,
    shard.of === WHOLE.of ? '' : ` (part ${shard.part} of ${shard.of})`,
    amounts > 0 ? `, ${total} baht in total` : '',
    `, profile ${profile.name} (${profile.environment})`,
  ].join('');
  await checkAmount(expectAmount, amounts > 0 ? total : undefined, running.otherTotal);
  await askToSend(context, text);
  return { survey: found, permission: await permissionOf(context, profile) };
}

function refuseWrong({ wrong, rows, examples }: Survey, operation: Operation): void {
  if (wrong === 0) return;
  const details = examples.map(({ line, problem }) => ({
    field: `line ${line}`,
    message: problem,
  }));
  const more = wrong > examples.length ? `; the first ${examples.length}:` : '';
  throw new PayctlError(
    'USAGE',
    `${wrong} of ${rows} rows cannot be sent; nothing was sent${more}`,
    { details, executed: 'no', hint: `payctl ${operation.command.join(' ')} --help` },
  );
}

/** --dry-run: what each row would send, with credentials redacted, or why it cannot be sent. */
async function previewRows(
  context: Context,
  input: RowsInput,
  parts: PrepareParts,
  { shard, expectAmount }: Pick<BatchOptions, 'shard' | 'expectAmount'>,
): Promise<Result> {
  const { operation } = parts;
  const caller = await context.services.caller();
  const wrongLine = resultLines('jsonl').of;
  const lineOf = async (row: Ready | Wrong): Promise<string> => {
    if ('problem' in row) return wrongLine(wrongResult(row));
    const { method, url, headers, body } = await caller.preview(operation, row.input);
    const request: Json = { method, url, headers: fromPlain(headers) };
    if (body !== undefined) request.body = parseJson(body);
    const line = { line: number(String(row.line)), reference: row.reference ?? null };
    return `${visible(stringifyJson({ ...line, dryRun: request }))}\n`;
  };
  const found = await survey(input.rows(), preparer(parts), operation, shard, async (row) => {
    await context.host.stdout.write(await lineOf(row));
  });
  for (const warning of found.warnings) await context.warn(`${warning}`);
  const { rows, satang, amounts } = found.mine;
  const total = amounts > 0 ? formatAmount(satang) : undefined;
  const sum = total === undefined ? '' : `, ${total} baht in total`;
  await context.note(`${operation.command.join(' ')}: ${rows} rows would be sent${sum}`);
  if (found.wrong === 0) {
    if (operation.effect === 'money') await checkAmount(expectAmount, total, running.otherTotal);
    return { text: '' };
  }
  const problem = new PayctlError(
    'USAGE',
    `${found.wrong} of ${found.rows} rows are wrong; nothing was sent`,
    { executed: 'no' },
  );
  return { text: '', problem };
}

/** Makes the call of an operation for each row. */
class OperationTask implements Task {
  readonly id: string;
  readonly words: string;
  readonly moves: Moves;
  readonly base: Json;
  readonly prepare: (row: Row) => Ready | Wrong;
  readonly #context: Context;
  readonly #operation: Operation;
  readonly #options: BatchOptions;
  readonly #permission: ChargePermission | undefined;

  constructor(
    context: Context,
    parts: PrepareParts,
    options: BatchOptions,
    permission: ChargePermission | undefined,
  ) {
    const { operation, base } = parts;
    this.id = operation.id;
    this.words = operation.command.join(' ');
    this.moves = operation.effect === 'money' ? 'money' : 'something';
    this.base = fromPlain(base);
    this.prepare = preparer(parts);
    this.#context = context;
    this.#operation = operation;
    this.#options = options;
    this.#permission = permission;
  }

  async begin({ cutoff }: Begun): Promise<Work<Ready, Outcome>> {
    const operation = this.#operation;
    const { waitMs, rate } = this.#options;
    const pacing = await pacingOf(this.#context, operation, rate);
    const permission = this.#permission;
    const calls = { operation, permission, waitMs, cutoff, pacing };
    return {
      pace: pacing.before,
      stops: STOPS,
      unanswered: UNANSWERED,
      call: await rowCallOf(this.#context, calls),
      result: endedResult,
      end: () => pacing.end(),
    };
  }
}
