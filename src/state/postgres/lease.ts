import type { StoreQueries } from './server.js';
import { sql } from './sql.js';

/**
 * A right that one process has at a time, by the clock of the server, until it expires or is released. It
 * only divides work: nothing that must not happen twice may depend on it.
 */
export function createLease(server: StoreQueries, name: string, holder: string, ms: number) {
  return {
    /** Takes or renews the lease; false if another process has it. */
    async take(): Promise<boolean> {
      const rows = await server.query(sql`
        INSERT INTO payctl.lease AS known (name, holder, until)
        VALUES (${name}, ${holder}, clock_timestamp() + ${ms} * interval '1 ms')
        ON CONFLICT (name) DO UPDATE SET holder = EXCLUDED.holder, until = EXCLUDED.until
        WHERE known.holder = EXCLUDED.holder OR known.until < clock_timestamp()
        RETURNING true AS held`);
      return rows.length > 0;
    },
    async release(): Promise<void> {
      await server.query(sql`DELETE FROM payctl.lease WHERE name = ${name} AND holder = ${holder}`);
    },
  };
}

export type Lease = ReturnType<typeof createLease>;
