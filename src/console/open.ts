import { loadCatalogue } from '../bank/families.js';
import { investigateWith } from '../commands/investigate/investigate.js';
import { once } from '../core/once.js';
import { readMoment } from '../core/time.js';
import { readAsset } from '../host/assets.js';
import type { Signals } from '../host/signals.js';
import { bankFor, ownPace, type PaceOf } from '../investigate/ask.js';
import { sumRefunds } from '../journal/refunds.js';
import { speaking } from '../messages/speaking.js';
import type { Groups } from '../runtime/command.js';
import { connectionValues } from '../runtime/globals.js';
import { describeDestination } from '../runtime/safety.js';
import type { Services } from '../runtime/services.js';
import type { PageAccess } from './access.js';
import { Audit } from './audit.js';
import { BoundedMap } from './bounded-map.js';
import { Commands } from './commands.js';
import type { Console } from './console.js';
import type { Frame } from './frame.js';
import { LatestResult } from './latest-result.js';
import { PinnedConnection } from './pinned.js';
import { RefundLimit } from './refund-limit.js';
import { ResultCache } from './result-cache.js';
import { createConsole } from './server.js';
import { Submissions } from './submissions.js';

/** What is under way when a signal comes has this long; what can move money is in the journal by then. */
const GRACE_MS = 1_500;

/** Slips that are kept in memory; the page of a forgotten one asks for the picture again. */
const MOST_PICTURES = 8;

/** Which pages the console has. */
export interface Extent {
  isReadOnly: boolean;
  /** Only those of the embedded bank: the customer's phone, and the bank. */
  isSandboxOnly: boolean;
}

/** What a way in works with. */
interface Reception {
  frame: Pick<Frame, 'lang' | 'say'>;
  audit: Audit;
}

/** The pages of a run, and how to wait for what they have under way. */
export async function openPages<Way extends PageAccess>(
  services: Services,
  groups: Groups,
  { isReadOnly, isSandboxOnly }: Extent,
  wayIn: (at: Reception) => Way,
): Promise<{ pages: Console; access: Way; commands: Commands }> {
  const { host } = services;
  const isSandbox = isSandboxOnly || (await services.profile()).name === 'sandbox';
  const lang = await services.language();
  const pacing = sharedPace(services);
  const selection = isSandbox
    ? { ...services.options.selection, sandbox: true, profile: undefined }
    : services.options.selection;
  const voice = { reader: 'page', connection: selection } as const;
  const speakers = { en: await speaking('en', voice), th: await speaking('th', voice) };
  const pinned = await PinnedConnection.open({ host, paths: services.paths, selection });
  const { profile } = pinned;
  const commands = new Commands({
    host: () => pinned.host(),
    signals: withGrace(services.signals, services),
    connection: connectionValues(selection),
    ...(isSandbox && { bank: () => services.bank() }),
    groups: (onTicket) => ({
      ...groups,
      investigate: { summary: '', load: async () => [investigateWith(onTicket, pacing)] },
    }),
  });
  const operations = new Map((await loadCatalogue()).map((one) => [one.id, one]));
  const frame = {
    ...{ lang, say: speakers[lang] },
    chargeName: (id: string) => operations.get(id)?.name ?? id,
    commandName: (id: string) => operations.get(id)?.command.join(' ') ?? id,
    ...{ environment: profile.environment, isSandbox, isSandboxOnly },
    profile: profile.name,
    readOnly: isReadOnly || profile.readOnly,
  };
  const audit = new Audit(host, services.paths.state, profile.name);
  const access = wayIn({ frame, audit });
  const pages = createConsole({
    ...{ frame, access, commands, files: host.files, place: describeDestination(profile), audit },
    nonce: () => Buffer.from(host.random.bytes(24)).toString('base64url'),
    ...{ connection: pinned.mark, speakers, clock: host.clock },
    ...(isSandbox && { embeddedBank: () => services.bank() }),
    once: new Submissions(),
    received: new ResultCache(async () => (await services.inbox()).mark?.()),
    today: new LatestResult(host.clock),
    pictures: new BoundedMap(MOST_PICTURES),
    refundLimit: new RefundLimit(profile.settings('refundLimit'), sumOfToday(services)),
    asset: (name) => readAsset(`console/assets/${name}`),
    warn: (message) => void services.warn(message),
  });
  return { pages, access, commands };
}

/** What a person refunded alone on this day of Bangkok, on all machines of the store. */
function sumOfToday(services: Services) {
  return async (subject: string): Promise<bigint | undefined> => {
    const all = await loadCatalogue();
    const operations = all.filter(({ role }) => role === 'reversal').map(({ id }) => id);
    const since = readMoment('today', services.host.clock.now()) ?? 0;
    return sumRefunds(await services.journal(), { subject, operations, since });
  };
}

/** One pace for all investigations of the console: together they keep to what the bank allows. */
function sharedPace(services: Services): PaceOf {
  const pace = once(async () => ownPace(await bankFor(services)));
  return async (operation) => (await pace())(operation);
}

/** Signals by which a call in flight is cut off a while after the first one: nobody waits for its page for ever. */
function withGrace(signals: Signals, { host }: Services): Signals {
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

/** A command that ignores the signal is not waited for any longer: a charge is in the journal by then. */
export async function untilEnd(commands: Commands, { host }: Services): Promise<void> {
  await Promise.race([commands.idle(), host.clock.sleep(GRACE_MS + 300)]);
}
