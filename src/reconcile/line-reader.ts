import { listed, visible } from '../core/text.js';
import { amountFault, satangOf } from './amounts.js';
import { DateReader } from './dates.js';
import type { Layout, Marker, Spot } from './layout.js';
import { type Line, NO_TIME, PAID } from './lines.js';
import { type Mapping, statusWords } from './mapping.js';
import type { Texts } from './texts.js';

/** What became of a line; undefined for one without a payment: empty, or a header. */
export type ReadLine =
  | Line
  | { trailer: { rows?: number; total?: number } }
  | { problem: string; column: string | null; isTrailer?: boolean }
  | undefined;

/** A reference is a word; whatever is longer comes of broken quotes. */
const LONGEST = 200;

/** The decoder puts this character where bytes are no text. */
const FOREIGN = '\ufffd';

/** Reads the lines of one file, which all look alike. */
export class LineReader {
  readonly #layout: Layout;
  readonly #mapping: Mapping;
  readonly #texts: Texts;
  readonly #cutoff: number;
  readonly #file: number;
  readonly #dates: DateReader;
  readonly #statuses: ReadonlyMap<string, number>;
  /** Cells that are no column of ours: they tell lines without a transaction id apart. */
  readonly #others: readonly number[];
  #fault: { problem: string; column: string | null } | undefined;

  constructor(
    layout: Layout,
    { mapping, texts, cutoff }: { mapping: Mapping; texts: Texts; cutoff: number },
    file: number,
  ) {
    this.#layout = layout;
    this.#mapping = mapping;
    this.#texts = texts;
    this.#cutoff = mapping.date.cutoff ?? cutoff;
    this.#file = file;
    this.#dates = new DateReader(mapping.date, mapping.timeFormat);
    this.#statuses = statusWords(mapping.status);
    const used = new Set(Object.values(layout.columns).map(({ at }) => at));
    this.#others = Array.from({ length: layout.cells }, (_, at) => at).filter(
      (at) => !used.has(at),
    );
  }

  readCells(cells: readonly string[], line: number): ReadLine {
    if (isBlank(cells)) return undefined;
    const value = (spot: Spot) => cells[spot.at] ?? '';
    const kind = this.#kindOf((spot) => value(spot).trim());
    if (kind !== 'detail') return this.#special(kind, value);
    const { length } = cells;
    const { cells: wanted } = this.#layout;
    const extra = length > wanted && cells.slice(wanted).some((cell) => cell.trim() !== '');
    if (length < wanted || extra) {
      return { column: null, problem: `has ${length} cells, but the header has ${wanted}` };
    }
    return this.#detail(value, line, cells, this.#others);
  }

  readFixed(text: string, line: number): ReadLine {
    if (text.trim() === '' || text === END_OF_FILE) return undefined;
    const value = ({ at, end }: Spot) => text.slice(at, end);
    const kind = this.#kindOf(value);
    if (kind !== 'detail') return this.#special(kind, value);
    return this.#detail(value, line, [text], WHOLE);
  }

  #kindOf(at: (spot: Spot) => string): Kind {
    const { header, detail, trailer } = this.#layout;
    if (header === undefined && detail === undefined && trailer === undefined) return 'detail';
    const is = (marker: Marker | undefined) =>
      marker !== undefined && at(marker.spot) === marker.is;
    if (is(detail)) return 'detail';
    if (is(header)) return 'header';
    if (trailer !== undefined && is(trailer)) return trailer;
    if (detail === undefined) return 'detail';
    const marks = [header, detail, trailer].flatMap((one) => (one ? [one.is] : []));
    return { begins: at(detail.spot).slice(0, 8), marks };
  }

  #special(kind: Exclude<Kind, 'detail'>, value: (spot: Spot) => string): ReadLine {
    if (kind === 'header') return undefined;
    if ('begins' in kind) {
      const marks = listed(kind.marks.map((mark) => JSON.stringify(mark)));
      const problem = `is marked ${visible(JSON.stringify(kind.begins))}, not ${marks}`;
      return { column: null, problem };
    }
    const { count, total } = kind;
    const rows = count && wholeNumber(value(count).trim());
    const sum = total && satangOf(value(total).trim(), this.#mapping.amount);
    if (count && rows === undefined) {
      return { isTrailer: true, column: count.name, problem: 'is not a count of lines' };
    }
    if (total && Number.isNaN(sum)) {
      const problem = amountFault(value(total).trim(), this.#mapping.amount);
      return { isTrailer: true, column: total.name, problem };
    }
    return {
      trailer: { ...(rows !== undefined && { rows }), ...(sum !== undefined && { total: sum }) },
    };
  }

  #detail(
    value: (spot: Spot) => string,
    line: number,
    cells: readonly string[],
    others: readonly number[],
  ): ReadLine {
    this.#fault = undefined;
    const { columns } = this.#layout;
    const amount = this.#amount(value, columns.amount);
    this.#moment(value);
    const reference = this.#word(value, columns.reference, true);
    const transactionId = this.#word(value, columns.transactionId);
    const payout = this.#word(value, columns.payout);
    const status = this.#status(value, columns.status);
    const fee = this.#fee(value, columns.fee);
    if (this.#fault !== undefined) return this.#fault;
    if (reference === 0 && transactionId === 0) {
      return { column: null, problem: 'has neither a reference nor a transaction id' };
    }
    const { date, time } = this.#dates;
    return {
      reference,
      transactionId,
      payout,
      amount,
      fee,
      date,
      time,
      settles: time !== NO_TIME && time >= this.#cutoff ? date + 1 : date,
      status,
      contents: transactionId === 0 ? hashOf(cells, others) : 0,
      file: this.#file,
      line,
    };
  }

  /** The first thing that is wrong is what people are told. */
  #wrong(spot: Spot | undefined, problem: string): void {
    this.#fault ??= { column: spot?.name ?? null, problem };
  }

  #amount(value: (spot: Spot) => string, spot: Spot | undefined): number {
    const text = spot === undefined ? '' : value(spot).trim();
    const satang = satangOf(text, this.#mapping.amount);
    if (Number.isNaN(satang)) this.#wrong(spot, amountFault(text, this.#mapping.amount));
    return satang;
  }

  #fee(value: (spot: Spot) => string, spot: Spot | undefined): number {
    if (spot === undefined) return Number.NaN;
    const text = value(spot).trim();
    return text === '' ? Number.NaN : this.#amount(() => text, spot);
  }

  #moment(value: (spot: Spot) => string): void {
    const { date, time } = this.#layout.columns;
    const text = date === undefined ? '' : value(date).trim();
    if (!this.#dates.readDate(text)) {
      this.#wrong(date, dateFault(text, this.#mapping));
      return;
    }
    const clock = time === undefined ? '' : value(time).trim();
    if (clock === '' || this.#dates.readTimeColumn(clock)) return;
    const { timeFormat = 'HH:MM or HH:MM:SS' } = this.#mapping;
    this.#wrong(time, `is not a time written ${timeFormat}`);
  }

  #status(value: (spot: Spot) => string, spot: Spot | undefined): number {
    if (spot === undefined) return PAID;
    const text = value(spot).trim();
    const known = this.#statuses.get(text) ?? this.#statuses.get(text.toLowerCase());
    if (known !== undefined) return known;
    const shown = text.length <= 20 && !/[0-9]{4}/.test(text) ? `: ${JSON.stringify(text)}` : '';
    this.#wrong(
      spot,
      `is not a known status${visible(shown)}; a mapping says which words mean paid, reversed or open`,
    );
    return PAID;
  }

  #word(value: (spot: Spot) => string, spot: Spot | undefined, isReference = false): number {
    if (spot === undefined) return 0;
    const { trim } = this.#mapping.reference;
    let text = value(spot);
    if (trim || !isReference) text = text.trim();
    if (text.length > LONGEST) {
      this.#wrong(spot, `has ${text.length} characters; at most ${LONGEST} are read`);
      return 0;
    }
    if (text.includes(FOREIGN)) {
      this.#wrong(spot, 'is not UTF-8 text; a mapping says encoding: windows-874');
      return 0;
    }
    if (isReference) text = this.#shaped(text);
    return this.#texts.idOf(text);
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
}

/** What a line is by its mark. */
type Kind = 'detail' | 'header' | NonNullable<Layout['trailer']> | Unknown;

interface Unknown {
  begins: string;
  marks: readonly string[];
}

/** As old programs end a file. */
const END_OF_FILE = '\u001a';

function isBlank(cells: readonly string[]): boolean {
  const [first = ''] = cells;
  if (first !== '' && first !== END_OF_FILE) return false;
  return cells.every(
    (cell, index) => (index === 0 ? first : cell.trim()) === '' || cell === END_OF_FILE,
  );
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

/** A fixed line as a whole. */
const WHOLE = [0];

/** The same for the same cells, and hardly ever for others. */
function hashOf(cells: readonly string[], indexes: readonly number[]): number {
  let hash = 0x811c9dc5;
  for (const index of indexes) {
    const cell = cells[index] ?? '';
    for (let at = 0; at < cell.length; at++) {
      hash = Math.imul(hash ^ cell.charCodeAt(at), 0x01000193);
    }
    hash = Math.imul(hash ^ 0x1f, 0x01000193);
  }
  return hash | 0;
}
