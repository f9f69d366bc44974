import { basename } from 'node:path';
import { PayctlError } from '../core/errors.js';
import { sha256 } from '../core/hash.js';
import { joinTexts } from '../core/message.js';
import { withoutNul } from '../core/text.js';
import { books as words } from '../messages/books.js';
import type { BadLine } from '../reconcile/bad-line.js';
import { Columns, type DayNumbers, NO_TIME, PAID } from '../reconcile/columns.js';
import { type Mapping, PLAIN, type Role } from '../reconcile/mapping.js';
import { readMapping } from '../reconcile/mapping-file.js';
import { controlFault, type FileContents, readInput, type SourceFile } from '../reconcile/read.js';
import { findMissingPages, type Statement } from '../reconcile/statement/controls.js';
import { Texts } from '../reconcile/texts.js';
import type { BookSide } from '../state/books.js';
import { faultText, type LineContents, linesDigest } from './lines.js';
import type { BookState, Night } from './state.js';

/** A line of a file, and where it stands there. */
export type PartLine = LineContents & { line: number };

/** A file, or one statement of it. */
export interface Part {
  side: BookSide;
  name: string;
  /** Whether others of its name are earlier versions of it; standard input has none. */
  isNamed: boolean;
  /** Numbers of statements begin anew each year. */
  isStatement: boolean;
  sha256: string;
  /** What it covers; undefined: nothing. */
  days: DayNumbers | undefined;
  lines: PartLine[];
}

export interface ReadNight {
  inputs: FileContents[];
  parts: Part[];
  bad: BadLine[];
}

export function bookMappings({ ordersMap, bankMap }: BookMaps): Record<Role, Mapping> {
  const read = (role: Role, yaml: string | undefined) =>
    yaml === undefined ? PLAIN : readMapping(yaml, `--${role}-map`)[role];
  return { orders: read('orders', ordersMap), bank: read('bank', bankMap) };
}
type BookMaps = Pick<BookState, 'ordersMap' | 'bankMap'>;

/** Reads all files. Rejects with BAD_DATA where one is not what it says of itself: it may be cut off. */
export async function readNight(
  night: Night,
  state: BookState,
  seed: () => number,
  today: number,
): Promise<ReadNight> {
  const mappings = bookMappings(state);
  const texts = new Texts(seed);
  const sides = { orders: new Columns(), bank: new Columns() };
  const read: ReadNight = { inputs: [], parts: [], bad: [] };
  for (const source of night.sources) {
    const lines = sides[source.role];
    const [first, firstBad] = [lines.count, read.bad.length];
    const calendar = source.role === 'orders' ? mappings.bank.settlement : undefined;
    const reading = { lines, texts, mapping: mappings[source.role], bad: read.bad };
    const input = await readInput(source, { ...reading, cutoff: state.cutoff, calendar });
    read.inputs.push(input);
    const file = { source, input, lines, texts, first, days: night.days, today };
    read.parts.push(...toParts({ ...file, bad: read.bad.slice(firstBad) }));
  }
  requireWhole(read.inputs);
  return read;
}

function requireWhole(inputs: readonly FileContents[]): void {
  const disagreeing = inputs.filter(({ control }) => control?.agrees === false);
  const missing = findMissingPages(inputs.flatMap(({ statements }) => statements));
  if (disagreeing.length + missing.length === 0) return;
  const faults = [...disagreeing.map(controlFault), ...missing];
  throw new PayctlError('BAD_DATA', words.notApplied(joinTexts(faults)));
}

interface ReadFile {
  source: SourceFile;
  input: FileContents;
  lines: Columns;
  texts: Texts;
  /** Its first row among the lines of its side. */
  first: number;
  bad: readonly BadLine[];
  days: Partial<DayNumbers>;
  /** Since 1970. */
  today: number;
}

function toParts(file: ReadFile): Part[] {
  const { source, input, lines } = file;
  const side = source.role === 'orders' ? 'own' : 'bank';
  const name = source.file === '-' ? '-' : basename(source.file);
  const { statements } = input;
  const named = { side, isNamed: name !== '-' } as const;
  if (statements.length === 0) {
    const contents = partContents(file, file.first, lines.count, file.bad);
    return [{ ...named, name, isStatement: false, sha256: input.sha256, ...contents }];
  }
  const ends = [...input.ends.slice(0, -1), lines.count];
  return statements.map((statement, at): Part => {
    const isMine = (bad: BadLine) => Math.min(bad.statement, statements.length - 1) === at;
    const from = ends[at - 1] ?? file.first;
    const contents = partContents(file, from, ends[at] ?? from, file.bad.filter(isMine));
    const { account, number, page, date } = statement;
    return {
      ...named,
      ...contents,
      ...partName(statement, name, at),
      sha256: sha256(JSON.stringify([account, number, page, date, linesDigest(contents.lines)])),
    };
  });
}

/** A bank that does not number its statements names its files. */
function partName({ account: named, number, page }: Statement, file: string, at: number) {
  const account = withoutNul(named);
  if (number === undefined) return { name: `${file} ${account} #${at + 1}`, isStatement: false };
  const name = page === undefined ? `${account} ${number}` : `${account} ${number}/${page}`;
  return { name, isNamed: true, isStatement: true };
}

/** The lines from one row to before another, and the days that they cover. */
function partContents(
  { lines, texts, source, days, today }: ReadFile,
  from: number,
  to: number,
  bad: readonly BadLine[],
): Pick<Part, 'lines' | 'days'> {
  const rows: PartLine[] = [];
  let [first, last] = [days.from, days.to];
  for (let row = from; row < to; row++) {
    const line = lineAt(lines, texts, row, source.role);
    rows.push(line);
    if (days.from === undefined) first = Math.min(first ?? line.settles, line.settles);
    if (days.to === undefined) last = Math.max(last ?? line.settles, line.settles);
  }
  // A line that cannot be read has no day of its own.
  const day = first ?? today;
  for (const line of bad) rows.push(badLine(line, texts, day));
  if (first === undefined || last === undefined || first > last) {
    return { lines: rows, days: undefined };
  }
  return { lines: rows, days: { from: first, to: last } };
}

function lineAt(lines: Columns, texts: Texts, row: number, role: Role): PartLine {
  // As it is kept: what is kept is compared with it later.
  const columnText = (column: Int32Array) => withoutNul(texts.lookUp(column[row] ?? 0));
  const transactionId = columnText(lines.transactionId);
  const fee = lines.fee[row] ?? Number.NaN;
  return {
    side: role === 'orders' ? 'own' : 'bank',
    line: lines.line[row] ?? 0,
    reference: columnText(lines.reference),
    transactionId,
    payout: columnText(lines.payout),
    // No line says minus nothing.
    amount: (lines.amount[row] ?? 0) || 0,
    fee: Number.isNaN(fee) ? null : fee || 0,
    date: lines.date[row] ?? 0,
    time: lines.time[row] ?? 0,
    settles: lines.settles[row] ?? 0,
    status: lines.status[row] ?? 0,
    currency: columnText(lines.currency),
    // Lines with an id are told apart by it.
    contents: transactionId === '' ? lines.contentsHash(row) : 0,
    fault: null,
  };
}

function badLine(bad: BadLine, texts: Texts, day: number): PartLine {
  return {
    side: bad.role === 'orders' ? 'own' : 'bank',
    line: bad.line,
    reference: withoutNul(texts.lookUp(bad.reference ?? 0)),
    ...{ transactionId: '', payout: '', amount: 0, fee: null },
    ...{ date: 0, time: NO_TIME, settles: day, status: PAID, currency: '', contents: 0 },
    fault: faultText(bad),
  };
}
