import { at, isLosslessNumber, type Json, type JsonObject } from '../json.js';
import { visible } from '../text.js';
import { cellText, isEmpty, isMoney } from './cell.js';
import { flatten } from './flat.js';
import { paintState, type Style } from './style.js';
import { cut, pad, width } from './width.js';

interface Column {
  field: string;
  values: (Json | undefined)[];
  texts: string[];
  align: 'left' | 'right';
  cells: number;
}

const GAP = '  ';
const NARROWEST = 12;

/** Names of fields that hold sentences, and so may be cut; ids, amounts, codes and addresses of the web never are. */
const SENTENCE =
  /(?:name(?:th|en)?|description|desc|message|note|remarks?|reason|details|summary|text)$/i;
const AMOUNT = /(?:amount|fee|minimum|maximum|minimumCCIPP|rate|count|total)$/i;

/** Columns side by side within `space` cells; undefined where that would cut what must stay whole. */
export function renderRows(
  rows: readonly JsonObject[],
  fields: readonly string[] | undefined,
  space: number,
  style: Style,
): string[] | undefined {
  const columns = columnsOf(rows, fields);
  if (!narrow(columns, space)) return undefined;
  const head = line(columns, (column) => {
    return style.head(pad(cut(label(column.field), column.cells), column.cells, column.align));
  });
  const body = rows.map((_, index) => line(columns, (column) => cellOf(column, index, style)));
  return [head, ...body];
}

function columnsOf(rows: readonly JsonObject[], wanted: readonly string[] | undefined): Column[] {
  const leaves = rows.map((row) => flatten(row, isMoney));
  const present = [...new Set(leaves.flatMap((row) => [...row.keys()]))];
  const read = (field: string) =>
    rows.map((row, index) => {
      return leaves[index]?.get(field) ?? (Object.hasOwn(row, field) ? row[field] : at(row, field));
    });
  const chosen = wanted?.filter((field) => read(field).some((value) => value !== undefined)) ?? [];
  const fields = chosen.length > 0 ? chosen : present;
  return fields.map((field) => column(field, read(field)));
}

function column(field: string, values: (Json | undefined)[]): Column {
  const texts = values.map(cellText);
  const cells = Math.max(width(label(field)), ...texts.map(width));
  return { field, values, texts, align: isAmount(field, values) ? 'right' : 'left', cells };
}

function isAmount(field: string, values: readonly (Json | undefined)[]): boolean {
  const filled = values.filter((value) => value !== undefined && !isEmpty(value));
  if (filled.length === 0) return false;
  if (filled.every((value) => isLosslessNumber(value) || isMoney(value ?? null))) return true;
  return AMOUNT.test(field) && filled.every((value) => /^-?\d+(?:\.\d+)?$/.test(cellText(value)));
}

function label(field: string): string {
  return visible(field).toUpperCase();
}

/** Narrows sentences, the widest first, until the columns fit. */
function narrow(columns: readonly Column[], space: number): boolean {
  const over = () =>
    columns.reduce((sum, { cells }) => sum + cells + GAP.length, 0) - GAP.length - space;
  const soft = columns.filter(({ field }) => SENTENCE.test(field));
  for (let excess = over(); excess > 0; excess = over()) {
    const widest = soft.reduce<Column | undefined>(
      (a, b) => (a && a.cells >= b.cells ? a : b),
      undefined,
    );
    if (!widest || widest.cells <= NARROWEST) return false;
    const next = Math.max(
      NARROWEST,
      ...soft.filter((b) => b.cells < widest.cells).map((b) => b.cells),
    );
    widest.cells = Math.max(widest.cells - excess, Math.min(next, widest.cells - 1));
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
