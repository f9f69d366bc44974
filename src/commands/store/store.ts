import { type Command, command, type Result } from '../../cli/command.js';
import { MONITORED } from '../../cli/monitoring/parameters.js';
import { flag } from '../../cli/parameter.js';
import { askYes } from '../../cli/safety.js';
import { fromPlain } from '../../core/json.js';
import { channelDateTime } from '../../core/time.js';
import { statePath } from '../../state/paths.js';
import type { ServerStatus } from '../../state/postgres/status.js';
import { Spool } from '../../state/seal.js';
import { accessOf, serverOf } from './access.js';
import { key, rotate } from './keys.js';
import { bring, take } from './move.js';

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
