import { isJsonObject, type Json, type JsonObject } from '../json.js';
import { visible } from '../text.js';
import { cellText, isEmpty, isMoney } from './cell.js';
import { paintState, type Style } from './style.js';
import { renderRows } from './table.js';
import { pad, width } from './width.js';

const INDENT = '  ';
/** Deeper ones stand on one line: each line repeats the indentation. */
const DEEPEST = 20;
/** A longer name does not push the values of all others aside. */
const WIDEST_NAME = 40;

export interface Layout {
  /** Fields that lead, at any depth. */
  fields?: readonly string[];
  labels?: Readonly<Record<string, string>>;
  /** So many of the fields must be columns of a list; unless given, all of them. */
  keep?: number;
  /** Cells of a line. */
  space: number;
  style: Style;
  /** How many records this one lies in; none unless given. */
  depth?: number;
}

/**
 * One line per field, nested objects and lists indented below their name. Values are never cut;
 * empty fields that do not lead are left out.
 */
export function renderRecord(record: JsonObject, layout: Layout): string[] {
  const entries = ordered(record, layout.fields ?? []);
  const isDeep = (layout.depth ?? 0) >= DEEPEST;
  const cells = entries
    .map(([key, value]) => (isDeep || isLine(value) ? width(visible(key)) : 0))
    .reduce((most, name) => (name > WIDEST_NAME ? most : Math.max(most, name)), 0);
  return entries.flatMap(([key, value]) => {
    if (!isDeep && !isLine(value)) return [heading(key, layout), ...section(value, layout)];
    const text = cellText(value);
    const shown = paintState(layout.style, key, text, text);
    return [`${layout.style.head(pad(visible(key), cells))}  ${shown}`];
  });
}

/** A list as columns, or as one block per item where columns do not fit. */
export function renderList(items: readonly Json[], layout: Layout): string[] {
  if (!items.every(isJsonObject)) return items.map(cellText);
  const rows = renderColumns(items, layout);
  if (rows) return rows;
  const blocks = items.map((item) => renderRecord(item, layout));
  return blocks.flatMap((block, index) => (index === 0 ? block : ['', ...block]));
}

/** As many columns as fit, the last ones going first. */
function renderColumns(items: readonly JsonObject[], layout: Layout): string[] | undefined {
  const { fields, keep = fields?.length ?? 0 } = layout;
  for (let count = fields?.length ?? 0; count >= keep; count--) {
    const rows = renderRows(items, fields?.slice(0, count), layout);
    if (rows) return rows;
  }
  return undefined;
}

function ordered(record: JsonObject, lead: readonly string[]): [string, Json][] {
  const first = lead.filter((key) => Object.hasOwn(record, key));
  const rest = Object.keys(record).filter((key) => !lead.includes(key) && !isEmpty(record[key]));
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
  const inner = { ...layout, depth, space: layout.space - INDENT.length };
  const lines = Array.isArray(value)
    ? renderList(value, { ...inner, fields: undefined, labels: undefined, keep: undefined })
    : renderRecord(isJsonObject(value) ? value : {}, inner);
  return lines.map((line) => (line === '' ? '' : INDENT + line));
}
