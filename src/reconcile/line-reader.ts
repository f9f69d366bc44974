import { listed, visible } from '../core/text.js';
import { amountFault, satangOf } from './amounts.js';
import { DateReader } from './dates.js';
import type { Layout, Marker, Spot } from './layout.js';
import { type Lines, NO_TIME, PAID } from './lines.js';
import { type Mapping, statusWords } from './mapping.js';
import type { Texts } from './texts.js';

/** What is wrong with a line: of a column, or null where it is the line as a whole. */
interface Fault {
  problem: string;
  column: string | null;
  isTrailer?: boolean;
}

interface Trailer {
  rows?: number;
  total?: number;
}

/** A line that is no payment. */
export type Unread = Fault | { trailer: Trailer };

/** A reference is a word; whatever is longer comes of broken quotes. */
const LONGEST = 200;

/** The decoder puts this character where bytes are no text. */
const FOREIGN = '\ufffd';

/**
 * Reads the lines of one file, which all look alike, into the columns of its side. Of a few thousand
 * lines nothing here is worth compiling: functions are short, and leave what they can to the engine.
 */
export class LineReader {
  readonly #layout: Layout;
  readonly #columns: Layout['columns'];
  readonly #mapping: Mapping;
  readonly #lines: Lines;
  readonly #texts: Texts;
  readonly #cutoff: number;
  readonly #dates: DateReader;
  readonly #statuses: ReadonlyMap<string, number>;
  /** Cells that are no column of ours: they tell lines without a transaction id apart. */
  readonly #others: readonly number[];
  readonly #hasMarks: boolean;
  #fault: Fault | undefined;

  constructor(
    layout: Layout,
    from: { mapping: Mapping; lines: Lines; texts: Texts; cutoff: number },
  ) {
    const { mapping } = from;
    this.#layout = layout;
    this.#columns = layout.columns;
    this.#mapping = mapping;
    this.#lines = from.lines;
    this.#texts = from.texts;
    this.#cutoff = mapping.date.cutoff ?? from.cutoff;
    this.#dates = new DateReader(mapping.date, mapping.timeFormat);
    this.#statuses = statusWords(mapping.status);
    const used = new Set(Object.values(layout.columns).map(({ at }) => at));
    const cells = mapping.format === 'fixed' ? 1 : layout.cells;
    this.#others = Array.from({ length: cells }, (_, at) => at).filter((at) => !used.has(at));
    this.#hasMarks = [layout.header, layout.detail, layout.trailer].some(Boolean);
  }

  /** Adds a line of its cells; undefined also for one without a payment: empty, or a header. */
  read(cells: readonly string[], line: number): Unread | undefined {
    if (isBlank(cells)) return undefined;
    if (this.#hasMarks || cells.length !== this.#layout.cells) {
      const kind = this.#kindOf(cells);
      if (kind !== 'detail') return this.#special(kind, cells);
      const fault = this.#cellsFault(cells);
      if (fault !== undefined) return fault;
    }
    const lines = this.#lines;
    const row = lines.next();
    lines.line[row] = line;
    this.#readAmount(cells, row);
    this.#readMoment(cells, row);
    this.#readNames(cells, row);
    if (this.#columns.fee !== undefined) this.#readFee(cells, this.#columns.fee, row);
    if (this.#columns.status !== undefined) this.#readStatus(cells, this.#columns.status, row);
    if (this.#fault !== undefined) return this.#dropped(this.#fault);
    if (lines.transactionId[row] === 0) lines.keepContents(row, { cells, others: this.#others });
    lines.count = row + 1;
    return undefined;
  }

  #dropped(fault: Fault): Fault {
    this.#fault = undefined;
    this.#lines.dropNext();
    return fault;
  }

  #kindOf(cells: readonly string[]): Kind {
    const { header, detail, trailer } = this.#layout;
    const is = (marker: Marker | undefined) =>
      marker !== undefined && cellAt(cells, marker.spot) === marker.is.trim();
    if (is(detail)) return 'detail';
    if (is(header)) return 'header';
    if (trailer !== undefined && is(trailer)) return trailer;
    if (detail === undefined) return 'detail';
    const marks = [header, detail, trailer].flatMap((one) => (one ? [one.is] : []));
    return { begins: cellAt(cells, detail.spot).slice(0, 8), marks };
  }

  #special(kind: Exclude<Kind, 'detail'>, cells: readonly string[]): Unread | undefined {
    if (kind === 'header') return undefined;
    if ('begins' in kind) {
      const marks = listed(kind.marks.map((mark) => JSON.stringify(mark)));
      const problem = `is marked ${visible(JSON.stringify(kind.begins))}, not ${marks}`;
      return { column: null, problem };
    }
    const { count, total } = kind;
    const rows = count && wholeNumber(cellAt(cells, count));
    const sum = total && satangOf(cellAt(cells, total), this.#mapping.amount);
    if (count && rows === undefined) {
      return { isTrailer: true, column: count.name, problem: 'is not a count of lines' };
    }
    if (total && Number.isNaN(sum)) {
      const problem = amountFault(cellAt(cells, total), this.#mapping.amount);
      return { isTrailer: true, column: total.name, problem };
    }
    return {
      trailer: { ...(rows !== undefined && { rows }), ...(sum !== undefined && { total: sum }) },
    };
  }

  #cellsFault(cells: readonly string[]): Fault | undefined {
    const { length } = cells;
    const { cells: wanted } = this.#layout;
    const isRight = length >= wanted && cells.slice(wanted).every((cell) => cell.trim() === '');
    if (isRight) return undefined;
    return { column: null, problem: `has ${length} cells, but the header has ${wanted}` };
  }

  /** The first thing that is wrong is what people are told. */
  #wrong(spot: Spot | undefined, problem: string): void {
    this.#fault ??= { column: spot?.name ?? null, problem };
  }

  #readAmount(cells: readonly string[], row: number): void {
    const text = cellAt(cells, this.#columns.amount);
    const satang = satangOf(text, this.#mapping.amount);
    this.#lines.amount[row] = satang;
    if (Number.isNaN(satang)) {
      this.#wrong(this.#columns.amount, amountFault(text, this.#mapping.amount));
    }
  }

  #readFee(cells: readonly string[], spot: Spot, row: number): void {
    const text = cellAt(cells, spot);
    const satang = text === '' ? Number.NaN : satangOf(text, this.#mapping.amount);
    this.#lines.fee[row] = satang;
    if (text !== '' && Number.isNaN(satang)) {
      this.#wrong(spot, amountFault(text, this.#mapping.amount));
    }
  }

  #readMoment(cells: readonly string[], row: number): void {
    const dates = this.#dates;
    const text = cellAt(cells, this.#columns.date);
    if (!dates.readDate(text)) this.#wrong(this.#columns.date, dateFault(text, this.#mapping));
    else if (this.#columns.time !== undefined) this.#readTime(cells, this.#columns.time);
    const { date, time } = dates;
    this.#lines.date[row] = date;
    this.#lines.time[row] = time;
    this.#lines.settles[row] = time !== NO_TIME && time >= this.#cutoff ? date + 1 : date;
  }

  #readTime(cells: readonly string[], spot: Spot): void {
    const text = cellAt(cells, spot);
    if (text === '' || this.#dates.readTime(text)) return;
    const { timeFormat = 'HH:MM or HH:MM:SS' } = this.#mapping;
    this.#wrong(spot, `is not a time written ${timeFormat}`);
  }

  #readNames(cells: readonly string[], row: number): void {
    const { reference, transactionId, payout } = this.#columns;
    const lines = this.#lines;
    const texts = this.#texts;
    const name = reference === undefined ? '' : this.#reference(cells, reference);
    const id =
      transactionId === undefined ? '' : this.#word(cellAt(cells, transactionId), transactionId);
    lines.reference[row] = texts.idOf(name);
    lines.transactionId[row] = texts.idOf(id);
    if (payout !== undefined)
      lines.payout[row] = texts.idOf(this.#word(cellAt(cells, payout), payout));
    if (name === '' && id === '') {
      this.#wrong(undefined, 'has neither a reference nor a transaction id');
    }
  }

  #reference(cells: readonly string[], spot: Spot): string {
    const { reference: rule } = this.#mapping;
    const text = this.#word(rule.trim ? cellAt(cells, spot) : (cells[spot.at] ?? ''), spot);
    const isPlain =
      rule.case === undefined && rule.prefix === undefined && rule.pattern === undefined;
    return isPlain ? text : this.#shaped(text);
  }

  #word(text: string, spot: Spot): string {
    if (text.length <= LONGEST && !text.includes(FOREIGN)) return text;
    const why =
      text.length > LONGEST
        ? `has ${text.length} characters; at most ${LONGEST} are read`
        : 'is not UTF-8 text; a mapping says encoding: windows-874';
    this.#wrong(spot, why);
    return '';
  }

  #shaped(given: string): string {
    const { reference: rule } = this.#mapping;
    let text = given;
    if (rule.case === 'upper') text = text.toUpperCase();
    else if (rule.case === 'lower') text = text.toLowerCase();
    if (rule.prefix !== undefined && text.startsWith(rule.prefix)) {
      text = text.slice(rule.prefix.length);
    }
    if (rule.pattern === undefined) return text;
    const match = rule.pattern.exec(text);
    return match === null ? text : (match[1] ?? match[0]);
  }

  #readStatus(cells: readonly string[], spot: Spot, row: number): void {
    const text = cellAt(cells, spot);
    const known = this.#statuses.get(text) ?? this.#statuses.get(text.toLowerCase());
    this.#lines.status[row] = known ?? PAID;
    if (known !== undefined) return;
    const shown = text.length <= 20 && !/[0-9]{4}/.test(text) ? `: ${JSON.stringify(text)}` : '';
    this.#wrong(
      spot,
      `is not a known status${visible(shown)}; a mapping says which words mean paid, reversed or open`,
    );
  }
}

/** What a line is by its mark. */
type Kind = 'detail' | 'header' | NonNullable<Layout['trailer']> | Unknown;

interface Unknown {
  begins: string;
  marks: readonly string[];
}

function cellAt(cells: readonly string[], spot: Spot | undefined): string {
  return spot === undefined ? '' : (cells[spot.at] ?? '').trim();
}

/** As old programs end a file. */
const END_OF_FILE = '\u001a';

function isBlank(cells: readonly string[]): boolean {
  const first = cells[0] ?? '';
  if (first !== '' && first !== END_OF_FILE && first.trim() !== '') return false;
  return cells.every((cell) => cell.trim() === '' || cell === END_OF_FILE);
}

function wholeNumber(text: string): number | undefined {
  return /^[0-9]{1,15}$/.test(text) ? Number(text) : undefined;
}

function dateFault(text: string, { date: { format, era } }: Mapping): string {
  if (text === '') return 'is empty';
  const wanted = format ?? 'YYYY-MM-DD, with or without a time';
  const years = era === undefined ? '' : `, ${era} years`;
  const hint = format === undefined ? '; a mapping names another format' : '';
  return `is not a date written ${wanted}${years}${hint}`;
}
