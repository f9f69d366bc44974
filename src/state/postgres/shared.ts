import { sha256 } from '../../core/hash.js';
import { randomName } from '../../host/random-name.js';
import type { InboxStore } from '../inbox.js';
import type { Shared } from '../shared.js';
import type { DatabaseHost } from './database.js';
import { type InboxOptions, PostgresInbox } from './inbox.js';
import { PostgresJobs } from './jobs.js';
import { machineOf } from './names.js';
import { PostgresPaces } from './pace.js';
import type { Server } from './server.js';

export async function openShared(server: Server, host: DatabaseHost): Promise<Shared> {
  const name = () => randomName(host);
  const sealer = await server.sealer();
  return {
    jobs: new PostgresJobs({ server, sealer, machine: machineOf(host), name }),
    paces: new PostgresPaces(server, name),
  };
}

/** The confirmations of whoever is named so, on all machines. */
export async function openInbox(
  server: Server,
  host: DatabaseHost,
  owner: readonly string[],
  referencesIn: InboxOptions['referencesIn'],
): Promise<InboxStore> {
  return new PostgresInbox(server, host, await server.sealer(), {
    inbox: sha256(JSON.stringify(owner)).slice(0, 32),
    machine: machineOf(host),
    place: 'the shared store',
    name: randomName(host),
    schema: async () => (await server.greeting()).schema,
    referencesIn,
  });
}
