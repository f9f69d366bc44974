import { expect, it } from 'vitest';
import {
  ANYWHERE,
  type InboxPage,
  type InboxQuery,
  type InboxStore,
  type IncomingMessage,
} from '../../src/state/inbox.js';

/** An inbox that several processes share. */
export interface SharedInbox {
  /** As another process opens it. */
  open(): InboxStore;
}

const TARGET = 'http://127.0.0.1:3000/';

function message(id: string, more: Partial<IncomingMessage> = {}): IncomingMessage {
  return { id, fingerprint: `f-${id}`, body: `{"transactionId":"${id}"}`, ...more };
}

const waiting = (id: string) => message(id, { forwardTo: TARGET });

/** What every inbox keeps to, whatever lies beneath. */
export function keepsInboxContract(make: () => Promise<SharedInbox> | SharedInbox): void {
  it('is empty before the first message', async () => {
    const inbox = (await make()).open();
    expect(await inbox.read()).toEqual({ entries: [], damaged: [] });
    expect(await inbox.next(TARGET)).toBeUndefined();
  });

  it('keeps each message once, in order, character by character', async () => {
    const shared = await make();
    const inbox = shared.open();
    const body = ` {"transactionId" : "T1",\n "note":"ก\\u0000 'quoted' \\\\" }`;
    expect((await inbox.receive(message('T1', { body }))).as).toBe('new');
    expect((await inbox.receive(message('T1', { body }))).as).toBe('duplicate');
    expect((await inbox.receive(message('T2'))).as).toBe('new');
    const { entries, damaged } = await shared.open().read();
    expect(damaged).toEqual([]);
    expect(entries).toMatchObject([
      { type: 'received', id: 'T1', fingerprint: 'f-T1', body, forward: false },
      { type: 'received', id: 'T2' },
    ]);
  });

  it('knows what another process kept, and other contents of one id', async () => {
    const shared = await make();
    await shared.open().receive(message('T1'));
    const inbox = shared.open();
    expect((await inbox.receive(message('T1'))).as).toBe('duplicate');
    expect(await inbox.isContradicted('T1')).toBe(false);
    const other = message('T1', { fingerprint: 'other' });
    expect(await inbox.receive(other)).toMatchObject({
      as: 'contradiction',
      arrival: { contradicts: true },
    });
    expect((await inbox.receive(other)).as).toBe('duplicate');
    expect(await inbox.isContradicted('T1')).toBe(true);
    expect(await inbox.isContradicted('T2')).toBe(false);
  });

  it('keeps many that come together, and says of each whether it is new', async () => {
    const shared = await make();
    const inbox = shared.open();
    const ids = Array.from({ length: 100 }, (_, index) => `T${index}`);
    const receipts = await Promise.all([...ids, ...ids].map((id) => inbox.receive(message(id))));
    expect(receipts.filter(({ as }) => as === 'new')).toHaveLength(100);
    expect(receipts.filter(({ as }) => as === 'duplicate')).toHaveLength(100);
    const { entries } = await shared.open().read();
    expect(entries.map(({ id }) => id)).toEqual(ids);
  });

  it('hands on what waits, in order, until its end is noted', async () => {
    const shared = await make();
    const inbox = shared.open();
    for (const id of ['T1', 'T2', 'T3']) await inbox.receive(waiting(id));
    await inbox.receive(message('T4'));
    for (const [id, end] of [
      ['T1', { type: 'delivered', to: TARGET }],
      ['T2', { type: 'dead', to: TARGET, reason: 'it answered 500' }],
      ['T3', { type: 'delivered', to: TARGET }],
    ] as const) {
      const next = await inbox.next(TARGET);
      expect(next?.id).toBe(id);
      expect(await inbox.next(TARGET)).toEqual(next);
      if (next) await inbox.learn(next, end);
    }
    expect(await inbox.next(TARGET)).toBeUndefined();
    await inbox.receive(waiting('T5'));
    expect((await inbox.next(TARGET))?.id).toBe('T5');
    const { entries } = await shared.open().read();
    const ends = entries.filter(({ type }) => type === 'delivered' || type === 'dead');
    expect(ends).toMatchObject([
      { id: 'T1', type: 'delivered', to: TARGET },
      { id: 'T2', type: 'dead', reason: 'it answered 500' },
      { id: 'T3', type: 'delivered' },
    ]);
  });

  it('hands on after a restart what waited before', async () => {
    const shared = await make();
    const first = shared.open();
    const held = await first.hold();
    await first.receive(waiting('T1'));
    await held?.release();
    const second = shared.open();
    await second.receive(waiting('T2'));
    expect((await second.next(TARGET))?.id).toBe('T1');
  });

  it('hands on what may go anywhere to who forwards first', async () => {
    const inbox = (await make()).open();
    await inbox.receive(message('T1', { forwardTo: ANYWHERE }));
    const next = await inbox.next(TARGET);
    expect(next?.id).toBe('T1');
    if (next) await inbox.learn(next, { type: 'delivered', to: TARGET });
    expect(await inbox.next(TARGET)).toBeUndefined();
  });

  it('remembers what the bank said', async () => {
    const shared = await make();
    const inbox = shared.open();
    await inbox.receive(message('T1'));
    const judgement = {
      type: 'judged',
      state: 'contradicted',
      bankAmount: '10.00',
      reason: 'it says 100.00',
    } as const;
    await inbox.learn({ id: 'T1', fingerprint: 'f-T1' }, judgement);
    const { entries } = await shared.open().read();
    expect(entries.at(-1)).toMatchObject({ id: 'T1', fingerprint: 'f-T1', ...judgement });
  });

  it('gives messages page by page with all that was learnt, from either end', async () => {
    const shared = await make();
    const inbox = shared.open();
    const ids = Array.from({ length: 450 }, (_, index) => `T${index}`);
    await Promise.all(ids.map((id) => inbox.receive(message(id))));
    await inbox.receive(message('T7', { fingerprint: 'other' }));
    const judged = { type: 'judged', state: 'verified', reason: 'SUCCESS' } as const;
    await inbox.learn({ id: 'T3', fingerprint: 'f-T3' }, judged);
    const pages = async (newestFirst: boolean) => {
      const found: InboxPage[] = [];
      for await (const page of shared.open().pages({ newestFirst })) found.push(page);
      return found;
    };
    const [first, ...others] = await pages(false);
    expect(first?.entries.filter(({ id }) => id === 'T3')).toMatchObject([
      { type: 'received' },
      judged,
    ]);
    expect(first?.entries.filter(({ id }) => id === 'T7')).toHaveLength(2);
    expect(first?.own).not.toContain('other T7');
    expect(others.length).toBeGreaterThan(0);
    const keysOf = (all: readonly InboxPage[]) => all.flatMap(({ own }) => [...own]).sort();
    const whole = [...ids.map((id) => `f-${id} ${id}`), 'other T7'].sort();
    expect(keysOf(await pages(false))).toEqual(whole);
    const fromTheEnd = await pages(true);
    expect(keysOf(fromTheEnd)).toEqual(whole);
    expect(fromTheEnd[0]?.own).toContain('other T7');
  });

  it('gives messages of payments of a time, the newest first, whenever they came', async () => {
    const shared = await make();
    const inbox = shared.open();
    // Two payments in each second, in another order than they came.
    const paidAt = (n: number) => 1_000 * Math.floor(((n * 7) % 450) / 2);
    const paid = (id: string, at: number) =>
      message(id, { body: `{"transactionId":"${id}","paidAt":${at}}` });
    const numbers = Array.from({ length: 450 }, (_, n) => n);
    await Promise.all(numbers.map((n) => inbox.receive(paid(`T${n}`, paidAt(n)))));
    await inbox.receive(message('NOW'));
    await inbox.receive(message('SEALED', { body: '{"encryptedValue":"…"}' }));
    const idsOf = async (pages: AsyncIterable<InboxPage>) => {
      const found: string[] = [];
      for await (const { own, entries } of pages) {
        const ids = entries.filter((one) => own.has(`${one.fingerprint} ${one.id}`));
        found.push(...ids.map(({ id }) => id).toReversed());
      }
      return found;
    };
    const span = { since: 10_000, until: 215_000 };
    const pages: string[][] = [];
    const newest = shared.open().pages({ paid: span, newestFirst: true });
    for await (const { own } of newest) pages.push([...own]);
    const times = pages.map((own) => own.map((key) => paidAt(Number(key.split(' T')[1]))));
    expect(times.flat().sort()).toEqual(
      numbers
        .map(paidAt)
        .filter((at) => at >= span.since && at < span.until)
        .sort(),
    );
    times.reduce((last, own) => {
      expect(Math.max(...own, 0)).toBeLessThanOrEqual(last);
      return Math.min(...own);
    }, Number.POSITIVE_INFINITY);
    const wanted = { paid: span, mentioning: 'T1' };
    expect(paidAt(1)).toBeLessThan(span.since);
    expect(await idsOf(shared.open().pages(wanted))).toEqual([]);
    expect(await idsOf(shared.open().pages({ ...wanted, mentioning: 'T3' }))).toEqual(['T3']);
    const later = { since: Date.UTC(2000), until: Date.UTC(9999) };
    expect(await idsOf(shared.open().pages({ paid: later }))).toEqual(['NOW']);
    expect(await idsOf(shared.open().pages({ paid: 'unknown' }))).toEqual(['SEALED']);
    const named = shared.open().mentioningAny(['T1', 'T2', 'NOBODY', 'T1'], {
      since: paidAt(1),
      until: paidAt(1) + 1,
    });
    expect(await idsOf(named)).toEqual(['T2']);
  });

  it('gives messages of payments of a time by amount, from a place on', async () => {
    const shared = await make();
    const inbox = shared.open();
    const paid = (id: string, amount: string, at: number) =>
      message(id, { body: JSON.stringify({ transactionId: id, amount, paidAt: at }) });
    const amounts = ['20', '5.00', '100', '20.00', '7.50', '20', '0.10'];
    for (const [n, amount] of amounts.entries()) await inbox.receive(paid(`T${n}`, amount, n * 10));
    await inbox.receive(paid('LATER', '50.00', 1_000));
    await inbox.receive(message('NONE', { body: '{"transactionId":"NONE","paidAt":40}' }));
    const about = { id: 'T1', fingerprint: 'f-T1' };
    const judged = { type: 'judged', state: 'contradicted', reason: 'R' } as const;
    await inbox.learn(about, { ...judged, bankAmount: '500' });
    const span = { since: 0, until: 100 };
    const idsOf = async (wanted: InboxQuery) => {
      const found: string[] = [];
      const pages = shared.open().pages({ paid: span, byAmount: true, limit: 1, ...wanted });
      for await (const { own } of pages)
        found.push(...[...own].map((key) => key.split(' ')[1] ?? ''));
      return found;
    };
    const largest = ['T1', 'T2', 'T5', 'T3', 'T0', 'T4', 'T6', 'NONE'];
    expect(await idsOf({ newestFirst: true })).toEqual(largest);
    expect(await idsOf({})).toEqual(largest.toReversed());
    const beginAt = { amount: '20.00', at: 30 };
    expect(await idsOf({ newestFirst: true, beginAt })).toEqual(largest.slice(3));
    expect(await idsOf({ beginAt })).toEqual(largest.slice(0, 4).toReversed());
  });

  it('gives messages of a state, and those that wait, were delivered or given up', async () => {
    const shared = await make();
    const inbox = shared.open();
    const ids = Array.from({ length: 450 }, (_, index) => `T${index}`);
    await Promise.all(ids.map((id) => inbox.receive(message(id))));
    const late = ['L1', 'L2', 'L3'];
    for (const id of late) await inbox.receive(waiting(id));
    const other = message('T7', { fingerprint: 'other' });
    await inbox.receive(other);
    const keysOf = async (wanted: InboxQuery) => {
      const found: string[] = [];
      for await (const { own } of shared.open().pages(wanted)) found.push(...own);
      return found.sort();
    };
    expect(await keysOf({ state: 'contradicted' })).toEqual([]);
    expect(await keysOf({ forwarding: 'waiting' })).toEqual(late.map((id) => `f-${id} ${id}`));
    const judged = { type: 'judged', state: 'contradicted', reason: 'R' } as const;
    await inbox.learn({ id: 'T3', fingerprint: 'f-T3' }, { ...judged, state: 'verified' });
    await inbox.learn({ id: 'T3', fingerprint: 'f-T3' }, judged);
    await inbox.learn(other, judged);
    await inbox.learn({ id: 'L1', fingerprint: 'f-L1' }, judged);
    await inbox.learn({ id: 'L1', fingerprint: 'f-L1' }, { type: 'dead', to: TARGET, reason: 'R' });
    await inbox.learn({ id: 'L2', fingerprint: 'f-L2' }, { type: 'delivered', to: TARGET });
    for (const newestFirst of [false, true]) {
      const keys = (wanted: InboxQuery) => keysOf({ ...wanted, newestFirst });
      expect(await keys({ state: 'contradicted' })).toEqual(['f-L1 L1', 'f-T3 T3', 'other T7']);
      expect(await keys({ state: 'verified' })).toEqual([]);
      expect(await keys({ state: 'hint' })).toHaveLength(451);
      expect(await keys({ forwarding: 'waiting' })).toEqual(['f-L3 L3']);
      expect(await keys({ forwarding: 'dead' })).toEqual(['f-L1 L1']);
      expect(await keys({ state: 'hint', forwarding: 'delivered' })).toEqual(['f-L2 L2']);
      expect(await keys({ state: 'hint', forwarding: 'dead' })).toEqual([]);
    }
    for await (const { entries } of shared.open().pages({ state: 'contradicted' })) {
      const related = entries.filter(({ type, id }) => type === 'received' && id === 'T7');
      expect(related.map(({ fingerprint }) => fingerprint)).toEqual(['f-T7', 'other']);
    }
  });

  it('finds messages by what stands in them', async () => {
    const shared = await make();
    const inbox = shared.open();
    const holding = (id: string, qrId: string, more = {}) =>
      message(id, { body: JSON.stringify({ transactionId: id, qrId }), ...more });
    await inbox.receive(holding('T1', 'ORDER "1"'));
    await inbox.receive(holding('T2', 'ORDER2'));
    await inbox.receive(holding('T2', 'ORDER3', { fingerprint: 'other' }));
    const idsOf = async (text: string) =>
      (await shared.open().mentioning(text)).entries.map(({ fingerprint }) => fingerprint);
    expect(await idsOf('ORDER "1"')).toEqual(['f-T1']);
    expect(await idsOf('ORDER2')).toEqual(['f-T2', 'other']);
    expect(await idsOf('T2')).toEqual(['f-T2', 'other']);
    expect(await idsOf('ORDER9')).toEqual([]);
  });
}
