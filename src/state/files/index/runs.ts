import { PayctlError } from '../../../core/errors.js';
import type { Files, Random } from '../../../host/host.js';
import { type Entry, type FoundBy, isBefore } from './entry.js';
import { type Progress, writeManifest } from './manifest.js';
import { mergeRuns, pathOf, Run, type RunName, writeRun } from './run.js';

/** A part of the order: from `since` on, before `until`. */
export interface Span {
  since?: number | undefined;
  until?: number | undefined;
  newestFirst?: boolean | undefined;
}

/** Entries in order. */
interface Source {
  readonly count: number;
  entry(index: number): Entry;
  /** Number of the first entry that is at this place of the order, or after it. */
  from(at: number): number;
  find(hash: number): Iterable<Entry>;
}

/** Of two neighbours the newer one is so much smaller that they stay apart. */
const APART = 4;

/**
 * Runs from the oldest to the newest, each far larger than the next, so that there are few: of two
 * entries at one place of the order the newer one counts.
 */
export class Runs {
  readonly #files: Files;
  readonly #directory: string;
  readonly #random: Random;
  readonly #runs: Run[];
  /** What was learnt since the newest run. */
  #recent: Recent = new Recent([]);

  /** Throws `Damaged`. */
  constructor(files: Files, directory: string, random: Random, names: readonly RunName[]) {
    this.#files = files;
    this.#directory = directory;
    this.#random = random;
    this.#runs = [];
    try {
      for (const name of names) this.#runs.push(Run.open(files, directory, name));
    } catch (error) {
      this.close();
      throw error;
    }
  }

  get names(): readonly RunName[] {
    return this.#runs.map(({ name }) => name);
  }

  /** Of all entries, several versions of one included. */
  get count(): number {
    return this.#sources().reduce((sum, { count }) => sum + count, 0);
  }

  /** Entries that are not in a run yet; they are in no order. */
  set recent(entries: readonly FoundBy[]) {
    this.#recent = new Recent(entries);
  }

  /** Writes what is recent down; false where the disk does not take it, and it stays in memory. */
  fold(): boolean {
    return isTaken(() => this.#fold());
  }

  /** Writes down what is recent, and how far what it comes from was read. */
  keep(progress: Progress): void {
    if (!this.fold()) return;
    isTaken(() => {
      writeManifest(this.#files, this.#directory, { ...progress, runs: this.names });
      this.#prune();
    });
  }

  #fold(): void {
    const { entries } = this.#recent;
    if (entries.length === 0) return;
    this.#take(writeRun(this.#files, this.#directory, this.#newName(), entries));
    this.#recent = new Recent([]);
    for (let last = this.#runs.length - 1; last > 0; last -= 1) {
      const [older, newer] = [this.#runs[last - 1], this.#runs[last]];
      if (!older || !newer || older.count > APART * newer.count) return;
      const both = { older, newer, isOldest: last === 1 };
      const name = mergeRuns(this.#files, this.#directory, this.#newName(), both);
      for (const run of this.#runs.splice(last - 1, 2)) run.close();
      this.#take(name);
    }
  }

  /** Removes all files of the directory that are not among these runs. */
  #prune(): void {
    const own = new Set(this.names.map((name) => pathOf(this.#directory, name)));
    for (const name of this.#files.list(this.#directory)) {
      const path = pathOf(this.#directory, { name: name.replace(/\.run$/, '') });
      if (name.endsWith('.run') && !own.has(path)) this.#files.remove(path);
    }
  }

  /** Entries that may hold what has this hash, older versions of them included. */
  *find(hash: number): Generator<Entry> {
    for (const source of this.#sources()) yield* source.find(hash);
  }

  *scan(span: Span = {}): Generator<Entry> {
    for (const entry of inOrder(this.#sources(), span)) {
      if (entry.kind !== 'withdrawn') yield entry;
    }
  }

  close(): void {
    for (const run of this.#runs.splice(0)) run.close();
  }

  /** The newest first. */
  #sources(): Source[] {
    return [this.#recent, ...this.#runs.toReversed()];
  }

  #take(name: RunName): void {
    this.#runs.push(Run.open(this.#files, this.#directory, name));
  }

  #newName(): string {
    return Buffer.from(this.#random.bytes(4)).toString('hex');
  }
}

/** Entries in memory. */
class Recent implements Source {
  readonly entries: readonly FoundBy[];
  #found: Map<number, Entry[]> | undefined;

  constructor(entries: readonly FoundBy[]) {
    this.entries = entries.toSorted((a, b) => (isBefore(a, b) ? -1 : Number(isBefore(b, a))));
  }

  get count(): number {
    return this.entries.length;
  }

  entry(index: number): Entry {
    const entry = this.entries[index];
    if (entry === undefined) throw new RangeError(`there is no entry ${index}`);
    return entry;
  }

  from(at: number): number {
    const index = this.entries.findIndex((entry) => entry.at >= at);
    return index < 0 ? this.count : index;
  }

  find(hash: number): readonly Entry[] {
    if (this.#found === undefined) {
      this.#found = new Map();
      for (const entry of this.entries) {
        for (const term of entry.terms) {
          const others = this.#found.get(term);
          if (others) others.push(entry);
          else this.#found.set(term, [entry]);
        }
      }
    }
    return this.#found.get(hash) ?? [];
  }
}

/** The next entry of each source. */
interface Head {
  source: Source;
  index: number;
  entry: Entry;
}

function* inOrder(
  sources: readonly Source[],
  { since, until, newestFirst = false }: Span,
): Generator<Entry> {
  const step = newestFirst ? -1 : 1;
  const bounds = sources.map((source) => ({
    source,
    first: since === undefined ? 0 : source.from(since),
    end: until === undefined ? source.count : source.from(until),
  }));
  const next = (number: number, index: number): Head | undefined => {
    const bound = bounds[number];
    if (bound === undefined || index < bound.first || index >= bound.end) return undefined;
    return { source: bound.source, index, entry: bound.source.entry(index) };
  };
  const heads = bounds.map(({ first, end }, number) => next(number, newestFirst ? end - 1 : first));
  for (;;) {
    let best: Entry | undefined;
    for (const head of heads) {
      if (head && (best === undefined || precedes(head.entry, best, newestFirst)))
        best = head.entry;
    }
    if (best === undefined) return;
    const { at, key } = best;
    heads.forEach((head, number) => {
      if (head?.entry.at === at && head.entry.key === key) {
        heads[number] = next(number, head.index + step);
      }
    });
    yield best;
  }
}

function precedes(one: Entry, other: Entry, newestFirst: boolean): boolean {
  return newestFirst ? isBefore(other, one) : isBefore(one, other);
}

/** Whether the disk took it: an index that cannot be written is made anew by the next reader. */
function isTaken(write: () => void): boolean {
  try {
    write();
    return true;
  } catch (error) {
    if (error instanceof PayctlError) return false;
    throw error;
  }
}
