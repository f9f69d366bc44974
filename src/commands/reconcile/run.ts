import type { View } from '../../bank/define.js';
import { PayctlError } from '../../core/errors.js';
import { at, type Json, stringifyJson, textOf } from '../../core/json.js';
import { type Data, joined, type Say, type Text } from '../../core/message.js';
import { programOf } from '../../core/program.js';
import { visible, visibleLines } from '../../core/text.js';
import { csvLine } from '../../format/csv.js';
import { reconcileMessages as words } from '../../messages/reconcile.js';
import { rejectedLines } from '../../messages/rejected-lines.js';
import { rejectedAt } from '../../reconcile/bad-line.js';
import { controlFault } from '../../reconcile/control-fault.js';
import { FIELDS, isBreak, Presenter } from '../../reconcile/present.js';
import { type Reconciled, type Request, reconcile } from '../../reconcile/reconcile.js';
import type { Result, Rows } from '../../runtime/command.js';
import type { Context } from '../../runtime/context.js';
import type { ValuesOf } from '../../runtime/parameter.js';
import { isShaped, refuseCurl } from '../../runtime/run-options.js';
import { type LocalKnowledge, readLocalKnowledge } from './local-knowledge.js';
import { mappingsOf, type Options, type RECONCILE, readOptions, sourcesOf } from './options.js';

/** What --columns and -o text pick from. */
const BREAKS: View = { rows: 'breaks', fields: FIELDS };

/** With more, JSON is written piece by piece. */
const MANY = 20_000;

export async function run(context: Context, given: ValuesOf<typeof RECONCILE>): Promise<Result> {
  refuseCurl(context);
  const options = readOptions(context, given);
  const previews: Json[] = [];
  const result = await reconcile(await requestOf(context, options, previews));
  if (context.dryRun && asks(options)) return { data: { dryRun: previews } };
  await warnOfFaults(context, result);
  if (!context.dryRun) await write(context, options, result);
  return { ...exitOf(result), ...(await shown(context, result)) };
}

function asks({ bank, inquire }: Options): boolean {
  return bank.length === 0 || inquire === 'breaks';
}

async function askOf(context: Context, options: Options, local: LocalKnowledge, previews: Json[]) {
  if (!asks(options)) return undefined;
  const { asker, previewer } = await import('./ask.js');
  return context.dryRun ? previewer(context, local, previews) : asker(context, local, options.out);
}

async function requestOf(context: Context, options: Options, previews: Json[]): Promise<Request> {
  const { orders, bank, days, tolerance, cutoff, all } = options;
  const local = await readLocalKnowledge(context);
  const seed = () => Buffer.from(context.host.random.bytes(4)).readInt32LE();
  return {
    sources: [...sourcesOf(context, 'orders', orders), ...sourcesOf(context, 'bank', bank)],
    mappings: await mappingsOf(context, options.map),
    ...{ days, tolerance, cutoff, all, seed },
    ...{ charges: local.charges, refunds: local.refunds, confirmations: local.confirmations },
    ask: await askOf(context, options, local, previews),
  };
}

function program({ selection }: Context): string {
  return programOf(selection).join(' ');
}

async function warnOfFaults(context: Context, { bad, inputs }: Reconciled): Promise<void> {
  for (const line of bad) await context.warn(rejectedAt(line));
  for (const { file, wrapped } of inputs) {
    for (const line of wrapped) {
      const fault = rejectedLines.wrapped;
      await context.warn(rejectedLines.at({ file: visible(file), line, fault }));
    }
  }
}

function exitOf({ inputs, bad, records, missing }: Reconciled): Pick<Result, 'exit' | 'problem'> {
  const disagreeing = inputs.filter(({ control }) => control?.agrees === false);
  if (bad.length + disagreeing.length + missing.length === 0) {
    return { exit: records.some(({ kind }) => isBreak(kind)) ? 'PARTIAL' : 'SUCCESS' };
  }
  const unread = bad.length === 0 ? [] : [words.unread(bad.length)];
  return {
    problem: new PayctlError(
      'BAD_DATA',
      joined([...unread, ...disagreeing.map(controlFault), ...missing]),
      {
        hint: words.restReconciled,
      },
    ),
  };
}

/** What goes to standard output. */
async function shown(
  context: Context,
  result: Reconciled,
): Promise<Pick<Result, 'data' | 'table' | 'rows' | 'pieces' | 'view'>> {
  const { format } = context.output;
  const shaped = isShaped(context.output);
  const own = program(context);
  const worded = (say: Say) => new Presenter(result, own, say);
  const whole = () => unworded().whole();
  const unworded = () => new Presenter<Text>(result, own, (text) => text);
  if (format === 'csv' || format === 'jsonl') {
    if (shaped) return { rows: rowsOf(unworded(), exitOf(result)) };
    return { pieces: { texts: (say) => piecesOf(worded(say), format), whole } };
  }
  if (format === 'table' && !shaped) {
    const { tableOf } = await import('./table.js');
    return { table: (screen) => tableOf(result, worded(screen.say), screen) };
  }
  if (format !== 'json' || shaped || result.records.length <= MANY) {
    return { data: whole(), view: BREAKS };
  }
  return { pieces: { texts: (say) => jsonPieces(worded(say)), whole } };
}

function rowsOf(presenter: Presenter<Text>, end: Result): Rows {
  async function* items(): AsyncGenerator<Data> {
    yield* presenter.records();
  }
  return {
    items: items(),
    line: (item) => visible(stringifyJson(item)),
    fields: FIELDS,
    end: () => end,
  };
}

function* jsonPieces(presenter: Presenter<string>): Generator<string> {
  const head = stringifyJson({ inputs: presenter.inputs(), summary: presenter.summary() });
  yield visibleLines(`${head.slice(0, -1)},"breaks":[`);
  let text = '';
  let between = '';
  for (const record of presenter.records()) {
    text += between + visibleLines(stringifyJson(record));
    between = ',';
    if (text.length < 1 << 20) continue;
    yield text;
    text = '';
  }
  yield `${text}]}\n`;
}

async function write(
  context: Context,
  { out, report }: Options,
  result: Reconciled,
): Promise<void> {
  if (out === undefined && report === undefined) return;
  const { host, services } = context;
  const presenter = new Presenter(result, program(context), await services.say());
  if (out !== undefined) {
    const format = out.toLowerCase().endsWith('.csv') ? 'csv' : 'jsonl';
    const pieces = Array.from(piecesOf(presenter, format), (text) => Buffer.from(text));
    host.files.replace(out, Buffer.concat(pieces));
  }
  if (report !== undefined) {
    const { writePage } = await import('../../runtime/page-file.js');
    writePage(host, report, await reportOf(context, result));
  }
}

async function reportOf(context: Context, result: Reconciled): Promise<string> {
  const { host, services } = context;
  const { pageOf } = await import('./report.js');
  const presenter = new Presenter<Text>(result, program(context), (text) => text);
  const lang = await services.language();
  return pageOf({ result, presenter }, lang, host.clock.now(), await services.say());
}

/** One record per line, in pieces of about 1 MB. */
function* piecesOf(presenter: Presenter<string>, format: 'csv' | 'jsonl'): Generator<string> {
  const line = format === 'csv' ? csvOf : jsonlOf;
  let text = format === 'csv' ? csvLine([...FIELDS]) : '';
  for (const record of presenter.records()) {
    text += line(record);
    if (text.length < 1 << 20) continue;
    yield text;
    text = '';
  }
  if (text !== '') yield text;
}

function jsonlOf(record: Json): string {
  return `${visible(stringifyJson(record))}\n`;
}

function csvOf(record: Json): string {
  const cell = (field: string) => {
    const value = at(record, field) ?? null;
    return textOf(value) ?? (value === null ? '' : stringifyJson(value));
  };
  return csvLine(FIELDS.map(cell));
}
