import { randomName } from '../../core/hash.js';
import { hostNameInMark } from '../../host/identity.js';
import type { Paces } from '../paces.js';
import type { DatabaseHost } from './database.js';
import { Jobs } from './jobs.js';
import { postgresPaces } from './paces.js';
import type { Server } from './server.js';

/** What only a shared store offers: work that several machines do together. */
export interface SharedWork {
  readonly jobs: Jobs;
  readonly paces: Paces;
}

export async function openSharedWork(server: Server, host: DatabaseHost): Promise<SharedWork> {
  const name = () => randomName(host);
  const sealer = await server.sealer();
  return {
    jobs: new Jobs({ server, sealer, machine: hostNameInMark(host.process.self), name }),
    paces: postgresPaces(server, name),
  };
}
