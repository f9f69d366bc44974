import type { Database } from '../../host/sqlite.js';
import { endIn, hashOf, type KnownEnd, type MadePart, madeIn } from '../end-line.js';
import { valuesIn } from './ends.js';
import type { PlacedLine } from './lines.js';

export const TABLES = `
  CREATE TABLE claim (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, newest INTEGER NOT NULL,
    at INTEGER NOT NULL, place INTEGER NOT NULL, length INTEGER NOT NULL, shows INTEGER NOT NULL);
  CREATE INDEX started ON claim (at);
  CREATE TABLE term (hash INTEGER, at INTEGER, id INTEGER, PRIMARY KEY (hash, at, id)) WITHOUT ROWID`;

/** Who was taken for dead may tell late how its own part ended: then nothing changes. */
const ADD_CLAIMS = `INSERT INTO claim (key, newest, at, place, length, shows)
  SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5
    FROM json_each(?) WHERE true
  ON CONFLICT (key) DO UPDATE SET (newest, at, place, length, shows)
    = (excluded.newest, excluded.at, excluded.place, excluded.length, excluded.shows)
    WHERE excluded.newest >= newest OR excluded.key IN (SELECT value FROM json_each(?))
  RETURNING key, id`;

type PlacedEnd = Required<KnownEnd> & Pick<PlacedLine, 'offset' | 'length'>;

/** Takes what the lines of the log say of claims into the tables. */
export class ClaimLog {
  /** By key, the newest part of claims that must be read themselves. */
  readonly open: Map<string, number>;
  /** When the directory had changed last, at moments at which all in it was known. */
  readonly marks: Set<number>;
  /** A line is damaged, or a part was made while the directory had changed for another reason. */
  isDoubtful = false;
  readonly #database: Database;

  constructor(
    database: Database,
    { open, marks }: { open: readonly (readonly [string, number])[]; marks: readonly number[] },
  ) {
    this.#database = database;
    this.open = new Map(open);
    this.marks = new Set(marks);
    database.exec('CREATE TEMP TABLE found (hash, at, id)');
  }

  take(lines: readonly PlacedLine[]): void {
    const ends = new Map<string, PlacedEnd>();
    for (const line of lines) {
      const values = valuesIn(line.text);
      const made = values && madeIn(values);
      const end = values && endIn(values);
      if (made) this.#takeMade(made, ends);
      else if (end?.terms) this.#takeEnd({ ...end, terms: end.terms, ...line }, ends);
      // An older version wrote it, or nobody knows what it said.
      else if (end) this.mustRead(end.key, end.newest);
      else this.isDoubtful = true;
    }
    this.#keep(ends);
  }

  /** The claim itself counts. */
  mustRead(key: string, newest: number): void {
    this.open.set(key, Math.max(newest, this.open.get(key) ?? 0));
  }

  /** Of claims whose end is known, the newest part. */
  newestOf(keys: readonly string[]): Map<string, number> {
    const rows = this.#database.all(
      'SELECT key, newest FROM claim WHERE key IN (SELECT value FROM json_each(?))',
      JSON.stringify(keys),
    );
    return new Map(rows.map(([key, newest]) => [String(key), Number(newest)]));
  }

  /** What claims are found by is added in its order, which is far faster. */
  finish(): void {
    this.#database.exec(`INSERT OR IGNORE INTO term
      SELECT hash, at, id FROM found ORDER BY hash, at, id; DROP TABLE found`);
  }

  #takeMade(
    { key, number, before, after }: MadePart,
    ends: ReadonlyMap<string, Pick<KnownEnd, 'newest'>>,
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
    const all = [...ends.values()];
    const rows = this.#database.all(
      ADD_CLAIMS,
      JSON.stringify(
        all.map((end) => [end.key, end.newest, end.at, end.offset, end.length, Number(end.shows)]),
      ),
      JSON.stringify(all.filter(({ archived }) => archived).map(({ key }) => key)),
    );
    const ids = new Map(rows.map(([key, id]) => [String(key), Number(id)]));
    const found = all.flatMap(({ key, newest, at, terms }) => {
      const id = ids.get(key);
      if (id !== undefined) return [termOf(key), ...terms].map((hash) => [hash, at, id]);
      this.mustRead(key, newest);
      return [];
    });
    this.#database.run(
      'INSERT INTO found SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?)',
      JSON.stringify(found),
    );
  }
}

/** What a text is found by. Another one may have the same: what is found must be looked at. */
export function termOf(text: string): number {
  return Number.parseInt(hashOf(text), 16);
}
