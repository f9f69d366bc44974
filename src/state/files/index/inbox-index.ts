import { join } from 'node:path';
import { PayctlError } from '../../../core/errors.js';
import { sha256 } from '../../../core/hash.js';
import type { Files, OpenFile } from '../../../host/host.js';
import { decodeEntry, type InboxEntry, keyOf } from '../../inbox.js';
import { holdLock, type LockHost } from '../../lock.js';
import { LineReader, linesOf } from '../lines.js';
import { readLine, segmentsIn } from '../segments.js';
import { Damaged } from './blocks.js';
import { type Entry, type FoundBy, termOf } from './entry.js';
import { type FileProgress, type Manifest, readManifest, tailOf } from './manifest.js';
import { Runs } from './runs.js';

/** Lines that each reader reads anew. */
const MOST_RECENT = 2_000;
/** Entries that are held in memory while more are read. */
const MOST_HELD = 50_000;
const PATIENCE_MS = 60_000;
/** Places in a file stay below, and the number of the file comes before them. */
const PLACES = 2 ** 30;

const NOTHING: Manifest = { runs: [], files: [], open: [], marks: [], boot: '', listedAt: 0 };

/** A line of the inbox as it is found. */
export interface FoundLine {
  entry: InboxEntry;
  /** Its place among all lines: which came first. */
  place: number;
}

/**
 * Finds the lines of an inbox by the message that they are about, by what stands in it, and in the
 * order in which they came. Every reader first reads on in all segments; where they do not begin as
 * they did, it is made anew.
 */
export class InboxIndex {
  readonly #host: LockHost;
  readonly #inbox: string;
  readonly #directory: string;

  constructor(host: LockHost, inbox: string, directory: string) {
    this.#host = host;
    this.#inbox = inbox;
    this.#directory = directory;
  }

  /** To be closed; `anew` where a part of it turned out to be damaged. */
  async open(anew = false): Promise<InboxView> {
    if (anew) return this.#open(NOTHING);
    try {
      return await this.#open(readManifest(this.#host.files, this.#directory) ?? NOTHING);
    } catch (error) {
      if (!(error instanceof Damaged)) throw error;
      return this.#open(NOTHING);
    }
  }

  async #open(known: Manifest): Promise<InboxView> {
    const view = this.#update(known);
    if (view) return view;
    const lock = await this.#lock();
    try {
      const { files } = this.#host;
      // Another process may have brought it up to date meanwhile.
      const from = known === NOTHING ? known : (readManifest(files, this.#directory) ?? NOTHING);
      const done = this.#update(from, lock !== undefined);
      if (done) return done;
      throw new PayctlError('INTERNAL', 'the index of the inbox was not brought up to date');
    } finally {
      lock?.release();
    }
  }

  async #lock() {
    try {
      this.#host.files.makeDirectory(this.#directory);
      return await holdLock(this.#host, this.#directory, 'index', { waitMs: PATIENCE_MS });
    } catch (error) {
      if (error instanceof PayctlError) return undefined;
      throw error;
    }
  }

  /** undefined where there is so much to read that it should be written down, and `writes` is not said. */
  #update(from: Manifest, writes?: boolean): InboxView | undefined {
    let keeps = writes;
    const { files, random } = this.#host;
    const segments = new Segments(files, this.#inbox);
    const manifest = segments.continues(from) ? from : NOTHING;
    const runs = new Runs(files, this.#directory, random, manifest.runs);
    const reading = new InboxReading(segments, manifest);
    try {
      for (const _ of reading.lines()) {
        if (keeps === undefined && reading.count > MOST_RECENT) {
          runs.close();
          segments.close();
          return undefined;
        }
        if (!keeps || reading.entries.length < MOST_HELD) continue;
        runs.recent = reading.entries;
        keeps = runs.fold();
        if (keeps) reading.entries = [];
      }
      runs.recent = reading.entries;
      if (keeps) runs.keep({ ...NOTHING, files: reading.progress, open: reading.damaged });
      return new InboxView(
        runs,
        segments,
        reading.damaged.map(([place]) => place),
      );
    } catch (error) {
      runs.close();
      segments.close();
      throw error;
    }
  }
}

/** The files of an inbox, by their numbers. */
class Segments {
  readonly names: readonly string[];
  readonly #files: Files;
  readonly #directory: string;
  readonly #open = new Map<number, { file: OpenFile; lines: LineReader }>();

  constructor(files: Files, directory: string) {
    this.#files = files;
    this.#directory = directory;
    this.names = segmentsIn(files, directory);
  }

  /** Whether they begin with what is known of them. */
  continues({ files: known }: Manifest): boolean {
    return known.every(({ name, to, tail }, number) => {
      if (this.names[number] !== name) return false;
      const size = this.#files.stat(join(this.#directory, name))?.size ?? 0;
      const isLast = number === known.length - 1;
      if (size === to && !isLast) return true;
      const file = this.file(number);
      return file !== undefined && size >= to && tailOf(file, to) === tail;
    });
  }

  size(number: number): number {
    return this.#files.stat(join(this.#directory, this.names[number] ?? ''))?.size ?? 0;
  }

  file(number: number): OpenFile | undefined {
    return this.#opened(number)?.file;
  }

  read(entry: Entry): string | undefined {
    return this.#opened(entry.file)?.lines.read(entry);
  }

  /** The number of a line, by which people find it. */
  lineAt({ file: number, offset }: Entry): number {
    const file = this.file(number);
    let line = 1;
    for (const before of file ? linesOf(file, 0) : []) {
      if (before.offset >= offset) break;
      line += 1;
    }
    return line;
  }

  close(): void {
    for (const { file } of this.#open.values()) file.close();
    this.#open.clear();
  }

  #opened(number: number) {
    const known = this.#open.get(number);
    if (known) return known;
    const file = this.#files.open(join(this.#directory, this.names[number] ?? ''));
    if (file === undefined) return undefined;
    const opened = { file, lines: new LineReader(file) };
    this.#open.set(number, opened);
    return opened;
  }
}

/** What the segments hold beyond what is known. */
class InboxReading {
  entries: FoundBy[] = [];
  readonly damaged: [place: string, line: number][];
  readonly progress: FileProgress[] = [];
  count = 0;
  readonly #segments: Segments;
  readonly #known: Manifest;

  constructor(segments: Segments, known: Manifest) {
    this.#segments = segments;
    this.#known = known;
    this.damaged = known.open.map(([place, line]) => [place, line]);
  }

  /** Each line, after it was taken in. */
  *lines(): Generator<void> {
    for (const [number, name] of this.#segments.names.entries()) {
      const known = this.#known.files[number];
      let to = known?.to ?? 0;
      let count = known?.lines ?? 0;
      if (known && this.#segments.size(number) === to) {
        this.progress.push(known);
        continue;
      }
      const file = this.#segments.file(number);
      if (file === undefined) continue;
      for (const { text, offset, length } of linesOf(file, to)) {
        count += 1;
        const isSound = this.#take(text, { file: number, offset, length });
        if (!isSound) this.damaged.push([`${name}:${count}`, 0]);
        to = offset + length;
        yield;
      }
      this.progress.push({ name, to, lines: count, tail: tailOf(file, to) });
    }
  }

  /** false where the line is damaged. */
  #take(text: string, place: Pick<Entry, 'file' | 'offset' | 'length'>): boolean {
    this.count += 1;
    const line = decodeLine(text);
    if (line === 'damaged') return false;
    if (line === undefined) return true;
    const key = keyOf(line);
    const isMessage = line.type === 'received';
    this.entries.push({
      at: place.file * PLACES + place.offset,
      key: sha256(key).slice(0, 32),
      newest: 0,
      ...place,
      kind: isMessage ? 'shown' : 'silent',
      terms: [...(isMessage ? textsIn(line.id, line.body) : [line.id])].map(termOf),
    });
    return true;
  }
}

/** Texts of a message that may be its reference; of a sealed one anything may. */
const SEALED = 'encryptedValue';

/** Its texts and numbers, but not the names of its fields. */
function textsIn(id: string, body: string): Set<string> {
  const texts = new Set([id]);
  for (const [token, name] of body.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?|-?\d[\w.+-]*/g)) {
    if (name === undefined) texts.add(token.startsWith('"') ? unquoted(token) : token);
  }
  if (body.includes(SEALED)) texts.add(SEALED);
  return texts;
}

function unquoted(token: string): string {
  try {
    return String(JSON.parse(token));
  } catch {
    return token.slice(1, -1);
  }
}

/** The inbox as it was at one moment. */
export class InboxView {
  /** Places that cannot be trusted. */
  readonly damaged: string[];
  readonly #runs: Runs;
  readonly #segments: Segments;

  constructor(runs: Runs, segments: Segments, damaged: readonly string[]) {
    this.#runs = runs;
    this.#segments = segments;
    this.damaged = [...damaged];
  }

  /** Messages as they came, those that came twice as well; `last` is the place where others stopped. */
  *messages(newestFirst: boolean, last?: number): Generator<FoundLine> {
    const rest = newestFirst ? { until: last } : { since: last === undefined ? last : last + 1 };
    for (const entry of this.#runs.scan({ newestFirst, ...rest })) {
      if (entry.kind === 'shown') yield* this.#lineOf(entry);
    }
  }

  /** Lines of messages that hold a text, and all about them where it is their id; in order. */
  find(text: string): FoundLine[] {
    const entries = [...this.#runs.find(termOf(text))].sort((a, b) => a.at - b.at);
    return entries.flatMap((entry) => this.#lineOf(entry));
  }

  /** Lines of messages of which only who has a key can tell what they hold. */
  sealed(): FoundLine[] {
    return this.find(SEALED);
  }

  close(): void {
    this.#runs.close();
    this.#segments.close();
  }

  #lineOf(entry: Entry): FoundLine[] {
    const text = this.#segments.read(entry);
    const line = text === undefined ? 'damaged' : decodeLine(text);
    if (typeof line === 'object') return [{ entry: line, place: entry.at }];
    const place = `${this.#segments.names[entry.file]}:${this.#segments.lineAt(entry)}`;
    if (!this.damaged.includes(place)) this.damaged.push(place);
    return [];
  }
}

/** undefined for what no version up to this one has written. */
function decodeLine(text: string): InboxEntry | 'damaged' | undefined {
  const line = readLine(text);
  return line === undefined ? 'damaged' : decodeEntry(line);
}
