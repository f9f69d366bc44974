import type { ListenAddress } from '../../callbacks/listener.js';
import { confirmationRow, formatLine, ROW_FIELDS } from '../../callbacks/row.js';
import type { Session, SessionSettings } from '../../callbacks/session.js';
import { isLoopback } from '../../client/address.js';
import { configError, type PayctlError, usageError } from '../../core/errors.js';
import type { Json } from '../../core/json.js';
import { endedBy } from '../../host/signals.js';
import { listenMessages } from '../../messages/listen.js';
import { type Command, command, type Result, type Rows } from '../../runtime/command.js';
import type { Context } from '../../runtime/context.js';
import { MONITORED } from '../../runtime/monitoring/parameters.js';
import { flag, option, text, type ValuesOf } from '../../runtime/parameter.js';
import { SERVER_TLS, serverTls } from '../../runtime/server-tls.js';
import { port } from '../../runtime/values.js';
import type { InboxHold, InboxStore } from '../../state/inbox.js';
import { prefixFor } from '../sandbox/deliver.js';
import { createOpener, forwardSettings, list, replay } from './inbox.js';

const LISTEN = {
  port: option('--port <n>', 'port to listen on; 0 takes a free one (8788)', port),
  host: text('--host <address>', 'address to listen on (127.0.0.1 and ::1)'),
  ...SERVER_TLS,
  verify: flag('--verify', 'ask the bank about each payment before it is called verified'),
  url: text('--forward-to <url>', 'send each on to an application on this machine'),
  fromSandbox: flag('--from-sandbox', 'have the embedded bank send its confirmations here'),
  ...MONITORED,
};

type ListenValues = ValuesOf<typeof LISTEN>;

const listen = command({
  words: ['listen'],
  summary: 'receive payment confirmations, until a signal ends it',
  notes: [
    'Each confirmation is on disk before it is acknowledged; what comes twice is kept once. It carries no signature, so it is a hint until an inquiry at the bank agrees: --verify asks.',
    'Listens on this machine alone, on any path, or on the socket that systemd passes on; it tells systemd when it is ready. Forwarding keeps the order and waits for an application that is not there; what it refuses five times is put aside for: listen replay. Messages with one id and different contents are all kept and forwarded, marked by the header payctl-contradicts.',
  ],
  parameters: LISTEN,
  lasts: true,
  examples: [
    'payctl --sandbox listen --verify --from-sandbox',
    'payctl --sandbox listen --port 0 --forward-to http://127.0.0.1:3000/confirmations -o jsonl',
  ],
  run,
});

export const commands: readonly Command[] = [listen, list, replay];

async function run(outer: Context, given: ListenValues): Promise<Result> {
  const lost = new AbortController();
  // A listener that lost the lock stops as if by a signal: another one has taken over.
  const stopping = AbortSignal.any([outer.stopping, lost.signal]);
  const context = { ...outer, stopping };
  const { Session } = await import('../../callbacks/session.js');
  const toSandbox = await findSandbox(context, given);
  const inbox = await context.services.inbox();
  const address = await listenAddress(context, given);
  const work = await startWork(context, given);
  const session = new Session({
    inbox,
    ...work,
    note: (text) => void context.note(text),
    warn: (text) => void context.warn(text),
  });
  const items = messages(context, session, () =>
    serve(context, session, inbox, { address, lost, toSandbox }),
  );
  const line: Rows['line'] = (row, { say }) => formatLine(row, say);
  return { rows: { items, line, fields: ROW_FIELDS, end: () => decideExit(context) } };
}

/** Rows for as long as the listener runs; its failure comes after the last of them. */
async function* messages(
  context: Context,
  session: Session,
  work: () => Promise<void>,
): AsyncGenerator<Json> {
  let failure: unknown;
  const served = work()
    .catch((error: unknown) => {
      failure = error;
    })
    .finally(() => session.end());
  const open = await createOpener(context);
  for await (const stored of session.messages()) yield confirmationRow(open(stored));
  await served;
  if (failure !== undefined) throw failure;
  const { received, duplicates, contradictions, refused } = session.counts;
  await context.note(listenMessages.counts({ received, duplicates, contradictions, refused }));
}

interface Serving {
  address: ListenAddress;
  /** Aborted once another listener has taken over. */
  lost: AbortController;
  toSandbox: (url: string) => Promise<void>;
}

async function serve(
  context: Context,
  session: Session,
  inbox: InboxStore,
  { address, lost, toSandbox }: Serving,
): Promise<void> {
  const { openListener } = await import('../../callbacks/listener.js');
  const { ServiceManager } = await import('../../host/service-manager.js');
  const { env, process } = context.host;
  const manager = new ServiceManager(env, process.self.pid);
  const [socket] = manager.sockets;
  const hold = await inbox.hold();
  if (hold === undefined) throw otherListens(inbox);
  try {
    const listener = await openListener({ ...address, socket }, session.handle);
    manager.ready();
    await context.note(listenMessages.listening(listener.url, inbox.place));
    await toSandbox(listener.url);
    const forwarding = session.forward();
    await keepHold(hold, lost, context);
    manager.stopping();
    await Promise.all([listener.close(), forwarding]);
    if (lost.signal.aborted) throw otherListens(inbox);
  } finally {
    await hold.release();
  }
}

/** Points the embedded bank at the address of the listener, or says how, where the profile is its own. */
async function findSandbox(
  context: Context,
  { fromSandbox }: ListenValues,
): Promise<(url: string) => Promise<void>> {
  const { name } = await context.services.profile();
  if (fromSandbox && name !== 'sandbox') {
    throw usageError(listenMessages.notSandbox, listenMessages.useSandbox);
  }
  if (name !== 'sandbox') return async () => {};
  return async (url) => {
    if (!fromSandbox) return context.note(listenMessages.pointSandbox(prefixFor(context), url));
    const { setSettings } = await import('../../sandbox/operator.js');
    await setSettings(await context.services.bank(), { confirmationUrl: url });
    return context.note(listenMessages.sandboxSends);
  };
}

function otherListens({ place }: InboxStore): PayctlError {
  return configError(listenMessages.taken(place), listenMessages.endIt);
}

const LOOK_MS = 3_000;

/** Renews the hold on the inbox, so that other machines see that this process is alive. */
async function keepHold(
  hold: InboxHold,
  lost: AbortController,
  { host, stopping }: Context,
): Promise<void> {
  while (!stopping.aborted) {
    await host.clock.sleep(LOOK_MS, stopping);
    if (!(await hold.renew())) lost.abort();
  }
}

async function startWork(
  context: Context,
  { url, verify: verifies }: ListenValues,
): Promise<Pick<SessionSettings, 'forward' | 'verify'>> {
  const forward = url === undefined ? {} : { forward: await forwardSettings(context, url) };
  if (!verifies) return forward;
  const { verify } = await import('../../callbacks/verify.js');
  const profile = await context.services.profile();
  const caller = await context.services.caller();
  const { host, stopping: signal } = context;
  return {
    ...forward,
    verify: async ({ confirmation }) =>
      signal.aborted
        ? undefined
        : verify({ caller, profile, now: host.clock.now(), signal }, confirmation),
  };
}

async function listenAddress(context: Context, given: ListenValues): Promise<ListenAddress> {
  const { host, port = 8788 } = given;
  if (host !== undefined && !isLoopback(host) && host !== '::1') {
    await context.warn(listenMessages.reachable(host));
  }
  return {
    port,
    host,
    ...serverTls(context, given),
  };
}

function decideExit({ signals }: Context): Result {
  return { exit: signals.received && endedBy(signals.received) };
}
