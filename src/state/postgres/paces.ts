import type { PaceRun, Paces } from '../paces.js';
import type { StoreQueries } from './server.js';
import { readNumber, sql } from './sql.js';

/** A run that has reserved nothing for so long does not count any more. */
const ACTIVE_MS = 30_000;

/** The next turn is never further ahead than so many turns and a minute. */
const FURTHEST_TURNS = 50;

/** A row for each key has the time of its next turn, by the clock of the server; `name` makes a new name for each run. */
export function postgresPaces(server: StoreQueries, name: () => string): Paces {
  return { run: (key) => paceRun(server, key, name()) };
}

function paceRun(server: StoreQueries, key: string, run: string): PaceRun {
  return {
    // The slowest active run decides the rate. A reservation that is sent twice only leaves a gap.
    async reserve({ turns, rate, holdMs }) {
      const own = sql`${String(rate)}::float8`;
      // After a failover the clock of the server may be behind: nobody must wait for the difference.
      const furthest = sql`clock_timestamp() + ${holdMs} * interval '1 ms' + interval '1 minute'
      + ${FURTHEST_TURNS} * (SELECT seconds FROM apart) * interval '1 s'`;
      const [row] = await server.query(sql`
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
          greatest(least(known.next_at, ${furthest}), clock_timestamp() + ${holdMs} * interval '1 ms')
          + ${turns} * (SELECT seconds FROM apart) * interval '1 s'
        RETURNING next_at
      )
      SELECT 1000 * seconds AS apart_ms,
        1000 * (extract(epoch FROM next_at - clock_timestamp())::float8 - ${turns} * seconds) AS in_ms
      FROM taken, apart`);
      return { inMs: readNumber(row, 'in_ms'), apartMs: readNumber(row, 'apart_ms') };
    },
    async end() {
      await server.query(sql`
      DELETE FROM payctl.pace_run
      WHERE key = ${key} AND (run = ${run} OR until < clock_timestamp())`);
    },
  };
}
