import type postgres from 'postgres';
import { beforeAll, expect } from 'vitest';
import { initStore } from '../../src/state/postgres/administration.js';
import { migration } from '../../src/state/postgres/schema/init.js';
import { describeWith } from '../fixtures/needs.js';
import { setClock, timePasses } from './clock.js';
import type { WireProxy } from './proxy.js';
import { PostgresServer } from './server.js';
import { TestStore } from './store.js';
import { host } from './subjects.js';

/** Tests on the server that all share, with a store that theirs share. */
export function describeStore(name: string, tests: (at: Stores) => void): void {
  describeWith('postgres', name, () => {
    const stores = new Stores();
    beforeAll(() => stores.open(), 60_000);
    tests(stores);
  });
}

interface Clocked {
  /** Of its schema, which has no key then. */
  owner?: string;
  /** Through which the store is reached. */
  proxy?: WireProxy;
}

export class Stores {
  #server: PostgresServer | undefined;
  #store: TestStore | undefined;

  async open(): Promise<void> {
    this.#server = await PostgresServer.shared();
    this.#store = await TestStore.make(this.#server);
  }

  get server(): PostgresServer {
    return opened(this.#server);
  }

  get store(): TestStore {
    return opened(this.#store);
  }

  /** The one store, as it was made: faster than another one. */
  async emptied(): Promise<TestStore> {
    await this.store.empty(this.server);
    return this.store;
  }

  /** Asks the server, of that store unless another is named. */
  sql<T extends postgres.MaybeRow = Record<string, unknown>>(
    text: string,
    database = this.store.database,
  ): Promise<T[]> {
    return this.server.sql<T>(text, database);
  }

  /**
   * Does this in a transaction that keeps its locks until it is let go, and then ends.
   * @returns what lets go of it
   */
  async hold(
    text: string,
    end: 'COMMIT' | 'ROLLBACK',
    database = this.store.database,
  ): Promise<() => Promise<void>> {
    const held = this.sql(
      `BEGIN; ${text}; DO $$ BEGIN PERFORM pg_sleep(60);
        EXCEPTION WHEN query_canceled THEN NULL; END $$; ${end}`,
      database,
    );
    const asleep = `FROM pg_stat_activity WHERE datname = '${database}' AND wait_event = 'PgSleep'`;
    const count = async () => (await this.sql(`SELECT ${asleep}`)).length;
    await expect.poll(count, { timeout: 10_000 }).toBe(1);
    return async () => {
      await this.sql(`SELECT pg_cancel_backend(pid) ${asleep}`);
      await held;
    };
  }

  /** A store of its own, whose clock the test sets. */
  async withClock({ owner, proxy }: Clocked = {}) {
    const { server } = this;
    const database = await server.database();
    const sql = (text: string) => this.sql(text, database);
    await setClock(server, database);
    if (owner !== undefined) {
      await sql(`GRANT CREATE ON DATABASE ${database} TO ${owner};
        GRANT USAGE ON SCHEMA clock TO ${owner}; GRANT SELECT ON clock.ahead TO ${owner}`);
      await sql(`SET ROLE ${owner}; ${migration(0)}`);
    }
    const store = new TestStore(database, (proxy ?? server).url(database));
    if (owner === undefined) await initStore(host, store.access(server.url(database)));
    const monthPasses = () => timePasses(server, database, 31 * 24 * 60);
    return { store, database, sql, monthPasses };
  }
}

function opened<T>(made: T | undefined): T {
  if (made === undefined) throw new Error('the server of the tests is not open yet');
  return made;
}
