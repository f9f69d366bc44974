import type { Database } from '../../host/sqlite.js';
import { endIn, hashOf, type KnownEnd, type MadePart, madeIn } from '../end-line.js';
import { valuesIn } from './ends.js';
import type { PlacedLine } from './lines.js';

/** `taken` holds texts until all are read: in order they are added far faster. */
export const TABLES = `
  CREATE TABLE claim (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, newest INTEGER NOT NULL,
    at INTEGER NOT NULL, place INTEGER NOT NULL, length INTEGER NOT NULL, shows INTEGER NOT NULL);
  CREATE INDEX started ON claim (at, key);
  CREATE TABLE term (hash INTEGER, at INTEGER, id INTEGER, PRIMARY KEY (hash, at, id)) WITHOUT ROWID`;

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
    database.exec('CREATE TEMP TABLE taken (hash, at, id)');
  }

  take(lines: readonly PlacedLine[]): void {
    const read = lines.map((line) => ({ line, values: valuesIn(line.text) }));
    const ends = read.map(({ values }) => values && endIn(values));
    const newest = this.newestOf(ends.flatMap((end) => (end ? [end.key] : [])));
    const placed = new Map<string, PlacedEnd>();
    for (const [index, { line, values }] of read.entries()) {
      const made = values && madeIn(values);
      const end = ends[index];
      if (made) this.#takeMade(made, newest);
      else if (end?.terms) this.#takeEnd({ ...end, terms: end.terms, ...line }, newest, placed);
      // An older version wrote it, or nobody knows what it said.
      else if (end) this.mustRead(end.key, end.newest);
      else this.isDoubtful = true;
    }
    this.#keep([...placed.values()]);
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

  finish(): void {
    this.#database.exec(`INSERT OR IGNORE INTO term
      SELECT DISTINCT hash, at, id FROM taken ORDER BY hash, at, id; DROP TABLE taken`);
  }

  #takeMade(
    { key, number, before, after }: MadePart,
    newest: ReadonlyMap<string, number>,
  ): void {
    if (!this.marks.has(before)) this.isDoubtful = true;
    this.marks.add(after);
    if ((newest.get(key) ?? 0) < number) this.mustRead(key, number);
  }

  #takeEnd(end: PlacedEnd, newest: Map<string, number>, placed: Map<string, PlacedEnd>): void {
    const known = Math.max(newest.get(end.key) ?? 0, this.open.get(end.key) ?? 0);
    // Who was taken for dead has told late how its own part ended.
    if (known > end.newest && !end.archived) {
      this.mustRead(end.key, known);
      return;
    }
    newest.set(end.key, end.newest);
    placed.set(end.key, end);
    this.open.delete(end.key);
  }

  #keep(ends: readonly PlacedEnd[]): void {
    const rows = ends.map(({ key, newest, at, offset, length, shows }) => {
      return [key, newest, at, offset, length, Number(shows)];
    });
    const column = (number: number) => `value ->> ${number}`;
    this.#database.run(
      `INSERT INTO claim (key, newest, at, place, length, shows)
        SELECT ${[0, 1, 2, 3, 4, 5].map(column).join()} FROM json_each(?) WHERE true
        ON CONFLICT (key) DO UPDATE SET (newest, at, place, length, shows)
          = (excluded.newest, excluded.at, excluded.place, excluded.length, excluded.shows)`,
      JSON.stringify(rows),
    );
    this.#database.run(
      `INSERT INTO taken SELECT term.value, claim.at, claim.id FROM json_each(?) AS found
        CROSS JOIN claim ON claim.key = found.value ->> 0, json_each(found.value -> 1) AS term`,
      JSON.stringify(ends.map(({ key, terms }) => [key, [Number.parseInt(hashOf(key), 16), ...terms]])),
    );
  }
}
