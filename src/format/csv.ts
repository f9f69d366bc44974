import { type Json, jsonText, stringifyJson } from '../core/json.js';
import { visible, visibleLines } from '../core/text.js';
import { flatten, isSparse, toRecords } from './cell.js';

/** Records in columns that are the same for all. */
export interface Sheet {
  header: readonly string[];
  rows: readonly string[][];
}

/**
 * Nested fields have dotted names, unless `fields` names the columns. Records that share hardly a
 * field become one column of JSON.
 */
function createSheet(data: Json, fields?: readonly string[]): Sheet {
  const records = toRecords(data);
  const leaves = records.map((record) => {
    return fields ? new Map(Object.entries(record)) : flatten(record);
  });
  const header = fields ?? [...new Set(leaves.flatMap((row) => [...row.keys()]))];
  const filled = leaves.reduce((sum, row) => sum + row.size, 0);
  if (!fields && isSparse(header.length * records.length, filled)) {
    return { header: ['record'], rows: records.map((record) => [stringifyJson(record)]) };
  }
  return { header, rows: leaves.map((row) => header.map((field) => cellValue(row.get(field)))) };
}

function cellValue(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  return jsonText(value) ?? stringifyJson(value);
}

/** What a spreadsheet takes for a formula, full-width forms included. */
const FORMULA = /^'*[=+\-@＝＋－＠\n]/;
const DEFUSED = /^'('*[=+\-@＝＋－＠\n])/;

const DECIMAL = /^-?\d+(?:\.\d+)?$/;

/** A backslash that would read as one of our escapes. */
const ESCAPE_LIKE = /\\(?=u[0-9a-f]{4})/g;
const ESCAPE = /\\u([0-9a-f]{4})/g;

/**
 * CSV as RFC 4180 quotes it, with a header. Nested fields have dotted names, unless `fields` names
 * the columns. Formulas are defused and hidden characters escaped; `undefuse` undoes both. Lines
 * end with a line feed alone: a carriage return is a control character too. Records that share hardly
 * a field become one column of JSON.
 */
export function renderCsv(data: Json, fields?: readonly string[]): string {
  const { header, rows } = createSheet(data, fields);
  return header.length === 0 ? '' : [csvLine(header), ...rows.map(csvLine)].join('');
}

/** One line of CSV. Every cell is defused, escaped and quoted as it needs. */
export function csvLine(cells: readonly string[]): string {
  // A lone empty cell would be an empty line, which readers skip.
  const quoted = cells.length === 1 && cells[0] === '' ? ['""'] : cells.map(quote);
  return `${quoted.join(',')}\n`;
}

function quote(text: string): string {
  const safe = defuse(text);
  return /[",;\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Puts `'` before what a spreadsheet would run as a formula; a plain number, signed or not, stays one. */
function defuse(text: string): string {
  if (DECIMAL.test(text)) return text;
  const escaped = visibleLines(text.replace(ESCAPE_LIKE, '\\u005c'));
  return FORMULA.test(escaped) ? `'${escaped}` : escaped;
}

/** The text that a cell of our CSV was written from; an escape that we never write stays. */
export function undefuse(cell: string): string {
  return cell.replace(DEFUSED, '$1').replace(ESCAPE, (written: string, code: string) => {
    const character = String.fromCharCode(Number.parseInt(code, 16));
    return character === '\\' || visible(character) !== character ? character : written;
  });
}

/**
 * For scripts: a bare value, or a record a line, its fields separated by tabs, without a header. As
 * each line holds one record, tabs and line ends in a value are escaped. A bare null is the word: an
 * empty line would pass for an empty text.
 */
export function renderPlainText(data: Json, fields?: readonly string[]): string {
  const { header, rows } = createSheet(data, fields);
  if (header.length === 0) return '';
  const items = Array.isArray(data) ? data : [data];
  const lines = rows.map((cells, index) =>
    items[index] === null ? 'null' : cells.map(visible).join('\t'),
  );
  return lines.map((line) => `${line}\n`).join('');
}
