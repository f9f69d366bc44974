import { investigateWith } from '../commands/investigate/investigate.js';
import { PayctlError } from '../core/errors.js';
import { programOf } from '../core/program.js';
import { readAsset } from '../host/assets.js';
import { endedBy, type Signals } from '../host/signals.js';
import { bankFor, ownPace, type PaceOf } from '../investigate/ask.js';
import { consoleRun } from '../messages/console-run.js';
import { speaking } from '../messages/speaking.js';
import type { Groups, Result } from '../runtime/command.js';
import type { Context } from '../runtime/context.js';
import { connectionValues } from '../runtime/named-values.js';
import { destinationOf } from '../runtime/safety.js';
import { Audit } from './audit.js';
import { Commands } from './commands.js';
import type { Console } from './console.js';
import type { Customer } from './customer.js';
import { LatestResult } from './latest-result.js';
import type { ConsoleValues } from './options.js';
import { Pictures } from './pictures.js';
import { PinnedConnection } from './pinned.js';
import { ResultCache } from './result-cache.js';
import { consoleOf, serveConsole } from './server.js';
import { Session } from './session.js';
import { Submissions } from './submissions.js';

const PORT = 8789;
const IDLE_MS = 30 * 60_000;
/** What is under way when a signal comes has this long; what can move money is in the journal by then. */
const GRACE_MS = 1_500;

/** Which pages the console has. */
export interface Extent {
  isReadOnly: boolean;
  /** Only those of the embedded bank: the customer's phone, and the bank. */
  isSandboxOnly: boolean;
}

/** The pages of a run, and how to wait for what they have under way. */
async function openPages(
  context: Context,
  groups: Groups,
  { isReadOnly, isSandboxOnly }: Extent,
): Promise<{ pages: Console; session: Session; commands: Commands }> {
  const { host, services } = context;
  const isSandbox = isSandboxOnly || (await services.profile()).name === 'sandbox';
  const lang = await services.language();
  const speakers = { en: await speaking('en', 'page'), th: await speaking('th', 'page') };
  const paceOf = sharedPace(context);
  const session = new Session(host);
  const selection = isSandbox
    ? { ...context.selection, sandbox: true, profile: undefined }
    : context.selection;
  const pinned = await PinnedConnection.open({ host, paths: services.paths, selection });
  const { profile } = pinned;
  const commands = new Commands({
    host: () => pinned.host(),
    signals: withGrace(context.signals, context),
    connection: connectionValues(selection),
    ...(isSandbox && { bank: () => services.bank() }),
    groups: (onTicket) => ({
      ...groups,
      investigate: { summary: '', load: async () => [investigateWith(onTicket, paceOf)] },
    }),
  });
  const pages = consoleOf({
    frame: {
      ...{ lang, say: speakers[lang] },
      ...{ environment: profile.environment, isSandbox, isSandboxOnly },
      profile: profile.name,
      readOnly: isReadOnly || profile.readOnly,
      program: programOf(selection).join(' '),
    },
    speakers,
    ...{ session, commands, clock: host.clock, files: host.files, place: destinationOf(profile) },
    connection: pinned.mark,
    audit: new Audit(host, services.paths.state, profile.name),
    ...(isSandbox && { customer: customerOf(context) }),
    once: new Submissions(),
    received: new ResultCache(async () => (await services.inbox()).mark?.()),
    today: new LatestResult(host.clock),
    pictures: new Pictures(),
    asset: (name) => readAsset(`console/assets/${name}`),
  });
  return { pages, session, commands };
}

/** One pace for all investigations of the console: together they keep to what the bank allows. */
function sharedPace(context: Context): PaceOf {
  let pace: Promise<PaceOf> | undefined;
  return async (operation) => {
    pace ??= bankFor(context).then(ownPace);
    return (await pace)(operation);
  };
}

/** Signals by which a call in flight is cut off a while after the first one: nobody waits for its page for ever. */
function withGrace(signals: Signals, { host }: Context): Signals {
  const late = new AbortController();
  signals.first.addEventListener('abort', () => {
    void host.clock.sleep(GRACE_MS).then(() => late.abort());
  });
  return {
    first: signals.first,
    inFlight: signals.inFlight,
    second: AbortSignal.any([signals.second, late.signal]),
    get received() {
      return signals.received;
    },
  };
}

function customerOf({ services }: Context): Customer {
  return {
    async codes() {
      const { openCodes } = await import('../sandbox/customer.js');
      return openCodes(await services.bank());
    },
    async slip(transRef) {
      const { slipPicture } = await import('../sandbox/server/images.js');
      const bank = await services.bank();
      return slipPicture(
        bank.look(({ settings }) => settings.slipBank),
        transRef,
      );
    },
  };
}

export async function run(
  context: Context,
  groups: Groups,
  { port = PORT, open, readOnly, idle = IDLE_MS }: ConsoleValues,
): Promise<Result> {
  const { host, signals } = context;
  const extent = { isReadOnly: readOnly, isSandboxOnly: false };
  const { pages, session, commands } = await openPages(context, groups, extent);
  const listener = await serveConsole(pages, port);
  try {
    const link = `${listener.url}${session.link}`;
    await context.note(consoleRun.followLink);
    await host.stdout.write(`${link}\n`);
    if (open) await openHere(context, `${listener.url}${session.openLink}`);
    await untilIdle(context, pages, idle);
    // A command that ignores the signal is not waited for any longer: a charge is in the journal by then.
    await Promise.race([commands.idle(), host.clock.sleep(GRACE_MS + 300)]);
  } finally {
    await listener.close();
  }
  return { text: '', exit: signals.received && endedBy(signals.received) };
}

/** The phone of the customer and the embedded bank alone. */
export async function openSandboxPages(context: Context, groups: Groups) {
  const extent = { isReadOnly: true, isSandboxOnly: true };
  const { pages, session } = await openPages(context, groups, extent);
  const { url, close } = await serveConsole(pages, 0);
  return { link: url + session.link, close };
}

/** The link stands on the screen, so that a machine without a browser is no failure. */
async function openHere(context: Context, link: string): Promise<void> {
  const { openLink } = await import('../host/command.js');
  try {
    await openLink(context.host.platform, link);
  } catch (error) {
    if (!(error instanceof PayctlError)) throw error;
    await context.note(consoleRun.noBrowser(error.said));
  }
}

/** Until a signal comes, or nobody has asked for a page for so long. */
async function untilIdle(
  { host, stopping, note }: Context,
  pages: Console,
  idleMs: number,
): Promise<void> {
  while (!stopping.aborted) {
    const left = pages.touchedAt + idleMs - host.clock.now();
    if (left <= 0) {
      await note(consoleRun.idleEnd);
      return;
    }
    await host.clock.sleep(left, stopping);
  }
}
