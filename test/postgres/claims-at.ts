import { join } from 'node:path';
import { nodeHost } from '../../src/host/node.js';
import { parseStoreAddress } from '../../src/state/postgres/address.js';
import { PostgresClaims } from '../../src/state/postgres/claims.js';
import { SUBJECTS } from '../../src/state/postgres/schema/schema.js';
import { PROOF, Server } from '../../src/state/postgres/server.js';
import { Sealer, StoreKey } from '../../src/state/seal.js';
import { Spool } from '../../src/state/spool.js';
import { PASSWORD } from './address.js';
import type { PostgresServer } from './server.js';

const host = nodeHost();
const sealer = new Sealer(host.random, new StoreKey(Buffer.alloc(32, 7)));

/** A database with the whole schema, as `store init` leaves it. */
export async function madeStore(server: PostgresServer): Promise<string> {
  const database = await server.database();
  const steps = SUBJECTS.map(({ steps }) => steps[1]).join('\n');
  const proof = sealer.seal(PROOF, Buffer.from('payctl')).toString('hex');
  await server.sql(
    `CREATE SCHEMA payctl; ${steps}
     INSERT INTO payctl.key VALUES ('${sealer.ids[0]}', '\\x${proof}', true);
     INSERT INTO payctl.meta VALUES ('schema', '1'), ('program', '0.1.0'), ('store', 'tests'),
       ('server', payctl.server()), ('synchronous', 'false')`,
    database,
  );
  return database;
}

/** The claims of a store as another machine opens them; what it cannot store waits in a directory. */
export function claimsAt(url: string, home: string) {
  const warnings: string[] = [];
  const server = new Server(host, {
    access: async () => ({ address: parseStoreAddress(url), password: PASSWORD, ca: undefined }),
    sealer: async () => sealer,
    warn: (message) => void warnings.push(message),
  });
  const spool = new Spool(host.files, join(home, 'spool'), async () => sealer);
  return {
    claims: new PostgresClaims({ host, server, spool, mayClaim: async () => undefined }),
    server,
    spool,
    warnings,
  };
}
