import type { View } from '../../bank/define.js';
import { at, type Json, jsonText, stringifyJson } from '../../core/json.js';
import type { Data, Say, Text } from '../../core/message.js';
import { encodedPieces, inPieces } from '../../core/pieces.js';
import { visible, visibleLines } from '../../core/text.js';
import { csvLine } from '../../format/csv.js';
import type { Presenter } from '../../reconcile/present.js';
import type { Reconciled } from '../../reconcile/reconcile.js';
import type { Result, Rows, Screen, WriteText } from '../../runtime/command.js';
import { isShaped } from '../../runtime/run-options.js';
import type { Services } from '../../runtime/services.js';
import type { BookResult } from './book-report.js';
import type { Options } from './options.js';

/** With more, JSON is written piece by piece. */
const MANY = 20_000;

/** What came of a run, and how it is shown. */
export interface Finished {
  result: Reconciled;
  end: Pick<Result, 'exit' | 'problem'>;
  /** @param word what stands for a sentence: its words, or the sentence itself where a door words the whole */
  present<T extends Text>(word: (text: Text) => T): Presenter<T>;
  table(screen: Screen): string;
  /** Of a run with --book, for its report. */
  book?: BookResult;
}

/** What goes to standard output. */
export function shown(
  services: Services,
  { result, end, present, table }: Finished,
): Pick<Result, 'data' | 'table' | 'rows' | 'text' | 'view'> {
  const { format } = services.options.output;
  const shaped = isShaped(services.options.output);
  if (format === 'table' && !shaped) return { table };
  const unworded = present<Text>((text) => text);
  if (format === 'csv' || format === 'jsonl') {
    const rows = toRows(unworded, end);
    return shaped
      ? { rows }
      : { rows, text: inParts((say) => recordLines(present(say), format), end) };
  }
  // What --columns and -o text pick from.
  const view: View = { rows: 'breaks', fields: unworded.fields };
  const value = { data: unworded.whole(), view };
  if (format !== 'json' || shaped || result.records.length <= MANY) return value;
  return { ...value, text: inParts((say) => jsonTexts(present(say)), end) };
}

/** A document that is made piece by piece, because its text may not fit into memory. */
function inParts(textsIn: (say: Say) => Iterable<string>, end: Result): WriteText {
  return async ({ writeLong, screen: { say } }) => {
    for (const piece of inPieces(textsIn(say))) await writeLong(piece);
    return end;
  };
}

function toRows(presenter: Presenter<Text>, end: Result): Rows {
  async function* items(): AsyncGenerator<Data> {
    yield* presenter.records();
  }
  return { items: items(), separate: { fields: presenter.fields, end: () => end } };
}

function* jsonTexts(presenter: Presenter<string>): Generator<string> {
  const head = stringifyJson(presenter.head());
  let before = visibleLines(`${head.slice(0, -1)},"breaks":[`);
  for (const record of presenter.records()) {
    yield before + visibleLines(stringifyJson(record));
    before = ',';
  }
  yield `${before === ',' ? '' : before}]}\n`;
}

/** Writes the files of --out and --report. */
export async function write(
  services: Services,
  { out, report }: Options,
  finished: Finished,
): Promise<void> {
  if (out === undefined && report === undefined) return;
  const { host } = services;
  if (out !== undefined) {
    const format = out.toLowerCase().endsWith('.csv') ? 'csv' : 'jsonl';
    const presenter = finished.present(await services.say());
    host.files.replace(out, encodedPieces(recordLines(presenter, format)));
  }
  if (report !== undefined) {
    const { writePage } = await import('../../runtime/page-file.js');
    writePage(host, report, await renderReport(services, finished));
  }
}

async function renderReport(
  services: Services,
  { result, present, book }: Finished,
): Promise<string> {
  const { reconcilePage } = await import('./report.js');
  const presenter = present<Text>((text) => text);
  const lang = await services.language();
  return reconcilePage(
    { result, presenter, book },
    lang,
    services.host.clock.now(),
    await services.say(),
  );
}

/** One record per line. */
function* recordLines(presenter: Presenter<string>, format: 'csv' | 'jsonl'): Generator<string> {
  const { fields } = presenter;
  if (format === 'csv') yield csvLine(fields);
  for (const record of presenter.records()) {
    yield format === 'csv' ? csvRow(record, fields) : jsonLine(record);
  }
}

function jsonLine(record: Json): string {
  return `${visible(stringifyJson(record))}\n`;
}

function csvRow(record: Json, fields: readonly string[]): string {
  const cell = (field: string) => {
    const value = at(record, field) ?? null;
    return jsonText(value) ?? (value === null ? '' : stringifyJson(value));
  };
  return csvLine(fields.map(cell));
}
