import type { BadLine } from '../reconcile/bad-line.js';
import type { MatchRecord } from '../reconcile/classes.js';
import { Columns } from '../reconcile/columns.js';
import { LocalRecords } from '../reconcile/local-records.js';
import type { SettlementRule } from '../reconcile/mapping.js';
import { matchLines } from '../reconcile/match.js';
import { NO_FILE } from '../reconcile/synthetic.js';
import { Texts } from '../reconcile/texts.js';
import type { BookLine, BookSide } from '../state/books.js';
import { lineText, toBadLine } from './lines.js';
import type { BookState } from './state.js';

/** Lines as the matcher has them, and what it made of them. */
interface MatchedIds {
  own: Columns;
  bank: Columns;
  texts: Texts;
  local: LocalRecords;
  records: readonly MatchRecord[];
  /** The ids of the lines of a record, those of our own side first. */
  lineIds(record: MatchRecord): number[];
  /** Numbers of the files by which each side names them, in order. */
  files: Readonly<Record<BookSide, readonly number[]>>;
}

/** The same of lines that are at hand. */
export interface Matched extends MatchedIds {
  linesFor(record: MatchRecord): BookLine[];
}

interface Rules {
  state: Pick<BookState, 'covered' | 'tolerance'>;
  settlement: SettlementRule | undefined;
  seed: () => number;
  /** The name of a file, for what cannot be read. */
  fileName: (file: number) => string;
}

/** Matches all lines but those that are late: their days are closed. */
export function match(lines: Iterable<BookLine>, rules: Rules): Matched {
  const table = new LineTable(rules);
  const byId = new Map<number, BookLine>();
  for (const line of [...lines].sort((a, b) => a.id - b.id)) {
    table.add(line);
    byId.set(line.id, line);
  }
  const matched = table.match({ all: true });
  const linesFor = (record: MatchRecord) =>
    matched.lineIds(record).flatMap((id) => byId.get(id) ?? []);
  return { ...matched, linesFor };
}

/** Lines of which only what the matcher compares is kept, in columns: a book of years has many millions. */
export class LineTable {
  readonly #rules: Rules;
  readonly #texts: Texts;
  readonly #sides: Record<BookSide, Side>;
  readonly #faulty: BookLine[] = [];

  constructor(rules: Rules) {
    this.#rules = rules;
    this.#texts = new Texts(rules.seed);
    this.#sides = { own: new Side(this.#texts), bank: new Side(this.#texts) };
  }

  /** To be called in the order of their ids. */
  add(line: BookLine): void {
    if (line.waits === 'late') return;
    if (line.fault === null) this.#sides[line.side].add(line);
    else this.#faulty.push(line);
  }

  /** @param all keeps the records of what matches, too */
  match({ all }: { all: boolean }): MatchedIds {
    const sides = this.#sides;
    const texts = this.#texts;
    const { state, settlement, fileName } = this.#rules;
    const { covered, tolerance } = state;
    const bad = badLines(this.#faulty, sides, texts, fileName);
    const [own, bank] = [sides.own.columns, sides.bank.columns];
    // A book holds what files say: machines with other journals make the same book of them.
    const local = new LocalRecords(texts, { charges: [], refunds: [], confirmations: [] });
    const { records } = matchLines(
      {
        ...{ own, bank, local, synthetic: new Map(), hasOrders: true, tolerance, all },
        ...{ ownDays: covered.own, bankDays: covered.bank },
      },
      [...bad.keys()],
      settlement,
    );
    return {
      ...{ own, bank, texts, local, records },
      files: { own: sides.own.files, bank: sides.bank.files },
      lineIds(record) {
        const faulty = record.bad && bad.get(record.bad);
        return [
          ...record.own.flatMap((row) => sides.own.ids[row] ?? []),
          ...record.bank.flatMap((row) => sides.bank.ids[row] ?? []),
          ...(faulty ? [faulty.id] : []),
        ];
      },
    };
  }
}

/** Our own side first, in an order that files never change: the first takes the lines of its reference. */
function badLines(
  faulty: readonly BookLine[],
  sides: Record<BookSide, Side>,
  texts: Texts,
  fileName: (file: number) => string,
): Map<BadLine, BookLine> {
  const order = (one: string | number, other: string | number) =>
    one < other ? -1 : Number(one > other);
  const inOrder = faulty
    .map((line) => ({ line, text: lineText(line), side: Number(line.side === 'bank') }))
    .sort((a, b) => order(a.side, b.side) || order(a.text, b.text) || order(a.line.id, b.line.id));
  const bad = new Map<BadLine, BookLine>();
  for (const { line } of inOrder) {
    const index = sides[line.side].indexOf(line.file);
    const reference = texts.intern(line.reference);
    const one = toBadLine(line, { file: fileName(line.file), index, reference });
    if (one !== undefined) bad.set(one, line);
  }
  return bad;
}

/** The lines of one side. */
class Side {
  readonly columns = new Columns();
  /** By row. */
  readonly ids: number[] = [];
  readonly files: number[] = [];
  readonly #texts: Texts;
  readonly #indexes = new Map<number, number>();

  constructor(texts: Texts) {
    this.#texts = texts;
  }

  add(line: BookLine): void {
    const { columns } = this;
    const texts = this.#texts;
    const { amount, date, time, settles, status } = line;
    const row = columns.add({
      ...{ amount, date, time, settles, status, file: this.indexOf(line.file) },
      reference: texts.intern(line.reference),
      transactionId: texts.intern(line.transactionId),
    });
    columns.payout[row] = texts.intern(line.payout);
    columns.fee[row] = line.fee ?? Number.NaN;
    columns.currency[row] = texts.intern(line.currency);
    columns.line[row] = line.line;
    columns.keepHash(row, line.contents);
    this.ids[row] = line.id;
  }

  /** Of a file among those of this side. */
  indexOf(file: number): number {
    const existing = this.#indexes.get(file);
    if (existing !== undefined) return existing;
    const index = Math.min(this.files.push(file), NO_FILE) - 1;
    this.#indexes.set(file, index);
    return index;
  }
}
