import { PayctlError } from '../core/errors.js';
import type { Text } from '../core/message.js';
import { csvRecords } from '../core/records.js';
import { excerpt, nearest, visible } from '../core/text.js';
import { columnNames } from '../messages/mapping.js';
import { unreadFiles as words } from '../messages/unread-files.js';
import { wording } from '../messages/wording.js';
import { tellsDirection } from './directions.js';
import { buildMarkers, type ColumnLayout, type Spot } from './layout.js';
import {
  COLUMNS,
  type ColumnName,
  type ColumnPlace,
  HEADERS,
  type Mapping,
  missingColumns,
  plainHeader,
} from './mapping.js';

const DELIMITERS = [',', ';', '\t', '|'] as const;

/** Above the header there may be a title, a period, an account. */
export const HEADER_WITHIN = 20;

/** A header with more is none. */
const MOST_CELLS = 1000;

/**
 * Finds the header, and what its cells are. USAGE where there is none.
 *
 * @param file its name, for messages
 */
export function layoutOfCsv(
  file: string,
  beginning: string,
  mapping: Mapping,
): { layout: ColumnLayout; delimiter: string; headerLine: number } {
  const delimiters = mapping.delimiter === undefined ? DELIMITERS : [mapping.delimiter];
  let closest: (Missing & { delimiter: string }) | undefined;
  for (const delimiter of delimiters) {
    const header = findHeader(file, firstRecords(beginning, delimiter), mapping);
    if (header === undefined) continue;
    if ('layout' in header) return { ...header, delimiter };
    const isCloser = closest === undefined || header.missing.length < closest.missing.length;
    if (isCloser) closest = { ...header, delimiter };
  }
  throw noHeaderError(file, closest, mapping);
}

/** The same in a table whose cells are cut already; the header is among the first HEADER_WITHIN rows. */
export function layoutOfTable(
  file: string,
  rows: readonly TableRow[],
  mapping: Mapping,
): { layout: ColumnLayout; headerLine: number } {
  const header = findHeader(file, rows, mapping);
  if (header !== undefined && 'layout' in header) return header;
  throw noHeaderError(file, header, mapping);
}

export interface TableRow {
  cells: readonly string[];
  line: number;
}

/** The layout of the first row or two that are a header, else the row that lacks the fewest columns. */
function findHeader(
  file: string,
  rows: readonly TableRow[],
  mapping: Mapping,
): { layout: ColumnLayout; headerLine: number } | Missing | undefined {
  let closest: Missing | undefined;
  for (const [at, row] of rows.entries()) {
    const { cells, line } = secondHeading(row, rows[at + 1]) ?? row;
    const header = parseHeader(file, cells, mapping);
    if (header instanceof Map) {
      const toSpot = (place: ColumnPlace, key: string) =>
        findSpot(file, { header, cells, place, key });
      const columns = Object.fromEntries(header);
      const layout = { columns, ...buildMarkers(mapping, toSpot), cells: cells.length };
      const below = rows.slice(at + 1).filter((one) => one.line > line);
      return { layout: withDirections(layout, cells, below, mapping), headerLine: line };
    }
    if (closest === undefined || header.missing.length < closest.missing.length) closest = header;
  }
  return closest;
}

/** A mapping that names the columns leaves the others aside. */
function withDirections(
  layout: ColumnLayout,
  header: readonly string[],
  rows: readonly TableRow[],
  { columns }: Mapping,
): ColumnLayout {
  if (columns !== undefined) return layout;
  const used = new Set(Object.values(layout.columns).map(({ at }) => at));
  const cellsAt = (at: number) => rows.map(({ cells }) => cells[at] ?? '');
  const directions = header
    .map((name, at): Spot => ({ name: name.trim(), at }))
    .filter(({ name, at }) => !used.has(at) && tellsDirection(name, cellsAt(at)));
  return { ...layout, directions };
}

/** Two rows as one header, where the lower one divides a heading that spreads over several columns. */
function secondHeading(upper: TableRow, lower: TableRow | undefined): TableRow | undefined {
  const cells = lower && dividedHeader(upper.cells, lower.cells);
  return lower && cells && { cells, line: lower.line };
}

/** Credit and debit below one heading, say; undefined where the lower row is no heading of that kind. */
export function dividedHeader(
  upper: readonly string[],
  lower: readonly string[],
): string[] | undefined {
  const isOne = (cell: string) => DIVIDING.has(plainHeader(cell));
  const filled = lower.filter((cell) => cell.trim() !== '');
  if (filled.length < 2 || !filled.every(isOne) || upper.some(isOne)) return undefined;
  const length = Math.max(upper.length, lower.length);
  return Array.from({ length }, (_, at) => lower[at]?.trim() || (upper[at] ?? ''));
}

const DIVIDING: ReadonlySet<string> = new Set([...HEADERS.credit, ...HEADERS.debit]);

function firstRecords(beginning: string, delimiter: string): TableRow[] {
  const rows = csvRecords(beginning, delimiter).flatMap(({ cells, line }) =>
    cells === undefined ? [] : [{ cells, line }],
  );
  return rows.slice(0, HEADER_WITHIN);
}

interface Missing {
  cells: readonly string[];
  missing: readonly ColumnName[];
}

type HeaderColumns = Map<ColumnName, Spot>;

function parseHeader(
  file: string,
  cells: readonly string[],
  mapping: Mapping,
): HeaderColumns | Missing {
  const plain = cells.map(plainHeader);
  const wanted = (column: ColumnName): readonly string[] => {
    if (mapping.columns === undefined) return HEADERS[column];
    const place = mapping.columns[column];
    return typeof place === 'string' ? [plainHeader(place)] : [];
  };
  const columns: HeaderColumns = new Map();
  for (const column of COLUMNS) {
    const [spot, ...others] = wanted(column).flatMap((name): Spot[] => {
      const at = plain.indexOf(name);
      if (plain.lastIndexOf(name) !== at) throw twiceError(file, cells, plain, name);
      return at < 0 ? [] : [{ name: (cells[at] ?? '').trim(), at }];
    });
    if (spot === undefined) continue;
    columns.set(column, others.length === 0 ? spot : { ...spot, others });
  }
  const required = missingColumns(mapping, (column) => columns.has(column));
  const missing = COLUMNS.filter((column) => {
    const isNamed = mapping.columns?.[column] !== undefined && !columns.has(column);
    return isNamed || required.includes(column);
  });
  if (missing.length > 0) return { cells, missing };
  if (cells.length > MOST_CELLS) {
    const count = cells.length;
    throw new PayctlError('USAGE', words.tooManyColumns({ file, count, most: MOST_CELLS }));
  }
  return columns;
}

function twiceError(
  file: string,
  cells: readonly string[],
  plain: readonly string[],
  name: string,
): PayctlError {
  const same = cells.filter((_, index) => plain[index] === name);
  return new PayctlError('USAGE', words.twice(file, same.map(quoted)), { hint: words.rename });
}

function noHeaderError(
  file: string,
  closest: (Missing & { delimiter?: string }) | undefined,
  { columns }: Mapping,
): PayctlError {
  if (closest === undefined) {
    return new PayctlError('USAGE', words.noHeader(file), { hint: words.giveHeader });
  }
  const { cells, missing, delimiter } = closest;
  const [first = 'reference', ...others] = missing;
  const place = columns?.[first];
  const isNamed = typeof place === 'string';
  const wanted = isNamed ? words.named(first, quoted(place)) : columnNames[first];
  const guess = nearest(isNamed ? place : first, [...cells]);
  const message = words.noColumn({
    file,
    columns: [wanted, ...others.map((column) => columnNames[column])],
    header: cells.slice(0, MOST_SHOWN).map(quoted),
    more: Math.max(0, cells.length - MOST_SHOWN),
    delimiter: delimiter === undefined ? words.cells : delimiterName(delimiter),
  });
  const hint = guess === undefined ? words.describe : words.guess(quoted(guess));
  return new PayctlError('USAGE', message, { hint });
}

/** Cells of a header that a person is told. */
const MOST_SHOWN = 12;

function delimiterName(delimiter: string): Text {
  if (delimiter === ',') return words.comma;
  if (delimiter === ';') return words.semicolon;
  return delimiter === '\t' ? words.tab : quoted(delimiter);
}

function quoted(name: string): string {
  return visible(JSON.stringify(excerpt(name.trim(), 40)));
}

interface Named {
  header: HeaderColumns;
  cells: readonly string[];
  place: ColumnPlace;
  /** What the mapping calls it. */
  key: string;
}

function findSpot(file: string, { header, cells, place, key }: Named): Spot {
  const plain = typeof place === 'string' ? plainHeader(place) : '';
  const at = cells.findIndex((cell) => plainHeader(cell) === plain);
  if (at >= 0) return { name: (cells[at] ?? '').trim(), at };
  const names = [...header.values()].map((spot) => spot.name);
  const guess = nearest(String(place), names);
  const name = visible(JSON.stringify(place));
  throw new PayctlError('USAGE', words.noSuchColumn({ file, name, key }), {
    hint: guess === undefined ? words.seeHeader : wording.didYouMean(visible(guess)),
  });
}
