import fc from 'fast-check';
import { expect, it } from 'vitest';
import { list } from '../../src/journal/list.js';
import type { EndedCharge } from '../../src/state/claim-index.js';
import type { ClaimHandle, StoredClaim } from '../../src/state/claims.js';
import { searchHash } from '../../src/state/outcome-line.js';
import type { Store } from '../../src/state/store.js';
import { reportLate, testJournal } from '../fixtures/journal.js';
import { runs } from '../fixtures/sizes.js';
import { TestStore } from '../postgres/store.js';
import { describeStore } from '../postgres/stores.js';

const KEYS = 5;
const keyOf = (number: number) => String(number).padStart(32, '0');
const line = (text: string) => ({ v: '1', text });
const ENDS = ['succeeded', 'rejected', 'not-executed'];

function chargeOf(number: number, at: number): EndedCharge {
  const startedAt = new Date(Date.UTC(2026, 0, 31) + at * 1000).toISOString();
  return {
    ...{ operation: 'ewallet.pay', reference: `REF${number}`, attempts: 1 + (number % 2) },
    amount: number % 3 === 0 ? null : `${number}00.50`,
    state: ENDS[number % ENDS.length] ?? '',
    ...{ requestUId: 'u'.repeat(32), startedAt, endedAt: startedAt, profile: 'shop' },
    ...{ baseUrl: 'https://bank.example', class: 'SUCCESS', machine: 'till' },
    user: 'somchai',
    ...(number === 4 && { archive: 'old.jsonl.gz' }),
  };
}

interface Step {
  do: 'begin' | 'end' | 'again' | 'late' | 'cache' | 'drop' | 'remove';
  number: number;
}

const STEP: fc.Arbitrary<Step> = fc.record({
  do: fc.constantFrom('begin', 'end', 'end', 'again', 'late', 'cache', 'drop', 'remove'),
  number: fc.nat(KEYS - 1),
});

/** What is done to a store, and what is true of its claims. */
class History {
  readonly #store: Store;
  readonly truth = new Map<string, { newest: number; charge: EndedCharge | undefined }>();
  readonly #handles = new Map<string, ClaimHandle>();
  #at = 0;

  constructor(store: Store) {
    this.#store = store;
  }

  async take({ do: what, number }: Step): Promise<void> {
    const { claims, outcomes } = this.#store;
    const key = keyOf(number);
    const known = this.truth.get(key);
    this.#at += 1;
    const charge = chargeOf(number, this.#at);
    const end = { key, newest: known?.newest ?? 1, charge, hashes: [searchHash(charge.reference)] };
    if (what === 'begin' || (what === 'again' && known)) {
      const held = await claims.add(await claims.read(key), { lines: [line(what)] });
      if (held) this.#handles.set(key, held);
      this.truth.set(key, { newest: (known?.newest ?? 0) + 1, charge: undefined });
    } else if (known === undefined) return;
    else if (what === 'end') {
      await this.#handles.get(key)?.append(line('outcome'), { end });
      this.truth.set(key, { ...known, charge });
    } else if (what === 'late') {
      await this.#handles.get(key)?.append(line('late'));
      this.truth.set(key, { ...known, charge: undefined });
    } else if (what === 'cache' && known.charge === undefined) {
      await outcomes.add([end, { ...end, key: keyOf(KEYS), newest: 1 }]);
      this.truth.set(key, { ...known, charge });
    } else if (what === 'drop') {
      await outcomes.drop(new Set([key]));
      this.truth.set(key, { ...known, charge: undefined });
    } else if (what === 'remove') {
      await claims.remove(key, known.newest);
      this.truth.delete(key);
      this.#handles.delete(key);
    }
  }

  async compare(): Promise<void> {
    const ended = [...this.truth].filter(([, { charge }]) => charge !== undefined);
    const open = [...this.truth].filter(([, { charge }]) => charge === undefined);
    const now = await shown(this.#store);
    expect(now.open).toEqual(new Map(open.map(([key, { newest }]) => [key, newest])));
    expect(now.ended).toEqual(new Map(ended.map(([key, { charge }]) => [key, charge])));
    const { claims } = this.#store;
    const many = await claims.readMany(Array.from(this.truth.keys(), (key) => ({ key })));
    const each = await Promise.all([...this.truth.keys()].map((key) => claims.read(key)));
    expect(many.map(linesOf).sort()).toEqual(each.map(linesOf).sort());
  }
}

function linesOf({ key, newest, revisions }: StoredClaim): string {
  return JSON.stringify([key, newest, revisions.map(({ lines }) => lines)]);
}

async function shown({ index }: Store) {
  const view = await index.open();
  const open = new Map(view.open.map(({ key, newest }) => [key, newest]));
  const ended = new Map<string, EndedCharge | undefined>();
  for await (const { key, charge } of view.ended()) ended.set(key, charge);
  view.close();
  return { open, ended };
}

describeStore('the index of claims in PostgreSQL', (at) => {
  it('knows of each claim how it ended, whatever is done to it', async () => {
    const store = at.store.open();
    await fc.assert(
      fc.asyncProperty(fc.array(STEP, { minLength: 1, maxLength: 14 }), async (steps) => {
        await at.sql(
          'TRUNCATE payctl.claim, payctl.entry, payctl.original, payctl.charge, payctl.open_claim',
        );
        const history = new History(store);
        for (const step of steps) await history.take(step);
        await history.compare();
      }),
      { numRuns: runs(25) },
    );
  });

  it.each(['before', 'after'] as const)(
    'shows a success that is reported late, %s a later attempt fails',
    async (when) => {
      const store = await TestStore.make(at.server);
      const directory = store.directory();
      const made = testJournal(() => store.open(directory));
      await reportLate(made, when);
      expect(await list(made.journal)).toMatchObject([{ state: 'succeeded', amount: '100.00' }]);
    },
  );

  it('ends a charge by an update that touches no index', async () => {
    const store = await TestStore.make(at.server);
    const { claims } = store.open();
    for (let number = 0; number < 60; number += 1) {
      const key = keyOf(number);
      const held = await claims.create(key, { lines: [line('intent')] });
      await held?.heartbeat();
      const end = { key, newest: 1, charge: chargeOf(number, number), hashes: ['abc'] };
      await held?.append(line('outcome'), { end });
    }
    store.close();
    const updates = `SELECT n_tup_upd::integer AS all, n_tup_hot_upd::integer AS hot
      FROM pg_stat_user_tables WHERE relid = 'payctl.claim'::regclass`;
    // What a connection did is counted when it has ended.
    await expect.poll(() => at.sql(updates, store.database)).toEqual([{ all: 120, hot: 120 }]);
    const [row] = await at.sql(
      'SELECT ended IS NULL AS empty, count(*)::integer AS count FROM payctl.claim GROUP BY 1',
      store.database,
    );
    expect(row).toEqual({ empty: true, count: 60 });
  });

  it('keeps no line from being written, whatever is wrong with the outcome', async () => {
    const store = await TestStore.make(at.server);
    const opened = store.open();
    const held = await opened.claims.create(keyOf(1), { lines: [line('intent')] });
    const charge = { ...chargeOf(1, 1), startedAt: 'never' };
    const end = { key: keyOf(1), newest: 1, charge, hashes: [] };
    await held?.append(line('outcome'), { end });
    expect(store.warnings).toEqual([]);
    expect(await shown(opened)).toEqual({ open: new Map([[keyOf(1), 1]]), ended: new Map() });
    store.close();
  });
});
