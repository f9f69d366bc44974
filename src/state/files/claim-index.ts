import { join } from 'node:path';
import { PayctlError } from '../../core/errors.js';
import { readPages } from '../../core/pages.js';
import { DAY_MS } from '../../core/time.js';
import type { Files, OpenFile } from '../../host/host.js';
import { isSameBoot } from '../../host/identity.js';
import { type Database, SqliteError } from '../../host/sqlite.js';
import { stateMessages } from '../../messages/state.js';
import type { ClaimIndex, ClaimView } from '../claim-index.js';
import type { Claims } from '../claims.js';
import type { LockHost } from '../lock.js';
import { ClaimLog, type ClaimState, outcomeAt, TABLES } from './claim-log.js';
import { findUnindexed, hasClaims } from './claim-names.js';
import { FileClaimView, type ViewSources } from './claim-view.js';
import { type Derivation, type Derived, openDerived } from './derived.js';
import { PlacedLineReader, readLines, readTail } from './lines.js';

/** Paths of the claims and of what is derived from them. */
export interface ClaimPlaces {
  claims: string;
  links: string;
  log: string;
  index: string;
}

const EMPTY: ClaimState = { to: 0, tail: '', open: [], marks: [], boot: '', listedAt: 0 };

/**
 * Claims by time and by text, in a database that is derived from the log of outcomes. Every reader first
 * takes in what was added to the log. Where the directory of the claims has changed in a way that the log
 * does not explain, or a day has passed, all names in it are compared with the index.
 */
export class FileClaimIndex implements ClaimIndex {
  readonly #files: Files;
  readonly #claims: Pick<Claims, 'list'>;
  readonly #places: ClaimPlaces;
  readonly #machine: LockHost | undefined;

  /** Without a machine, the index is only in memory. */
  constructor(
    files: Files,
    claims: Pick<Claims, 'list'>,
    places: ClaimPlaces,
    machine: LockHost | undefined,
  ) {
    this.#files = files;
    this.#claims = claims;
    this.#places = places;
    this.#machine = machine;
  }

  async open({ exact = false } = {}): Promise<ClaimView> {
    const sources = await this.#sources(exact);
    if (sources === undefined) return this.#unindexed();
    const renew = async (failed: Derived<ClaimState>) => {
      const renewed = await this.#sources(exact, failed);
      if (renewed) return renewed;
      throw new PayctlError('INTERNAL', stateMessages.indexNotMade);
    };
    return new FileClaimView(sources, renew, this.#machine?.clock);
  }

  /** Where there is no SQLite, every claim must be read; and where there is no claim, none. */
  async #unindexed(): Promise<ClaimView> {
    const claims = await this.#claims.list();
    return {
      open: [...claims].map(([key, { newest }]) => ({ key, newest })),
      async *ended() {},
      last: async () => new Map(),
      close() {},
    };
  }

  async #sources(exact: boolean, failed?: Derived<ClaimState>): Promise<ViewSources | undefined> {
    const { claims, index: directory, log } = this.#places;
    if (!this.#files.stat(directory) && !hasClaims(this.#files, this.#places)) return undefined;
    // Without a journal, a reader must not create files.
    const machine = this.#files.stat(claims) && this.#machine;
    const place = machine && { files: this.#files, clock: machine.clock, directory };
    const derived = await openDerived(place, this.#derivation(exact), failed);
    return derived && { derived, log: this.#files.open(log) };
  }

  #derivation(exact: boolean): Derivation<ClaimState> {
    let isCompared = !exact;
    return {
      version: 4,
      tables: TABLES,
      empty: EMPTY,
      isState: (value): value is ClaimState => Object.keys(EMPTY).every((name) => name in value),
      freshness: (state) => this.#freshness(state, isCompared),
      catchUp: async (database, state) => {
        const next = await this.#catchUp(database, state, !isCompared);
        isCompared = true;
        return next;
      },
    };
  }

  #freshness(state: ClaimState, isCompared: boolean): 'current' | 'behind' | 'replaced' {
    const log = this.#files.open(this.#places.log);
    try {
      const size = log?.size() ?? 0;
      if (size < state.to || (log && readTail(log, state.to) !== state.tail)) return 'replaced';
      return isCompared && size === state.to && !this.#doubts(state, this.#mark())
        ? 'current'
        : 'behind';
    } finally {
      log?.close();
    }
  }

  async #catchUp(database: Database, known: ClaimState, exact: boolean): Promise<ClaimState> {
    // Read first: claims that are made from now on are for the next reader.
    const mark = this.#mark();
    const log = this.#files.open(this.#places.log);
    try {
      const reading = new ClaimLog(database, known);
      const to = await readLog(reading, log, known.to);
      reading.finish();
      const state = { ...known, marks: [...reading.marks] };
      const isDoubted = exact || reading.isDoubtful || this.#doubts(state, mark);
      if (isDoubted) await this.#compare(database, reading, log);
      if (to === known.to && !isDoubted) return known;
      const isExplained = isDoubted && this.#mark() === mark;
      return {
        ...{ to, tail: log ? readTail(log, to) : '', open: [...reading.open] },
        marks: [...reading.marks, ...(isExplained ? [mark] : [])],
        boot: isDoubted ? this.#boot() : known.boot,
        listedAt: isDoubted ? this.#now() : known.listedAt,
      };
    } finally {
      log?.close();
    }
  }

  /** Whether there may be claims that the log does not have. */
  #doubts({ marks, listedAt, boot }: ClaimState, mark: number): boolean {
    if (mark === 0) return false;
    const isOld = Math.abs(this.#now() - listedAt) > DAY_MS;
    // A power cut may have lost the newest lines of the log.
    return isOld || !marks.includes(mark) || !isSameBoot(this.#boot(), boot);
  }

  /** Compares the index with the names in the directories. */
  async #compare(database: Database, reading: ClaimLog, log: OpenFile | undefined): Promise<void> {
    const open = reading.open.keys();
    const unindexed = await findUnindexed(database, this.#files, this.#places, open);
    const known = reading.findIndexed([...unindexed]);
    for (const key of unindexed) reading.mustRead(key, known.get(key)?.newest ?? 0);
    const gone = [...reading.open.keys()].filter((key) => !this.#isThere(key));
    const remembered = reading.findIndexed(gone);
    const lines = log && new PlacedLineReader(log);
    for (const key of gone) {
      const place = remembered.get(key);
      // No file and no outcome is left of it: it was removed on purpose.
      if (place === undefined) reading.open.delete(key);
      else if (lines === undefined || outcomeAt(lines, place)?.key !== key) {
        throw new SqliteError('damaged', 'it has a claim that neither the files nor the log have');
      }
    }
  }

  #isThere(key: string): boolean {
    const { claims, links } = this.#places;
    const paths = [join(claims, `${key}.1.jsonl`), join(links, `${key}.1`)];
    return paths.some((path) => this.#files.stat(path));
  }

  /** When the directory of the claims was last changed; 0 where there is none. */
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

/** Takes in the log from an offset on; returns the offset where its last whole line ends. */
async function readLog(
  reading: ClaimLog,
  log: OpenFile | undefined,
  from: number,
): Promise<number> {
  let to = from;
  for await (const lines of readPages(log ? readLines(log, from) : [])) {
    reading.take(lines);
    const last = lines.at(-1);
    if (last) to = last.offset + last.length;
  }
  return to;
}
