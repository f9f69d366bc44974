import { at, isLosslessNumber, type Json, type JsonObject } from '../json.js';
import { visible } from '../text.js';
import { cellText, isEmpty, isMoney } from './cell.js';
import { flatten, isSparse } from './flat.js';
import { paintState, type Style } from './style.js';
import { cut, pad, width } from './width.js';

interface Column {
  field: string;
  label: string;
  texts: string[];
  align: 'left' | 'right';
  cells: number;
}

type Labels = Readonly<Record<string, string>>;

const GAP = '  ';
const NARROWEST = 12;

/** More are no table, and rows that share no field would fill the memory. */
const MOST_COLUMNS = 200;

/** Names of fields that hold sentences, and so may be cut; ids, amounts, codes and addresses of the web never are. */
const SENTENCE =
  /(?:name(?:th|en)?|description|desc|message|note|remarks?|reason|details|summary|text)$/i;
const AMOUNT = /(?:amount|fee|minimum|maximum|minimumCCIPP|rate|count|total)$/i;

/** Columns side by side within `space` cells; undefined where that would cut what must stay whole. */
export function renderRows(
  rows: readonly JsonObject[],
  fields: readonly string[] | undefined,
  { labels, space, style }: { labels?: Labels; space: number; style: Style },
): string[] | undefined {
  const columns = columnsOf(rows, fields, labels);
  if (!columns || !narrow(columns, space) || isMostlyBlank(columns)) return undefined;
  const head = line(columns, (column) => {
    return style.head(pad(cut(column.label, column.cells), column.cells, column.align));
  });
  const body = rows.map((_, index) => line(columns, (column) => cellOf(column, index, style)));
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

function columnsOf(
  rows: readonly JsonObject[],
  wanted: readonly string[] | undefined,
  named: Labels = {},
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
  const labels = labelsOf(fields, named);
  return fields.map((field, index) => column(field, labels[index] ?? field, read(field)));
}

/** The field's own name, or its whole path where two columns would be called the same. */
function labelsOf(fields: readonly string[], named: Labels): string[] {
  const own = fields.map((field) => named[field] ?? field.split('.').at(-1) ?? field);
  const twice = new Set(own.filter((name, index) => own.indexOf(name) !== index));
  return fields.map((field, index) => {
    const name = own[index] ?? field;
    return visible(twice.has(name) ? field : name).toUpperCase();
  });
}

function column(field: string, label: string, values: (Json | undefined)[]): Column {
  const texts = values.map(cellText);
  const cells = texts.reduce((most, text) => Math.max(most, width(text)), width(label));
  return { field, label, texts, cells, align: isAmount(field, values) ? 'right' : 'left' };
}

function isAmount(field: string, values: readonly (Json | undefined)[]): boolean {
  const filled = values.filter((value) => value !== undefined && !isEmpty(value));
  if (filled.length === 0) return false;
  if (filled.every((value) => isLosslessNumber(value) || isMoney(value ?? null))) return true;
  return AMOUNT.test(field) && filled.every((value) => /^-?\d+(?:\.\d+)?$/.test(cellText(value)));
}

/** Narrows sentences, the widest first, until the columns fit. */
function narrow(columns: readonly Column[], space: number): boolean {
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

function cellOf(column: Column, index: number, style: Style): string {
  const text = column.texts[index] ?? '';
  const shown = pad(cut(text, column.cells), column.cells, column.align);
  return paintState(style, column.field, shown, text);
}

function line(columns: readonly Column[], cell: (column: Column) => string): string {
  return columns.map(cell).join(GAP).trimEnd();
}
