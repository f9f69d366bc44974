import { beforeAll, expect, it } from 'vitest';
import { withoutPersonal } from '../../src/callbacks/confirmation.js';
import { DAY_MS } from '../../src/core/time.js';
import { ChargeReading } from '../../src/find/charge-reading.js';
import { journalSightings, type Narrowing, relatedSightings } from '../../src/find/journal.js';
import { KINDS, type Sighting } from '../../src/find/payment.js';
import { openLocalEvidence } from '../../src/investigate/local-evidence.js';
import type { Journal } from '../../src/journal/journal.js';
import { charges, type Filter, list, listOpen, show } from '../../src/journal/list.js';
import { verify } from '../../src/journal/verify.js';
import type { InboxQuery, InboxStore } from '../../src/state/inbox.js';
import { searchHash } from '../../src/state/outcome-line.js';
import { inboxName, openInbox } from '../../src/state/postgres/inbox.js';
import {
  changeConfirmations,
  eraseOriginals,
  removeConfirmations,
} from '../../src/state/postgres/retention.js';
import type { Server } from '../../src/state/postgres/server.js';
import { BASE_URL, testJournal } from '../fixtures/journal.js';
import { listeningTo, type Plan, rowsRead } from '../postgres/plan.js';
import { describeStore } from '../postgres/stores.js';

const CLAIMS = 20_000;
const OPEN = CLAIMS / 1_000;
/** What one statement may read of a table: a page of claims, or the charges of a few days, however many there are. */
const MOST_ROWS = 2_500;
/** Also their partitions. */
const GROWING = /^(claim|charge|entry|original|inbox)(_|$)/;
const reference = 'REFERENCE00017777';
const OWNER = [BASE_URL, '12345'];

/** Claims over forty days up to the clock of the tests; some are open, few are not paid. */
const FILL = `
  INSERT INTO payctl.claim (key, attempt, part, seq, server, ended)
  SELECT md5(n::text), 'a', 1, 1, 's', CASE WHEN n % 1000 > 0 THEN jsonb_build_object(
    'attempts', 1, 'started_at', to_timestamp(1772420400 - 40 * 86400 + n * 172.0),
    'ended_at', to_timestamp(1772420400 - 40 * 86400 + n * 172.0 + 1),
    'state', CASE WHEN n % 400 = 1 THEN 'rejected' WHEN n % 5000 = 2 THEN 'partial' ELSE 'succeeded' END,
    'class', 'SUCCESS', 'request_uid', 'u', 'profile', 'p', 'base_url', '${BASE_URL}', 'machine', 'm' || n % 3,
    'operation', CASE WHEN n % 500 = 3 THEN 'ewallet.refund' ELSE 'ewallet.pay' END,
    'reference', 'REFERENCE' || lpad(n::text, 8, '0'), 'amount', (n % 1000)::text || '.00',
    'hashes', jsonb_build_array(n, n + 1000000, CASE WHEN n = 17777
      THEN ${Number.parseInt(searchHash(reference), 16)} ELSE n + 2000000 END)) END
  FROM generate_series(1, ${CLAIMS}) AS n;
  INSERT INTO payctl.entry (key, seq, part, attempt, line, server, month)
    SELECT key, 1, 1, 'a', '{}', 's', month FROM payctl.claim;
  INSERT INTO payctl.original (key, seq, bank, sealed, month)
    SELECT claim.key, 1, 'b', decode(current.id || repeat('00', 300), 'hex'), month
    FROM payctl.claim, payctl.key AS current WHERE current.current;
  INSERT INTO payctl.inbox (inbox, id, fingerprint, receipt, machine, message, marks, state, forwarding, paid_at,
      amount)
    SELECT '${inboxName(OWNER)}', md5(n::text), 'f', 'r', 'm',
      decode(key.id || repeat('00', 900), 'hex'), ARRAY[n::text],
      CASE n % 4000 WHEN 5 THEN 'contradicted' WHEN 6 THEN 'hint' ELSE 'verified' END,
      CASE n % 4000 WHEN 7 THEN 'dead' ELSE 'delivered' END,
      to_timestamp(1772420400 - 40 * 86400 + n * 172.0), n % 1000
    FROM payctl.key, generate_series(1, ${CLAIMS}) AS n WHERE key.current;
  VACUUM ANALYZE`;

async function firstPage(inbox: InboxStore, wanted?: InboxQuery): Promise<void> {
  await inbox.pages(wanted)[Symbol.asyncIterator]().next();
}

const DAY = { since: 1772420400_000 - 3 * DAY_MS, until: 1772420400_000 - 2 * DAY_MS };
const NAMES = Array.from({ length: 3_000 }, (_, n) => `REFERENCE${n}`);

async function all(pages: AsyncIterable<unknown>): Promise<void> {
  for await (const _page of pages);
}

/** What a plan reads without bound. */
function growthIn(plan: Plan, growing = GROWING): string[] {
  const { 'Relation Name': table = '', 'Node Type': kind } = plan;
  const rows = rowsRead(plan);
  const isGrowing = growing.test(table) && rows > (kind === 'Seq Scan' ? 0 : MOST_ROWS);
  return [
    ...(isGrowing ? [`${kind} of ${table}: ${rows} rows`] : []),
    ...(plan.Plans ?? []).flatMap((part) => growthIn(part, growing)),
  ];
}

describeStore('a store with many claims', (at) => {
  beforeAll(async () => {
    for (const statement of FILL.split(';')) await at.sql(statement);
  }, 180_000);

  const made = () => {
    const { asked, listening } = listeningTo(at.store.server());
    const { journal, host } = testJournal(() => at.store.open(at.store.directory(), listening));
    const inbox = () =>
      openInbox(listening, host, OWNER, {
        readReferences: () => [],
        readPayment: () => ({ paidAt: 'arrival', amount: '0' }),
      });
    return { asked, listening, journal, inbox, now: host.clock.now() };
  };

  /**
   * Explains each statement that reads, but of those that differ only in values the first ones. `written`:
   * tables that statements may change, and are not to read whole for that.
   */
  async function growthOf(asked: readonly string[], written?: RegExp): Promise<string[]> {
    const explained = new Map<string, number>();
    const found: string[] = [];
    for (const text of asked) {
      const shape = text.replace(/'[^']*'|\d+/g, '?');
      explained.set(shape, (explained.get(shape) ?? 0) + 1);
      const isRead = /^\s*(SELECT|WITH)\b/.test(text) && !/INSERT|UPDATE|DELETE/.test(text);
      if (!(isRead || written) || (explained.get(shape) ?? 0) > 2) continue;
      const [row] = await at.sql<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
        `EXPLAIN (ANALYZE ${isRead}, FORMAT JSON) ${text}`,
      );
      const growth = row
        ? growthIn(row['QUERY PLAN'][0].Plan, isRead ? GROWING : written)
        : ['no plan'];
      if (growth.length > 0) found.push(`${growth.join(', ')}: ${text}`);
    }
    return found;
  }

  const newest = (filter: Filter) => async (journal: Journal) => {
    await list(journal, { archived: false, ...filter }, 21);
  };
  const day = (now: number) => ({
    since: now - 3 * DAY_MS,
    until: now - 2 * DAY_MS,
    kinds: KINDS,
    newestFirst: true,
  });
  const finding = (narrow: Partial<Narrowing>) => async (journal: Journal, now: number) => {
    const owner = { baseUrl: BASE_URL, company: undefined };
    const wanted = { ...day(now), ...narrow };
    const { sightings } = await journalSightings(new ChargeReading(journal, owner), wanted, 1100);
    await relatedSightings(new ChargeReading(journal, owner), wanted, { sightings });
  };

  it.each<[string, (journal: Journal, now: number) => Promise<unknown>]>([
    ['journal list --limit', newest({})],
    [
      'journal list of one day',
      newest({ since: Date.UTC(2026, 1, 1), until: Date.UTC(2026, 1, 2) }),
    ],
    ['journal list --state succeeded', newest({ states: ['succeeded'] })],
    ['journal list --state rejected', newest({ states: ['rejected'] })],
    ['journal list of a state that no charge has', newest({ states: ['settled-executed'] })],
    ['journal list of an open state', newest({ states: ['unknown'] })],
    ['journal list --operation', newest({ operations: ['ewallet.refund'] })],
    ['journal list of an operation that nobody called', newest({ operations: ['cpm.pay'] })],
    ['journal list --ref', newest({ reference })],
    ['journal list of a reference that nobody has', newest({ reference: 'NOBODY' })],
    ['journal show', (journal) => show(journal, reference)],
    ['journal recover, store status', (journal) => listOpen(journal)],
    ['journal verify --since', (journal, now) => verify(journal, { since: now - DAY_MS })],
    [
      'audit export --since',
      async (journal, now) => {
        for await (const _row of charges(journal, { endedSince: now - DAY_MS / 4 }));
      },
    ],
    ['doctor', (journal) => verify(journal, { newest: 500 })],
    [
      'investigate',
      async (journal) => {
        const evidence = await openLocalEvidence(journal, BASE_URL, {
          mentioning: async () => ({ entries: [], damaged: [] }),
        });
        await evidence.journal(reference);
      },
    ],
    ['find by day', finding({})],
    ['find --amount', finding({ amount: '100.00' })],
    ['find --ref1', finding({ ref1: reference })],
    ['find --kind', finding({ kinds: ['transfer', 'dd'] })],
    ['find --state refused', finding({ state: 'refused' })],
    ['find --state reversed', finding({ state: 'reversed' })],
    ['find --machine', finding({ machine: 'm1' })],
    ['find --sort largest', finding({ byAmount: true })],
    [
      'find --sort smallest of all days, from the middle on',
      async (journal) => {
        const owner = { baseUrl: BASE_URL, company: undefined };
        const beginAt = { amount: '500.00', at: 0 };
        const wanted = { since: 0, until: Date.UTC(2100), kinds: KINDS, byAmount: true, beginAt };
        await journalSightings(new ChargeReading(journal, owner), wanted, 110);
      },
    ],
  ])(
    '%s reads what it shows, and no more',
    async (_command, run) => {
      const { asked, journal, now } = made();
      await run(journal, now);
      expect(asked.length).toBeGreaterThan(0);
      expect(await growthOf(asked)).toEqual([]);
    },
    180_000,
  );

  it('doctor asks for open charges together', async () => {
    const { asked, journal } = made();
    expect((await verify(journal, { newest: 500 })).claims).toBe(500 + OPEN);
    expect(asked.length).toBeLessThan(OPEN);
  });

  it('the charges of many payments are asked for together', async () => {
    const { asked, journal, now } = made();
    const known = Array.from({ length: 3_000 }, (_, n): Sighting => {
      const name = `REFERENCE${String(n).padStart(8, '0')}`;
      const seen = {
        source: 'bank',
        kind: 'ewallet',
        transactionId: `T${n}`,
        state: 'paid',
      } as const;
      return { ...seen, reference: name, keys: [], at: now, amount: '5.00' };
    });
    const wanted = { ...day(now), amount: '5.00' };
    await relatedSightings(
      new ChargeReading(journal, { baseUrl: BASE_URL, company: undefined }),
      wanted,
      {
        sightings: known,
      },
    );
    expect(asked.length).toBeLessThan(100);
    expect(await growthOf(asked)).toEqual([]);
  }, 180_000);

  it.each<[string, (inbox: InboxStore) => Promise<unknown>]>([
    ['listen list --limit', (inbox) => firstPage(inbox, { newestFirst: true })],
    ['the oldest page', (inbox) => firstPage(inbox)],
    ['listen list --state contradicted', (inbox) => firstPage(inbox, { state: 'contradicted' })],
    ['listen list --state hint', (inbox) => firstPage(inbox, { newestFirst: true, state: 'hint' })],
    ['listen list --forwarding dead', (inbox) => firstPage(inbox, { forwarding: 'dead' })],
    ['listen list --forwarding waiting', (inbox) => firstPage(inbox, { forwarding: 'waiting' })],
    [
      'listen list --state --forwarding',
      (inbox) => firstPage(inbox, { newestFirst: true, state: 'verified', forwarding: 'dead' }),
    ],
    ['listen list --ref', (inbox) => inbox.mentioning(reference)],
    ['find by day', (inbox) => all(inbox.pages({ paid: DAY }))],
    ['find --ref1', (inbox) => all(inbox.pages({ paid: DAY, mentioning: reference }))],
    ['find --sort smallest', (inbox) => all(inbox.pages({ paid: DAY, byAmount: true }))],
    [
      'find --sort largest of all days, from the middle on',
      (inbox) => {
        const beginAt = { amount: '500.00', at: 0 };
        const paid = { since: 0, until: Date.UTC(2100) };
        return firstPage(inbox, { paid, byAmount: true, newestFirst: true, beginAt });
      },
    ],
    ['find by day, what was encrypted', (inbox) => all(inbox.pages({ paid: 'unknown' }))],
    ['find by day, of known payments', (inbox) => all(inbox.mentioningAny(NAMES, DAY))],
    ['the next to be forwarded', (inbox) => inbox.next('http://127.0.0.1:3000/')],
  ])(
    '%s reads what it shows of the inbox, and no more',
    async (_command, run) => {
      const { asked, inbox } = made();
      await run(await inbox());
      expect(asked.length).toBeGreaterThan(0);
      expect(await growthOf(asked)).toEqual([]);
    },
    180_000,
  );

  it('find by day reads once what an older program stored, whatever the server believes of it', async () => {
    // Analyzed before: the server takes hardly any row to lack the time of its payment.
    await at.sql(`UPDATE payctl.inbox SET paid_at = NULL WHERE seq % 4 = 0`);
    const { asked, inbox } = made();
    await all((await inbox()).pages({ paid: 'unknown', newestFirst: true }));
    expect(asked.filter((text) => text.includes('payctl.inbox')).length).toBeGreaterThan(20);
    expect(await growthOf(asked)).toEqual([]);
    await at.sql('UPDATE payctl.inbox SET paid_at = at WHERE paid_at IS NULL');
  }, 180_000);

  it('a page of messages that contradict none asks for no others', async () => {
    const { asked, inbox } = made();
    await firstPage(await inbox(), { newestFirst: true });
    expect(asked.filter((text) => text.includes('payctl.inbox'))).toHaveLength(1);
  });

  const removing = (server: Server) => {
    return { server, before: Date.now() + DAY_MS, onPage: () => undefined };
  };

  // The last two: they remove what is there.
  it('erasing originals reads them once', async () => {
    const { asked, listening } = made();
    expect(await eraseOriginals(removing(listening))).toBe(CLAIMS - CLAIMS / 1000);
    expect(await growthOf(asked, /^original_/)).toEqual([]);
  }, 180_000);

  it('erasing and removing confirmations reads them once', async () => {
    const { asked, listening } = made();
    const work = removing(listening);
    expect(await changeConfirmations(work, withoutPersonal)).toBe(0);
    expect(await growthOf(asked)).toEqual([]);
    expect(await removeConfirmations(work)).toBe(CLAIMS);
    expect(await growthOf(asked, /^inbox$/)).toEqual([]);
  }, 180_000);
});
