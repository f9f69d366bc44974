import { PayctlError } from '../../core/errors.js';
import { unreadFiles } from '../../messages/unread-files.js';
import { type Element, findChild } from './xml-tree.js';

/** Cells of a row that are read: a header with more is none. */
const MOST_CELLS = 1000;

/** The cells of a row as text, those that are left out as empty ones. */
export function readCells(row: Element, reader: CellReader, file: string): string[] {
  const cells: string[] = [];
  let next = 0;
  for (const cell of row.children) {
    if (cell.name !== 'c') continue;
    const at = columnIndex(cell.attributes.r) ?? next;
    next = at + 1;
    const text = reader.cellText(cell);
    if (text === '') continue;
    if (at >= MOST_CELLS) {
      const counts = { count: at + 1, most: MOST_CELLS };
      throw new PayctlError('USAGE', unreadFiles.tooManyColumns({ file, ...counts }));
    }
    while (cells.length < at) cells.push('');
    cells[at] = text;
  }
  return cells;
}

/** 0 for `A7`, 27 for `AB7`; undefined where a cell does not say where it is. */
function columnIndex(place: string | undefined): number | undefined {
  const [letters] = /^[A-Z]{1,3}/.exec(place ?? '') ?? [];
  if (letters === undefined) return undefined;
  return letters.split('').reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** Turns what a cell holds into the text that CSV would have. */
export class CellReader {
  readonly #strings: readonly string[];
  readonly #dateStyles: ReadonlySet<number>;
  /** Days from 1970 back to day 0 of the workbook. */
  readonly #dayZero: number;

  constructor(strings: readonly string[], dateStyles: ReadonlySet<number>, has1904Dates: boolean) {
    this.#strings = strings;
    this.#dateStyles = dateStyles;
    this.#dayZero = has1904Dates ? 24_107 : 25_569;
  }

  cellText(cell: Element): string {
    const { t: type = 'n', s: style = '0' } = cell.attributes;
    const value = findChild(cell, 'v')?.text.trim() ?? '';
    if (type === 'inlineStr') return cell.children.map(richText).join('');
    if (value === '') return '';
    if (type === 's') return this.#strings[Number(value)] ?? '';
    if (type === 'b') return value === '0' ? 'FALSE' : 'TRUE';
    if (type !== 'n') return value;
    const number = Number(value);
    if (!Number.isFinite(number)) return value;
    if (this.#dateStyles.has(Number(style))) return this.#formatDate(number);
    // A program may have written a reference of more digits than a person can type.
    return /^-?[0-9]+$/.test(value) ? value : plainNumber(number);
  }

  /** Days, and the time as a part of the day; below one it is a time alone. */
  #formatDate(number: number): string {
    const seconds = Math.round(number * 86_400);
    const iso = new Date((seconds - this.#dayZero * 86_400) * 1000);
    if (Number.isNaN(iso.getTime())) return plainNumber(number);
    const [day = '', time = ''] = iso.toISOString().slice(0, 19).split('T');
    if (seconds < 86_400) return time;
    return time === '00:00:00' ? day : `${day} ${time}`;
  }
}

/** A number is kept in binary: its first 15 digits are what a person typed. */
function plainNumber(number: number): string {
  const rounded = Number(number.toPrecision(15));
  return Number.isSafeInteger(rounded) || Math.abs(rounded) < 1e15
    ? toDecimal(rounded)
    : BigInt(rounded).toString();
}

/** Without an exponent, which small numbers have. */
function toDecimal(number: number): string {
  const text = String(number);
  return text.includes('e') ? number.toFixed(20).replace(/\.?0+$/, '') : text;
}

/** The text of a string, which may be cut into runs of different looks. */
export function richText(element: Element): string {
  return element.name === 't' ? element.text : element.children.map(richText).join('');
}
