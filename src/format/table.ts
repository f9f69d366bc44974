import type { View } from '../bank/define.js';
import { at, isJsonObject, isLosslessNumber, type Json, type JsonObject } from '../core/json.js';
import { type Say, sayEnglish } from '../core/message.js';
import { visible } from '../core/text.js';
import { headings } from '../messages/headings.js';
import { cellText, flatten, isEmpty, isMoney, isSparse, toHeading } from './cell.js';
import { paintState, type Style } from './style.js';
import { cut, pad, width } from './width.js';

interface Column {
  field: string;
  label: string;
  texts: string[];
  /** Where people call the values otherwise: as they are. */
  values: readonly (Json | undefined)[];
  align: 'left' | 'right';
  cells: number;
}

type Labels = Readonly<Record<string, string>>;

const GAP = '  ';
const NARROWEST = 12;

/** With more it is not a table, and rows that share no field would fill the memory. */
const MOST_COLUMNS = 200;

/** Names of fields that hold sentences, and so may be cut; ids, amounts, codes and addresses of the web never are. */
const SENTENCE =
  /(?:name(?:th|en)?|description|desc|message|note|remarks?|reason|details|summary|text)$/i;
const AMOUNT = /(?:amount|fee|minimum|maximum|minimumCCIPP|rate|count|total)$/i;

/** Columns side by side within `space` cells; undefined where that would cut what must stay whole. */
function renderRows(
  rows: readonly JsonObject[],
  fields: readonly string[] | undefined,
  layout: Layout,
): string[] | undefined {
  const { space, style } = layout;
  const columns = layOutColumns(rows, fields, layout);
  if (!columns || !narrowToFit(columns, space) || isMostlyBlank(columns)) return undefined;
  const head = line(columns, (column) => {
    return style.head(pad(cut(column.label, column.cells), column.cells, column.align));
  });
  const body = rows.flatMap((_, index) => [
    line(columns, (column) => styleCell(column, index, style)),
    ...lineBelow(index, layout),
  ]);
  return [head, ...body];
}

/** One long cell widens its column for all rows. */
function isMostlyBlank(columns: readonly Column[]): boolean {
  const [width, text] = columns.reduce(
    ([cells, length], column) => [
      cells + column.cells * column.texts.length,
      length + column.texts.reduce((sum, one) => sum + one.length, 0),
    ],
    [0, 0],
  );
  return isSparse(width, text);
}

function layOutColumns(
  rows: readonly JsonObject[],
  wanted: readonly string[] | undefined,
  { labels: named = {}, names, say }: Layout,
): Column[] | undefined {
  const leaves = rows.map((row) => flatten(row, isMoney));
  const present = [...new Set(leaves.flatMap((row) => [...row.keys()]))];
  const filled = leaves.reduce((sum, row) => sum + row.size, 0);
  const most = wanted?.length ?? present.length;
  if (present.length > MOST_COLUMNS || isSparse(most * rows.length, filled)) return undefined;
  const read = (field: string) =>
    rows.map((row, index) => {
      return leaves[index]?.get(field) ?? (Object.hasOwn(row, field) ? row[field] : at(row, field));
    });
  const chosen = wanted?.filter((field) => read(field).some((value) => value !== undefined)) ?? [];
  const fields = chosen.length > 0 ? chosen : present;
  const labels = columnLabels(fields, named, say);
  return fields.map((field, index) => {
    return column(field, labels[index] ?? field, read(field), (value) =>
      valueText(field, value, { names, say }),
    );
  });
}

/** The heading of each field, or its whole path where two columns would be called the same. */
function columnLabels(fields: readonly string[], named: Labels, say: Say = sayEnglish): string[] {
  const own = fields.map((field) => {
    const label = Object.hasOwn(named, field) ? named[field] : undefined;
    return label ?? field.split('.').at(-1) ?? field;
  });
  const twice = new Set(own.filter((name, index) => own.indexOf(name) !== index));
  return fields.map((field, index) => {
    const name = own[index] ?? field;
    if (twice.has(name)) return visible(toHeading(field));
    return visible(toHeading(isHeading(name) ? say(headings[name]) : name));
  });
}

function isHeading(name: string): name is keyof typeof headings {
  return Object.hasOwn(headings, name);
}

/** A value as people call it. */
function valueText(
  field: string,
  value: Json | undefined,
  { names, say = sayEnglish }: Pick<Layout, 'names' | 'say'>,
): string {
  const known = names && Object.hasOwn(names, field) ? names[field] : undefined;
  const name =
    known && typeof value === 'string' && Object.hasOwn(known, value) ? known[value] : undefined;
  return name === undefined ? cellText(value, say) : visible(say(name));
}

function column(
  field: string,
  label: string,
  values: readonly (Json | undefined)[],
  textOf: (value: Json | undefined) => string,
): Column {
  const texts = values.map(textOf);
  const cells = texts.reduce((most, text) => Math.max(most, width(text)), width(label));
  return { field, label, texts, values, cells, align: isAmount(field, values) ? 'right' : 'left' };
}

function isAmount(field: string, values: readonly (Json | undefined)[]): boolean {
  const filled = values.filter((value) => value !== undefined && !isEmpty(value));
  if (filled.length === 0) return false;
  if (filled.every((value) => isLosslessNumber(value) || isMoney(value ?? null))) return true;
  return AMOUNT.test(field) && filled.every((value) => /^-?\d+(?:\.\d+)?$/.test(cellText(value)));
}

/** Narrows sentences, the widest first, until the columns fit. */
function narrowToFit(columns: readonly Column[], space: number): boolean {
  const soft = columns.filter(({ field }) => SENTENCE.test(field));
  const used = columns.reduce((sum, { cells }) => sum + cells, GAP.length * (columns.length - 1));
  for (let excess = used - space; excess > 0; excess--) {
    const most = Math.max(0, ...soft.map(({ cells }) => cells));
    const widest = soft.find(({ cells }) => cells === most);
    if (!widest || most <= NARROWEST) return false;
    widest.cells--;
  }
  return true;
}

function styleCell(column: Column, index: number, style: Style): string {
  const text = column.texts[index] ?? '';
  const shown = pad(cut(text, column.cells), column.cells, column.align);
  return paintState(style, column.field, shown, cellText(column.values[index]));
}

function line(columns: readonly Column[], cell: (column: Column) => string): string {
  return columns.map(cell).join(GAP).trimEnd();
}

const INDENT = '  ';
/** Deeper values are shown on one line, because each line repeats the indentation. */
const DEEPEST = 20;
/** A longer name does not push the values of all others aside. */
const WIDEST_NAME = 40;

export interface Layout {
  /** Fields shown first, at any depth. */
  fields?: readonly string[];
  labels?: Readonly<Record<string, string>>;
  /** What people call the values of a field. */
  names?: View['names'];
  /** How many of the fields must be columns of a list; all of them by default. */
  keep?: number;
  /** Cells of a line. */
  space: number;
  style: Style;
  say?: Say;
  /** How many records enclose this one. */
  depth?: number;
  /** Lines below the records of a list, in their order. */
  below?: readonly (string | undefined)[];
  /** Called with the labels of columns that a list had to leave out. */
  onHidden?: ((columns: readonly string[]) => void) | undefined;
}

/**
 * One line per field, nested objects and lists indented below their name. Values are never cut;
 * empty fields are left out, but for those shown first.
 */
export function renderRecord(record: JsonObject, layout: Layout): string[] {
  const entries = ordered(record, layout.fields ?? []);
  const isDeep = (layout.depth ?? 0) >= DEEPEST;
  const cells = entries
    .map(([key, value]) => (isDeep || isLine(value) ? width(visible(key)) : 0))
    .reduce((most, name) => (name > WIDEST_NAME ? most : Math.max(most, name)), 0);
  return entries.flatMap(([key, value]) => {
    if (!isDeep && !isLine(value)) return [heading(key, layout), ...section(value, layout)];
    const text = valueText(key, value, layout);
    const shown = paintState(layout.style, key, text, cellText(value));
    return [`${layout.style.head(pad(visible(key), cells))}  ${shown}`];
  });
}

/** A list as columns, or as one block per item where columns do not fit. */
export function renderList(items: readonly Json[], layout: Layout): string[] {
  if (!items.every(isJsonObject)) return items.map((item) => cellText(item, layout.say));
  const rows = renderColumns(items, layout);
  if (rows) return rows;
  const blocks = items.map((item, index) => [
    ...renderRecord(item, layout),
    ...lineBelow(index, layout),
  ]);
  return blocks.flatMap((block, index) => (index === 0 ? block : ['', ...block]));
}

/** As many columns as fit, the last ones going first. */
function renderColumns(items: readonly JsonObject[], layout: Layout): string[] | undefined {
  const { fields, keep = fields?.length ?? 0 } = layout;
  for (let count = fields?.length ?? 0; count >= keep; count--) {
    const rows = renderRows(items, fields?.slice(0, count), layout);
    if (rows === undefined) continue;
    const hidden = fields?.slice(count).filter((field) => items.some((item) => has(item, field)));
    if (hidden && hidden.length > 0) {
      layout.onHidden?.(hidden.map((field) => layout.labels?.[field] ?? field));
    }
    return rows;
  }
  return undefined;
}

function has(item: JsonObject, field: string): boolean {
  return !isEmpty(Object.hasOwn(item, field) ? item[field] : at(item, field));
}

function lineBelow(index: number, { below }: Layout): string[] {
  const text = below?.[index];
  return text === undefined ? [] : [text];
}

function ordered(record: JsonObject, leading: readonly string[]): [string, Json][] {
  const first = leading.filter((key) => Object.hasOwn(record, key));
  const rest = Object.keys(record).filter((key) => !leading.includes(key) && !isEmpty(record[key]));
  return [...first, ...rest].map((key) => [key, record[key] ?? null]);
}

function isLine(value: Json): boolean {
  if (isEmpty(value) || isMoney(value)) return true;
  if (Array.isArray(value))
    return value.every((item) => isLine(item) && !Array.isArray(item) && !isJsonObject(item));
  return !isJsonObject(value);
}

function heading(key: string, { style }: Layout): string {
  return style.head(visible(key));
}

function section(value: Json, layout: Layout): string[] {
  const depth = (layout.depth ?? 0) + 1;
  const space = layout.space - INDENT.length;
  const inner = { ...layout, depth, space, below: undefined, onHidden: undefined };
  const lines = Array.isArray(value)
    ? renderList(value, { ...inner, fields: undefined, labels: undefined, keep: undefined })
    : renderRecord(isJsonObject(value) ? value : {}, inner);
  return lines.map((line) => (line === '' ? '' : INDENT + line));
}
