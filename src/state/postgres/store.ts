import { randomName } from '../../core/hash.js';
import { once } from '../../core/once.js';
import { hostNameInMark } from '../../host/identity.js';
import { openFileStore } from '../files/store.js';
import { OwnClaims } from '../own-claims.js';
import { statePath } from '../paths.js';
import type { Moment } from '../shared-store.js';
import { Spool } from '../spool.js';
import type { Store } from '../store.js';
import { StoreMembership } from '../store-membership.js';
import { postgresClaimIndex } from './claim-index.js';
import { PostgresClaims } from './claims.js';
import { enterStore } from './entering.js';
import { postgresOutcomes } from './outcomes.js';
import { makePartitions } from './partitions.js';
import type { Server, ServerHost } from './server.js';
import { postgresSlips } from './slips.js';
import { raw, readNumber, readText } from './sql.js';
import { postgresTransfers } from './transfers.js';

const MOMENT = raw(
  'SELECT payctl.server() AS clock, (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS at',
);

/** The store that several machines share. Touches neither server nor files before its first use. */
export function openPostgresStore(host: ServerHost, server: Server, stateDir: string): Store {
  const membership = new StoreMembership(host, stateDir);
  const spool = new Spool(host.files, statePath(stateDir, 'spool'), () => server.sealer());
  const own = new OwnClaims(host.files, stateDir);
  // Each line and each claim names it: the file is read once.
  const machine = once(() => membership.machine);
  const claims = new PostgresClaims({
    host,
    server,
    spool,
    own,
    machineId: machine,
    mayClaim: () => enterStore(host.files, stateDir, server, membership),
  });
  return {
    shared: {
      get machine() {
        return machine();
      },
      enter: () => enterStore(host.files, stateDir, server, membership),
      moment: () => readMoment(server),
      refuseForgetful: () => claims.refuseForgetful(),
      preparePartitions: async () => void (await makePartitions(server)),
    },
    claims,
    outcomes: postgresOutcomes(server),
    index: postgresClaimIndex(server, () => claims.prepare()),
    transfers: postgresTransfers(server),
    slips: postgresSlips({
      server,
      own,
      machine: hostNameInMark(host.process.self),
      newAttempt: () => randomName(host),
      before: openFileStore(host.files, stateDir).slips,
    }),
  };
}

async function readMoment(server: Server): Promise<Moment> {
  const [row] = await server.query(MOMENT);
  return { clock: readText(row, 'clock'), at: readNumber(row, 'at') };
}
