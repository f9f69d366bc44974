import type { Message } from '../core/message.js';
import { visible } from '../core/text.js';
import { rejectedLines as words } from '../messages/rejected-lines.js';
import { amountFault, parseSatang } from './amounts.js';
import { type Calendar, settlementDay } from './business-days.js';
import { CellComparer } from './cell-comparer.js';
import { type Columns, FEE, NO_TIME } from './columns.js';
import { DateReader } from './dates.js';
import { isDebit } from './directions.js';
import { dateFault } from './format-fault.js';
import { type ColumnLayout, cellAt, isBlank, type Spot } from './layout.js';
import {
  COLUMNS,
  type ColumnName,
  currencyCode,
  type Mapping,
  type ReferenceRule,
  statusWords,
} from './mapping.js';
import { cellsFault, type LineFault, markedKind, readMarked, type Unread } from './marked-lines.js';
import { changesReferences, LONGEST_REFERENCE, normalizedReference } from './references.js';
import type { Texts } from './texts.js';

/** The decoder puts this character where bytes are no text. */
const FOREIGN = '\ufffd';

/**
 * Reads the lines of one file, which all look alike, into the columns of its side. Most files
 * end before the engine compiles any of this: functions are short, and leave what they can to built-ins.
 */
export class LineReader {
  readonly #layout: ColumnLayout;
  readonly #columns: ColumnLayout['columns'];
  readonly #mapping: Mapping;
  readonly #lines: Columns;
  readonly #texts: Texts;
  readonly #cutoff: number;
  readonly #calendar: Calendar | undefined;
  readonly #dates: DateReader;
  readonly #statuses: ReadonlyMap<string, number>;
  /** Cells that are no column of ours: they tell lines without a transaction id apart. */
  readonly #others: readonly number[];
  readonly #hasMarks: boolean;
  readonly #mayBeNameless: boolean;
  readonly #directions: readonly Spot[];
  /** Columns whose meaning another column has, too. */
  readonly #shared: readonly ColumnName[];
  /** Where references are changed before they are compared. */
  readonly #shape: ReferenceRule | undefined;
  readonly #comparer: CellComparer;
  #fault: LineFault | undefined;

  constructor(
    layout: ColumnLayout,
    from: {
      mapping: Mapping;
      lines: Columns;
      texts: Texts;
      cutoff: number;
      calendar?: Calendar | undefined;
    },
  ) {
    const { mapping } = from;
    this.#layout = layout;
    this.#directions = layout.directions ?? [];
    this.#columns = layout.columns;
    this.#mapping = mapping;
    this.#lines = from.lines;
    this.#texts = from.texts;
    this.#cutoff = mapping.date.cutoff ?? from.cutoff;
    this.#calendar = from.calendar;
    this.#dates = new DateReader(mapping.date, mapping.timeFormat);
    this.#statuses = statusWords(mapping.status);
    const used = new Set(Object.values(layout.columns).map(({ at }) => at));
    const cells = layout.isCut === true ? 1 : layout.cells;
    this.#others = Array.from({ length: cells }, (_, at) => at).filter((at) => !used.has(at));
    this.#shape = changesReferences(mapping.reference) ? mapping.reference : undefined;
    this.#shared = COLUMNS.filter((column) => layout.columns[column]?.others !== undefined);
    this.#comparer = new CellComparer(mapping, (text) => this.#statusFor(text));
    this.#mayBeNameless = layout.isStatement === true || mapping.settlement?.by === 'day';
    this.#hasMarks = [layout.header, layout.detail, layout.trailer].some(Boolean);
  }

  /** Adds a line of its cells; undefined also for one without a payment: empty, or a header. */
  read(cells: readonly string[], line: number): Unread | undefined {
    const unread = this.#read(cells, line);
    return unread === undefined || isBlank(cells) ? undefined : unread;
  }

  #read(allCells: readonly string[], line: number): Unread | undefined {
    const cells = this.#shared.length === 0 ? allCells : this.#merged(allCells);
    if (this.#hasMarks || cells.length !== this.#layout.cells) {
      const kind = markedKind(cells, this.#layout);
      if (kind !== 'detail') return readMarked(kind, cells, this.#mapping.amount);
      const fault = cellsFault(cells, this.#layout);
      if (fault !== undefined) return { ...fault, reference: this.#referenceBeside(cells) };
    }
    const lines = this.#lines;
    const row = lines.next();
    lines.line[row] = line;
    const isFee = this.#isFee(allCells);
    this.#readAmount(cells, row);
    for (const spot of this.#directions) this.#compareDirection(cells, spot, row);
    this.#readMoment(cells, row);
    this.#readNames(cells, row, isFee);
    if (this.#columns.fee !== undefined) this.#readFee(cells, this.#columns.fee, row);
    if (this.#columns.status !== undefined) this.#readStatus(cells, this.#columns.status, row);
    if (this.#columns.currency !== undefined)
      this.#readCurrency(cells, this.#columns.currency, row);
    if (isFee) lines.status[row] = FEE;
    if (this.#fault !== undefined) {
      return this.#dropped({ ...this.#fault, reference: lines.reference[row] ?? 0 });
    }
    if (lines.transactionId[row] === 0) this.#keepContents(cells, row);
    lines.count = row + 1;
    return undefined;
  }

  /** Where a line has too few or too many cells, the cell may belong to another column, so what is wrong with it is not reported. */
  #referenceBeside(cells: readonly string[]): number {
    const { reference: spot } = this.#columns;
    const reference = spot === undefined ? 0 : this.#word(cells[spot.at], spot, this.#shape);
    this.#fault = undefined;
    return reference;
  }

  /** Whether any of its cells says so. */
  #isFee(cells: readonly string[]): boolean {
    const { feeLines } = this.#mapping;
    return feeLines !== undefined && cells.some((cell) => feeLines.test(cell));
  }

  #dropped(fault: LineFault): LineFault {
    this.#fault = undefined;
    this.#lines.dropNext();
    return fault;
  }

  /** What any column of a meaning says stands in the first; where two say different things, neither counts. */
  #merged(allCells: readonly string[]): string[] {
    const cells = [...allCells];
    for (const column of this.#shared) {
      const spot = this.#columns[column];
      if (spot === undefined) continue;
      const filled = [spot, ...(spot.others ?? [])].filter((one) => cellAt(allCells, one) !== '');
      const [first = spot, ...others] = filled;
      cells[spot.at] = allCells[first.at] ?? '';
      const text = cellAt(allCells, first);
      const differing = others.find(
        (one) => !this.#comparer.agree(column, text, cellAt(allCells, one)),
      );
      if (differing === undefined) continue;
      this.#wrong(first, words.differs(visible(JSON.stringify(differing.name))));
    }
    return cells;
  }

  #keepContents(cells: readonly string[], row: number): void {
    const others = this.#others;
    let text = '';
    for (let at = 0; at < others.length; at++) text += `${cells[others[at] ?? 0] ?? ''}\u001f`;
    this.#lines.keepContents(row, text);
  }

  /** The first thing that is wrong is what people are told. */
  #wrong(spot: Spot | undefined, problem: Message, discreet = problem): void {
    this.#fault ??= { column: spot?.name ?? null, problem, discreet };
  }

  #readAmount(cells: readonly string[], row: number): void {
    const spot = this.#columns.amount;
    if (spot === undefined) {
      this.#readCreditAndDebit(cells, row);
      return;
    }
    const satang = parseSatang(cells[spot.at] ?? '', this.#mapping.amount);
    this.#lines.amount[row] = satang;
    if (Number.isNaN(satang)) this.#wrongAmount(cells, spot);
  }

  /** One of the two columns is filled in; a debit without a sign takes away. */
  #readCreditAndDebit(cells: readonly string[], row: number): void {
    const { credit, debit } = this.#columns;
    const [came, went] = [this.#columnAmount(cells, credit), this.#columnAmount(cells, debit)];
    this.#lines.amount[row] = came === 0 ? -Math.abs(went) || 0 : came;
    if (Number.isNaN(came)) this.#wrongAmount(cells, credit);
    else if (Number.isNaN(went)) this.#wrongAmount(cells, debit);
    else if (came !== 0 && went !== 0) this.#wrong(credit, words.twoAmounts(debit?.name ?? ''));
    else if (cellAt(cells, credit) === '' && cellAt(cells, debit) === '') {
      this.#wrong(credit ?? debit, words.empty);
    }
  }

  /** What went out without a minus would count as money that came. */
  #compareDirection(cells: readonly string[], spot: Spot, row: number): void {
    if (!isDebit(cells[spot.at] ?? '') || !((this.#lines.amount[row] ?? 0) > 0)) return;
    this.#wrong(spot, words.debit(visible(JSON.stringify(cellAt(cells, spot)))));
  }

  /** 0 where the cell is empty. */
  #columnAmount(cells: readonly string[], spot: Spot | undefined): number {
    const text = cellAt(cells, spot);
    return text === '' || text === '-' ? 0 : parseSatang(text, this.#mapping.amount);
  }

  #readFee(cells: readonly string[], spot: Spot, row: number): void {
    const satang = parseSatang(cells[spot.at] ?? '', this.#mapping.amount);
    this.#lines.fee[row] = satang;
    if (Number.isNaN(satang) && cellAt(cells, spot) !== '') this.#wrongAmount(cells, spot);
  }

  #wrongAmount(cells: readonly string[], spot: Spot | undefined): void {
    this.#wrong(spot, amountFault(cellAt(cells, spot), this.#mapping.amount));
  }

  #readMoment(cells: readonly string[], row: number): void {
    const dates = this.#dates;
    const { date: spot, time: beside } = this.#columns;
    const isRead = dates.readDate(spot === undefined ? '' : (cells[spot.at] ?? ''));
    if (!isRead) this.#wrong(spot, dateFault(cellAt(cells, spot), this.#mapping));
    else if (beside !== undefined) this.#readTime(cells[beside.at] ?? '', beside);
    const { date, time } = dates;
    this.#lines.date[row] = date;
    this.#lines.time[row] = time;
    const day = time !== NO_TIME && time >= this.#cutoff ? date + 1 : date;
    this.#lines.settles[row] = settlementDay(day, this.#calendar);
  }

  #readTime(text: string, spot: Spot): void {
    if (this.#dates.readTime(text) || text.trim() === '') return;
    this.#wrong(spot, words.notTime(this.#mapping.timeFormat ?? words.anyTime));
  }

  #readNames(cells: readonly string[], row: number, isFee: boolean): void {
    const { reference: spot, transactionId, payout } = this.#columns;
    const lines = this.#lines;
    const reference = spot === undefined ? 0 : this.#word(cells[spot.at], spot, this.#shape);
    const id = transactionId === undefined ? 0 : this.#word(cells[transactionId.at], transactionId);
    lines.reference[row] = reference;
    lines.transactionId[row] = id;
    if (payout !== undefined) lines.payout[row] = this.#word(cells[payout.at], payout);
    if (reference === 0 && id === 0 && !this.#mayBeNameless && !isFee) {
      this.#wrong(undefined, words.nameless);
    }
  }

  /** The number of the text in a cell. */
  #word(cell = '', spot: Spot, rule?: ReferenceRule): number {
    const text = rule === undefined ? cell.trim() : normalizedReference(cell, rule);
    if (text.length <= LONGEST_REFERENCE && !text.includes(FOREIGN))
      return this.#texts.intern(text);
    const isLong = text.length > LONGEST_REFERENCE;
    this.#wrong(spot, isLong ? words.letters(text.length, LONGEST_REFERENCE) : words.notUtf8);
    return 0;
  }

  #readStatus(cells: readonly string[], spot: Spot, row: number): void {
    const status = this.#statuses.get(cells[spot.at] ?? '') ?? this.#statusFor(cellAt(cells, spot));
    if (status === undefined) this.#wrongStatus(cellAt(cells, spot), spot);
    else this.#lines.status[row] = status;
  }

  #readCurrency(cells: readonly string[], spot: Spot, row: number): void {
    const code = currencyCode(cells[spot.at] ?? '');
    if (code === undefined) this.#wrong(spot, words.notCurrency);
    else this.#lines.currency[row] = this.#texts.intern(code);
  }

  #statusFor(text: string): number | undefined {
    return this.#statuses.get(text) ?? this.#statuses.get(text.toLowerCase());
  }

  #wrongStatus(text: string, spot: Spot): void {
    if (text.includes(FOREIGN)) {
      this.#wrong(spot, words.notUtf8);
      return;
    }
    const isWord = text.length <= 20 && !/[0-9]{4}/.test(text);
    const shown = visible(JSON.stringify(text));
    this.#wrong(spot, isWord ? words.notThisStatus(shown) : words.notStatus, words.notStatus);
  }
}
