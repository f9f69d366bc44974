import type { Database } from './database.js';
import { raw, sql } from './sql.js';

export const LEASE_SCHEMA = raw(`CREATE TABLE payctl.lease (
  name text PRIMARY KEY,
  holder text NOT NULL,
  until timestamptz NOT NULL
)`);

/**
 * A right that one process has at a time, by the clock of the server, until it ends or is given back.
 * It decides who works; nothing that must not happen twice may rest on it.
 */
export class Lease {
  readonly #database: Database;
  readonly #name: string;
  readonly #holder: string;
  readonly #ms: number;

  constructor(database: Database, name: string, holder: string, ms: number) {
    this.#database = database;
    this.#name = name;
    this.#holder = holder;
    this.#ms = ms;
  }

  /** Takes it, or renews it; false where another process has it. */
  async take(): Promise<boolean> {
    const rows = await this.#database.query(sql`
      INSERT INTO payctl.lease AS known (name, holder, until)
      VALUES (${this.#name}, ${this.#holder}, clock_timestamp() + ${this.#ms} * interval '1 ms')
      ON CONFLICT (name) DO UPDATE SET holder = EXCLUDED.holder, until = EXCLUDED.until
      WHERE known.holder = EXCLUDED.holder OR known.until < clock_timestamp()
      RETURNING true AS held`);
    return rows.length > 0;
  }

  async release(): Promise<void> {
    await this.#database.query(
      sql`DELETE FROM payctl.lease WHERE name = ${this.#name} AND holder = ${this.#holder}`,
    );
  }
}
