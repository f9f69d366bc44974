import { afterAll, beforeAll, expect, it } from 'vitest';
import { FileDesk } from '../../src/state/files/desk-store.js';
import { PostgresDesk } from '../../src/state/postgres/desk-store.js';
import { directoryOfFile } from '../fixtures/leftovers.js';
import { describeWith } from '../fixtures/needs.js';
import { PostgresServer } from '../postgres/server.js';
import { host, newStore, sealer } from '../postgres/subjects.js';
import { keepsDeskContract } from './desk-contract.js';

describeWith('postgres', 'the desk in PostgreSQL', () => {
  let server: PostgresServer;
  let tables: Awaited<ReturnType<typeof newStore>>;
  const directory = directoryOfFile();
  beforeAll(async () => {
    server = await PostgresServer.shared();
    tables = await newStore(server);
  });
  afterAll(() => tables?.close());

  /** As a process that may do all, or no more than payctl needs. */
  function desk(url?: string) {
    const database = tables.connect(url);
    return new PostgresDesk({
      query: (...asked) => database.query(...asked),
      sealer: async () => sealer,
    });
  }

  keepsDeskContract(
    () => desk(server.url(tables.database)),
    () => new FileDesk(host, directory),
    (sql) => server.sql(sql.replaceAll('desk_', 'payctl.desk_'), tables.database),
  );

  it('lets an operator add events, and change or remove none', async () => {
    for (const sql of [
      "UPDATE payctl.desk_event SET line = ''",
      'DELETE FROM payctl.desk_event',
      'DELETE FROM payctl.desk_head',
    ]) {
      await expect(tables.connect().query({ text: sql })).rejects.toThrow(/permission denied/);
    }
  });
});
