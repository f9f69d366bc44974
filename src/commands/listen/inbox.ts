import type { View } from '../../bank/define.js';
import type { ForwardSettings } from '../../callbacks/forward.js';
import { confirmationRow, decrypted } from '../../callbacks/row.js';
import type { InboxContents, StoredMessage } from '../../callbacks/stored.js';
import { payctl } from '../../core/command-line.js';
import { PayctlError, usageError } from '../../core/errors.js';
import { withoutUndefined } from '../../core/fields.js';
import type { Json } from '../../core/json.js';
import { DAY_MS } from '../../core/time.js';
import { listenMessages as messages } from '../../messages/listen.js';
import { paymentKinds } from '../../messages/payments.js';
import { confirmationStates, forwardingStates } from '../../messages/value-names.js';
import { command, type Result } from '../../runtime/command.js';
import { recordDecision } from '../../runtime/decisions.js';
import { choice, option, restArguments, text, type ValuesOf } from '../../runtime/parameter.js';
import type { Services } from '../../runtime/services.js';
import { count, soughtMoment } from '../../runtime/value-parsers.js';
import { FORWARDINGS, type InboxQuery, STATES, type TimeRange } from '../../state/inbox.js';
import { type AmountPosition, comparePositions } from '../../state/ordering.js';

const LIST = {
  ref: text('--ref <reference>', 'only about this transaction, QR, order, bill or registration'),
  state: choice('--state <state>', 'only these, as the bank was asked', STATES),
  forwarding: choice('--forwarding <state>', 'only these; dead ones were given up', FORWARDINGS),
  since: option(
    '--since <time>',
    'received at or after: 2026-01-31, today, an ISO time, or -24h',
    soughtMoment,
  ),
  limit: option('--limit <n>', 'at most this many, the newest', count),
};

export const list = command({
  words: ['listen', 'list'],
  step: 'harmless',
  summary: 'the confirmations that were received, newest first; no network',
  parameters: LIST,
  examples: [
    'payctl --sandbox listen list',
    'payctl --sandbox listen list --forwarding dead -o json',
  ],
  dryRun: 'harmless',
  run: async (services, wanted) => ({
    rows: { items: listRows(services, wanted) },
    view: LISTED,
    none: isNarrowed(wanted) ? messages.noneListed : messages.noneYet,
  }),
});

/** The columns of a list; those that no message has are left out. */
const LISTED: View = {
  fields: [
    ...['receivedAt', 'amount', 'state', 'kind', 'reference', 'id'],
    ...['contradicts', 'forwarding', 'bankAmount', 'reason', 'differs', 'machine'],
  ],
  names: { state: confirmationStates, kind: paymentKinds, forwarding: forwardingStates },
  keep: 5,
};

type Wanted = ValuesOf<typeof LIST>;

function isNarrowed(wanted: Wanted): boolean {
  const { limit: _, ...filters } = wanted;
  return Object.keys(withoutUndefined(filters)).length > 0;
}

async function* listRows(services: Services, wanted: Wanted): AsyncGenerator<Json> {
  const { limit } = wanted;
  let count = 0;
  for await (const stored of matching(services, wanted)) {
    if (count === limit) return services.note(messages.newest(limit));
    count += 1;
    yield confirmationRow(stored);
  }
}

async function* matching(
  services: Services,
  { ref, state, forwarding, since, limit }: Wanted,
): AsyncGenerator<StoredMessage> {
  const { isAbout } = await import('../../callbacks/confirmation.js');
  // One more tells whether there are older ones.
  const most = limit === undefined ? undefined : limit + 1;
  const query = { ref, since, newestFirst: true, state, forwarding, limit: most };
  for await (const stored of received(services, query)) {
    if (
      (ref === undefined || isAbout(stored.confirmation, ref)) &&
      (state === undefined || stored.state === state) &&
      (forwarding === undefined || stored.forwarding === forwarding) &&
      (since === undefined || Date.parse(stored.receivedAt) >= since)
    ) {
      yield stored;
    }
  }
}

/** With a reference, others may be among the results. */
interface Received extends InboxQuery {
  ref?: string;
  /** Of payments that were made at another time, those with one of these references. */
  besides?: { texts: readonly string[]; paid: TimeRange } | undefined;
  /** Only with the newest first: how far back to read; older ones may be among them. */
  since?: number;
}

/** What was received, decrypted where it was encrypted, with a warning for what cannot be trusted. */
export async function* received(
  services: Services,
  { ref, besides, since, ...query }: Received,
): AsyncGenerator<StoredMessage> {
  const open = await createOpener(services);
  const warned = new Set<string>();
  for await (const { stored, damaged } of readInboxPages(services, { ref, besides, ...query })) {
    for (const place of damaged) {
      const name = String(place);
      if (!warned.has(name)) await services.warn(messages.untrusted(place));
      warned.add(name);
    }
    for (const one of sortConfirmations(stored, query)) {
      // Earlier messages are older; a day of slack covers a clock that was set back.
      if (since !== undefined && Date.parse(one.receivedAt) < since - DAY_MS) return;
      yield open(one);
    }
  }
}

/** The messages of a page in the order in which the pages are. */
function sortConfirmations(
  stored: readonly StoredMessage[],
  query: InboxQuery,
): readonly StoredMessage[] {
  if (typeof query.paid !== 'object') return query.newestFirst ? stored.toReversed() : stored;
  const positions = new Map(stored.map((one) => [one, storedPosition(one)]));
  return [...positions]
    .sort(([, one], [, other]) => comparePositions(query, one, other))
    .map(([one]) => one);
}

function storedPosition({ confirmation, receivedAt, bankAmount }: StoredMessage): AmountPosition {
  const { amount = '', paidAt = Date.parse(receivedAt) } = confirmation;
  return { amount: bankAmount ?? amount, at: paidAt };
}

/** Of all messages, or of those that can be about a reference. */
async function* readInboxPages(
  services: Services,
  { ref, besides, ...query }: Received,
): AsyncGenerator<InboxContents> {
  const { ownPages, readMentioning, readPages } = await import('../../callbacks/stored.js');
  const inbox = await services.inbox();
  if (besides) yield* ownPages(inbox.mentioningAny(besides.texts, besides.paid));
  else if (ref === undefined) yield* readPages(inbox, query);
  else yield await readMentioning(inbox, ref);
}

export const replay = command({
  words: ['listen', 'replay'],
  summary: 'forward confirmations again, as they came, in the order given',
  parameters: {
    ids: restArguments('id', 'transaction id, as listen list shows it'),
    url: text('--forward-to <url>', 'an application on this machine', { required: true }),
  },
  examples: [
    'payctl --sandbox listen replay 20260131090000123456 --forward-to http://127.0.0.1:3000/confirmations',
    'payctl --sandbox listen replay 20260131090000123456 --forward-to http://127.0.0.1:3000/confirmations -o json',
  ],
  run: async (services, { ids, url }) => {
    const { forward, recordForwarded, attemptLine } = await import('../../callbacks/forward.js');
    const { readMentioning } = await import('../../callbacks/stored.js');
    const settings = await forwardSettings(services, requireUrl(url));
    const inbox = await services.inbox();
    const chosen: StoredMessage[] = [];
    for (const id of ids) chosen.push(...choose((await readMentioning(inbox, id)).stored, id));
    await recordDecision(services, 'listen replay', ids.join(' '));
    const done: StoredMessage[] = [];
    try {
      for (const stored of chosen) {
        const result = await forward(settings, stored, false, (tried) => {
          void services.note(attemptLine(stored.confirmation, tried));
        });
        if (result.end === 'stopped') break;
        await recordForwarded(inbox, settings.target.url, stored.confirmation, result);
        const failure = result.end === 'dead' ? { failure: result.reason } : {};
        done.push({ ...stored, forwarding: result.end, ...failure });
      }
    } finally {
      await settings.transport.close();
    }
    return { ...toResult(done), ...undelivered(done, chosen.length) };
  },
});

function choose(stored: readonly StoredMessage[], id: string): StoredMessage[] {
  const withId = stored.filter(({ confirmation }) => confirmation.id === id);
  if (withId.length > 0) return withId;
  throw new PayctlError('NOT_FOUND', messages.notReceived(JSON.stringify(id)), {
    hint: payctl`listen list`,
  });
}

function undelivered(done: readonly StoredMessage[], wanted: number): Result {
  const delivered = done.filter(({ forwarding }) => forwarding === 'delivered').length;
  if (delivered === wanted) return {};
  const why = done.find(({ failure }) => failure !== undefined)?.failure ?? messages.stopped;
  const what = messages.notDelivered({ failed: wanted - delivered, of: wanted, why });
  return { problem: new PayctlError(delivered === 0 ? 'UNAVAILABLE' : 'PARTIAL', what) };
}

function toResult(stored: readonly StoredMessage[]): Result {
  return { data: stored.map(confirmationRow), view: LISTED };
}

function requireUrl(url: string | undefined): string {
  if (url !== undefined) return url;
  throw usageError(
    messages.replayNeeds,
    payctl`listen replay ID --forward-to http://127.0.0.1:3000/confirmations`,
  );
}

/** Decrypts the encrypted messages of direct debit, where the profile names the bank's key. */
export async function createOpener(
  services: Services,
): Promise<(stored: StoredMessage) => StoredMessage> {
  const { resolved } = await services.profile();
  if (resolved.values.ddPublicKey === undefined) return (stored) => stored;
  const { directDebitKeyFrom } = await import('../../config/connection.js');
  const key = directDebitKeyFrom(services.host, resolved)?.();
  return (stored) => decrypted(stored, key);
}

/** What forwarding to the application at this URL needs. */
export async function forwardSettings(services: Services, url: string): Promise<ForwardSettings> {
  const { forwardTarget } = await import('../../callbacks/forward.js');
  const { gotTransport } = await import('../../client/transport-got.js');
  return {
    target: forwardTarget(url),
    transport: gotTransport(),
    clock: services.host.clock,
    signal: services.stopping,
  };
}
