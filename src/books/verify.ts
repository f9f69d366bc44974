import { sha256 } from '../core/hash.js';
import type { Message } from '../core/message.js';
import { unsealedJson } from '../core/sealed-log.js';
import { visible } from '../core/text.js';
import { books as words } from '../messages/books.js';
import type { Book, BookHead, BookItem, BookLine } from '../state/books.js';
import { eventIn } from './codec.js';
import { BEFORE_FIRST, readWhole } from './event.js';
import { addsUp, figuresOf, NOTHING } from './figures.js';
import { itemsOf, mismatches } from './items.js';
import { digestOf } from './lines.js';
import { match } from './match.js';
import { mappingsOf } from './parts.js';
import type { BookState, Figures, ItemClass } from './state.js';

/** What of a book is not as its events, files and lines say; empty where all is. */
export function verifyBook(book: Book, seed: () => number): Promise<Message[]> {
  return readWhole(book, (state, head) => faultsIn(book, state, head, seed));
}

async function faultsIn(
  book: Book,
  state: BookState,
  head: BookHead,
  seed: () => number,
): Promise<Message[]> {
  const events = await verifyEvents(book, head);
  const items = new Map<string, BookItem>();
  for await (const page of book.allItems()) for (const item of page) items.set(item.id, item);
  return [
    ...events.faults,
    ...(await verifyFiles(book, events.files)),
    ...verifyDecisions(items, events.decisions),
    ...verifyFigures(items, events.open),
    ...(await verifyItems(book, state, items, seed)),
  ];
}

interface Events {
  faults: Message[];
  /** The newest decision about each item, and the number of its event. */
  decisions: Map<string, { seq: number; decision: string }>;
  open: ReadonlyMap<ItemClass, Figures>;
  /** Those that count, by number. */
  files: Map<number, { name: string; digest: string }>;
}

/** Each event follows on the one before it, and carries what that one left open. */
async function verifyEvents(book: Book, head: BookHead): Promise<Events> {
  const found: Events = { faults: [], decisions: new Map(), open: new Map(), files: new Map() };
  let { seq, sum } = BEFORE_FIRST;
  let state = '';
  for await (const page of book.events()) {
    for (const row of page) {
      seq += 1;
      const event = eventIn(unsealedJson(row.line));
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
      for (const { id, ...file } of event.files) found.files.set(id, file);
      for (const id of event.replaced) found.files.delete(id);
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
  { type, classes }: NonNullable<ReturnType<typeof eventIn>>,
  before: ReadonlyMap<ItemClass, Figures>,
): boolean {
  const kinds = new Set([...classes.keys(), ...before.keys()]);
  return [...kinds].every((kind) => {
    const movement = classes.get(kind);
    const { count, amount } = before.get(kind) ?? NOTHING;
    if (movement === undefined) return count === 0 && amount === 0n;
    const { carried } = movement;
    const isCarried = carried.count === count && carried.amount === amount;
    return addsUp(movement) && (type === 'create' || isCarried);
  });
}

/** The lines of each file are those that its event has the digest of, whatever the row of the file says. */
async function verifyFiles(book: Book, wanted: Events['files']): Promise<Message[]> {
  const kept = (await book.files()).filter(({ replaced }) => replaced === null);
  const strange = kept.filter(({ id }) => !wanted.has(id)).map(({ name }) => name);
  const digests = new Map(kept.map(({ id, digest }) => [id, digest]));
  const changed: string[] = [];
  for (const [id, { name, digest }] of wanted) {
    const lines = await book.lines({ files: [id] });
    if (digests.get(id) !== digest || digestOf(lines) !== digest) changed.push(name);
  }
  return [...changed, ...strange].map((name) => words.fileLines(visible(name)));
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
  said: ReadonlyMap<ItemClass, Figures>,
): Message[] {
  const open = figuresOf([...items.values()].filter(({ resolved }) => resolved === null));
  const kinds = [...new Set([...open.keys(), ...said.keys()])];
  const isSame = kinds.every((kind) => {
    const [one, other] = [open.get(kind) ?? NOTHING, said.get(kind) ?? NOTHING];
    return one.count === other.count && one.amount === other.amount;
  });
  return isSame ? [] : [words.stateDiffers];
}

/** All lines, matched anew, must give the items that the book has. */
async function verifyItems(
  book: Book,
  state: BookState,
  items: ReadonlyMap<string, BookItem>,
  seed: () => number,
): Promise<Message[]> {
  const lines: BookLine[] = [];
  for await (const page of book.allLines()) for (const line of page) lines.push(line);
  const { settlement } = mappingsOf(state).bank;
  const matched = match(lines, { state, settlement, seed, nameOf: () => '' });
  const found = mismatches(matched, lines, () => true);
  const wanted = itemsOf(found, items, { today: '', seq: 0 });
  const faults: Message[] = [];
  for (const [id, item] of wanted) {
    const kept = items.get(id);
    if (kept === undefined) faults.push(words.itemMissing(id));
    else if (!isSame(item, kept)) faults.push(words.itemDiffers(id));
  }
  for (const { id, resolved } of items.values()) {
    if (resolved === null && !wanted.has(id)) faults.push(words.itemExtra(id));
  }
  return [...faults, ...strayLines(lines, found)];
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
function strayLines(
  lines: readonly BookLine[],
  found: readonly { id: string; lines: readonly BookLine[] }[],
): Message[] {
  const itemOf = new Map<number, string>();
  for (const { id, lines: its } of found) for (const line of its) itemOf.set(line.id, id);
  const stray = lines.filter(({ id, item }) => (itemOf.get(id) ?? null) !== item);
  const ids = new Set(stray.map(({ id, item }) => item ?? itemOf.get(id) ?? ''));
  return [...ids].map((id) => words.itemDiffers(id));
}
