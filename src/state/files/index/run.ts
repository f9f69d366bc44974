import { join } from 'node:path';
import type { Files, OpenFile } from '../../../host/host.js';
import { blocksFor, blocksOf, Damaged, type Layout, Table } from './blocks.js';
import {
  decodeEntry,
  decodeTerm,
  ENTRY_BYTES,
  type Entry,
  encodeEntry,
  encodeTerm,
  type FoundBy,
  HASH_BITS,
  isBefore,
  startOf,
  TERM_BYTES,
  type Term,
} from './entry.js';

/** A file of the index by its name, and how much is in it. */
export interface RunName {
  /** Eight hexadecimal digits. */
  name: string;
  entries: number;
  terms: number;
}

/** Sets the checksums of the terms apart from those of the entries. */
const TERMS_MARK = 0x5bd1_e995;
/** Of an entry that did not come along. */
const DROPPED = 0xffff_ffff;

/** Entries in order, and the terms that they are found by, in a file that never changes. */
export class Run {
  readonly name: RunName;
  readonly #file: OpenFile;
  readonly #entries: Table;
  readonly #terms: Table;

  constructor(name: RunName, file: OpenFile) {
    this.name = name;
    this.#file = file;
    const { entries, terms } = layoutsOf(name);
    this.#entries = new Table(file, entries);
    this.#terms = new Table(file, terms);
  }

  /** Throws `Damaged` where there is none. */
  static open(files: Files, directory: string, name: RunName): Run {
    const file = files.open(pathOf(directory, name));
    if (file === undefined) throw new Damaged('a file is missing');
    return new Run(name, file);
  }

  get count(): number {
    return this.#entries.count;
  }

  entry(index: number): Entry {
    return decodeEntry(this.#entries.record(index));
  }

  /** Number of the first entry that is at this place of the order, or after it. */
  from(at: number): number {
    return this.#entries.lowerBound((record) => startOf(record) < at);
  }

  *find(hash: number): Generator<Entry> {
    // Hashes are as likely anywhere.
    const guess = Math.floor((hash / 2 ** HASH_BITS) * this.#terms.count);
    const first = this.#terms.lowerBound((record) => decodeTerm(record).hash < hash, guess);
    for (let index = first; index < this.#terms.count; index++) {
      const term = decodeTerm(this.#terms.record(index));
      if (term.hash !== hash) return;
      yield this.entry(term.entry);
    }
  }

  *terms(): Generator<Term> {
    for (let index = 0; index < this.#terms.count; index++) {
      yield decodeTerm(this.#terms.record(index));
    }
  }

  close(): void {
    this.#file.close();
  }
}

/** Writes entries that are in order. */
export function writeRun(
  files: Files,
  directory: string,
  name: string,
  entries: readonly FoundBy[],
): RunName {
  const terms = entries
    .flatMap((entry, index) => entry.terms.map((hash) => ({ hash, entry: index })))
    .sort((a, b) => a.hash - b.hash || a.entry - b.entry);
  return write(files, directory, name, entries.map(encodeEntry), () => terms);
}

/** One of two; the newer one counts. What was withdrawn is forgotten where there is nothing older. */
export function mergeRuns(
  files: Files,
  directory: string,
  name: string,
  { older, newer, isOldest }: { older: Run; newer: Run; isOldest: boolean },
): RunName {
  const places = {
    older: new Uint32Array(older.count).fill(DROPPED),
    newer: new Uint32Array(newer.count).fill(DROPPED),
  };
  function* entries(): Generator<Buffer> {
    let count = 0;
    for (const { entry, of, index } of merged(older, newer)) {
      if (isOldest && entry.kind === 'withdrawn') continue;
      places[of][index] = count++;
      yield encodeEntry(entry);
    }
  }
  const terms = () => mergedTerms(moved(older, places.older), moved(newer, places.newer));
  return write(files, directory, name, entries(), terms);
}

interface Placed {
  entry: Entry;
  of: 'older' | 'newer';
  index: number;
}

function* merged(older: Run, newer: Run): Generator<Placed> {
  const [some, others] = [entriesOf(older, 'older'), entriesOf(newer, 'newer')];
  let [one, other] = [some.next().value, others.next().value];
  while (one || other) {
    if (one && (!other || isBefore(one.entry, other.entry))) {
      yield one;
      one = some.next().value;
      continue;
    }
    if (!other) return;
    const isSame = one !== undefined && !isBefore(other.entry, one.entry);
    if (isSame) one = some.next().value;
    yield other;
    other = others.next().value;
  }
}

function* entriesOf(run: Run, of: Placed['of']): Generator<Placed, undefined> {
  for (let index = 0; index < run.count; index++) yield { entry: run.entry(index), of, index };
  return undefined;
}

function* moved(run: Run, places: Uint32Array): Generator<Term, undefined> {
  for (const { hash, entry } of run.terms()) {
    const place = places[entry] ?? DROPPED;
    if (place !== DROPPED) yield { hash, entry: place };
  }
  return undefined;
}

function* mergedTerms(
  some: Generator<Term, undefined>,
  others: Generator<Term, undefined>,
): Generator<Term> {
  let [one, other] = [some.next().value, others.next().value];
  while (one || other) {
    if (one && (!other || one.hash <= other.hash)) {
      yield one;
      one = some.next().value;
    } else if (other) {
      yield other;
      other = others.next().value;
    }
  }
}

/** `terms` is asked after the last entry has been written. */
function write(
  files: Files,
  directory: string,
  name: string,
  entries: Iterable<Buffer>,
  terms: () => Iterable<Term>,
): RunName {
  const made: RunName = { name, entries: 0, terms: 0 };
  function* pieces(): Generator<Buffer> {
    const marks = layoutsOf(made);
    made.entries = yield* blocksOf(entries, marks.entries);
    made.terms = yield* blocksOf(encoded(terms()), marks.terms);
  }
  files.replace(pathOf(directory, made), gathered(pieces()));
  return made;
}

function* encoded(terms: Iterable<Term>): Generator<Buffer> {
  for (const term of terms) yield encodeTerm(term);
}

const PIECES = 64;

/** Fewer, larger writes. */
function* gathered(pieces: Iterable<Buffer>): Generator<Buffer> {
  let some: Buffer[] = [];
  for (const piece of pieces) {
    some.push(piece);
    if (some.length < PIECES) continue;
    yield Buffer.concat(some);
    some = [];
  }
  yield Buffer.concat(some);
}

export function pathOf(directory: string, { name }: Pick<RunName, 'name'>): string {
  return join(directory, `${name}.run`);
}

function layoutsOf({ name, entries, terms }: RunName): { entries: Layout; terms: Layout } {
  const mark = Number.parseInt(name, 16);
  const first = { start: 0, count: entries, width: ENTRY_BYTES, mark };
  const start = blocksFor(first);
  const second = { start, count: terms, width: TERM_BYTES, mark: mark ^ TERMS_MARK };
  return { entries: first, terms: second };
}
