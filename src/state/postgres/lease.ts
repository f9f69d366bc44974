import type { StoreQueries } from './server.js';
import { sql } from './sql.js';

/**
 * A right that one process has at a time, by the clock of the server, until it expires or is released. It
 * only divides work: nothing that must not happen twice may depend on it.
 */
export class Lease {
  readonly #server: StoreQueries;
  readonly #name: string;
  readonly #holder: string;
  readonly #ms: number;

  constructor(server: StoreQueries, name: string, holder: string, ms: number) {
    this.#server = server;
    this.#name = name;
    this.#holder = holder;
    this.#ms = ms;
  }

  /** Takes or renews the lease; false if another process has it. */
  async take(): Promise<boolean> {
    const rows = await this.#server.query(sql`
      INSERT INTO payctl.lease AS known (name, holder, until)
      VALUES (${this.#name}, ${this.#holder}, clock_timestamp() + ${this.#ms} * interval '1 ms')
      ON CONFLICT (name) DO UPDATE SET holder = EXCLUDED.holder, until = EXCLUDED.until
      WHERE known.holder = EXCLUDED.holder OR known.until < clock_timestamp()
      RETURNING true AS held`);
    return rows.length > 0;
  }

  async release(): Promise<void> {
    await this.#server.query(
      sql`DELETE FROM payctl.lease WHERE name = ${this.#name} AND holder = ${this.#holder}`,
    );
  }
}
