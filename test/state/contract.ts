import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/core/json.js';
import type { CachedOutcome, ClaimQuery, EndedCharge } from '../../src/state/claim-index.js';
import type { ClaimHandle, ClaimPosition, Claims } from '../../src/state/claims.js';
import { searchHash } from '../../src/state/outcome-line.js';
import type { Slips, Store, TransferRecord } from '../../src/state/store.js';
import { retirementOf } from '../fixtures/retirement.js';
import { sayingSome } from '../fixtures/said.js';

/** A store that several processes share. */
export interface Shared {
  /** The store as another process opens it. */
  open(): Store;
  /** Takes the newest revision of a claim away, as nobody should. */
  lose(key: string, number: number): Promise<void> | void;
}

const KEY = 'a'.repeat(32);
const OTHER = 'b'.repeat(32);
const line = (text: string): JsonObject => ({ v: '1', text });
const revision = (...lines: JsonObject[]) => ({ lines });
const momentOf = (number: number) => Date.parse(`2026-01-31T00:00:0${number}.000Z`);

function chargeOf(started: number, reference: string): EndedCharge {
  return {
    ...{ operation: 'ewallet.pay', reference, amount: null, state: 'succeeded', attempts: 1 },
    ...{ requestUId: 'u'.repeat(32), profile: '', baseUrl: '' },
    ...{ class: 'SUCCESS', user: 'somchai' },
    startedAt: new Date(momentOf(started)).toISOString(),
    endedAt: new Date(momentOf(9)).toISOString(),
  };
}

/** Charges that differ in what they are found by. */
const VARIETY: readonly Partial<EndedCharge>[] = [
  { amount: '100' },
  { amount: '100.00', state: 'rejected' },
  { operation: 'cpm.pay' },
  { amount: '0.1', operation: 'ewallet.refund' },
  { state: 'rejected', operation: 'cpm.pay' },
  { amount: '100.0', archive: 'old.jsonl.gz' },
  { state: 'partial' },
];

/** The end of a claim that was started at a moment of its own, found by one text. */
function endOf(key: string, started: number, text = 'REF'): CachedOutcome {
  return { key, newest: 1, charge: chargeOf(started, text), hashes: [searchHash(text)] };
}

async function endedIn(shared: Shared) {
  const view = await shared.open().index.open();
  const found: unknown[] = [];
  for await (const { charge } of view.ended()) found.push(charge);
  view.close();
  return found;
}

async function openIn(shared: Shared) {
  const view = await shared.open().index.open();
  view.close();
  return view.open.map(({ key }) => key).sort();
}

const textsOf = async (claims: Claims, key = KEY) =>
  (await claims.read(key)).revisions.map(({ lines }) => lines.map(({ text }) => text));

async function standingOf(held: ClaimHandle | undefined) {
  await held?.heartbeat();
  return held?.checkOwnership();
}

/** What every store of charges keeps to, whatever lies beneath. */
export function keepsTheContract(make: () => Shared | Promise<Shared>): void {
  describe('claims', () => {
    it('are empty before the first', async () => {
      const { claims } = (await make()).open();
      await claims.prepare();
      expect(await claims.read(KEY)).toMatchObject({ key: KEY, newest: 0, revisions: [] });
      expect(await claims.list()).toEqual(new Map());
    });

    it('are read by all as they were written', async () => {
      const shared = await make();
      const { claims } = shared.open();
      const held = await claims.add({ key: KEY, newest: 0 }, revision(line('a'), line('b')));
      await held?.append(line('c'));
      const there = shared.open().claims;
      await there.add(await there.read(KEY), revision(line('d')));
      expect(await textsOf(claims)).toEqual([['a', 'b', 'c'], ['d']]);
      expect(await claims.read(KEY)).toMatchObject({ newest: 2, revisions: [{ faults: [] }, {}] });
      expect(await claims.list()).toEqual(new Map([[KEY, { there: 2, newest: 2 }]]));
    });

    it('get their next revisions together, all or none', async () => {
      const shared = await make();
      const { claims } = shared.open();
      for (const key of [KEY, OTHER]) await claims.create(key, revision(line('a')));
      const [one, other] = [await claims.read(KEY), await claims.read(OTHER)];
      const both = [one, other].map((after) => ({ after, next: revision(line('b')) }));
      expect(await shared.open().claims.addAll(both)).toBe(true);
      for (const key of [KEY, OTHER]) expect(await textsOf(claims, key)).toEqual([['a'], ['b']]);
      // Another process was first with one of them.
      const again = [await claims.read(KEY), await claims.read(OTHER)];
      await claims.add(again[1] ?? other, revision(line('c')));
      const late = again.map((after) => ({ after, next: revision(line('d')) }));
      expect(await shared.open().claims.addAll(late)).toBe(false);
      expect(await textsOf(claims, KEY)).toEqual([['a'], ['b']]);
      expect(await textsOf(claims, OTHER)).toEqual([['a'], ['b'], ['c']]);
    });

    it('have one creator for each revision', async () => {
      const shared = await make();
      for (const newest of [0, 1, 2]) {
        const known = await shared.open().claims.read(KEY);
        expect(known.newest).toBe(newest);
        const claiming = Array.from({ length: 8 }, (_, who) =>
          shared.open().claims.add(known, revision(line(String(who)))),
        );
        const held = (await Promise.all(claiming)).filter((one) => one !== undefined);
        expect(held).toHaveLength(1);
        expect(await standingOf(held[0])).toBe('ours');
      }
      expect((await textsOf(shared.open().claims)).flat()).toHaveLength(3);
    });

    it('tell their holder who took them up', async () => {
      const shared = await make();
      const { claims } = shared.open();
      const held = await claims.add({ key: KEY, newest: 0 }, revision(line('a')));
      expect(await standingOf(held)).toBe('ours');
      await held?.append(line('b'));
      expect(await standingOf(held)).toBe('ours');
      const there = shared.open().claims;
      await there.add(await there.read(KEY), revision(line('c')));
      expect(await standingOf(held)).toBe('taken');
    });

    it('are known apart', async () => {
      const { claims } = (await make()).open();
      await claims.add({ key: KEY, newest: 0 }, revision(line('a')));
      await claims.add({ key: OTHER, newest: 0 }, revision(line('b')));
      expect(await textsOf(claims, OTHER)).toEqual([['b']]);
      expect([...(await claims.list()).keys()].sort()).toEqual([KEY, OTHER]);
    });

    it('are missed where a revision is lost, and written whole by a holder who goes on', async () => {
      const shared = await make();
      const { claims } = shared.open();
      const held = await claims.add({ key: KEY, newest: 0 }, revision(line('a')));
      await shared.lose(KEY, 1);
      expect(await standingOf(held)).toBe('gone');
      const there = shared.open().claims;
      const { missing, newest } = await there.read(KEY);
      expect(newest).toBe(0);
      expect(missing).toMatchObject({
        file: claims.locate(KEY, 1),
        why: sayingSome('missing'),
      });
      expect(await there.missing(KEY, 1)).toEqual(missing);
      expect(await there.list()).toEqual(new Map([[KEY, { there: 0, newest: 1 }]]));
      await held?.append(line('b'));
      expect(await textsOf(there)).toEqual([['a', 'b']]);
      expect(await standingOf(held)).toBe('ours');
    });

    it('are forgotten where they are removed', async () => {
      const { claims } = (await make()).open();
      for (const text of ['a', 'b']) await claims.add(await claims.read(KEY), revision(line(text)));
      await claims.remove(KEY, 2);
      expect(await claims.list()).toEqual(new Map());
      expect(await claims.read(KEY)).toMatchObject({ newest: 0, revisions: [] });
      expect(await claims.add({ key: KEY, newest: 0 }, revision(line('c')))).toBeDefined();
    });
  });

  describe('a claim whose lines have left the store', () => {
    const left = [line('c'), { v: '1', type: 'archived' }];

    async function retired(made: Shared, before: readonly string[]) {
      const { claims } = made.open();
      await claims.refuseArchiving();
      const stale: ClaimPosition[] = [];
      for (const text of before) {
        const known = await claims.read(KEY);
        stale.push(known);
        await claims.add(known, { lines: [line(text)] });
      }
      const claim = await claims.read(KEY);
      const how = await claims.retire([retirementOf(claim, left)]);
      expect(how).toEqual(new Map([[KEY, 'now']]));
      return { claims, stale: [...stale, claim] };
    }

    it('has only what tells how it ended', async () => {
      const made = await make();
      const { claims } = await retired(made, ['a']);
      for (const round of [1, 2]) {
        const { newest, revisions, missing } = await made.open().claims.read(KEY);
        expect(missing, `round ${round}`).toBeUndefined();
        expect(revisions).toMatchObject([{ lines: left, faults: [], torn: false }]);
        expect(await claims.list()).toEqual(new Map([[KEY, { there: newest, newest }]]));
        const claim = await claims.read(KEY);
        const how = await claims.retire([retirementOf(claim, [])]);
        expect(how).toEqual(new Map([[KEY, 'before']]));
      }
    });

    it.each([[['a']], [['a', 'b']]])(
      'cannot be claimed again, whatever others have read of it (%s)',
      async (before) => {
        const made = await make();
        const { claims, stale } = await retired(made, before);
        expect(await claims.create(KEY, revision(line('d')))).toBeUndefined();
        for (const known of stale) {
          expect(await claims.add(known, revision(line('d')))).toBeUndefined();
        }
        expect((await textsOf(claims)).at(-1)).toEqual(['c', undefined]);
      },
    );

    it('stays as it is where it has changed since it was read', async () => {
      const { claims } = (await make()).open();
      await claims.add(await claims.read(KEY), revision(line('a')));
      const claim = await claims.read(KEY);
      await claims.add(claim, revision(line('b')));
      const how = await claims.retire([retirementOf(claim, left)]);
      expect(how).toEqual(new Map([[KEY, 'changed']]));
      expect(await textsOf(claims)).toEqual([['a'], ['b']]);
    });
  });

  describe('cached outcomes', () => {
    it('are read as they were written, by all', async () => {
      const shared = await make();
      const { claims, outcomes } = shared.open();
      for (const key of [KEY, OTHER]) await claims.add({ key, newest: 0 }, revision(line('a')));
      expect(await endedIn(shared)).toEqual([]);
      expect(await openIn(shared)).toEqual([KEY, OTHER]);
      await outcomes.add([endOf(KEY, 1)]);
      await shared.open().outcomes.add([endOf(OTHER, 2, '"')]);
      expect(await endedIn(shared)).toEqual([chargeOf(1, 'REF'), chargeOf(2, '"')]);
      expect(await openIn(shared)).toEqual([]);
      await outcomes.drop(new Set([KEY]));
      expect(await endedIn(shared)).toEqual([chargeOf(2, '"')]);
      expect(await openIn(shared)).toEqual([KEY]);
    });

    it('are written with the lines that end a charge', async () => {
      const shared = await make();
      const { claims } = shared.open();
      const end = endOf(KEY, 1);
      const held = await claims.create(KEY, revision(line('a')));
      await held?.append(line('b'), { end });
      expect(await endedIn(shared)).toEqual([end.charge]);
    });
  });

  describe('the index', () => {
    const keyOf = (number: number) => number.toString(16).padStart(8, '0').padEnd(32, '0');

    async function filled(count: number) {
      const shared = await make();
      const { claims } = shared.open();
      for (let number = 1; number <= count; number++) {
        // Two each begin at the same moment.
        const end = endOf(keyOf(number), Math.ceil(number / 2), `REF${number % 3}`);
        const held = await claims.create(keyOf(number), revision(line('a')));
        await held?.append(line('b'), { end });
      }
      return shared;
    }

    const keysOf = async (shared: Shared, query: ClaimQuery) => {
      const view = await shared.open().index.open();
      const keys: string[] = [];
      for await (const { key } of view.ended(query)) keys.push(key);
      view.close();
      return keys;
    };
    const numbers = (...all: number[]) => all.map(keyOf);

    it('gives claims in the order of their start, then of their keys', async () => {
      const shared = await filled(6);
      expect(await keysOf(shared, {})).toEqual(numbers(1, 2, 3, 4, 5, 6));
      expect(await keysOf(shared, { newestFirst: true })).toEqual(numbers(6, 5, 4, 3, 2, 1));
      expect(await keysOf(shared, { since: momentOf(2) })).toEqual(numbers(3, 4, 5, 6));
      expect(await keysOf(shared, { until: momentOf(2) })).toEqual(numbers(1, 2));
      const one = { since: momentOf(2), until: momentOf(3), newestFirst: true };
      expect(await keysOf(shared, one)).toEqual(numbers(4, 3));
    });

    it('gives claims by amount, from a place on', async () => {
      const shared = await make();
      const { claims, outcomes } = shared.open();
      const amounts = ['20.00', '5.00', null, '100', '20.00', '20'];
      for (const [number, amount] of amounts.entries()) {
        const key = keyOf(number);
        await claims.create(key, revision(line('a')));
        const end = endOf(key, number);
        await outcomes.add([{ ...end, charge: { ...end.charge, amount } }]);
      }
      const largest = numbers(3, 5, 4, 0, 1);
      const sorted = { byAmount: true, limit: 1 };
      expect(await keysOf(shared, { ...sorted, newestFirst: true })).toEqual(largest);
      expect(await keysOf(shared, sorted)).toEqual(largest.toReversed());
      const beginAt = { amount: '20', at: momentOf(4) };
      const further = await keysOf(shared, { ...sorted, newestFirst: true, beginAt });
      expect(further).toEqual(largest.slice(2));
      expect(await keysOf(shared, { amount: null })).toEqual(numbers(2));
    });

    it('finds claims by a text, and by their key', async () => {
      const shared = await filled(6);
      expect(await keysOf(shared, { texts: ['REF1'] })).toEqual(numbers(1, 4));
      expect(await keysOf(shared, { texts: [keyOf(5)] })).toEqual(numbers(5));
      expect(await keysOf(shared, { texts: ['REF9'] })).toEqual([]);
      expect(await keysOf(shared, { mentioning: 'REF1' })).toEqual(numbers(1, 4));
      const early = { mentioning: 'REF1', until: momentOf(2) };
      expect(await keysOf(shared, early)).toEqual(numbers(1));
      const several = { texts: ['REF9', keyOf(4), 'REF1', 'REF2', 'REF1'] };
      expect(await keysOf(shared, several)).toEqual(numbers(1, 2, 4, 5));
      expect(await keysOf(shared, { ...several, newestFirst: true, limit: 1 })).toEqual(
        numbers(5, 4, 2, 1),
      );
    });

    it('finds claims by what is asked of them, in their order', async () => {
      const shared = await make();
      const { claims, outcomes } = shared.open();
      for (const [number, more] of VARIETY.entries()) {
        const key = keyOf(number);
        await claims.create(key, revision(line('a')));
        const end = endOf(key, number);
        await outcomes.add([{ ...end, charge: { ...end.charge, ...more } }]);
      }
      const found = async (query: ClaimQuery) => {
        const newestFirst = await keysOf(shared, { ...query, newestFirst: true, limit: 1 });
        const keys = await keysOf(shared, query);
        expect(newestFirst).toEqual(keys.toReversed());
        return keys;
      };
      expect(await found({ states: ['rejected'] })).toEqual(numbers(1, 4));
      expect(await found({ states: ['succeeded'] })).toEqual(numbers(0, 2, 3, 5));
      expect(await found({ states: ['partial', 'rejected'] })).toEqual(numbers(1, 4, 6));
      expect(await found({ states: ['unknown'] })).toEqual([]);
      expect(await found({ operations: ['cpm.pay'] })).toEqual(numbers(2, 4));
      expect(await found({ operations: ['cpm.pay', 'ewallet.refund'] })).toEqual(numbers(2, 3, 4));
      expect(await found({ amount: '100' })).toEqual(numbers(0, 1, 5));
      expect(await found({ amount: '100.00', states: ['rejected'] })).toEqual(numbers(1));
      expect(await found({ amount: '0.10' })).toEqual(numbers(3));
      expect(await found({ archived: false })).toEqual(numbers(0, 1, 2, 3, 4, 6));
      expect(await found({ since: momentOf(4), operations: ['ewallet.pay'] })).toEqual(
        numbers(5, 6),
      );
    });

    it('counts an outcome only as long as nothing follows it', async () => {
      const shared = await filled(2);
      const { claims } = shared.open();
      await claims.add(await claims.read(keyOf(1)), revision(line('again')));
      expect(await keysOf(shared, {})).toEqual(numbers(2));
      expect(await openIn(shared)).toEqual(numbers(1));
    });

    it('counts no outcome of an older revision', async () => {
      const shared = await make();
      const { claims, outcomes } = shared.open();
      const key = keyOf(1);
      await claims.create(key, revision(line('a')));
      await claims.add(await claims.read(key), revision(line('b')));
      await outcomes.add([endOf(key, 1)]);
      expect(await keysOf(shared, {})).toEqual([]);
      expect(await openIn(shared)).toEqual([key]);
      await outcomes.add([{ ...endOf(key, 1), newest: 2 }]);
      expect(await keysOf(shared, {})).toEqual([key]);
      expect(await openIn(shared)).toEqual([]);
    });

    it('has claims read whose files are missing', async () => {
      const shared = await filled(3);
      await keysOf(shared, {});
      await shared.lose(keyOf(2), 1);
      const view = await shared.open().index.open({ exact: true });
      expect(view.open.map(({ key }) => key)).toEqual(numbers(2));
      expect((await view.last([keyOf(2)])).get(keyOf(2))?.charge).toEqual(chargeOf(1, 'REF2'));
      view.close();
    });
  });

  describe('transfers', () => {
    const FIRST: TransferRecord = {
      reference: 'PAY1',
      contents: 'c1',
      tokenizerId: 'T1',
      at: '2026-01-31T00:00:00.000Z',
    };

    it('are kept once: the first record counts', async () => {
      const shared = await make();
      const { transfers } = shared.open();
      expect(await transfers.read(KEY)).toBeUndefined();
      expect(await transfers.keep(KEY, FIRST)).toEqual(FIRST);
      const there = shared.open().transfers;
      expect(await there.keep(KEY, { ...FIRST, tokenizerId: 'T2' })).toEqual(FIRST);
      expect(await there.list()).toEqual(new Map([[KEY, FIRST]]));
      await there.remove(KEY);
      expect(await transfers.read(KEY)).toBeUndefined();
    });
  });

  describe('slips', () => {
    let shared: Shared | undefined;
    keepsSlipsContract(async () => {
      shared ??= await make();
      return shared.open().slips;
    });
  });
}

/** `open` opens them as another process does. */
export function keepsSlipsContract(open: () => Promise<Slips> | Slips): void {
  it('are new once, to all who ask at the same time', async () => {
    const opened = await open();
    const others = Array.from({ length: 7 }, async () => open());
    const all = [opened, ...(await Promise.all(others))];
    const asking = all.map((slips, who) => slips.firstSeen('s1', `at ${who}`));
    const seen = await Promise.all(asking);
    expect(seen.filter((moment) => moment === undefined)).toHaveLength(1);
    expect(new Set(seen.filter(Boolean)).size).toBe(1);
    expect(await (await open()).firstSeen('s2', 'later')).toBeUndefined();
    expect(await (await open()).seen('s2')).toMatch(/^later/);
    expect(await (await open()).seen('s3')).toBeUndefined();
  });

  it('stay new to the attempt that was first, and to no other', async () => {
    const ask = async (attempt: string) => (await open()).firstSeen('s4', 'then', attempt);
    const [, ...others] = await Promise.all([ask('a1'), ask('a1'), ask('a1')]);
    expect(others).toEqual([undefined, undefined]);
    expect(await ask('a2')).toMatch(/^then/);
    expect(await (await open()).firstSeen('s4', 'later')).toMatch(/^then/);
    expect(await ask('a1')).toBeUndefined();
  });
}
