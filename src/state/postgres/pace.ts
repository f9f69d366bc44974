import type { PaceRun, Paces, Reserved, Wanted } from '../pace.js';
import type { Database } from './database.js';
import { numberOf } from './row.js';
import { raw, sql } from './sql.js';

export const PACE_SCHEMA = raw(`CREATE TABLE payctl.pace (
  key text PRIMARY KEY,
  next_at timestamptz NOT NULL
);
CREATE TABLE payctl.pace_run (
  key text NOT NULL,
  run text NOT NULL,
  rate double precision NOT NULL,
  until timestamptz NOT NULL,
  PRIMARY KEY (key, run)
)`);

/** A run that has reserved nothing for so long is over, or has nothing to send. */
const ACTIVE_MS = 30_000;

/** One row for each key holds when its next turn is, by the clock of the server. */
export class PostgresPaces implements Paces {
  readonly #database: Database;
  readonly #name: () => string;

  /** `name` makes a new name for each run. */
  constructor(database: Database, name: () => string) {
    this.#database = database;
    this.#name = name;
  }

  run(key: string): PaceRun {
    return new PostgresPaceRun(this.#database, key, this.#name());
  }
}

class PostgresPaceRun implements PaceRun {
  readonly #database: Database;
  readonly #key: string;
  readonly #run: string;

  constructor(database: Database, key: string, run: string) {
    this.#database = database;
    this.#key = key;
    this.#run = run;
  }

  /** The slowest of the active runs decides. A reservation that is sent twice leaves a gap, no more. */
  async reserve({ turns, rate, holdMs }: Wanted): Promise<Reserved> {
    const [key, run, own] = [this.#key, this.#run, sql`${String(rate)}::float8`];
    const [row] = await this.#database.query(sql`
      WITH mine AS (
        INSERT INTO payctl.pace_run (key, run, rate, until)
        VALUES (${key}, ${run}, ${own}, clock_timestamp() + ${ACTIVE_MS} * interval '1 ms')
        ON CONFLICT (key, run) DO UPDATE SET rate = EXCLUDED.rate, until = EXCLUDED.until
      ), apart AS (
        SELECT 1 / least(${own}, min(rate)) AS seconds FROM payctl.pace_run
        WHERE key = ${key} AND run <> ${run} AND until > clock_timestamp()
      ), taken AS (
        INSERT INTO payctl.pace AS known (key, next_at)
        SELECT ${key}, clock_timestamp() + ${holdMs} * interval '1 ms'
          + ${turns} * seconds * interval '1 s' FROM apart
        ON CONFLICT (key) DO UPDATE SET next_at =
          greatest(known.next_at, clock_timestamp() + ${holdMs} * interval '1 ms')
          + ${turns} * (SELECT seconds FROM apart) * interval '1 s'
        RETURNING next_at
      )
      SELECT 1000 * seconds AS apart_ms,
        1000 * (extract(epoch FROM next_at - clock_timestamp())::float8 - ${turns} * seconds) AS in_ms
      FROM taken, apart`);
    return { inMs: numberOf(row, 'in_ms'), apartMs: numberOf(row, 'apart_ms') };
  }

  async end(): Promise<void> {
    await this.#database.query(sql`
      DELETE FROM payctl.pace_run
      WHERE key = ${this.#key} AND (run = ${this.#run} OR until < clock_timestamp())`);
  }
}
