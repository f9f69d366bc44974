import type { LockOptions, LockResult } from '../lock.js';
import { StoreRefusal, type TokenRow, type TokenRows } from '../store.js';
import { Lease } from './lease.js';
import type { Server, ServerHost } from './server.js';
import { numberOf, sql } from './sql.js';

/** As long as the one that buys a token is waited for; a call for one takes less. */
const LEASE_MS = 15_000;
/** A token can be bought without the store, and a person waits. */
const PATIENCE_MS = 1_000;
/** Tokens are looked for in the answer to a payment too, whose outcome is recorded only then. */
const READING_MS = 5_000;
/** One that lives renews its right to buy: who waits for it buys none, however slow it is. */
const PATIENT_MS = 60_000;
const LONGEST_PAUSE_MS = 1_000;

/** A sealed row for each value. */
export class PostgresTokenRows implements TokenRows {
  readonly #host: ServerHost;
  readonly #server: Pick<Server, 'query' | 'sealer'>;
  readonly #bank: string;

  constructor(host: ServerHost, server: Pick<Server, 'query' | 'sealer'>, bank: string) {
    this.#host = host;
    this.#server = server;
    this.#bank = bank;
  }

  async prepare(): Promise<void> {}

  async read(name: string): Promise<TokenRow | undefined> {
    const [row] = await this.#server.query(
      sql`SELECT sealed,
      (extract(epoch FROM clock_timestamp() - at) * 1000)::float8 AS age
      FROM payctl.token WHERE name = ${name} AND bank = ${this.#bank}`,
      { limitMs: READING_MS, patienceMs: PATIENCE_MS },
    );
    if (!(row?.sealed instanceof Uint8Array)) return undefined;
    const bytes = (await this.#server.sealer()).open(this.#aboutOf(name), row.sealed);
    return { bytes, ageMs: numberOf(row, 'age') };
  }

  async write(name: string, bytes: Uint8Array): Promise<void> {
    const sealed = (await this.#server.sealer()).seal(this.#aboutOf(name), bytes);
    await this.#server.query(sql`
      INSERT INTO payctl.token (name, bank, sealed) VALUES (${name}, ${this.#bank}, ${sealed})
      ON CONFLICT (name) DO UPDATE
      SET bank = excluded.bank, sealed = excluded.sealed, at = excluded.at`);
  }

  async remove(name: string): Promise<void> {
    await this.#server.query(sql`DELETE FROM payctl.token WHERE name = ${name}`);
  }

  async alone<T>(
    name: string,
    { waitMs, abandon, signal }: LockOptions,
    work: () => Promise<T>,
  ): Promise<LockResult<T>> {
    const host = this.#host;
    const holder = Buffer.from(host.random.bytes(16)).toString('hex');
    const lease = new Lease(this.#server, `token/${name}`, holder, LEASE_MS);
    const deadline = host.process.uptime() + Math.max(waitMs, PATIENT_MS);
    for (let pause = 20; !(await lease.take()); pause = Math.min(pause * 1.5, LONGEST_PAUSE_MS)) {
      if ((await abandon?.()) || signal?.aborted) return { held: false };
      const left = deadline - host.process.uptime();
      if (left <= 0) return { held: false };
      const jitter = 0.5 + (host.random.bytes(1)[0] ?? 0) / 512;
      await host.clock.sleep(Math.min(left, pause * jitter), signal);
    }
    const over = new AbortController();
    void this.#keep(lease, over.signal);
    try {
      return { held: true, value: await work() };
    } finally {
      over.abort();
      await lease.release().catch(released);
    }
  }

  /** As long as the work takes. */
  async #keep(lease: Lease, over: AbortSignal): Promise<void> {
    for (;;) {
      await this.#host.clock.sleep(LEASE_MS / 3, over);
      if (over.aborted) return;
      await lease.take().catch(() => undefined);
    }
  }

  #aboutOf(name: string) {
    return { bank: this.#bank, name: `token/${name}` };
  }
}

/** It ends by itself. */
function released(error: unknown): void {
  if (error instanceof StoreRefusal) throw error;
}
