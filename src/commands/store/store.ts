import { type Command, command, type Result } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { MONITORED } from '../../cli/monitoring/parameters.js';
import { flag } from '../../cli/parameter.js';
import { PayctlError } from '../../core/errors.js';
import { fromPlain, type JsonObject, textOf } from '../../core/json.js';
import { channelDateTime } from '../../core/time.js';
import { type Codes, FileCodes } from '../../state/codes.js';
import type { Copied } from '../../state/copy.js';
import type { InboxStore } from '../../state/inbox.js';
import { statePath } from '../../state/paths.js';
import { Spool } from '../../state/seal.js';
import type { Store } from '../../state/store.js';
import { StoreMemory } from '../../state/store-memory.js';
import { accessOf, ownClaimsOf, serverOf } from './access.js';
import { acceptAsync, acceptFailover, consequenceOf, declareSynchronous } from './trust.js';

const init = command({
  words: ['store', 'init'],
  summary: 'make the schema payctl in the shared store, or bring it to this version',
  notes: [
    'Makes no roles, and needs CREATE on the database. May be run at any time, and twice.',
    'With --print it only prints the SQL, with three roles, for a database administrator; afterwards run store init once as the operator, which gives the store its key.',
    'With --synchronous you declare that only a standby which had to confirm every claim (synchronous_standby_names) is ever promoted. Then its promotion is no failover; and a claim that no standby has to confirm is refused (9) until store accept-async.',
  ],
  parameters: {
    print: flag('--print', 'print the SQL, and connect to nothing'),
    synchronous: flag('--synchronous', 'declare that every claim is on a standby before it counts'),
  },
  examples: ['payctl store init --print', 'payctl store init --print > schema.sql'],
  run: async (context, { print, synchronous }): Promise<Result> => {
    if (print) {
      if (synchronous) {
        throw new PayctlError(
          'USAGE',
          '--print connects to nothing, and --synchronous declares something in the store',
          {
            hint: 'first the SQL, then: payctl store init --synchronous',
          },
        );
      }
      const { script } = await import('../../state/postgres/schema/init.js');
      return { text: script() };
    }
    const shared = await accessOf(context);
    const { initStore } = await import('../../state/postgres/administration.js');
    const { before, schema, key } = await initStore(context.host, shared);
    const done = before === 0 ? 'was made' : before < schema ? 'was upgraded' : 'is up to date';
    await context.note(`the schema payctl in ${shared.shown} ${done}`);
    if (synchronous) await declareSynchronous(context);
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
    const found = await statusOf(server, context.host, ownClaimsOf(context));
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
        declared: found.declared
          ? {
              machine: found.declared.machine,
              at: channelDateTime(Date.parse(found.declared.at)),
            }
          : null,
        failover: found.trust === 'forgotten',
        trust: found.trust,
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

const rotate: Command = {
  words: ['store', 'rotate-key'],
  summary: 'seal everything in the shared store with the key in PAYCTL_STORE_KEY_NEW',
  notes: [
    'First give both keys to every machine: PAYCTL_STORE_KEY and PAYCTL_STORE_KEY_NEW; then both open. Afterwards the new one alone is the key of the store. Needs the rights of the owner.',
  ],
  examples: ['payctl store rotate-key', 'payctl store rotate-key -o json'],
  run: async (context) => {
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
    const rotated = await rotateKey(server, await server.sealer(), to);
    await context.note('set the new key as storeKey on every machine, and forget the old one');
    return { data: { ...rotated, values: String(rotated.values) } };
  },
};

const bring: Command = {
  words: ['store', 'import'],
  summary: 'bring what lies in files of this machine into the shared store',
  notes: [
    'Charges, initiated transfers, slips and codes that were made, and the confirmations of the profile. May be run any number of times. What the store has already wins; where it differs, it is listed, and the exit is 12. Confirmations that still wait to be forwarded are forwarded from the store, by the next listen --forward-to.',
  ],
  examples: ['payctl store import', 'payctl store import -o json'],
  run: async (context) => {
    const { files, shared, memory, id } = await both(context);
    const copied = await copyAll(context, files, shared, isSandbox);
    memory.settle(id);
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
    const copied = await copyAll(context, shared, files);
    if (copied.differences.length === 0) memory.leave();
    return report(copied, 'the files of this machine');
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
  acceptAsync,
];

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
      { hint: 'payctl journal show REFERENCE', executed: 'no', details: differences },
    ),
  };
}
