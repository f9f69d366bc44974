import { randomName } from '../../core/hash.js';
import { jitter } from '../lock.js';
import { StoreRefusal } from '../store-errors.js';
import type { TokenRows } from '../token-rows.js';
import { createLease, type Lease } from './lease.js';
import type { Server, ServerHost } from './server.js';
import { readNumber, sql } from './sql.js';

/** How long one that requests a token is waited for without a renewal; a token call takes less. */
const LEASE_MS = 15_000;
/** Short, because a person waits and a token can be requested without the store. */
const PATIENCE_MS = 1_000;
/** Tokens are looked for in the answer to a payment too, whose outcome is recorded only then. */
const READING_MS = 5_000;
/** How long others wait for one that keeps renewing its lease, however slow its call is. */
const PATIENT_MS = 60_000;
const LONGEST_PAUSE_MS = 1_000;

/** A sealed row for each value. */
export function postgresTokenRows(
  host: ServerHost,
  server: Pick<Server, 'query' | 'sealer'>,
  bank: string,
): TokenRows {
  const associatedData = (name: string) => ({ bank, name: `token/${name}` });

  /** Renews the lease until the work is over. */
  async function keepRenewing(lease: Lease, over: AbortSignal): Promise<void> {
    for (;;) {
      await host.clock.sleep(LEASE_MS / 3, over);
      if (over.aborted) return;
      await lease.take().catch(() => undefined);
    }
  }

  return {
    async prepare() {},
    async read(name) {
      const [row] = await server.query(
        sql`SELECT sealed,
        (extract(epoch FROM clock_timestamp() - at) * 1000)::float8 AS age
        FROM payctl.token WHERE name = ${name} AND bank = ${bank}`,
        { limitMs: READING_MS, patienceMs: PATIENCE_MS },
      );
      if (!(row?.sealed instanceof Uint8Array)) return undefined;
      const bytes = (await server.sealer()).open(associatedData(name), row.sealed);
      return { bytes, ageMs: readNumber(row, 'age') };
    },
    async write(name, bytes) {
      const sealer = await server.sealer();
      await sealer.retryWithCurrentKey(() => {
        const sealed = sealer.seal(associatedData(name), bytes);
        return server.query(sql`
          INSERT INTO payctl.token (name, bank, sealed) VALUES (${name}, ${bank}, ${sealed})
          ON CONFLICT (name) DO UPDATE
          SET bank = excluded.bank, sealed = excluded.sealed, at = excluded.at`);
      });
    },
    async remove(name) {
      await server.query(sql`DELETE FROM payctl.token WHERE name = ${name}`);
    },
    async alone(name, { waitMs, abandon, signal }, work) {
      const lease = createLease(server, `token/${name}`, randomName(host), LEASE_MS);
      const deadline = host.process.uptime() + Math.max(waitMs, PATIENT_MS);
      for (let pause = 20; !(await lease.take()); pause = Math.min(pause * 1.5, LONGEST_PAUSE_MS)) {
        if ((await abandon?.()) || signal?.aborted) return { held: false };
        const left = deadline - host.process.uptime();
        if (left <= 0) return { held: false };
        await host.clock.sleep(Math.min(left, pause * jitter(host)), signal);
      }
      const over = new AbortController();
      void keepRenewing(lease, over.signal);
      try {
        return { held: true, value: await work() };
      } finally {
        over.abort();
        await lease.release().catch(ignoreUnlessRefused);
      }
    },
  };
}

/** A lease that could not be released expires by itself. */
function ignoreUnlessRefused(error: unknown): void {
  if (error instanceof StoreRefusal) throw error;
}
