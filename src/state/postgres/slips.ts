import type { Slips } from '../store.js';
import type { Database } from './database.js';
import { textIn } from './row.js';
import { raw, sql, together } from './sql.js';

export const SLIP_SCHEMA = raw(`CREATE TABLE payctl.slip (
  slip text PRIMARY KEY,
  seen text NOT NULL,
  attempt text NOT NULL,
  machine text NOT NULL
)`);

/** A row for each slip: its key is what makes it good for one sale. */
export class PostgresSlips implements Slips {
  readonly #database: Database;
  readonly #machine: string;
  readonly #attempt: () => string;

  constructor(database: Database, machine: string, attempt: () => string) {
    this.#database = database;
    this.#machine = machine;
    this.#attempt = attempt;
  }

  /** By the attempt it knows its own row again, where the first answer was lost. */
  async firstSeen(slip: string, moment: string): Promise<string | undefined> {
    const attempt = this.#attempt();
    const [row] = await this.#database.query(
      together(
        sql`INSERT INTO payctl.slip (slip, seen, attempt, machine)
          VALUES (${slip}, ${moment}, ${attempt}, ${this.#machine}) ON CONFLICT DO NOTHING`,
        sql`SELECT seen, attempt FROM payctl.slip WHERE slip = ${slip}`,
      ),
    );
    return textIn(row, 'attempt') === attempt ? undefined : textIn(row, 'seen');
  }
}
