import { type Command, command, type Result } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { MONITORED } from '../../cli/monitoring/parameters.js';
import { flag } from '../../cli/parameter.js';
import { askYes } from '../../cli/safety.js';
import { PayctlError } from '../../core/errors.js';
import { fromPlain, type JsonObject, textOf } from '../../core/json.js';
import { visible } from '../../core/text.js';
import { channelDateTime } from '../../core/time.js';
import { type Codes, FileCodes } from '../../state/codes.js';
import type { Copied } from '../../state/copy.js';
import type { InboxStore } from '../../state/inbox.js';
import { statePath } from '../../state/paths.js';
import type { Server, SharedAccess } from '../../state/postgres/server.js';
import type { ServerStatus } from '../../state/postgres/status.js';
import { Spool, type StoreKey } from '../../state/seal.js';
import type { Store } from '../../state/store.js';
import { StoreMemory } from '../../state/store-memory.js';

const init = command({
  words: ['store', 'init'],
  summary: 'make the schema payctl in the shared store, or bring it to this version',
  notes: [
    'Makes no roles, and needs CREATE on the database. May be run at any time, and twice.',
    'With --print it only prints the SQL, with three roles, for a database administrator; afterwards run store init once as the operator, which gives the store its key.',
  ],
  parameters: { print: flag('--print', 'print the SQL, and connect to nothing') },
  examples: ['payctl store init --print', 'payctl store init --print > schema.sql'],
  run: async (context, { print }): Promise<Result> => {
    if (print) {
      const { script } = await import('../../state/postgres/schema/init.js');
      return { text: script() };
    }
    const shared = await accessOf(context);
    const { initStore } = await import('../../state/postgres/administration.js');
    const { before, schema, key } = await initStore(context.host, shared);
    const done = before === 0 ? 'was made' : before < schema ? 'was upgraded' : 'is up to date';
    await context.note(`the schema payctl in ${shared.shown} ${done}`);
    return { data: { store: shared.shown, before: String(before), schema: String(schema), key } };
  },
});

const status = command({
  words: ['store', 'status'],
  summary: 'the shared store: server, durability, machines, open charges, what waits here',
  parameters: MONITORED,
  examples: ['payctl store status', 'payctl store status -o json'],
  dryRun: 'harmless',
  run: async (context) => {
    const shared = await accessOf(context);
    const server = await serverOf(context);
    const spool = new Spool(
      context.host.files,
      statePath(context.services.paths.state, 'spool'),
      () => server.sealer(),
    );
    // Counted first: whatever asks the journal brings it to the store.
    const waiting = spool.names().length;
    const { statusOf } = await import('../../state/postgres/status.js');
    const found = await statusOf(server, context.host);
    const { listOpen } = await import('../../journal/list.js');
    const open = await listOpen(await context.services.journal());
    return {
      data: {
        server: shared.shown,
        version: found.version,
        schema: String(found.schema),
        store: found.store,
        system: found.system || null,
        timeline: found.timeline || null,
        durability: found.synchronous ? 'synchronous' : 'asynchronous',
        consequence: consequenceOf(found),
        failover: found.failedOver,
        latencyMs: String(Math.round(found.latencyMs)),
        clockAheadMs: String(found.aheadMs),
        machines: found.machines.map(({ name, program, seenAt }) => ({
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

function consequenceOf(found: ServerStatus): string {
  const blind =
    found.system === '' || found.timeline === ''
      ? ' The server does not tell its system identifier and timeline: run store accept-failover after a promotion or a restored backup only when you know what the bank has.'
      : '';
  if (found.failedOver) {
    return 'another server took over, or a backup was restored: claims may be forgotten, so a charge that the store does not know is first asked about at the bank, and sent only after store accept-failover';
  }
  if (!found.flushes) return 'fsync is off: a crash of the server can forget claims';
  if (found.synchronous)
    return `a claim counts when a standby has it: its promotion forgets none.${blind}`;
  const was = found.wasSynchronous ? 'was synchronous until now; ' : '';
  return `${was}a claim counts when this server has it on disk: the promotion of a standby can forget the last ones, and then needs store accept-failover.${blind}`;
}

const key: Command = {
  words: ['store', 'key'],
  summary: 'print a new key to seal a shared store with',
  notes: [
    'Every machine of the store needs the same key: payctl config set-secret storeKey, or PAYCTL_STORE_KEY. Keep a copy: without it tokens and originals cannot be opened.',
  ],
  examples: ['payctl store key', 'payctl store key > key.txt'],
  dryRun: 'harmless',
  run: async ({ host }) => {
    const { StoreKey } = await import('../../state/seal.js');
    return { text: `${StoreKey.text(host.random)}\n` };
  },
};

/** How long a machine that still runs with the old key alone is waited for. */
const WAIT_MS = 60_000;
const LOOK_MS = 1_000;

const rotate = command({
  words: ['store', 'rotate-key'],
  summary: 'seal everything in the shared store with the key in PAYCTL_STORE_KEY_NEW',
  notes: [
    'First give both keys to every machine: PAYCTL_STORE_KEY and PAYCTL_STORE_KEY_NEW; then both open. Every command that opens the store shows the keys of its machine. Machines that have not shown the new one are named and waited for, a minute (then 8); --force goes on without them. Afterwards the new one alone is the key of the store, and a machine without it makes no claim (3). Needs the rights of the owner.',
  ],
  parameters: {
    force: flag('--force', 'do not wait for machines that have not shown the new key'),
  },
  examples: ['payctl store rotate-key', 'payctl store rotate-key --force -o json'],
  run: async (context, { force }) => {
    await accessOf(context);
    const { newKey } = await import('../../config/shared-store.js');
    const to = newKey(context.host);
    if (to === undefined) {
      throw new PayctlError('USAGE', 'rotate-key needs the new key in PAYCTL_STORE_KEY_NEW', {
        hint: 'payctl store key prints one',
      });
    }
    const server = await serverOf(context);
    const { rotateKey } = await import('../../state/postgres/rotation.js');
    const without = await awaitMachines(context, server, to, force);
    const rotated = await rotateKey(server, await server.sealer(), to);
    await context.note(
      'set the new key as storeKey on every machine; forget the old one once store status says there that nothing waits',
    );
    return { data: { ...rotated, values: String(rotated.values), without } };
  },
});

/** The machines that still have not shown the key, where --force says so; else rejects with PENDING. */
async function awaitMachines(
  { host, note, stopping }: Context,
  server: Server,
  key: StoreKey,
  force: boolean,
): Promise<string[]> {
  const { machinesWithout } = await import('../../state/postgres/machine-keys.js');
  const { machineOf } = await import('../../state/postgres/database.js');
  const until = host.process.uptime() + WAIT_MS;
  for (let named = ''; ; ) {
    const without = await machinesWithout(server, key, machineOf(host));
    const names = without.map(visible).join(', ');
    if (names !== '' && names !== named) await note(`have not shown the new key: ${names}`);
    named = names;
    if (without.length === 0 || force) return without;
    if (stopping.aborted || host.process.uptime() > until) {
      throw new PayctlError('PENDING', `machines have not shown the new key: ${names}`, {
        hint: 'run any command that uses the store there, with both keys; then this again, or with --force',
        executed: 'no',
        details: without.map((name) => ({ field: name, message: 'has not shown the new key' })),
      });
    }
    await host.clock.sleep(LOOK_MS, stopping);
  }
}

const bring: Command = {
  words: ['store', 'import'],
  summary: 'bring what lies in files of this machine into the shared store',
  notes: [
    'Charges, initiated transfers, slips and codes that were made, and the confirmations of the profile. May be run any number of times. What the store has already wins; where it differs, it is listed, and the exit is 12. Confirmations that still wait to be forwarded are forwarded from the store, by the next listen --forward-to.',
  ],
  examples: ['payctl store import', 'payctl store import -o json'],
  run: async (context) => {
    const { files, shared, memory, id } = await both(context);
    // Nothing is charged over the files from here on: what is listed now is all that there is.
    memory.enter(id);
    const before = memory.filesNow();
    const copied = await copyAll(context, files, shared, isSandbox);
    memory.settle({ store: id, files: before });
    memory.stay();
    return report(copied, 'the shared store');
  },
};

const take: Command = {
  words: ['store', 'export'],
  summary: 'take everything out of the shared store into files of this machine, to leave it',
  notes: [
    'The store stays as it is. No other machine may use it any more once charges are made over the files.',
  ],
  examples: ['payctl store export', 'payctl store export -o json'],
  run: async (context) => {
    const { files, shared, memory } = await both(context);
    // Nothing is charged over the store from here on: what is listed now is all that there is.
    memory.beginLeaving();
    try {
      const copied = await copyAll(context, shared, files);
      if (copied.differences.length === 0) memory.leave();
      return report(copied, 'the files of this machine');
    } finally {
      memory.stay();
    }
  },
};

const acceptFailover: Command = {
  words: ['store', 'accept-failover'],
  summary: 'say that the shared store knows all claims after a promotion or a restored backup',
  notes: [
    'Claims that the new server never had are forgotten: a charge that was sent on one of them would be sent again. Compare with the bank first: payctl reconcile, and journal recover on every machine.',
  ],
  examples: ['payctl store accept-failover', 'payctl store accept-failover -o json'],
  run: async (context): Promise<Result> => {
    await accessOf(context);
    const server = await serverOf(context);
    const { acceptServer, statusOf } = await import('../../state/postgres/status.js');
    const found = await statusOf(server, context.host);
    if (found.failedOver) {
      await askYes(context, 'Is every charge of the last minutes before it known to the store?', {
        unasked: 'a failover is accepted by a person, and there is no terminal',
        refused: 'nothing was accepted',
      });
    }
    const { before, now } = await acceptServer(server);
    await context.note(
      before === now ? 'there was no failover to accept' : 'this server counts from now on',
    );
    return { data: fromPlain({ before, now }) };
  },
};

export const commands: readonly Command[] = [
  init,
  status,
  key,
  rotate,
  bring,
  take,
  acceptFailover,
];

async function accessOf({ services }: Context): Promise<SharedAccess> {
  const shared = await services.storeAccess();
  if (shared) return shared;
  const { name } = await services.profile();
  throw new PayctlError(
    'CONFIG',
    name === 'sandbox'
      ? 'the embedded bank keeps everything in files: it never uses a shared store'
      : 'no shared store is set: everything lies in files of this machine',
    { hint: 'payctl config set store postgres://USER@HOST:PORT/DATABASE, or PAYCTL_STORE' },
  );
}

async function serverOf({ services }: Context): Promise<Server> {
  const server = await services.server();
  if (server) return server;
  throw new PayctlError('INTERNAL', 'a store without a server');
}

/** All that charges leave behind, on one side. */
interface Side {
  store: Store;
  /** The confirmations of this profile. */
  inbox: InboxStore;
  codes: Codes;
}

async function both({ host, services }: Context): Promise<{
  files: Side;
  shared: Side;
  memory: StoreMemory;
  /** Id of the shared store. */
  id: string;
}> {
  const server = await services.server();
  if (server === undefined) {
    throw new PayctlError('CONFIG', 'no shared store is set', {
      hint: 'payctl config set store postgres://USER@HOST:PORT/DATABASE, or PAYCTL_STORE',
    });
  }
  const { state } = services.paths;
  const { openFileStore } = await import('../../state/files/store.js');
  const { FileInbox, inboxDirectory } = await import('../../state/files/inbox.js');
  const { store: id } = await server.greeting();
  const { name } = await services.profile();
  return {
    files: {
      store: openFileStore(host.files, state, host),
      inbox: new FileInbox(host, inboxDirectory(state, name)),
      codes: new FileCodes(host.files, state),
    },
    shared: {
      store: await services.store(),
      inbox: await services.inbox(),
      codes: await services.codes(),
    },
    memory: new StoreMemory(host, state),
    id,
  };
}

type CopiedAll = Copied & { confirmations: number; codes: number };

async function copyAll(
  { host }: Context,
  from: Side,
  to: Side,
  skips?: (lines: readonly JsonObject[]) => boolean,
): Promise<CopiedAll> {
  const { copyCodes, copyInbox, copyStore } = await import('../../state/copy.js');
  const copied = await copyStore(from.store, to.store, skips);
  const confirmations = await copyInbox(from.inbox, to.inbox);
  const codes = await copyCodes(from.codes, to.codes, host.clock.now());
  return { ...copied, confirmations, codes };
}

/** The embedded bank keeps its own in files, whatever store is set. */
function isSandbox(lines: readonly JsonObject[]): boolean {
  return lines.some(
    ({ type, profile }) => textOf(type) === 'intent' && textOf(profile) === 'sandbox',
  );
}

function report({ differences, ...counts }: CopiedAll, where: string): Result {
  const details = differences.map(({ references, place, why }) => ({
    field: references.join(', ') || place,
    message: `${why} (${place})`,
  }));
  const data = fromPlain({
    ...Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, String(count)])),
    differences,
  });
  if (differences.length === 0) return { data };
  return {
    data,
    problem: new PayctlError(
      'CONFLICT',
      `${differences.length} of them differ in ${where}, and were left as they are there`,
      { hint: 'payctl journal show REFERENCE', executed: 'no', details },
    ),
  };
}
