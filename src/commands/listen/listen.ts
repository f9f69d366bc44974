import type { ListenAddress } from '../../callbacks/listener.js';
import { confirmationRow, formatLine, ROW_FIELDS } from '../../callbacks/row.js';
import type { ListenSession, ListenSettings } from '../../callbacks/session.js';
import { isLoopback } from '../../client/address.js';
import { configError, type PayctlError, usageError } from '../../core/errors.js';
import type { Json } from '../../core/json.js';
import { tolerate } from '../../core/tolerate.js';
import { listenMessages } from '../../messages/listen.js';
import { type Command, command, type Result, type Screen } from '../../runtime/command.js';
import { MONITORED } from '../../runtime/monitoring/parameters.js';
import { flag, option, text, type ValuesOf } from '../../runtime/parameter.js';
import { SERVER_TLS, serverTls } from '../../runtime/server-tls.js';
import type { Services } from '../../runtime/services.js';
import { port } from '../../runtime/value-parsers.js';
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

async function run(services: Services, given: ListenValues): Promise<Result> {
  const lost = new AbortController();
  // A listener that lost the lock stops as if by a signal: another one has taken over.
  const stopping = AbortSignal.any([services.stopping, lost.signal]);
  const { ListenSession } = await import('../../callbacks/session.js');
  const toSandbox = await findSandbox(services, given);
  const inbox = await services.inbox();
  const address = await listenAddress(services, given);
  const work = await startWork(services, given, stopping);
  const session = new ListenSession({
    inbox,
    ...work,
    note: (text) => void services.note(text),
    warn: (text) => void services.warn(text),
  });
  const items = messages(services, session, () =>
    serve(services, session, inbox, { address, stopping, lost, toSandbox }),
  );
  const line = (row: Json, { say }: Screen) => formatLine(row, say);
  return { rows: { items, separate: { line, fields: ROW_FIELDS, end: () => ({}) } } };
}

/** Rows for as long as the listener runs; its failure comes after the last of them. */
async function* messages(
  services: Services,
  session: ListenSession,
  work: () => Promise<void>,
): AsyncGenerator<Json> {
  let failure: unknown;
  const served = work()
    .catch((error: unknown) => {
      failure = error;
    })
    .finally(() => session.end());
  const open = await createOpener(services);
  for await (const stored of session.messages()) yield confirmationRow(open(stored));
  await served;
  if (failure !== undefined) throw failure;
  const { received, duplicates, contradictions, refused } = session.counts;
  await services.note(listenMessages.counts({ received, duplicates, contradictions, refused }));
}

interface Serving {
  address: ListenAddress;
  stopping: AbortSignal;
  /** Aborted once another listener has taken over. */
  lost: AbortController;
  toSandbox: (url: string) => Promise<void>;
}

async function serve(
  services: Services,
  session: ListenSession,
  inbox: InboxStore,
  { address, stopping, lost, toSandbox }: Serving,
): Promise<void> {
  const { openListener } = await import('../../callbacks/listener.js');
  const { ServiceManager } = await import('../../host/service-manager.js');
  const { env, process } = services.host;
  const manager = new ServiceManager(env, process.self.pid);
  const [socket] = manager.sockets;
  const hold = await inbox.hold();
  if (hold === undefined) throw otherListensError(inbox);
  try {
    const listener = await openListener({ ...address, socket }, session.handle);
    manager.ready();
    await services.note(listenMessages.listening(listener.url, inbox.place));
    await toSandbox(listener.url);
    const forwarding = session.forward();
    await keepHold(hold, lost, services, stopping);
    manager.stopping();
    await Promise.all([listener.close(), forwarding]);
    if (lost.signal.aborted) throw otherListensError(inbox);
  } finally {
    await hold.release();
  }
}

/** Points the embedded bank at the address of the listener, or says how, where the profile is its own. */
async function findSandbox(
  services: Services,
  { fromSandbox }: ListenValues,
): Promise<(url: string) => Promise<void>> {
  const { name } = await services.profile();
  if (fromSandbox && name !== 'sandbox') {
    throw usageError(listenMessages.notSandbox, listenMessages.useSandbox);
  }
  if (name !== 'sandbox') return async () => {};
  return async (url) => {
    if (!fromSandbox) return services.note(listenMessages.pointSandbox(prefixFor(services), url));
    const { setSettings } = await import('../../sandbox/operator.js');
    await setSettings(await services.bank(), { confirmationUrl: url });
    return services.note(listenMessages.sandboxSends);
  };
}

function otherListensError({ place }: InboxStore): PayctlError {
  return configError(listenMessages.taken(place), listenMessages.endIt);
}

const LOOK_MS = 3_000;

/** Renews the hold on the inbox, so that other machines see that this process is alive. */
async function keepHold(
  hold: InboxHold,
  lost: AbortController,
  { host: { clock }, warn }: Services,
  stopping: AbortSignal,
): Promise<void> {
  let isKnown = true;
  while (!stopping.aborted) {
    await clock.sleep(LOOK_MS, stopping);
    const isMine = await tolerate(
      () => hold.renew(),
      async ({ said }) => {
        if (isKnown) await warn(said);
      },
    );
    // Where the disk fails for a moment, nothing says that another one has taken over.
    isKnown = isMine !== undefined;
    if (isMine === false) lost.abort();
  }
}

async function startWork(
  services: Services,
  { url, verify: verifies }: ListenValues,
  signal: AbortSignal,
): Promise<Pick<ListenSettings, 'forward' | 'verify'>> {
  const forward =
    url === undefined ? {} : { forward: { ...(await forwardSettings(services, url)), signal } };
  if (!verifies) return forward;
  const { verify } = await import('../../callbacks/verify.js');
  const profile = await services.profile();
  const caller = await services.caller();
  return {
    ...forward,
    verify: async ({ confirmation }) =>
      signal.aborted
        ? undefined
        : verify({ caller, profile, now: services.host.clock.now(), signal }, confirmation),
  };
}

async function listenAddress(services: Services, given: ListenValues): Promise<ListenAddress> {
  const { host, port = 8788 } = given;
  if (host !== undefined && !isLoopback(host) && host !== '::1') {
    await services.warn(listenMessages.reachable(host));
  }
  return {
    port,
    host,
    ...serverTls(services, given),
  };
}
