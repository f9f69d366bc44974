import { parseAmount } from '../../core/money.js';
import type { Database, SqlValue } from '../../host/sqlite.js';
import type { CachedOutcome } from '../claim-index.js';
import {
  parseValues,
  type RevisionNote,
  searchHash,
  startTime,
  toOutcome,
  toRevisionNote,
} from '../outcome-line.js';
import type { LinePlace, PlacedLine, PlacedLineReader } from './lines.js';

/** How far the log was read, and what the index knows beside its tables. */
export interface ClaimState {
  /** Bytes of the log. */
  to: number;
  /** The last bytes before that offset, by which another log is noticed. */
  tail: string;
  /** Claims without a valid outcome, each with the number of its newest revision: they must be read. */
  open: readonly (readonly [key: string, newest: number])[];
  /** Times of the directory's last change at which the index knew every claim in it. */
  marks: readonly number[];
  /** Boot of the machine, and moment, at which the directory was last listed. */
  boot: string;
  listedAt: number;
}

/** `place` is the offset in the log of a claim's outcome; terms of an older line find nothing. */
export const TABLES = `
  CREATE TABLE claim (place INTEGER PRIMARY KEY, length INTEGER NOT NULL, key TEXT NOT NULL,
    newest INTEGER NOT NULL, at INTEGER NOT NULL, archived INTEGER NOT NULL,
    state TEXT NOT NULL, operation TEXT NOT NULL, satang INTEGER, ended_at INTEGER);
  CREATE TABLE term (hash INTEGER, at INTEGER, place INTEGER, PRIMARY KEY (hash, at, place))
    WITHOUT ROWID`;

/**
 * Claims with a newer revision than that of their newest line: a process that was taken for dead has reported
 * late. Each line asks the index of the claims, which a union with its own kind would have read whole.
 */
const LATE_CLAIMS_SQL = `SELECT key, max(newest) FROM (
    SELECT key, known.newest FROM ended JOIN claim AS known USING (key)
    WHERE known.place < ended.place AND known.newest > ended.newest AND NOT ended.archived
    UNION ALL SELECT key, known.newest FROM ended JOIN ended AS known USING (key)
    WHERE known.newest > 1
      AND known.place < ended.place AND known.newest > ended.newest AND NOT ended.archived)
  GROUP BY key`;

/**
 * The indexes are created after the first rows, which is far faster than growing them; rows in the order of
 * the log are added at the end of the table. Nearly all charges succeed, so the newest that did are found by
 * their start alone.
 */
const MERGE_SQL = `
  DELETE FROM ended WHERE place NOT IN (SELECT max(place) FROM ended GROUP BY key);
  DELETE FROM claim WHERE key IN (SELECT key FROM ended);
  INSERT INTO claim SELECT place, length, key, newest, at, archived, state, operation, satang, ended_at
    FROM ended ORDER BY place;
  INSERT OR IGNORE INTO term SELECT term.value, at, place
    FROM ended, json_each(terms) AS term ORDER BY term.value, at, place;
  CREATE INDEX IF NOT EXISTS named ON claim (key, newest);
  CREATE INDEX IF NOT EXISTS started ON claim (at);
  CREATE INDEX IF NOT EXISTS ending ON claim (ended_at);
  CREATE INDEX IF NOT EXISTS stated ON claim (state, at) WHERE state <> 'succeeded';
  CREATE INDEX IF NOT EXISTS operated ON claim (operation, at);
  CREATE INDEX IF NOT EXISTS amounting ON claim (satang, at);
  DROP TABLE ended`;

/** What is taken in, before it goes to the tables. */
const ENDED_COLUMNS = [
  ...['place INTEGER PRIMARY KEY', 'length', 'key', 'newest', 'at', 'archived'],
  ...['state', 'operation', 'satang', 'ended_at', 'terms'],
];
/** How many of the newest marks are kept. */
const MOST_MARKS = 64;

const ENDED_ROW = `(${ENDED_COLUMNS.map(() => '?').join()})`;
/** A statement for each row costs more. */
const ROWS_IN_INSERT = 50;

type IndexedClaim = Pick<CachedOutcome, 'newest'> & LinePlace;

interface PlacedOutcome {
  outcome: CachedOutcome;
  line: LinePlace;
}

/** Takes the lines of the log into the tables. */
export class ClaimLog {
  /** The newest revision, by key, of claims that must be read. */
  readonly open: Map<string, number>;
  /** Times of the directory's last change at which the index knew every claim in it. */
  marks: Set<number>;
  /** The log does not explain all: a line is damaged, or the directory was changed by something else. */
  isDoubtful = false;
  readonly #database: Database;

  constructor(database: Database, { open, marks }: Pick<ClaimState, 'open' | 'marks'>) {
    this.#database = database;
    this.open = new Map(open);
    this.marks = new Set(marks);
    database.exec(`CREATE TEMP TABLE ended (${ENDED_COLUMNS.join()})`);
  }

  take(lines: readonly PlacedLine[]): void {
    const outcomes = new Map<string, PlacedOutcome>();
    for (const line of lines) {
      const values = parseValues(line.text) ?? [];
      const revision = toRevisionNote(values);
      if (revision) {
        this.#takeRevision(revision);
        continue;
      }
      const outcome = toOutcome(values);
      if (outcome) this.#takeOutcome({ outcome, line }, outcomes);
      else this.isDoubtful = true;
    }
    this.#keep(outcomes);
    this.marks = new Set([...this.marks].slice(-MOST_MARKS));
  }

  /** The claim must be read: no cached outcome is valid. */
  mustRead(key: string, newest: number): void {
    this.open.set(key, Math.max(newest, this.open.get(key) ?? 0));
  }

  /** Those of the claims that have a cached outcome. */
  findIndexed(keys: readonly string[]): Map<string, IndexedClaim> {
    const rows = this.#database.all(
      'SELECT key, newest, place, length FROM claim WHERE key IN (SELECT value FROM json_each(?))',
      JSON.stringify(keys),
    );
    return new Map(
      rows.map(([key, ...numbers]) => {
        const [newest = 0, offset = 0, length = 0] = numbers.map(Number);
        return [String(key), { newest, offset, length }];
      }),
    );
  }

  /** Writes all that was taken to the tables; to be called once. */
  finish(): void {
    for (const [key, newest] of this.#database.all(LATE_CLAIMS_SQL)) {
      this.mustRead(String(key), Number(newest));
    }
    this.#database.exec(MERGE_SQL);
  }

  /** Also of an older one than the newest: its process, which was taken for dead, has reported late. */
  #takeRevision({ key, number, before, after }: RevisionNote): void {
    if (!this.marks.has(before)) this.isDoubtful = true;
    this.marks.add(after);
    this.mustRead(key, number);
  }

  #takeOutcome(placed: PlacedOutcome, outcomes: Map<string, PlacedOutcome>): void {
    const { key, newest, charge } = placed.outcome;
    const before = outcomes.get(key)?.outcome.newest ?? 0;
    const known = Math.max(before, this.open.get(key) ?? 0);
    if (known > newest && charge.archive === undefined) {
      this.mustRead(key, known);
      return;
    }
    outcomes.set(key, placed);
    this.open.delete(key);
  }

  #keep(outcomes: ReadonlyMap<string, PlacedOutcome>): void {
    let values: SqlValue[] = [];
    for (const placed of outcomes.values()) {
      values.push(...endedValues(placed));
      if (values.length < ROWS_IN_INSERT * ENDED_COLUMNS.length) continue;
      this.#insert(values);
      values = [];
    }
    if (values.length > 0) this.#insert(values);
  }

  #insert(values: readonly SqlValue[]): void {
    const rows = Array(values.length / ENDED_COLUMNS.length).fill(ENDED_ROW);
    this.#database.run(`INSERT INTO ended VALUES ${rows.join()}`, ...values);
  }
}

/** By the columns of `ended`. */
function endedValues({ outcome, line }: PlacedOutcome): SqlValue[] {
  const { key, newest, charge, hashes } = outcome;
  const { state, operation, amount, archive } = charge;
  return [
    line.offset,
    line.length,
    key,
    newest,
    startTime(charge),
    archive === undefined ? 0 : 1,
    state,
    operation,
    amount === null ? null : satangOrNull(amount),
    Date.parse(charge.endedAt),
    JSON.stringify([searchTerm(key), ...hashes.map(hashTerm)]),
  ];
}

/** The outcome that the log has at a place; undefined if none is there. */
export function outcomeAt(lines: PlacedLineReader, place: LinePlace): CachedOutcome | undefined {
  const line = lines.read(place);
  const values = line === undefined ? undefined : parseValues(line);
  return values && toOutcome(values);
}

/** The number by which a text is found. Other texts may have the same, so results must be checked. */
export function searchTerm(text: string): number {
  return hashTerm(searchHash(text));
}

function hashTerm(hash: string): number {
  return Number.parseInt(hash, 16);
}

export function satangOrNull(amount: string): number | null {
  const satang = parseAmount(amount);
  return satang === undefined ? null : Number(satang);
}
