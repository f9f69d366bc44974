import { join } from 'node:path';
import { PayctlError } from '../../../core/errors.js';
import { DAY_MS } from '../../../core/time.js';
import type { Files, OpenFile } from '../../../host/host.js';
import { isSameBoot } from '../../../host/identity.js';
import { holdLock, type LockHost } from '../../lock.js';
import type { ClaimIndex, ClaimView } from '../../store.js';
import { linesOf } from '../lines.js';
import { Damaged } from './blocks.js';
import { FileClaimView, type Sources } from './claim-view.js';
import { LogReading } from './log-reading.js';
import { type Manifest, readManifest, tailOf } from './manifest.js';
import { strangersIn } from './names.js';
import { Runs } from './runs.js';

/** Where claims lie, and what is derived of them. */
export interface ClaimPlaces {
  /** Of the files of claims. */
  claims: string;
  /** Of their second names. */
  links: string;
  /** Path of the log of their ends. */
  log: string;
  /** Of the index. */
  index: string;
}

/** Lines of the log that each reader reads anew. */
const MOST_RECENT = 2_000;
/** Entries that are held in memory while more are read. */
const MOST_HELD = 50_000;
/** With more than these there is no index to speak of. */
const MOST_OPEN = 100_000;
/** Bytes of the log that are worth waiting for another process that reads them. */
const MUCH = 16 * 1024 * 1024;
const PATIENCE_MS = 60_000;
const MARKS = 8;

const NOTHING: Manifest = { runs: [], files: [], open: [], marks: [], boot: '', listedAt: 0 };

/**
 * What the log tells of claims, by time and by text. Every reader first brings it up to date: it
 * reads what was added to the log, and where the directory of the claims has changed in a way that
 * the log does not tell of, it compares all names. What cannot be trusted is made anew. It is only
 * written where nobody else writes it, and where it can be.
 */
export class FileClaimIndex implements ClaimIndex {
  readonly #files: Files;
  readonly #places: ClaimPlaces;
  readonly #machine: LockHost | undefined;

  /** Without a machine, it is only held in memory. */
  constructor(files: Files, places: ClaimPlaces, machine?: LockHost) {
    this.#files = files;
    this.#places = places;
    this.#machine = machine;
  }

  async open({ exact = false } = {}): Promise<ClaimView> {
    const anew = () => this.#open(true, NOTHING);
    try {
      return new FileClaimView(await this.#open(exact), anew);
    } catch (error) {
      if (!(error instanceof Damaged)) throw error;
      return new FileClaimView(await anew(), anew);
    }
  }

  async #open(exact: boolean, known?: Manifest): Promise<Sources> {
    const view = this.#update(exact, known ?? this.#read());
    if (typeof view === 'object') return view;
    const lock = await this.#lock(view === 'much');
    try {
      // Another process may have brought it up to date meanwhile.
      const done = this.#update(exact, known ?? this.#read(), lock ? 'kept' : 'held');
      if (typeof done === 'object') return done;
      throw new PayctlError('INTERNAL', 'the index of the journal was not brought up to date');
    } finally {
      lock?.release();
    }
  }

  #read(): Manifest {
    return readManifest(this.#files, this.#places.index) ?? NOTHING;
  }

  /** undefined also where it cannot be written. */
  async #lock(patiently: boolean) {
    const machine = this.#machine;
    // Where nothing was ever sent, a look leaves nothing behind.
    if (machine === undefined || !this.#files.stat(this.#places.claims)) return undefined;
    try {
      this.#files.makeDirectory(this.#places.index);
      const waitMs = patiently ? PATIENCE_MS : 0;
      return await holdLock(machine, this.#places.index, 'index', { waitMs });
    } catch (error) {
      if (error instanceof PayctlError) return undefined;
      throw error;
    }
  }

  /**
   * Reads on from what is known. `kept`: writes down what it learns; `held`: keeps it in memory.
   * Where neither is said, it stops where there is so much to learn that it should be written down.
   */
  #update(exact: boolean, from: Manifest, way?: 'kept' | 'held'): Sources | 'some' | 'much' {
    // Looked at first: what is made from now on need not be known.
    const mark = this.#mark();
    const log = this.#files.open(this.#places.log);
    const manifest = isContinued(log, from) ? from : NOTHING;
    const { to } = manifest.files[0] ?? { to: 0 };
    const more = (log?.size() ?? 0) - to;
    if (way === undefined && more > MUCH) return this.#left(log, 'much');
    const runs = this.#runs(manifest, log);
    try {
      const read = this.#readLog(log, to, { manifest, runs, keeps: way === 'kept' });
      const doubted = exact || this.#doubts(manifest, read, mark);
      if (way === undefined && (doubted || read.lines > MOST_RECENT)) {
        runs.close();
        return this.#left(log, 'some');
      }
      if (doubted) this.#compare(runs, read);
      const isExplained = doubted ? this.#mark() === mark : false;
      runs.recent = read.entries;
      const isFew = read.open.length <= MOST_OPEN;
      if (way === 'kept' && isFew && (doubted || read.lines > MOST_RECENT)) {
        runs.keep({
          ...{ files: read.progress(log), open: read.open },
          ...{ marks: [...read.marks, ...(isExplained ? [mark] : [])].slice(-MARKS) },
          boot: doubted ? this.#boot() : manifest.boot,
          listedAt: doubted ? this.#now() : manifest.listedAt,
        });
      }
      return { runs, log, open: new Map(read.open) };
    } catch (error) {
      runs.close();
      log?.close();
      throw error;
    }
  }

  /** Gives up for now. */
  #left<T>(log: OpenFile | undefined, why: T): T {
    log?.close();
    return why;
  }

  #runs(manifest: Manifest, log: OpenFile | undefined): Runs {
    try {
      const random = this.#machine?.random ?? NO_CHANCE;
      return new Runs(this.#files, this.#places.index, random, manifest.runs);
    } catch (error) {
      log?.close();
      throw error;
    }
  }

  #readLog(
    log: OpenFile | undefined,
    from: number,
    { manifest, runs, keeps }: { manifest: Manifest; runs: Runs; keeps: boolean },
  ): LogReading {
    const read = new LogReading(runs, manifest, from);
    for (const line of log ? linesOf(log, from) : []) {
      read.take(line);
      if (!keeps || read.held < MOST_HELD) continue;
      runs.recent = read.entries;
      if (!runs.fold()) return this.#readLog(log, from, { manifest, runs, keeps: false });
      read.folded();
    }
    return read;
  }

  /** Whether claims may be there that the log does not tell of. */
  #doubts(manifest: Manifest, read: LogReading, mark: number): boolean {
    const isOld = Math.abs(this.#now() - manifest.listedAt) > DAY_MS;
    const isUnexplained = mark !== 0 && !read.marks.includes(mark);
    // A power cut may have taken what was noted last.
    const hasBooted = !isSameBoot(this.#boot(), manifest.boot);
    return read.isDoubtful || isUnexplained || (mark !== 0 && (isOld || hasBooted));
  }

  /** Takes in what the names in the directories say. */
  #compare(runs: Runs, read: LogReading): void {
    for (const key of this.#strangers(runs, read)) read.doubt(key);
    const { claims, links } = this.#places;
    for (const [key] of read.open) {
      const isThere = [join(claims, `${key}.1.jsonl`), join(links, `${key}.1`)].some((path) =>
        this.#files.stat(path),
      );
      // Nothing is left of it, and no end is remembered: it was forgotten.
      if (!isThere && !read.remembers(key)) read.forget(key);
    }
  }

  #strangers(runs: Runs, read: LogReading): Set<string> {
    runs.recent = read.entries;
    const open = new Map(read.open);
    function* each() {
      for (const entry of runs.scan()) if (!open.has(entry.key)) yield entry;
      for (const [key, newest] of open) yield { key, newest };
    }
    return strangersIn(this.#files, this.#places, { count: runs.count + open.size, each });
  }

  /** When the directory had changed last; 0 where there is none. */
  #mark(): number {
    return this.#files.stat(this.#places.claims)?.changedAt ?? 0;
  }

  #now(): number {
    return this.#machine?.clock.now() ?? 0;
  }

  #boot(): string {
    return this.#machine?.process.self.boot ?? '';
  }
}

/** Names nothing: what needs a name is not written without a machine. */
const NO_CHANCE = { bytes: (count: number) => new Uint8Array(count) };

/** Whether the log still begins with what is known of it. */
function isContinued(log: OpenFile | undefined, { files: [known] }: Manifest): boolean {
  if (known === undefined) return true;
  return log !== undefined && log.size() >= known.to && tailOf(log, known.to) === known.tail;
}
