import { PayctlError, usageError } from '../../core/errors.js';
import { channelDateTime } from '../../core/time.js';
import { sharedStore } from '../../messages/shared-store.js';
import { type Command, command, type Result } from '../../runtime/command.js';
import { recordDecision } from '../../runtime/decisions.js';
import { MONITORED } from '../../runtime/monitoring/parameters.js';
import { flag } from '../../runtime/parameter.js';
import type { Services } from '../../runtime/services.js';
import { statePath } from '../../state/paths.js';
import type { Declared } from '../../state/postgres/declarations.js';
import type { Sizes } from '../../state/postgres/sizes.js';
import type { ServerStatus } from '../../state/postgres/status.js';
import { Spool } from '../../state/spool.js';
import { openOwnClaims, requireAccess, requireServer } from './access.js';
import { key, rotate } from './keys.js';
import { exportStore, importFiles } from './move.js';
import { retain } from './retain.js';
import { acceptAsync, acceptFailover, declareSynchronous, describeTrust } from './trust.js';

const init = command({
  words: ['store', 'init'],
  summary: 'make the schema payctl in the shared store, or upgrade it to this version',
  notes: [
    'Makes no roles, and needs CREATE on the database. May be run at any time, and twice.',
    'After an upgrade it reads confirmations of older versions once, to know their amounts; payments and confirmations go on meanwhile. Stopped or killed, it goes on when it is run again.',
    'With --print it only prints the SQL, with three roles, for a database administrator; afterwards run store init once as the operator, which gives the store its key.',
    'With --synchronous you declare that only a standby which had to confirm every claim (synchronous_standby_names) is ever promoted. Then its promotion is no failover; and a claim that no standby has to confirm is refused (9) until store accept-async.',
  ],
  parameters: {
    print: flag('--print', 'print the SQL, and connect to nothing'),
    synchronous: flag('--synchronous', 'declare that every claim is on a standby before it counts'),
  },
  examples: ['payctl store init --print', 'payctl store init --print > schema.sql'],
  run: async (services, { print, synchronous }): Promise<Result> => {
    if (print) {
      if (synchronous) {
        throw usageError(sharedStore.printDeclaresNothing, sharedStore.sqlFirst);
      }
      const { script } = await import('../../state/postgres/schema/init.js');
      return { text: script() };
    }
    const shared = await requireAccess(services);
    await recordDecision(
      services,
      `store init${synchronous ? ' --synchronous' : ''}`,
      shared.shown,
    );
    const { initStore } = await import('../../state/postgres/administration.js');
    const { before, schema, key } = await initStore(services.host, shared);
    const { made, upgraded, upToDate } = sharedStore;
    const outcome = before === 0 ? made : before < schema ? upgraded : upToDate;
    await services.note(outcome(shared.shown));
    if (synchronous) await declareSynchronous(services);
    await fillAmounts(services);
    return {
      data: { store: shared.shown, before: String(before), schema: String(schema), key },
    };
  },
});

/** A person who sorts payments by amount should not wait for those that an older program has confirmed. */
async function fillAmounts(services: Services): Promise<void> {
  const { fillAllAmounts } = await import('../../state/postgres/inbox.js');
  const { readPayment } = await import('../../callbacks/confirmation.js');
  const { throwIfStopped } = await import('../../journal/archive.js');
  const progress = services.door.progress('store init');
  for await (const done of fillAllAmounts(await requireServer(services), readPayment)) {
    throwIfStopped(services, sharedStore.stoppedFilling);
    void progress.update(done);
  }
  await progress.clear();
}

const showStatus = command({
  words: ['store', 'status'],
  summary: 'the shared store: server, durability, sizes, machines, open charges, what waits here',
  parameters: MONITORED,
  examples: ['payctl store status', 'payctl store status -o json'],
  dryRun: 'harmless',
  run: async (services): Promise<Result> => {
    const shared = await requireAccess(services);
    const server = await requireServer(services);
    const spool = new Spool(services.host.files, statePath(services.paths.state, 'spool'), () =>
      server.sealer(),
    );
    // Counted first: opening the journal empties the spool.
    const waiting = spool.names().length;
    const { readStatus } = await import('../../state/postgres/status.js');
    const status = await readStatus(server, services.host, openOwnClaims(services)).catch(
      unavailableError,
    );
    if (status instanceof PayctlError) {
      const data = { server: shared.shown, waitingHere: String(waiting) };
      return { data, problem: status };
    }
    const { readSizes } = await import('../../state/postgres/sizes.js');
    const { listOpen } = await import('../../journal/list.js');
    const sizes = await readSizes(server);
    const open = await listOpen(await services.journal());
    return {
      data: {
        server: shared.shown,
        host: server.host,
        ...statusData(status),
        ...sizesData(sizes),
        latencyMs: String(Math.round(status.latencyMs)),
        clockAheadMs: String(status.aheadMs),
        machines: status.machines.map(({ name, program, seenAt }) => ({
          name,
          program,
          seenAt: channelDateTime(Date.parse(seenAt)),
        })),
        open: String(open.length),
        waitingHere: String(waiting),
      },
    };
  },
});

function statusData(status: ServerStatus) {
  const { partitions } = status;
  return {
    version: status.version,
    schema: String(status.schema),
    store: status.store,
    system: status.system || null,
    timeline: status.timeline || null,
    durability: status.synchronous ? 'synchronous' : 'asynchronous',
    consequence: describeTrust(status),
    declared: status.declared ? shownDeclaration(status.declared) : null,
    declarations: status.declarations.map((one) => ({ kind: one.kind, ...shownDeclaration(one) })),
    failover: status.trust === 'forgotten',
    trust: status.trust,
    partitions: partitions
      ? { monthsAhead: String(partitions.months), strayLines: partitions.hasStray }
      : null,
  };
}

function sizesData({ tables, growth }: Sizes) {
  return {
    sizes: tables.map(({ table, bytes, rows }) => {
      return { table, bytes: String(bytes), rows: String(Math.round(rows)) };
    }),
    growth: growth
      ? {
          chargesAYear: String(growth.charges),
          bytesAYear: String(growth.bytes),
          bytesForEverAYear: String(growth.bytesForEver),
        }
      : null,
  };
}

function shownDeclaration({ machine, user, sudoUser, at }: Declared) {
  return {
    machine,
    user: user ?? null,
    ...(sudoUser !== undefined && { sudoUser }),
    at: channelDateTime(Date.parse(at)),
  };
}

/** A store that cannot be used for now, as a value; whatever else fails is thrown. */
function unavailableError(error: unknown): PayctlError {
  if (error instanceof PayctlError && error.exitClass === 'UNAVAILABLE') return error;
  throw error;
}

export const commands: readonly Command[] = [
  init,
  showStatus,
  retain,
  key,
  rotate,
  importFiles,
  exportStore,
  acceptFailover,
  acceptAsync,
];
