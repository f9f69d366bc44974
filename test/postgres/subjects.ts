import { nodeHost } from '../../src/host/node.js';
import { parseStoreAddress } from '../../src/state/postgres/address.js';
import { Database } from '../../src/state/postgres/database.js';
import { INBOX } from '../../src/state/postgres/schema/inbox.js';
import { JOB } from '../../src/state/postgres/schema/job.js';
import { PACE } from '../../src/state/postgres/schema/pace.js';
import { SLIP } from '../../src/state/postgres/schema/slip.js';
import { TOKEN } from '../../src/state/postgres/schema/token.js';
import { raw } from '../../src/state/postgres/sql.js';
import { Sealer, StoreKey } from '../../src/state/seal.js';
import { PASSWORD } from './address.js';
import type { PostgresServer } from './server.js';

export const host = nodeHost();
export const sealer = new Sealer(host.random, new StoreKey(Buffer.alloc(32, 7)));

let names = 0;
export const newName = (): string => `name-${++names}`;

/** A database with the tables of inbox, slips, jobs and pace; `connect` opens it as another process does. */
export async function newStore(server: PostgresServer) {
  const database = await server.database();
  const steps = [TOKEN, INBOX, JOB, PACE, SLIP].map(({ steps }) => steps[1]).join('\n');
  await server.sql(`CREATE SCHEMA payctl; ${steps}`, database);
  const opened: Database[] = [];
  return {
    database,
    connect(url = server.url(database)) {
      const address = parseStoreAddress(url);
      const made = new Database(host, {
        access: async () => ({ address, password: PASSWORD, ca: undefined }),
        greeting: raw('SELECT 1'),
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
