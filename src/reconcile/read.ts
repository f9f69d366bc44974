import { PayctlError } from '../core/errors.js';
import { joinTexts, type Message } from '../core/message.js';
import { visible } from '../core/text.js';
import { reconcileMessages } from '../messages/reconcile.js';
import { rejectedLines as words } from '../messages/rejected-lines.js';
import { statementWords } from '../messages/statements.js';
import { unreadFiles } from '../messages/unread-files.js';
import { baht } from './amounts.js';
import { type BadLine, faultMessage, fileAndLine } from './bad-line.js';
import type { Calendar } from './business-days.js';
import { type Columns, Sum } from './columns.js';
import { HashingReader } from './decode.js';
import type { ColumnLayout } from './layout.js';
import { LineReader } from './line-reader.js';
import type { Mapping, Role } from './mapping.js';
import type { LineFault } from './marked-lines.js';
import { readRows } from './read-rows.js';
import type { RowSink, Table } from './rows.js';
import type { Statement } from './statement/controls.js';
import type { Texts } from './texts.js';

/** A file as it was given. */
export interface SourceFile {
  role: Role;
  /** As a person wrote it. */
  file: string;
  /** Of its side, from 0. */
  index: number;
  chunks(): AsyncIterable<Uint8Array>;
}

/** What a file held. */
export interface FileContents {
  role: Role;
  file: string;
  /** What it was read as: `csv`, `fixed`, `xlsx`, `MT940`, `camt.053.001.08`, … */
  format: string;
  /** Of the file as it lies. */
  sha256: string;
  /** Detail lines, the rejected ones included. */
  rows: number;
  /** Of the lines that could be read. */
  total: Sum;
  rejected: number;
  control?: ControlFigures;
  /** Of a statement file, in its order. */
  statements: readonly Statement[];
  /** The row after the last one of each statement, among the lines of its side. */
  ends: readonly number[];
  /** Lines of quoted cells that go over several lines, where hardly any other row has one. */
  wrapped: readonly number[];
}

/** What the trailer says of the lines before it, or a statement of its entries; undefined figures are not stated. */
export interface ControlFigures {
  rows?: number;
  total?: number;
  agrees: boolean;
  /** What disagrees in a statement, with both figures. */
  faults?: readonly Message[];
}

/** What the lines of both sides share while they are read. */
export interface ReadingContext {
  lines: Columns;
  texts: Texts;
  mapping: Mapping;
  /** Seconds of the day from which a payment settles on the next one. */
  cutoff: number;
  /** Of own payments: how long the bank takes to settle them. */
  calendar?: Calendar | undefined;
  bad: BadLine[];
}

/** With more broken lines than this the file has another format. */
const MOST_BROKEN = 1000;

/** Reads a whole file into the lines of its side. Throws USAGE where it cannot be read at all. */
export async function readInput(
  source: SourceFile,
  reading: ReadingContext,
): Promise<FileContents> {
  const hashed = new HashingReader(source.chunks());
  const lines = new InputLines(source, reading);
  try {
    const file = { file: source.file, chunks: hashed.chunks() };
    await readRows(file, reading.mapping, lines);
    lines.end();
    return lines.input(await hashed.sha256());
  } finally {
    await hashed.close();
  }
}

/** Puts the rows of one file into the lines of its side. */
class InputLines implements RowSink {
  readonly #source: SourceFile;
  readonly #reading: ReadingContext;
  readonly #total = new Sum();
  readonly #trailers: { rows?: number; total?: number }[] = [];
  readonly #statements: Statement[] = [];
  #ends: number[] = [];
  #format = '';
  #reader: LineReader | undefined;
  #columns: ColumnLayout['columns'] = {};
  #expectsTrailer = false;
  #expectsStatement = false;
  /** The first row of its lines. */
  readonly #first: number;
  #rejected = 0;
  /** Rejected lines that are trailers, not detail lines. */
  #brokenTrailers = 0;
  /** Rows with a quoted cell that has a line break: how many, and where the first ones begin. */
  #wrappedRows = 0;
  readonly #wrapped: number[] = [];
  readonly #firstBad: number;

  constructor(source: SourceFile, reading: ReadingContext) {
    this.#source = source;
    this.#reading = reading;
    this.#first = reading.lines.count;
    this.#firstBad = reading.bad.length;
  }

  begin({ format, layout, mapping }: Table): void {
    this.#format = format;
    this.#reader = new LineReader(layout, { ...this.#reading, mapping });
    this.#columns = layout.columns;
    this.#expectsTrailer = layout.trailer !== undefined;
    this.#expectsStatement = layout.isStatement === true;
  }

  row(cells: readonly string[], line: number): void {
    const unread = this.#reader?.read(cells, line);
    if (unread === undefined) return;
    if ('trailer' in unread) this.#trailers.push(unread.trailer);
    else this.reject(line, unread);
  }

  reject(line: number, fault: LineFault, statement = this.#statements.length): void {
    const { role, file, index } = this.#source;
    const { bad } = this.#reading;
    const { column, problem: message, discreet = message, reference, isTrailer } = fault;
    bad.push({ role, index, file, line, statement, column, message, discreet, reference });
    if (isTrailer) this.#brokenTrailers += 1;
    this.#rejected += 1;
    if (this.#rejected <= MOST_BROKEN) return;
    const examples = bad.filter((one) => one.role === role && one.index === index).slice(0, 3);
    throw new PayctlError('USAGE', unreadFiles.tooManyRejected(visible(file), MOST_BROKEN), {
      details: examples.map((one) => ({ field: fileAndLine(one), message: faultMessage(one) })),
      hint: unreadFiles.startWithGuess(visible(file)),
    });
  }

  wrapped(line: number): void {
    this.#wrappedRows += 1;
    if (this.#wrapped.length < MOST_NAMED) this.#wrapped.push(line);
  }

  statement(statement: Statement): void {
    this.#statements.push(statement);
    this.#ends.push(this.#reading.lines.count);
  }

  end(): void {
    if (this.#expectsStatement && this.#statements.length === 0) {
      throw new PayctlError(
        'BAD_DATA',
        statementWords.noStatement(visible(this.#source.file), this.#format),
      );
    }
    this.#rejectForeign();
    const { lines } = this.#reading;
    lines.file.fill(this.#source.index, this.#first, lines.count);
    this.#total.addAll(lines.amount.subarray(this.#first, lines.count));
  }

  input(sha256: string): FileContents {
    const { role, file } = this.#source;
    const control = this.#control() ?? this.#statementControl();
    return {
      ...{ role, file, sha256 },
      format: this.#format,
      rows: this.#rows,
      total: this.#total,
      rejected: this.#rejected,
      wrapped: this.#isWrappedSeldom() ? this.#wrapped : [],
      ...(control && { control }),
      statements: this.#statements,
      ends: this.#ends,
    };
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
    const currencyName = (currency: number) => texts.lookUp(currency) || 'THB';
    const gone: number[] = [];
    for (let row = this.#first; row < lines.count; row++) {
      const currency = lines.currency[row] ?? 0;
      if (currency === ours) continue;
      gone.push(row);
      const fault = {
        column: this.#columns.currency?.name ?? null,
        problem: words.otherCurrency(currencyName(currency), currencyName(ours)),
        reference: lines.reference[row] ?? 0,
      };
      const statement = this.#ends.filter((end) => end <= row).length;
      this.reject(lines.line[row] ?? 0, fault, statement);
    }
    lines.remove(gone);
    this.#ends = this.#ends.map((end) => end - gone.filter((row) => row < end).length);
    bad.push(...bad.splice(this.#firstBad).sort((a, b) => a.line - b.line));
  }

  get #rows(): number {
    const read = this.#reading.lines.count - this.#first;
    return read + this.#rejected - this.#brokenTrailers;
  }

  /** Where its statements state balances or totals. */
  #statementControl(): ControlFigures | undefined {
    const controls = this.#statements.map((statement) => statement.controls);
    const faults = controls.flatMap((one) => one.faults);
    const isStated = controls.some(({ stated }) => stated > 0) || faults.length > 0;
    return isStated ? { agrees: faults.length === 0, faults } : undefined;
  }

  /** A file whose end was cut off has no trailer. */
  #control(): ControlFigures | undefined {
    if (!this.#expectsTrailer) return undefined;
    const statedSum = (name: 'rows' | 'total') => {
      const stated = this.#trailers.flatMap((trailer) => trailer[name] ?? []);
      return stated.length === 0 ? undefined : stated.reduce((sum, one) => sum + one, 0);
    };
    const [rows, total] = [statedSum('rows'), statedSum('total')];
    const { count, total: sum } = this.#reading.mapping.records?.trailer ?? {};
    const agrees =
      this.#trailers.length > 0 &&
      (count === undefined || rows === this.#rows) &&
      (sum === undefined || (total !== undefined && BigInt(total) === this.#total.value));
    return { ...(rows !== undefined && { rows }), ...(total !== undefined && { total }), agrees };
  }
}

/** What a file says of itself and is not so, with both figures. */
export function controlFault({ file, rows, total, control }: FileContents): Message {
  const { faults = [] } = control ?? {};
  if (faults.length > 0) return statementWords.at(visible(file), joinTexts(faults));
  const stated = { rows: control?.rows, total: control?.total };
  if (stated.rows === undefined && stated.total === undefined) {
    return reconcileMessages.noTrailer(visible(file), rows, String(total));
  }
  return reconcileMessages.trailer({
    file: visible(file),
    rows: stated.rows,
    total: stated.total === undefined ? undefined : baht(stated.total),
    readRows: rows,
    readTotal: String(total),
  });
}

/** Where fewer than one row in so many has a line break in a cell, it is a mistake and no habit. */
const SELDOM = 100;
/** At most so many places are reported. */
const MOST_NAMED = 10;
