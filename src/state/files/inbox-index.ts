import { join } from 'node:path';
import type { OpenFile } from '../../host/host.js';
import { type Database, SqliteError } from '../../host/sqlite.js';
import { decodeEntry, type InboxEntry } from '../inbox.js';
import type { LockHost } from '../lock.js';
import { searchTerm } from './claim-log.js';
import { type Derivation, type Derived, inBatches, openDerived, patiently } from './derived.js';
import { LineReader, linesOf, type PlacedLine, tailOf } from './lines.js';
import { readLine, segmentsIn } from './segments.js';

/** `place` is the number of the file, and where in it the line begins: their order. */
const TABLES = `
  CREATE TABLE line (place INTEGER PRIMARY KEY, length INTEGER NOT NULL, is_message INTEGER NOT NULL);
  CREATE TABLE term (hash INTEGER, place INTEGER, PRIMARY KEY (hash, place)) WITHOUT ROWID`;

/** Offsets in a file stay below, and the number of the file comes before them. */
const OFFSETS = 2 ** 30;

export interface InboxState {
  /** How far each file was read. */
  files: readonly FileProgress[];
  /** Places of lines that cannot be trusted, in words for a person. */
  damaged: readonly string[];
}

interface FileProgress {
  name: string;
  /** Bytes. */
  to: number;
  lines: number;
  /** The last bytes before: another file under the name has others. */
  tail: string;
}

const EMPTY: InboxState = { files: [], damaged: [] };

/** A line of the inbox as it is found. */
export interface FoundLine {
  entry: InboxEntry;
  /** Its place among all lines: which came first. */
  place: number;
}

/**
 * Finds the lines of an inbox by the message that they are about, by what stands in it, and in the
 * order in which they came. Every reader first reads on in all files; where they do not begin as
 * they did, it is made anew. undefined where there is no SQLite.
 */
export async function openInboxIndex(
  host: LockHost,
  inbox: string,
  failed?: InboxView,
): Promise<InboxView | undefined> {
  const { files, clock } = host;
  // Where nothing ever came, a look leaves nothing behind.
  const shelf = files.stat(inbox) && { files, clock, directory: join(inbox, 'index') };
  const derived = await openDerived(shelf, derivation(host, inbox), failed?.derived);
  return derived && new InboxView(host, derived, new Segments(host, inbox));
}

function derivation(host: LockHost, inbox: string): Derivation<InboxState> {
  return {
    version: 1,
    tables: TABLES,
    empty: EMPTY,
    isState: (value): value is InboxState => Object.keys(EMPTY).every((name) => name in value),
    standing(state) {
      const segments = new Segments(host, inbox);
      try {
        return segments.standing(state);
      } finally {
        segments.close();
      }
    },
    async readOn(database, state) {
      const segments = new Segments(host, inbox);
      try {
        return await readOn(database, state, segments);
      } finally {
        segments.close();
      }
    },
  };
}

/** The files of an inbox, by their numbers. */
class Segments {
  readonly names: readonly string[];
  readonly #host: Pick<LockHost, 'files'>;
  readonly #directory: string;
  readonly #open = new Map<number, { file: OpenFile; lines: LineReader }>();

  constructor(host: Pick<LockHost, 'files'>, directory: string) {
    this.#host = host;
    this.#directory = directory;
    this.names = segmentsIn(host.files, directory);
  }

  standing({ files: known }: InboxState): 'current' | 'behind' | 'other' {
    let isBehind = known.length < this.names.length;
    for (const [number, { name, to, tail }] of known.entries()) {
      const size = this.size(number);
      if (this.names[number] !== name || size < to) return 'other';
      if (size > to) isBehind = true;
      const isLast = number === known.length - 1;
      if (size === to && !isLast) continue;
      const file = this.file(number);
      if (file === undefined || tailOf(file, to) !== tail) return 'other';
    }
    return isBehind ? 'behind' : 'current';
  }

  size(number: number): number {
    return this.#host.files.stat(this.#path(number))?.size ?? 0;
  }

  file(number: number): OpenFile | undefined {
    return this.#opened(number)?.file;
  }

  read(place: number, length: number): string | undefined {
    return this.#opened(Math.floor(place / OFFSETS))?.lines.read({
      offset: place % OFFSETS,
      length,
    });
  }

  close(): void {
    for (const { file } of this.#open.values()) file.close();
    this.#open.clear();
  }

  #path(number: number): string {
    return join(this.#directory, this.names[number] ?? '');
  }

  #opened(number: number) {
    const known = this.#open.get(number);
    if (known || this.names[number] === undefined) return known;
    const file = this.#host.files.open(this.#path(number));
    if (file === undefined) return undefined;
    const opened = { file, lines: new LineReader(file) };
    this.#open.set(number, opened);
    return opened;
  }
}

async function readOn(
  database: Database,
  known: InboxState,
  segments: Segments,
): Promise<InboxState> {
  const damaged = [...known.damaged];
  const files: FileProgress[] = [];
  let isSame = true;
  database.exec('CREATE TEMP TABLE found (place, terms)');
  for (const [number, name] of segments.names.entries()) {
    const before = known.files[number] ?? { name, to: 0, lines: 0, tail: '' };
    const file = segments.size(number) === before.to ? undefined : segments.file(number);
    if (file === undefined) {
      files.push(before);
      continue;
    }
    let { to, lines } = before;
    for await (const batch of inBatches(linesOf(file, to))) {
      const flawed = take(database, number, batch);
      damaged.push(...flawed.map((index) => `${name}:${lines + index + 1}`));
      lines += batch.length;
      for (const { offset, length } of batch.slice(-1)) to = offset + length;
      isSame = false;
    }
    files.push({ name, to, lines, tail: tailOf(file, to) });
  }
  // In order they are added far faster.
  database.exec(`INSERT OR IGNORE INTO term
    SELECT term.value, place FROM found, json_each(terms) AS term ORDER BY term.value, place;
    DROP TABLE found`);
  return isSame ? known : { files, damaged };
}

/** Which of the lines are damaged. */
function take(database: Database, file: number, lines: readonly PlacedLine[]): number[] {
  const damaged: number[] = [];
  const rows: { place: number; length: number; isMessage: number; terms: number[] }[] = [];
  for (const [index, { text, offset, length }] of lines.entries()) {
    const entry = decodeLine(text);
    if (entry === 'damaged') damaged.push(index);
    if (typeof entry !== 'object') continue;
    const isMessage = entry.type === 'received';
    const terms = isMessage ? textsIn(entry.id, entry.body) : [entry.id];
    rows.push({
      ...{ place: file * OFFSETS + offset, length, isMessage: Number(isMessage) },
      terms: [...terms].map(searchTerm),
    });
  }
  database.run(
    'INSERT INTO line SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?)',
    JSON.stringify(rows.map(({ place, length, isMessage }) => [place, length, isMessage])),
  );
  database.run(
    'INSERT INTO found SELECT value ->> 0, value ->> 1 FROM json_each(?)',
    JSON.stringify(rows.map(({ place, terms }) => [place, terms])),
  );
  return damaged;
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

/** Messages that one statement brings; of the newest few may be wanted. */
const PAGE = { oldest: 200, newest: 25 };

/** An inbox, up to date when it was opened; to be closed. */
export class InboxView {
  /** Places that cannot be trusted. */
  readonly damaged: string[];
  readonly derived: Derived<InboxState>;
  readonly #host: Pick<LockHost, 'clock'>;
  readonly #segments: Segments;

  constructor(host: Pick<LockHost, 'clock'>, derived: Derived<InboxState>, segments: Segments) {
    this.derived = derived;
    this.damaged = [...derived.state.damaged];
    this.#host = host;
    this.#segments = segments;
  }

  /**
   * Messages as they came, those that came twice as well, some at a time; `last` is the place where
   * others stopped. The last page may be empty.
   */
  async *messages(newestFirst: boolean, last?: number): AsyncGenerator<readonly FoundLine[]> {
    const [beyond, order, most] = newestFirst
      ? ['<', 'DESC', PAGE.newest]
      : ['>', 'ASC', PAGE.oldest];
    let place = last ?? (newestFirst ? Number.MAX_SAFE_INTEGER : -1);
    for (;;) {
      const page = await this.#lines(
        `line WHERE is_message AND place ${beyond} ? ORDER BY place ${order} LIMIT ${most}`,
        place,
      );
      place = page.at(-1)?.place ?? place;
      yield page;
      if (page.length < most) return;
    }
  }

  /** Lines of messages that hold a text, and all about them where it is their id; in order. */
  find(text: string): Promise<FoundLine[]> {
    return this.#lines(
      'term JOIN line USING (place) WHERE hash = ? ORDER BY place',
      searchTerm(text),
    );
  }

  /** Lines of messages of which only who has a key can tell what they hold. */
  sealed(): Promise<FoundLine[]> {
    return this.find(SEALED);
  }

  close(): void {
    this.derived.database.close();
    this.#segments.close();
  }

  async #lines(from: string, value: number): Promise<FoundLine[]> {
    const rows = await patiently(this.#host.clock, () =>
      this.derived.database.all(`SELECT place, length, is_message FROM ${from}`, value),
    );
    return rows.map((row) => {
      const [place = 0, length = 0, isMessage = 0] = row.map(Number);
      const text = this.#segments.read(place, length);
      const entry = text === undefined ? 'damaged' : decodeLine(text);
      if (typeof entry === 'object' && (entry.type === 'received') === (isMessage === 1)) {
        return { entry, place };
      }
      throw new SqliteError('damaged', 'it does not fit the inbox');
    });
  }
}

/** undefined for what no version up to this one has written. */
function decodeLine(text: string): InboxEntry | 'damaged' | undefined {
  const line = readLine(text);
  return line === undefined ? 'damaged' : decodeEntry(line);
}
