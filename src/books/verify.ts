import { isDeepStrictEqual } from 'node:util';
import { sha256 } from '../core/hash.js';
import type { Message } from '../core/message.js';
import { unsealedJson } from '../core/sealed-log.js';
import { visible } from '../core/text.js';
import { books as words } from '../messages/books.js';
import type { MatchRecord } from '../reconcile/classes.js';
import type { Book, BookFile, BookHead, BookItem, BookLine } from '../state/books.js';
import { readEvent } from './codec.js';
import { BEFORE_FIRST, readWhole } from './event.js';
import { addsUp, figuresByClass, ZERO_FIGURES } from './figures.js';
import { itemsByLine, type Mismatch, mismatches, toItems } from './items.js';
import { linesDigest } from './lines.js';
import { LineTable } from './match.js';
import { bookMappings } from './parts.js';
import { addRows, NO_ROWS } from './row-sums.js';
import type { BookState, CountedSum, ItemClass } from './state.js';

/** What of a book is not as its events, files and lines say; empty where all is. */
export function verifyBook(book: Book, seed: () => number): Promise<Message[]> {
  return readWhole(book, (state, head) => findFaults(book, state, head, seed));
}

async function findFaults(
  book: Book,
  state: BookState,
  head: BookHead,
  seed: () => number,
): Promise<Message[]> {
  const events = await verifyEvents(book, head);
  const items = new Map<string, BookItem>();
  for await (const page of book.allItems()) for (const item of page) items.set(item.id, item);
  const lines = await readLines(book, state, seed);
  const ofFiles = await verifyFiles(book, events.files, lines.sum === state.sums.lines);
  const ofItems = [
    ...verifyDecisions(items, events.decisions),
    ...verifyFigures(items, events.open),
    ...(await verifyItems(book, lines, items)),
  ];
  const isItemSum = addRows(NO_ROWS, { items: items.values() }).items === state.sums.items;
  return [
    ...events.faults,
    ...ofFiles,
    ...ofItems,
    // Where nothing says more of it.
    ...(isItemSum || ofItems.length > 0 ? [] : [words.itemRows]),
  ];
}

interface Events {
  faults: Message[];
  /** The newest decision about each item, and the number of its event. */
  decisions: Map<string, { seq: number; decision: string }>;
  open: ReadonlyMap<ItemClass, CountedSum>;
  /** As they must be, by number. */
  files: Map<number, BookFile>;
}

/** Each event follows on the one before it, and carries what that one left open. */
async function verifyEvents(book: Book, head: BookHead): Promise<Events> {
  const found: Events = { faults: [], decisions: new Map(), open: new Map(), files: new Map() };
  let { seq, sum } = BEFORE_FIRST;
  let state = '';
  for await (const page of book.events()) {
    for (const row of page) {
      seq += 1;
      const event = readEvent(unsealedJson(row.line));
      if (event === undefined || !row.line.endsWith(`"${row.sum}"}`)) {
        found.faults.push(words.eventSum(row.seq));
      } else if (event.prev !== sum || event.seq !== seq || row.seq !== seq) {
        found.faults.push(words.eventChain(row.seq));
      }
      sum = row.sum;
      if (event === undefined) continue;
      state = event.state;
      if (!follows(event, found.open)) found.faults.push(words.eventFigures(row.seq));
      found.open = new Map([...event.classes].map(([kind, { open }]) => [kind, open]));
      for (const file of event.files) {
        found.files.set(file.id, { ...file, applied: row.seq, replaced: null });
      }
      for (const id of event.replaced) {
        const file = found.files.get(id);
        if (file) found.files.set(id, { ...file, replaced: row.seq });
      }
      for (const { id, decision } of event.decisions ?? []) {
        found.decisions.set(id, { seq: row.seq, decision });
      }
    }
  }
  const isHead = head.seq === seq && head.sum === sum && sha256(head.state) === state;
  if (!isHead) found.faults.push(words.stateDiffers);
  return found;
}

function follows(
  { type, classes }: NonNullable<ReturnType<typeof readEvent>>,
  before: ReadonlyMap<ItemClass, CountedSum>,
): boolean {
  const kinds = new Set([...classes.keys(), ...before.keys()]);
  return [...kinds].every((kind) => {
    const movement = classes.get(kind);
    const { count, amount } = before.get(kind) ?? ZERO_FIGURES;
    if (movement === undefined) return count === 0 && amount === 0n;
    const { carried } = movement;
    const isCarried = carried.count === count && carried.amount === amount;
    return addsUp(movement) && (type === 'create' || isCarried);
  });
}

/** All lines, one by one: their sum, and of each only what is needed to match them anew. */
interface Lines {
  sum: bigint;
  table: LineTable;
  /** Those that wait. */
  waiting: BookLine[];
  /** The items that the book has them in, by their ids. */
  items: Map<number, string>;
}

async function readLines(book: Book, state: BookState, seed: () => number): Promise<Lines> {
  const { settlement } = bookMappings(state).bank;
  const table = new LineTable({ state, settlement, seed, fileName: () => '' });
  const read: Lines = { sum: 0n, table, waiting: [], items: new Map() };
  let sums = NO_ROWS;
  for await (const lines of book.allLines()) {
    sums = addRows(sums, { lines });
    for (const line of lines) {
      table.add(line);
      if (line.waits !== null) read.waiting.push(line);
      if (line.item !== null) read.items.set(line.id, line.item);
    }
  }
  return { ...read, sum: sums.lines };
}

/** The files are those of their events, and their lines those that came with them. */
async function verifyFiles(
  book: Book,
  wanted: Events['files'],
  isSum: boolean,
): Promise<Message[]> {
  const kept = new Map((await book.files()).map((file) => [file.id, file]));
  const faults: Message[] = [];
  for (const id of new Set([...wanted.keys(), ...kept.keys()])) {
    const [file, own] = [wanted.get(id), kept.get(id)];
    const name = visible(file?.name ?? own?.name ?? '');
    if (!isDeepStrictEqual(file, own)) faults.push(words.fileDiffers(name));
    // Of one that was replaced only the lines are left that were withdrawn.
    if (isSum || file === undefined || file.replaced !== null) continue;
    if (linesDigest(await book.lines({ files: [id] })) !== file.digest) {
      faults.push(words.fileLines(name));
    }
  }
  return isSum || faults.length > 0 ? faults : [words.lineRows];
}

function verifyDecisions(
  items: ReadonlyMap<string, BookItem>,
  decisions: Events['decisions'],
): Message[] {
  const ids = new Set(decisions.keys());
  for (const { id, decided } of items.values()) if (decided !== null) ids.add(id);
  return [...ids].flatMap((id) => {
    const [item, decision] = [items.get(id), decisions.get(id)];
    const isSame = item?.decision === decision?.decision && item?.decided === decision?.seq;
    return isSame ? [] : [words.itemDecision(id)];
  });
}

function verifyFigures(
  items: ReadonlyMap<string, BookItem>,
  said: ReadonlyMap<ItemClass, CountedSum>,
): Message[] {
  const open = figuresByClass([...items.values()].filter(({ resolved }) => resolved === null));
  const kinds = [...new Set([...open.keys(), ...said.keys()])];
  const isSame = kinds.every((kind) => {
    const [one, other] = [open.get(kind) ?? ZERO_FIGURES, said.get(kind) ?? ZERO_FIGURES];
    return one.count === other.count && one.amount === other.amount;
  });
  return isSame ? [] : [words.stateDiffers];
}

/** All lines, matched anew, must give the items that the book has. */
async function verifyItems(
  book: Book,
  { table, waiting, items: itemByLine }: Lines,
  items: ReadonlyMap<string, BookItem>,
): Promise<Message[]> {
  const { records, lineIds } = table.match({ all: false });
  const ids = records.filter(({ kind }) => kind !== 'matched').flatMap(lineIds);
  const byId = new Map((await book.lines({ ids })).map((line) => [line.id, line]));
  const linesFor = (record: MatchRecord) => lineIds(record).flatMap((id) => byId.get(id) ?? []);
  const found = mismatches({ records, linesFor }, waiting, () => true);
  const wanted = toItems(found, items, { today: '', seq: 0 });
  const faults: Message[] = [];
  for (const [id, item] of wanted) {
    const kept = items.get(id);
    if (kept === undefined) faults.push(words.itemMissing(id));
    else if (!isSame(item, kept)) faults.push(words.itemDiffers(id));
  }
  for (const { id, resolved } of items.values()) {
    if (resolved === null && !wanted.has(id)) faults.push(words.itemExtra(id));
  }
  return [...faults, ...strayLines(itemByLine, found)];
}

/** What a person decided about keeps the class that it had then. */
function isSame(one: BookItem, other: BookItem): boolean {
  if ((one.resolved === null) !== (other.resolved === null)) return false;
  const isOpen = one.resolved === null;
  return (
    one.amount === other.amount && (!isOpen || (one.class === other.class && one.day === other.day))
  );
}

/** Lines that the book has in another item than they belong to. */
function strayLines(kept: ReadonlyMap<number, string>, found: readonly Mismatch[]): Message[] {
  const itemByLine = itemsByLine(found);
  const stray = new Set<string>();
  for (const line of new Set([...kept.keys(), ...itemByLine.keys()])) {
    const [item, wanted] = [kept.get(line), itemByLine.get(line)];
    if (item !== wanted) stray.add(item ?? wanted ?? '');
  }
  return [...stray].map((id) => words.itemDiffers(id));
}
