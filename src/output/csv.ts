import { type Json, stringifyJson, textOf } from '../json.js';
import { visibleLines } from '../text.js';
import { flatten, recordsOf } from './flat.js';

/** What a spreadsheet takes for a formula, full-width forms included. */
const FORMULA = /^'*[=+\-@＝＋－＠\n]/;
const DEFUSED = /^'('*[=+\-@＝＋－＠\n])/;

const DECIMAL = /^-?\d+(?:\.\d+)?$/;

/** A backslash that would read as one of our escapes. */
const ESCAPE_LIKE = /\\(?=u[0-9a-f]{4})/g;
const ESCAPE = /\\u([0-9a-f]{4})/g;

/**
 * RFC 4180 with a header; nested fields have dotted names. Formulas are defused, hidden characters
 * escaped as `\uXXXX`, both undone by `undefuse`.
 */
export function renderCsv(data: Json, fields?: readonly string[]): string {
  const rows = recordsOf(data).map((record) => flatten(record));
  const header = fields ?? [...new Set(rows.flatMap((row) => [...row.keys()]))];
  if (header.length === 0) return '';
  const lines = rows.map((row) => csvLine(header.map((field) => textIn(row.get(field)))));
  return [csvLine(header), ...lines].join('');
}

/** One line of CSV, ended by CR LF. Every cell is defused, escaped and quoted as it needs. */
export function csvLine(cells: readonly string[]): string {
  // A lone empty cell would be an empty line, which readers skip.
  const quoted = cells.length === 1 && cells[0] === '' ? ['""'] : cells.map(quote);
  return `${quoted.join(',')}\r\n`;
}

function textIn(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  return textOf(value) ?? stringifyJson(value);
}

function quote(text: string): string {
  const safe = defuse(text);
  return /[",\n;\s]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** `'` before what a spreadsheet would run; a plain number stays one, whatever its sign. */
function defuse(text: string): string {
  if (DECIMAL.test(text)) return text;
  const escaped = visibleLines(text.replace(ESCAPE_LIKE, '\\u005c'));
  return FORMULA.test(escaped) ? `'${escaped}` : escaped;
}

/** The text that a cell of our CSV was written from. */
export function undefuse(cell: string): string {
  return cell
    .replace(DEFUSED, '$1')
    .replace(ESCAPE, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
