import type { View } from '../../bank/define.js';
import { PayctlError } from '../../core/errors.js';
import { at, type Json, stringifyJson, textOf } from '../../core/json.js';
import { counted, visible, visibleLines } from '../../core/text.js';
import { csvLine } from '../../format/csv.js';
import { baht } from '../../reconcile/amounts.js';
import { FIELDS, isBreak, Presenter } from '../../reconcile/present.js';
import { faultOf, type Input, placeOf } from '../../reconcile/read.js';
import { type Reconciled, type Request, reconcile } from '../../reconcile/reconcile.js';
import type { Pieces, Result, Rows } from '../../runtime/command.js';
import type { Context } from '../../runtime/context.js';
import { formatOf, refuseCurl } from '../../runtime/globals.js';
import type { ValuesOf } from '../../runtime/parameter.js';
import { type Known, knownHere } from './known.js';
import { mappingsOf, type Options, type RECONCILE, readOptions, sourcesOf } from './options.js';

/** What --columns and -o text pick from. */
const BREAKS: View = { rows: 'breaks', fields: FIELDS };

const WRAPPED =
  'a quoted cell goes over several lines, which hardly any other row has; if a quotation mark is stray, the rows behind it were not read';

/** With more, JSON is written piece by piece. */
const MANY = 20_000;

export async function run(context: Context, given: ValuesOf<typeof RECONCILE>): Promise<Result> {
  refuseCurl(context.globals);
  const options = readOptions(context, given);
  const previews: Json[] = [];
  const result = await reconcile(await requestOf(context, options, previews));
  if (context.globals.dryRun && asks(options)) return { data: { dryRun: previews } };
  const presenter = new Presenter(result, program(context));
  await tellFaults(context, result);
  if (!context.globals.dryRun) await write(context, options, result, presenter);
  return { ...endOf(result), ...(await shown(context, result, presenter)) };
}

function asks({ bank, inquire }: Options): boolean {
  return bank.length === 0 || inquire === 'breaks';
}

async function askOf(context: Context, options: Options, known: Known, previews: Json[]) {
  if (!asks(options)) return undefined;
  const { asker, previewer } = await import('./ask.js');
  const { dryRun } = context.globals;
  return dryRun ? previewer(context, known, previews) : asker(context, known, options.out);
}

async function requestOf(context: Context, options: Options, previews: Json[]): Promise<Request> {
  const { orders, bank, days, tolerance, cutoff, all } = options;
  const known = await knownHere(context);
  const seed = () => Buffer.from(context.host.random.bytes(4)).readInt32LE();
  return {
    sources: [...sourcesOf(context, 'orders', orders), ...sourcesOf(context, 'bank', bank)],
    mappings: await mappingsOf(context, options.map),
    ...{ days, tolerance, cutoff, all, seed },
    ...{ charges: known.charges, refunds: known.refunds, told: known.told },
    ask: await askOf(context, options, known, previews),
  };
}

/** The command with the profile that was asked for, so that what comes next can be pasted. */
function program({ globals: { sandbox, profile } }: Context): string {
  if (sandbox) return 'payctl --sandbox';
  return profile === undefined ? 'payctl' : `payctl -p ${profile}`;
}

/** A broken line is an error, not a note: --quiet does not hide it. */
async function tellFaults({ host }: Context, { bad, inputs }: Reconciled): Promise<void> {
  const wrapped = inputs.flatMap(({ file, wrapped: lines }) =>
    lines.map((line) => `warning: ${placeOf({ file, line })}: ${WRAPPED}\n`),
  );
  const lines = [...bad.map((one) => `${placeOf(one)}: ${visible(faultOf(one))}\n`), ...wrapped];
  if (lines.length > 0) await host.stderr.write(visibleLines(lines.join('')));
}

function endOf({ inputs, bad, records }: Reconciled): Pick<Result, 'exit' | 'problem'> {
  const disagreeing = inputs.filter(({ control }) => control?.agrees === false);
  if (bad.length === 0 && disagreeing.length === 0) {
    return { exit: records.some(({ kind }) => isBreak(kind)) ? 'PARTIAL' : 'SUCCESS' };
  }
  const broken = bad.length === 0 ? [] : [`${counted(bad.length, 'line')} cannot be read`];
  return {
    problem: new PayctlError('BAD_DATA', [...broken, ...disagreeing.map(controlFault)].join('; '), {
      hint: 'the rest is reconciled; correct the file or the mapping, and run again',
    }),
  };
}

function controlFault({ file, rows, total, control }: Input): string {
  const stated = [
    control?.rows === undefined ? undefined : counted(control.rows, 'line'),
    control?.total === undefined ? undefined : `${baht(control.total)} baht`,
  ].filter((one) => one !== undefined);
  const found = `${counted(rows, 'line')} and ${total.toString()} baht were read`;
  const said =
    stated.length === 0
      ? 'has no trailer that can be read'
      : `: its trailer says ${stated.join(' and ')}`;
  return `${visible(file)}${said.startsWith(':') ? '' : ' '}${said}, but ${found}`;
}

/** What goes to standard output. */
async function shown(
  context: Context,
  result: Reconciled,
  presenter: Presenter,
): Promise<Pick<Result, 'data' | 'table' | 'rows' | 'pieces' | 'view'>> {
  const { globals, host } = context;
  const format = formatOf(host, globals);
  const isShaped = globals.query !== undefined || globals.columns !== undefined;
  if (format === 'csv' || format === 'jsonl') {
    if (isShaped) return { rows: rowsOf(presenter, endOf(result)) };
    return { pieces: inPieces(presenter, piecesOf(presenter, format)) };
  }
  if (format === 'table' && !isShaped) {
    const { tableOf } = await import('./table.js');
    return { table: await tableOf(context, result, presenter) };
  }
  if (format !== 'json' || isShaped || result.records.length <= MANY) {
    return { data: presenter.whole(), view: BREAKS };
  }
  return { pieces: inPieces(presenter, jsonPieces(presenter)) };
}

function inPieces(presenter: Presenter, texts: Iterable<string>): Pieces {
  return { texts, whole: () => presenter.whole() };
}

function rowsOf(presenter: Presenter, end: Result): Rows {
  async function* items(): AsyncGenerator<Json> {
    yield* presenter.records();
  }
  return {
    items: items(),
    line: (item) => visible(stringifyJson(item)),
    fields: FIELDS,
    end: () => end,
  };
}

function* jsonPieces(presenter: Presenter): Generator<string> {
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
  presenter: Presenter,
): Promise<void> {
  const { files } = context.host;
  if (out !== undefined) {
    const format = out.toLowerCase().endsWith('.csv') ? 'csv' : 'jsonl';
    files.replace(
      out,
      Buffer.concat([...piecesOf(presenter, format)].map((text) => Buffer.from(text))),
    );
  }
  if (report !== undefined) {
    const { pageOf } = await import('./report.js');
    const { writePage } = await import('../../runtime/page-file.js');
    writePage(context.host, report, await pageOf(context, result, presenter));
  }
}

/** A record a line, in pieces that are worth writing. */
function* piecesOf(presenter: Presenter, format: 'csv' | 'jsonl'): Generator<string> {
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
