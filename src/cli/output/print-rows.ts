import { type PayctlError, usageError } from '../../core/errors.js';
import { type Json, stringifyJson } from '../../core/json.js';
import { type Data, isJson, wordedData } from '../../core/message.js';
import { readPages } from '../../core/pages.js';
import { visibleLines } from '../../core/text.js';
import type { Rendering } from '../../format/render.js';
import type { Host } from '../../host/host.js';
import { commandLine, terminalMessages as words } from '../../messages/terminal.js';
import type { Result, Rows, Screen } from '../../runtime/command.js';
import type { Tell } from '../../runtime/door.js';
import { type Globals, outputFormat } from '../../runtime/globals.js';
import { sayFor } from '../../runtime/language.js';
import { isShaped } from '../../runtime/run-options.js';
import { renderingFor } from './print.js';

/** Items that are rendered together. Those of a table share their widths, and a header. */
const AT_ONCE = { table: 2_000, other: 500 };
/** Characters that are collected for one write. */
const FULL = 64 * 1024;
/** Most items that are held where the format needs all of them. */
const MOST_HELD = 100_000;

/**
 * Prints rows as one list, as they come where the output does not need them all, and returns what is
 * left to report; else they become its data.
 */
export async function printRows(
  host: Host,
  globals: Globals,
  rows: Rows,
  rest: Result,
  tell: Tell,
): Promise<Result> {
  const hidden = new Set<string>();
  const texts = await streamTexts(host, globals, rows, rest.view, (columns) => {
    for (const column of columns) hidden.add(column);
  });
  if (texts === undefined) return asData(rows, rest, globals);
  let waiting = '';
  let isEmpty = true;
  for await (const text of texts) {
    isEmpty = false;
    waiting += text;
    if (waiting.length < FULL) continue;
    await host.stdout.write(waiting);
    waiting = '';
    if (host.stdout.isClosed) break;
  }
  await host.stdout.write(waiting);
  if (hidden.size > 0) await tell(words.hiddenColumns([...hidden]), 'note');
  const isTable = outputFormat(host, globals) === 'table';
  return isEmpty && isTable ? { ...rest, data: [] } : rest;
}

/** The result with its rows as data. Rejects with USAGE where they are too many to hold. */
async function asData({ items }: Rows, rest: Result, globals: Globals): Promise<Result> {
  const data: Data[] = [];
  for await (const item of items) {
    if (data.length === MOST_HELD) throw tooManyError(globals);
    data.push(item);
  }
  return { ...rest, data };
}

function tooManyError({ query, output }: Globals): PayctlError {
  return query === undefined
    ? usageError(commandLine.formatNeedsAll(output ?? '', MOST_HELD), commandLine.listFewer)
    : usageError(commandLine.queryNeedsAll(query, MOST_HELD), commandLine.queryEach);
}

/** undefined where all items are needed for the first text. */
async function streamTexts(
  host: Host,
  globals: Globals,
  rows: Rows,
  view: Result['view'],
  onHidden: Screen['onHidden'],
): Promise<AsyncIterable<string> | undefined> {
  const format = outputFormat(host, globals);
  const { query, columns } = globals;
  const shaped = isShaped(globals);
  const say = await sayFor(host, globals.selection);
  if (format === 'raw' || !(await isEachAlone(query))) return undefined;
  // What comes first says which columns the rest has.
  const isSheet = format === 'csv' || format === 'text';
  if (isSheet && !rows.isUniform && columns === undefined) return undefined;
  const how = {
    ...renderingFor(host, globals),
    ...{ format, columns, view, say, onHidden, knownFields: view?.fields },
  };
  // Of a million rows few have a message: the others need no copy.
  const items = mapped(rows.items, (item) => (isJson(item) ? item : wordedData(item, say)));
  const chosen = shaped || format === 'table' ? chooseEach(items, how) : items;
  if (format === 'json') return inBrackets(chosen, host.stdout.isTTY);
  if (format === 'jsonl') return mapped(chosen, (item) => `${visibleLines(stringifyJson(item))}\n`);
  return renderParts(chosen, how);
}

async function isEachAlone(query: string | undefined): Promise<boolean> {
  return query === undefined || (await import('../../format/select.js')).selectsEach(query);
}

async function* mapped<T, U>(items: AsyncIterable<T>, change: (item: T) => U): AsyncGenerator<U> {
  for await (const item of items) yield change(item);
}

/** What is wanted of each item. The first ones say which columns there are. */
async function* chooseEach(items: AsyncIterable<Json>, how: Rendering): AsyncGenerator<Json> {
  const { choose } = await import('../../format/render.js');
  let lacking: Rendering['onUnknownColumn'];
  for await (const some of readPages(items, AT_ONCE.other)) {
    const chosen = await choose(some, { ...how, ...(lacking && { onUnknownColumn: lacking }) });
    lacking = () => undefined;
    yield* Array.isArray(chosen) ? chosen : [chosen];
  }
}

/** Prints them like one JSON array. */
async function* inBrackets(items: AsyncIterable<Json>, indented: boolean): AsyncGenerator<string> {
  const [begin, between, end] = indented ? ['[\n', ',\n', '\n]\n'] : ['[', ',', ']\n'];
  let isFirst = true;
  for await (const item of items) {
    const text = indented
      ? (stringifyJson([item], 2) ?? '').slice('[\n'.length, -'\n]'.length)
      : stringifyJson(item);
    yield (isFirst ? begin : between) + visibleLines(text);
    isFirst = false;
  }
  yield isFirst ? '[]\n' : end;
}

/** Each part of a long table has its own widths and its own header; of CSV only the first has one. */
async function* renderParts(items: AsyncIterable<Json>, how: Rendering): AsyncGenerator<string> {
  const { renderChosen } = await import('../../format/render.js');
  const { csvLine } = await import('../../format/csv.js');
  const isTable = how.format === 'table';
  let isFirst = true;
  for await (const some of readPages(items, isTable ? AT_ONCE.table : AT_ONCE.other)) {
    const text = await renderChosen(some, how);
    const header = how.columns ? csvLine([...how.columns]).length : text.indexOf('\n') + 1;
    yield how.format === 'csv' && !isFirst ? text.slice(header) : text;
    isFirst = false;
  }
  if (isFirst && !isTable) yield renderChosen([], how);
}
