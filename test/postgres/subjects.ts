import { randomBytes } from 'node:crypto';
import { nodeHost } from '../../src/host/node.js';
import { parseStoreAddress } from '../../src/state/postgres/address.js';
import { Database } from '../../src/state/postgres/database.js';
import { migration, STEPS, script } from '../../src/state/postgres/schema/init.js';
import { SCHEMA_VERSION } from '../../src/state/postgres/schema/version.js';
import { raw } from '../../src/state/postgres/sql.js';
import { Sealer, StoreKey } from '../../src/state/seal.js';
import { readPayment } from '../fixtures/paid-at.js';
import { PASSWORD } from './address.js';
import type { PostgresServer } from './server.js';

export const host = nodeHost();
export const sealer = new Sealer(host.random, new StoreKey(Buffer.alloc(32, 7)));

/** Other processes of the run may use the same server. */
const own = randomBytes(4).toString('hex');
let names = 0;
export const newName = (): string => `name-${own}-${++names}`;

/** What an inbox knows of its store, and of messages whose references lie in these fields. */
export const inboxOptions = {
  readReferences(body: string): string[] {
    const { transactionId = '', qrId = '' } = JSON.parse(body);
    return [transactionId, qrId].filter(Boolean);
  },
  readPayment,
};

/** A database as its administrator makes it; `connect` opens it as another process does, which may no more than payctl needs. */
export async function newStore(server: PostgresServer) {
  const database = await server.database();
  await server.sql(script(), database);
  const login = `till_${newName().replaceAll('-', '_')}`;
  await server.sql(`CREATE ROLE ${login} LOGIN PASSWORD '${PASSWORD}' IN ROLE payctl_operator`);
  const opened: Database[] = [];
  return {
    database,
    connect(url = server.url(database, login)) {
      const address = parseStoreAddress(url);
      const made = new Database(host, {
        access: async () => ({ address, passwordFor: () => PASSWORD, ca: undefined }),
        greeting: () => raw('SELECT 1'),
        greeted: async () => undefined,
      });
      opened.push(made);
      return made;
    },
    close() {
      for (const one of opened) one.close();
    },
  };
}

/** What the program before leaves. */
export const schemaBefore = (): string => {
  const steps = STEPS.filter(({ version }) => version < SCHEMA_VERSION);
  return migration(0, steps);
};
