import { PayctlError } from '../core/errors.js';
import {
  CsvReader,
  type CsvRecord,
  RecordCutter,
  type RecordEnd,
  takeLine,
} from '../core/records.js';
import { visible } from '../core/text.js';
import { rejectedLines as words } from '../messages/rejected-lines.js';
import { unreadFiles } from '../messages/unread-files.js';
import { type BadLine, faultOf, placeOf } from './bad-line.js';
import { type Columns, Sum } from './columns.js';
import { foreignKind, HashingReader, textOf } from './decode.js';
import { type Layout, layoutOfCsv, layoutOfFixed } from './layout.js';
import { type Fault, LineReader, type Unread } from './line-reader.js';
import type { Mapping, Role } from './mapping.js';
import type { Texts } from './texts.js';

/** A file as it was given. */
export interface Source {
  role: Role;
  /** As a person wrote it. */
  file: string;
  /** Of its side, from 0. */
  index: number;
  chunks(): AsyncIterable<Uint8Array>;
}

/** What a file held. */
export interface Input {
  role: Role;
  file: string;
  /** Of the file as it lies. */
  sha256: string;
  /** Detail lines, the rejected ones included. */
  rows: number;
  /** Of the lines that could be read. */
  total: Sum;
  rejected: number;
  control?: Control;
  /** Lines of quoted cells that go over several lines, where hardly any other row has one. */
  wrapped: readonly number[];
}

/** What the trailer says of the lines before it; undefined figures are not stated. */
export interface Control {
  rows?: number;
  total?: number;
  agrees: boolean;
}

/** What the lines of both sides share while they are read. */
export interface Reading {
  lines: Columns;
  texts: Texts;
  mapping: Mapping;
  /** Seconds of the day from which a payment settles on the next one. */
  cutoff: number;
  bad: BadLine[];
}

/** With more broken lines than this the file has another format. */
const MOST_BROKEN = 1000;

/** Reads a whole file into the lines of its side. Throws USAGE where it cannot be read at all. */
export async function readInput(source: Source, reading: Reading): Promise<Input> {
  const hashed = new HashingReader(source.chunks());
  const file = new FileReader(source, reading);
  const { encoding } = reading.mapping;
  const name = visible(source.file);
  try {
    for await (const text of textOf(name, hashed.chunks(), encoding)) file.take(text);
    file.end();
    return file.input(await hashed.sha256());
  } finally {
    await hashed.close();
  }
}

/** Reads the lines of one file as its text comes. */
class FileReader {
  readonly #source: Source;
  readonly #reading: Reading;
  readonly #total = new Sum();
  readonly #trailers: { rows?: number; total?: number }[] = [];
  #beginning: string | undefined = '';
  #cutRecords: (text: string, ended: boolean) => void = () => undefined;
  /** The first row of its lines. */
  readonly #first: number;
  #rejected = 0;
  /** Rejected lines that are trailers, not detail lines. */
  #brokenTrailers = 0;
  #expectsTrailer = false;
  #columns: Layout['columns'] = {};
  /** Rows with a quoted cell that has a line break: how many, and where the first ones begin. */
  #wrappedRows = 0;
  readonly #wrapped: number[] = [];
  readonly #firstBad: number;

  constructor(source: Source, reading: Reading) {
    this.#source = source;
    this.#reading = reading;
    this.#first = reading.lines.count;
    this.#firstBad = reading.bad.length;
  }

  take(text: string): void {
    if (this.#beginning === undefined) this.#cutRecords(text, false);
    else {
      this.#beginning += text;
      if (this.#beginning.length >= ENOUGH) this.#begin();
    }
  }

  end(): void {
    if (this.#beginning !== undefined) this.#begin();
    this.#cutRecords('', true);
    this.#rejectForeign();
    const { lines } = this.#reading;
    lines.file.fill(this.#source.index, this.#first, lines.count);
    this.#total.addAll(lines.amount.subarray(this.#first, lines.count));
  }

  input(sha256: string): Input {
    const { role, file } = this.#source;
    const facts = { role, file, sha256, rows: this.#rows, total: this.#total };
    const control = this.#control();
    const wrapped = this.#isWrappedSeldom() ? this.#wrapped : [];
    return { ...facts, rejected: this.#rejected, wrapped, ...(control && { control }) };
  }

  /** A pair of stray quotation marks hides the rows between them; notes that people write are many. */
  #isWrappedSeldom(): boolean {
    const rows = this.#rows;
    return this.#wrappedRows === 1 ? rows > 1 : this.#wrappedRows * SELDOM <= rows;
  }

  /** Amounts of two currencies have no sum: in a file with baht, all others are broken lines. */
  #rejectForeign(): void {
    const { lines, texts, bad } = this.#reading;
    const currencies = lines.currencies(this.#first);
    if (currencies.size < 2) return;
    const ours = currencies.has(0) ? 0 : (lines.currency[this.#first] ?? 0);
    const codeOf = (currency: number) => texts.textOf(currency) || 'THB';
    const gone: number[] = [];
    for (let row = this.#first; row < lines.count; row++) {
      const currency = lines.currency[row] ?? 0;
      if (currency === ours) continue;
      gone.push(row);
      this.#reject(lines.line[row] ?? 0, {
        column: this.#columns.currency?.name ?? null,
        problem: words.otherCurrency(codeOf(currency), codeOf(ours)),
        reference: lines.reference[row] ?? 0,
      });
    }
    lines.remove(gone);
    bad.push(...bad.splice(this.#firstBad).sort((a, b) => a.line - b.line));
  }

  get #rows(): number {
    const read = this.#reading.lines.count - this.#first;
    return read + this.#rejected - this.#brokenTrailers;
  }

  /** A file whose end was cut off has no trailer. */
  #control(): Control | undefined {
    if (!this.#expectsTrailer) return undefined;
    const sumOf = (name: 'rows' | 'total') => {
      const stated = this.#trailers.flatMap((trailer) => trailer[name] ?? []);
      return stated.length === 0 ? undefined : stated.reduce((sum, one) => sum + one, 0);
    };
    const [rows, total] = [sumOf('rows'), sumOf('total')];
    const { count, total: sum } = this.#reading.mapping.records?.trailer ?? {};
    const agrees =
      this.#trailers.length > 0 &&
      (count === undefined || rows === this.#rows) &&
      (sum === undefined || (total !== undefined && BigInt(total) === this.#total.value));
    return { ...(rows !== undefined && { rows }), ...(total !== undefined && { total }), agrees };
  }

  /** Enough has come to tell what the lines look like. */
  #begin(): void {
    const text = this.#beginning ?? '';
    this.#beginning = undefined;
    const kind = foreignKind(text);
    if (kind !== undefined) {
      throw new PayctlError('USAGE', unreadFiles.foreign(visible(this.#source.file), kind));
    }
    const { mapping } = this.#reading;
    this.#expectsTrailer = mapping.records?.trailer !== undefined;
    if (mapping.format === 'fixed') this.#readFixed(layoutOfFixed(mapping));
    else {
      const { layout, delimiter, headerLine } = layoutOfCsv(
        visible(this.#source.file),
        text,
        mapping,
      );
      this.#readCsv(layout, delimiter, headerLine);
    }
    this.#cutRecords(text, false);
  }

  #readCsv(layout: Layout, delimiter: string, headerLine: number): void {
    const reader = new LineReader(layout, this.#reading);
    this.#columns = layout.columns;
    const csv = new CsvReader(delimiter);
    const read = (cells: readonly string[], line: number) => {
      const unread = line <= headerLine ? undefined : reader.read(cells, line);
      if (unread !== undefined) this.#take(unread, line);
    };
    const cutter = this.#cutter<CsvRecord>((record, line) => {
      const { cells, problem = words.unread, lines } = record;
      if (cells && line > headerLine) this.#noteWrapped(cells, line, lines);
      if (cells) read(cells, line);
      else if (line > headerLine) this.#reject(line, { column: null, problem });
    });
    const readLine = (text: string, line: number) => read(text.split(delimiter), line);
    this.#cutRecords = (text, ended) => cutter.cut(text, ended, csv.take, readLine);
  }

  #noteWrapped(cells: readonly string[], line: number, lineEnds: number): void {
    // The last one of a file may have no line end of its own.
    if (lineEnds < 2 && !cells.some((cell) => cell.includes('\n'))) return;
    this.#wrappedRows += 1;
    if (this.#wrapped.length < MOST_NAMED) this.#wrapped.push(line);
  }

  #readFixed({ layout, cut }: ReturnType<typeof layoutOfFixed>): void {
    const reader = new LineReader(layout, this.#reading);
    this.#columns = layout.columns;
    const readLine = (text: string, line: number) => {
      const unread = reader.read(cut(text), line);
      if (unread !== undefined) this.#take(unread, line);
    };
    const cutter = this.#cutter<{ text: string }>(({ text }, line) => readLine(text, line));
    this.#cutRecords = (text, ended) => cutter.cut(text, ended, takeLine, readLine);
  }

  #cutter<T>(each: (record: T & RecordEnd, line: number) => void): RecordCutter<T> {
    return new RecordCutter<T>(each, (line) =>
      this.#reject(line, { column: null, problem: words.tooLong }),
    );
  }

  #take(unread: Unread, line: number): void {
    if ('trailer' in unread) this.#trailers.push(unread.trailer);
    else this.#reject(line, unread);
  }

  #reject(line: number, fault: Fault): void {
    const { role, file, index } = this.#source;
    const { bad } = this.#reading;
    const { column, problem: message, discreet = message, reference, isTrailer } = fault;
    bad.push({ role, index, file, line, column, message, discreet, reference });
    if (isTrailer) this.#brokenTrailers += 1;
    this.#rejected += 1;
    if (this.#rejected <= MOST_BROKEN) return;
    const examples = bad.filter((one) => one.role === role && one.index === index).slice(0, 3);
    throw new PayctlError('USAGE', unreadFiles.tooManyRejected(visible(file), MOST_BROKEN), {
      details: examples.map((one) => ({ field: placeOf(one), message: faultOf(one) })),
      hint: unreadFiles.startWithGuess(visible(file)),
    });
  }
}

/** Where fewer than one row in so many has a line break in a cell, it is a mistake and no habit. */
const SELDOM = 100;
/** At most so many places are reported. */
const MOST_NAMED = 10;

/** Characters that are looked at before the first line is read. */
const ENOUGH = 64 * 1024;
