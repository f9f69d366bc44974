import type { Json } from '../../core/json.js';
import { visible, visibleLines } from '../../core/text.js';
import { sheetOf } from './sheet.js';

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
 * a field stand whole, as JSON, in one column.
 */
export function renderCsv(data: Json, fields?: readonly string[]): string {
  const { header, rows } = sheetOf(data, fields);
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

/** `'` before what a spreadsheet would run; a plain number stays one, whatever its sign. */
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
