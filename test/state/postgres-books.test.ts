import { afterAll, beforeAll } from 'vitest';
import { PostgresBooks } from '../../src/state/postgres/book-store.js';
import { describeWith } from '../fixtures/needs.js';
import { PostgresServer } from '../postgres/server.js';
import { TestStore } from '../postgres/store.js';
import { keepsBookContract } from './book-contract.js';

describeWith('postgres', 'books in PostgreSQL', () => {
  let server: PostgresServer;
  let store: TestStore;
  beforeAll(async () => {
    server = await PostgresServer.shared();
    store = await TestStore.make(server);
  }, 60_000);
  afterAll(() => store?.close());

  keepsBookContract(() => new PostgresBooks(store.server()));
});
