import { type Json, stringifyJson } from '../../core/json.js';
import { visibleLines } from '../../core/text.js';
import type { Host } from '../../host/host.js';
import type { Listing, Result } from '../command.js';
import type { Format, Globals } from '../globals.js';
import { formatOf, renderingFor } from './print.js';
import type { Rendering } from './render.js';

/** Items that are rendered together, in formats that know of columns. */
const AT_ONCE = 500;
/** Characters that are written at once. */
const FULL = 64 * 1024;

/**
 * Prints the items of a list as they come, where the format does not need them all, and returns what
 * is left to report; else they become its data.
 */
export async function printList(host: Host, globals: Globals, result: Result): Promise<Result> {
  const { list, ...rest } = result;
  if (list === undefined) return result;
  const format = formatOf(host, globals);
  const shaped = globals.query !== undefined || globals.columns !== undefined;
  const texts = shaped ? undefined : textsOf(list, format, host, globals);
  if (texts === undefined) return withData(result);
  let waiting = '';
  let isEmpty = true;
  for await (const text of texts) {
    isEmpty = false;
    waiting += text;
    if (waiting.length < FULL) continue;
    await host.stdout.write(waiting);
    waiting = '';
  }
  await host.stdout.write(waiting);
  return isEmpty && format === 'table' ? { ...rest, table: '' } : { ...rest, text: '' };
}

/** The same result with its items as data. */
export async function withData({ list, ...rest }: Result): Promise<Result> {
  if (list === undefined) return rest;
  const data: Json[] = [];
  for await (const item of list.items) data.push(item);
  const { line } = list;
  if (line === undefined) return { ...rest, data };
  return { ...rest, data, table: data.map((item) => `${line(item)}\n`).join('') };
}

/** undefined where all items are needed for the first one. */
function textsOf(
  { items, line, isUniform = false }: Listing,
  format: Format,
  host: Host,
  globals: Globals,
): AsyncIterable<string> | undefined {
  if (format === 'json') return inBrackets(items, host.stdout.isTTY);
  if (format === 'jsonl') return mapped(items, (item) => `${visibleLines(stringifyJson(item))}\n`);
  if (format === 'table') return line && mapped(items, (item) => `${line(item)}\n`);
  if (format === 'raw' || !isUniform) return undefined;
  return inChunks(items, host, globals, format);
}

async function* mapped(
  items: AsyncIterable<Json>,
  textOf: (item: Json) => string,
): AsyncGenerator<string> {
  for await (const item of items) yield textOf(item);
}

/** As one array would be printed. */
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

/** The items have the same fields, so the header of all is that of the first ones. */
async function* inChunks(
  items: AsyncIterable<Json>,
  host: Host,
  globals: Globals,
  format: Rendering['format'],
): AsyncGenerator<string> {
  const { renderResult } = await import('./render.js');
  let waiting: Json[] = [];
  let isFirst = true;
  const rendered = async () => {
    const text = await renderResult(waiting, { ...renderingFor(host, globals), format });
    const from = format === 'csv' && !isFirst ? text.indexOf('\n') + 1 : 0;
    isFirst = false;
    waiting = [];
    return text.slice(from);
  };
  for await (const item of items) {
    waiting.push(item);
    if (waiting.length >= AT_ONCE) yield await rendered();
  }
  if (waiting.length > 0 || isFirst) yield await rendered();
}
