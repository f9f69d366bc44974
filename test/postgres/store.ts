import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseStoreAddress } from '../../src/state/postgres/address.js';
import { initStore } from '../../src/state/postgres/administration.js';
import { Server, type SharedAccess } from '../../src/state/postgres/server.js';
import { openPostgresStore } from '../../src/state/postgres/store.js';
import type { Store } from '../../src/state/store.js';
import { afterFile } from '../fixtures/leftovers.js';
import { PASSWORD } from './address.js';
import type { PostgresServer } from './server.js';
import { host, sealer } from './subjects.js';

/** A store in a database of its own, opened as other machines do; closed after the tests of the file. */
export class TestStore {
  readonly database: string;
  readonly warnings: string[] = [];
  readonly #url: string;
  readonly #opened: Server[] = [];
  readonly #directories: string[] = [];

  constructor(database: string, url: string) {
    this.database = database;
    this.#url = url;
    afterFile(() => this.close());
  }

  static async make(
    server: PostgresServer,
    via?: (database: string) => string,
  ): Promise<TestStore> {
    const database = await server.database();
    const made = new TestStore(database, via ? via(database) : server.url(database));
    await initStore(host, made.access(server.url(database)));
    return made;
  }

  /** As it was made: faster than another one. */
  async empty(server: PostgresServer): Promise<void> {
    this.close();
    this.warnings.length = 0;
    const filled = await server.sql<{ name: string }>(
      `SELECT tablename AS name FROM pg_tables
        WHERE schemaname = 'payctl' AND tablename NOT IN ('meta', 'key')`,
      this.database,
    );
    await server.sql(
      `TRUNCATE ${filled.map(({ name }) => `payctl.${name}`).join(', ')};
      UPDATE payctl.meta SET value = payctl.server() WHERE name = 'server'`,
      this.database,
    );
  }

  access(url = this.#url, key = sealer): SharedAccess {
    const address = parseStoreAddress(url);
    return {
      access: async () => ({ address, passwordFor: () => PASSWORD, ca: undefined }),
      sealer: async () => key,
      shown: address.shown,
      warn: (text) => void this.warnings.push(String(text)),
    };
  }

  server(url?: string, key = sealer): Server {
    const server = new Server(host, this.access(url, key), this.directory());
    this.#opened.push(server);
    return server;
  }

  /** On a machine of its own, or in this state directory. */
  open(directory = this.directory(), server = this.server()): Store {
    return openPostgresStore(host, server, directory);
  }

  directory(): string {
    const made = mkdtempSync(join(tmpdir(), 'payctl-store-'));
    this.#directories.push(made);
    return made;
  }

  close(): void {
    for (const server of this.#opened.splice(0)) void server.close();
    for (const directory of this.#directories.splice(0)) rmSync(directory, { recursive: true });
  }
}
