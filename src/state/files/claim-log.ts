import type { Database } from '../../host/sqlite.js';
import {
  type IndexedOutcome,
  indexedOutcomeIn,
  type RevisionNote,
  revisionNoteIn,
  searchHash,
  valuesIn,
} from '../outcome-line.js';
import type { PlacedLine } from './lines.js';

/** How far the log was read, and what must be known beside its ends. */
export interface ClaimState {
  /** Bytes of the log. */
  to: number;
  /** The last bytes before: another log has others. */
  tail: string;
  /** Claims that must be read themselves, each with the number of its newest revision. */
  open: readonly (readonly [key: string, newest: number])[];
  /** When the directory had changed last, at moments at which all in it was known. */
  marks: readonly number[];
  /** Boot of the machine, and moment, at which the directory was last listed. */
  boot: string;
  listedAt: number;
}

/** `place` is where in the log a claim's end lies; texts of a line that counts no more lead nowhere. */
export const TABLES = `
  CREATE TABLE claim (place INTEGER PRIMARY KEY, length INTEGER NOT NULL, key TEXT NOT NULL,
    newest INTEGER NOT NULL, at INTEGER NOT NULL);
  CREATE TABLE term (hash INTEGER, at INTEGER, place INTEGER, PRIMARY KEY (hash, at, place))
    WITHOUT ROWID`;

/** Who was taken for dead may tell late how its own revision ended. */
const LATE = `WITH known AS (SELECT place, key, newest FROM claim
    UNION ALL SELECT place, key, newest FROM ended WHERE newest > 1)
  SELECT key, max(known.newest) FROM ended JOIN known USING (key)
  WHERE known.place < ended.place AND known.newest > ended.newest AND NOT archived GROUP BY key`;

/** Indexes of what was read in order are made far faster than they grow. */
const KEEP = `
  DELETE FROM claim WHERE key IN (SELECT key FROM ended);
  INSERT INTO claim SELECT max(place), length, key, newest, at FROM ended GROUP BY key;
  INSERT OR IGNORE INTO term SELECT term.value, at, place
    FROM ended, json_each(terms) AS term ORDER BY term.value, at, place;
  CREATE INDEX IF NOT EXISTS named ON claim (key, newest);
  CREATE INDEX IF NOT EXISTS started ON claim (at);
  DROP TABLE ended`;

type PlacedEnd = IndexedOutcome & Pick<PlacedLine, 'offset' | 'length'>;

/** Takes what the lines of the log say of claims into the tables. */
export class ClaimLog {
  /** By key, the newest revision of claims that must be read themselves. */
  readonly open: Map<string, number>;
  /** When the directory had changed last, at moments at which all in it was known. */
  readonly marks: Set<number>;
  /** A line is damaged, or a revision was made while the directory had changed for another reason. */
  isDoubtful = false;
  readonly #database: Database;

  constructor(database: Database, { open, marks }: Pick<ClaimState, 'open' | 'marks'>) {
    this.#database = database;
    this.open = new Map(open);
    this.marks = new Set(marks);
    database.exec('CREATE TEMP TABLE ended (place, length, key, newest, at, archived, terms)');
  }

  take(lines: readonly PlacedLine[]): void {
    const ends = new Map<string, PlacedEnd>();
    for (const line of lines) {
      const values = valuesIn(line.text);
      const made = values && revisionNoteIn(values);
      const end = values && indexedOutcomeIn(values);
      if (made) this.#takeMade(made, ends);
      else if (end) this.#takeEnd({ ...end, ...line }, ends);
      else this.isDoubtful = true;
    }
    this.#keep(ends);
  }

  /** The claim itself counts. */
  mustRead(key: string, newest: number): void {
    this.open.set(key, Math.max(newest, this.open.get(key) ?? 0));
  }

  /** Of claims whose end is known, the newest revision. */
  newestOf(keys: readonly string[]): Map<string, number> {
    const rows = this.#database.all(
      'SELECT key, newest FROM claim WHERE key IN (SELECT value FROM json_each(?))',
      JSON.stringify(keys),
    );
    return new Map(rows.map(([key, newest]) => [String(key), Number(newest)]));
  }

  /** To be called once. */
  finish(): void {
    for (const [key, newest] of this.#database.all(LATE)) {
      this.mustRead(String(key), Number(newest));
    }
    this.#database.exec(KEEP);
  }

  #takeMade(
    { key, number, before, after }: RevisionNote,
    ends: ReadonlyMap<string, Pick<IndexedOutcome, 'newest'>>,
  ): void {
    if (!this.marks.has(before)) this.isDoubtful = true;
    this.marks.add(after);
    if ((ends.get(key)?.newest ?? 0) < number) this.mustRead(key, number);
  }

  #takeEnd(end: PlacedEnd, ends: Map<string, PlacedEnd>): void {
    const known = Math.max(ends.get(end.key)?.newest ?? 0, this.open.get(end.key) ?? 0);
    if (known > end.newest && !end.archived) {
      this.mustRead(end.key, known);
      return;
    }
    ends.set(end.key, end);
    this.open.delete(end.key);
  }

  #keep(ends: ReadonlyMap<string, PlacedEnd>): void {
    const rows = Array.from(ends.values(), ({ offset, length, key, newest, at, ...end }) => {
      const terms = [searchTerm(key), ...end.terms];
      return [offset, length, key, newest, at, Number(end.archived), terms];
    });
    const columns = [0, 1, 2, 3, 4, 5, 6].map((number) => `value ->> ${number}`);
    this.#database.run(
      `INSERT INTO ended SELECT ${columns.join()} FROM json_each(?)`,
      JSON.stringify(rows),
    );
  }
}

/** What a text is found by. Another one may have the same: what is found must be looked at. */
export function searchTerm(text: string): number {
  return Number.parseInt(searchHash(text), 16);
}
