import { csv } from '../messages/syntax.js';
import { Message } from './message.js';

/** Characters of a record, which must fit into memory: a file without line ends would not. */
export const LONGEST_RECORD = 1024 * 1024;

/** Where the next record begins, and the number of line ends up to there. */
export interface RecordEnd {
  next: number;
  lines: number;
}

/**
 * Parses the record that begins at `start`. undefined where the text ends before the record; never after
 * the input has `ended`.
 */
type Take<T> = (text: string, start: number, ended: boolean) => (T & RecordEnd) | undefined;

/** Gets a line without its end, and its number. */
type EachLine = (text: string, line: number) => void;

/** Cuts text that comes in pieces into records, and counts the lines. */
export class RecordCutter<T> {
  readonly #each: (record: T & RecordEnd, line: number) => void;
  readonly #tooLong: (line: number) => void;
  #text = '';
  #line = 1;
  /** In a line that is too long, whose rest must not be taken for a record. */
  #skipping = false;

  /** Both get the number of the record's first line, from 1. */
  constructor(
    each: (record: T & RecordEnd, line: number) => void,
    tooLong: (line: number) => void,
  ) {
    this.#each = each;
    this.#tooLong = tooLong;
  }

  /** @param eachLine gets the lines of text without quotation marks, which is far faster than `take` */
  cut(more: string, ended: boolean, take: Take<T>, eachLine?: EachLine): void {
    const text = this.#text + more;
    const isPlain = !this.#skipping && text.length <= LONGEST_RECORD && !text.includes('"');
    if (eachLine !== undefined && isPlain) this.#cutLines(text, ended, eachLine);
    else this.#cutRecords(text, ended, take);
  }

  #cutLines(text: string, ended: boolean, eachLine: EachLine): void {
    const lines = (text.includes('\r') ? text.replaceAll('\r\n', '\n') : text).split('\n');
    const rest = lines.pop() ?? '';
    this.#text = ended ? '' : rest;
    if (ended && rest !== '') lines.push(trimmed(rest));
    const first = this.#line;
    this.#line += lines.length;
    for (let at = 0; at < lines.length; at++) eachLine(lines[at] ?? '', first + at);
  }

  #cutRecords(text: string, ended: boolean, take: Take<T>): void {
    let at = 0;
    while (at < text.length) {
      if (this.#skipping) {
        at = this.#skipLine(text, at);
        continue;
      }
      const long = text.length - at > LONGEST_RECORD;
      if (long && !text.includes('\n', at)) {
        this.#tooLong(this.#line);
        this.#skipping = true;
        continue;
      }
      const record = take(text, at, ended || long);
      if (record === undefined) break;
      this.#each(record, this.#line);
      at = record.next;
      this.#line += record.lines;
    }
    this.#text = text.slice(at);
  }

  /** The position after the next line end, or the end of the text if there is none yet. */
  #skipLine(text: string, at: number): number {
    const lineEnd = text.indexOf('\n', at);
    this.#skipping = lineEnd < 0;
    if (lineEnd < 0) return text.length;
    this.#line += 1;
    return lineEnd + 1;
  }
}

/** A record of CSV: its cells, or what is wrong with it. */
export interface CsvRecord {
  cells?: string[];
  problem?: Message;
}

/**
 * Reads CSV (RFC 4180) with any delimiter of one character. A record with wrong quotation marks ends at
 * its line, so that a stray one hides no other record.
 */
export class CsvReader {
  readonly #delimiter: string;
  readonly #ends: RegExp;
  /** The last search for a quotation mark: the text, the start, and the position of the mark. */
  #searched = '';
  #from = 0;
  #quote = 0;

  constructor(delimiter = ',') {
    this.#delimiter = delimiter;
    this.#ends = new RegExp(`[${delimiter.replace(/[\\\]^-]/, '\\$&')}\\n"]`, 'g');
  }

  readonly take: Take<CsvRecord> = (text, start, ended) => {
    const lineEnd = text.indexOf('\n', start);
    const end = lineEnd < 0 ? text.length : lineEnd;
    const hasQuote = this.#quoteFrom(text, start) < end;
    if (lineEnd < 0 && !ended) return hasQuote ? this.#quoted(text, start, ended) : undefined;
    const line = trimmed(text.slice(start, end));
    const cells = hasQuote ? this.#allQuoted(line) : line.split(this.#delimiter);
    if (cells === undefined) return this.#quoted(text, start, ended);
    return { cells, next: end + 1, lines: lineEnd < 0 ? 0 : 1 };
  };

  /**
   * The cells where all are quoted and none has a quotation mark in it, as usual exports have; else
   * undefined.
   */
  #allQuoted(line: string): string[] | undefined {
    if (line.length < 2 || !line.startsWith('"') || !line.endsWith('"')) return undefined;
    const cells = line.slice(1, -1).split(`"${this.#delimiter}"`);
    return cells.join('').includes('"') ? undefined : cells;
  }

  /** The position of the next quotation mark, searched once for all records before it. */
  #quoteFrom(text: string, start: number): number {
    if (text !== this.#searched || start > this.#quote || start < this.#from) {
      const position = text.indexOf('"', start);
      this.#searched = text;
      this.#from = start;
      this.#quote = position < 0 ? text.length : position;
    }
    return this.#quote;
  }

  #quoted(text: string, start: number, ended: boolean): ReturnType<Take<CsvRecord>> {
    const cells: string[] = [];
    let at = start;
    for (;;) {
      const quoted = text[at] === '"';
      const cell = quoted ? this.#quotedCell(text, at, ended) : this.#bareCell(text, at, ended);
      if (cell === undefined) return undefined;
      if (cell instanceof Message) return broken(text, start, ended, cell);
      cells.push(cell.value);
      at = cell.next + 1;
      if (text[cell.next] === this.#delimiter) continue;
      return { cells, next: at, lines: lineEnds(text, start, at) };
    }
  }

  /** The cell, or what is wrong with it; undefined if more text is needed. */
  #quotedCell(text: string, start: number, ended: boolean): Cell | Message | undefined {
    let value = '';
    let from = start + 1;
    for (;;) {
      const close = text.indexOf('"', from);
      if (close < 0) return ended ? csv.endlessCell : undefined;
      value += text.slice(from, close);
      from = close + 1;
      if (text[from] === '"') {
        value += '"';
        from += 1;
        continue;
      }
      const wraps = text[from] === '\r';
      if (!ended && from + (wraps ? 1 : 0) >= text.length) return undefined;
      const next = wraps && (text[from + 1] ?? '\n') === '\n' ? from + 1 : from;
      const after = text[next];
      if (after === undefined || after === this.#delimiter || after === '\n') {
        return { value, next };
      }
      return csv.textAfterQuote;
    }
  }

  #bareCell(text: string, start: number, ended: boolean): Cell | Message | undefined {
    this.#ends.lastIndex = start;
    const next = this.#ends.exec(text)?.index ?? text.length;
    if (next === text.length && !ended) return undefined;
    if (text[next] === '"') return csv.quoteInBareCell;
    const value = text.slice(start, next);
    return { value: text[next] === this.#delimiter ? value : trimmed(value), next };
  }
}

interface Cell {
  value: string;
  /** The position of the delimiter, line feed or end of the text after it. */
  next: number;
}

function broken(
  text: string,
  start: number,
  ended: boolean,
  problem: Message,
): ReturnType<Take<CsvRecord>> {
  const lineEnd = text.indexOf('\n', start);
  if (lineEnd < 0) return ended ? { problem, next: text.length, lines: 0 } : undefined;
  return { problem, next: lineEnd + 1, lines: 1 };
}

/** A line as a record. */
export const takeLine: Take<{ text: string }> = (text, start, ended) => {
  const lineEnd = text.indexOf('\n', start);
  if (lineEnd < 0 && !ended) return undefined;
  const end = lineEnd < 0 ? text.length : lineEnd;
  return { text: trimmed(text.slice(start, end)), next: end + 1, lines: lineEnd < 0 ? 0 : 1 };
};

function trimmed(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}

function lineEnds(text: string, from: number, to: number): number {
  let lines = 0;
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) {
    lines += 1;
  }
  return lines;
}

/**
 * Makes line feeds of the line ends of a text that begins so where they are CR alone, as old Mac programs
 * write them. What stands in quotation marks may have line breaks of its own.
 */
export function lineEndNormalizer(beginning: string): (text: string) => string {
  const [lineEnd = '\n'] = /[\r\n]+/.exec(beginning.replaceAll(/"[^"]*"/g, '')) ?? [];
  return lineEnd.includes('\n') ? (text) => text : (text) => text.replaceAll('\r', '\n');
}

/** A record, and where it begins in its file, from 1. */
export interface PlacedRecord extends CsvRecord {
  line: number;
}

/** The records of a whole text but blank ones; those that cannot be read have what is wrong with them. */
export function csvRecords(text: string, delimiter?: string): PlacedRecord[] {
  const records: PlacedRecord[] = [];
  const cutter = new RecordCutter<CsvRecord>(
    ({ cells, problem }, line) => {
      if (cells?.join('').trim() === '') return;
      records.push({ line, cells, problem });
    },
    (line) => records.push({ line, problem: csv.tooLong }),
  );
  cutter.cut(lineEndNormalizer(text)(text), true, new CsvReader(delimiter).take);
  return records;
}
