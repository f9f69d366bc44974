import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { EndedCharge } from '../../src/state/claim-index.js';
import type { ClaimHandle, StoredClaim } from '../../src/state/claims.js';
import { searchHash } from '../../src/state/outcome-line.js';
import { initStore } from '../../src/state/postgres/administration.js';
import { migration } from '../../src/state/postgres/schema/init.js';
import type { Server } from '../../src/state/postgres/server.js';
import type { Store } from '../../src/state/store.js';
import { changed } from '../faults/mutants/mutant.js';
import { runs } from '../fixtures/sizes.js';
import { TestStore } from '../postgres/store.js';
import { describeStore } from '../postgres/stores.js';
import { host, schemaAt } from '../postgres/subjects.js';

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
    ...(number % 2 === 0 && { user: 'somchai' }),
    ...(number === 4 && { archive: 'old.jsonl.gz' }),
  };
}

interface Step {
  by: 'old' | 'new';
  do: 'begin' | 'end' | 'again' | 'late' | 'cache' | 'drop' | 'remove';
  number: number;
}

const STEP: fc.Arbitrary<Step> = fc.record({
  by: fc.constantFrom('old', 'new'),
  do: fc.constantFrom('begin', 'end', 'end', 'again', 'late', 'cache', 'drop', 'remove'),
  number: fc.nat(KEYS - 1),
});

/** What two versions of the program do to one store, and what is true of its claims. */
class History {
  readonly stores: Record<Step['by'], Store>;
  readonly truth: Map<string, { newest: number; charge: EndedCharge | undefined }>;
  readonly #handles = new Map<string, ClaimHandle>();
  #at = 0;

  constructor(stores: Record<Step['by'], Store>, truth: History['truth'] = new Map()) {
    this.stores = stores;
    this.truth = truth;
  }

  async take({ by, do: what, number }: Step): Promise<void> {
    const { claims, outcomes } = this.stores[by];
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

  /** The new program knows all ends; the old one reads what it does not know. */
  async compare(): Promise<void> {
    const ended = [...this.truth].filter(([, { charge }]) => charge !== undefined);
    const open = [...this.truth].filter(([, { charge }]) => charge === undefined);
    const now = await shown(this.stores.new);
    expect(now.open).toEqual(new Map(open.map(([key, { newest }]) => [key, newest])));
    expect(now.ended).toEqual(new Map(ended.map(([key, { charge }]) => [key, charge])));
    const then = await shown(this.stores.old);
    for (const [key, charge] of then.ended) expect(charge).toEqual(this.truth.get(key)?.charge);
    expect([...then.open.keys(), ...then.ended.keys()].sort()).toEqual(
      [...this.truth.keys()].sort(),
    );
    for (const { claims } of Object.values(this.stores)) {
      const many = await claims.readMany(Array.from(this.truth.keys(), (key) => ({ key })));
      expect(many.map(linesOf).sort()).toEqual(
        (await Promise.all([...this.truth.keys()].map((key) => claims.read(key))))
          .map(linesOf)
          .sort(),
      );
    }
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
  /** A program that knows no more than version 4 of the schema. */
  function olderProgram(opened: Server): Server {
    return changed(opened, {
      greeting: async () => ({ ...(await opened.greeting()), schema: 4 }),
    });
  }

  /** A store as a program of version 4 makes it, with the same key. */
  async function storeOfVersion4(): Promise<TestStore> {
    const [key] = await at.sql<{ id: string; proof: string }>(
      `SELECT id, encode(proof, 'hex') AS proof FROM payctl.key`,
      at.store.database,
    );
    const database = await at.server.database();
    await at.sql(schemaAt(4), database);
    await at.sql(
      `INSERT INTO payctl.key VALUES ('${key?.id}', '\\x${key?.proof}', true)`,
      database,
    );
    return new TestStore(database, at.server.url(database));
  }

  it('is the same to programs of both versions, whatever either does', async () => {
    const opened = at.store.server();
    const stores = {
      new: at.store.open(at.store.directory(), opened),
      old: at.store.open(at.store.directory(), olderProgram(opened)),
    };
    await fc.assert(
      fc.asyncProperty(fc.array(STEP, { minLength: 1, maxLength: 14 }), async (steps) => {
        await at.sql(
          'TRUNCATE payctl.claim, payctl.entry, payctl.original, payctl.charge, payctl.open_claim',
        );
        const history = new History(stores);
        for (const step of steps) await history.take(step);
        await history.compare();
      }),
      { numRuns: runs(25) },
    );
  });

  it('is made of what a store of version 4 has, and not at all if the step is interrupted', async () => {
    const old = await storeOfVersion4();
    const before = old.open();
    const history = new History({ new: before, old: before });
    const steps: Step['do'][] = ['begin', 'end', 'again', 'end'];
    for (let number = 1; number < KEYS; number += 1) {
      for (const step of steps.slice(0, number))
        await history.take({ by: 'old', do: step, number });
    }
    const stopped = `${migration(4)}; DO $$ BEGIN RAISE EXCEPTION 'stopped'; END $$`;
    await expect(at.sql(stopped, old.database)).rejects.toThrow('stopped');
    await history.take({ by: 'old', do: 'cache', number: 3 });
    await history.compare();
    // What a program wrote that nobody knows must be read, and must not stop the step.
    await at.sql(
      `UPDATE payctl.claim SET ended = '[1,"x",[],"y"]' WHERE key = '${keyOf(1)}'`,
      old.database,
    );
    await initStore(host, old.access());
    expect(
      await at.sql(
        "SELECT count(*)::integer AS indexes FROM pg_indexes WHERE tablename = 'claim'",
        old.database,
      ),
    ).toEqual([{ indexes: 1 }]);
    const after = old.open(old.directory(), old.server());
    const both = { new: after, old: old.open(old.directory(), olderProgram(old.server())) };
    await new History(both, history.truth).compare();
    old.close();
  });

  it('has what was written while the step filled it', async () => {
    const old = await storeOfVersion4();
    const before = old.open();
    const history = new History({ new: before, old: before });
    const take = async (...steps: [Step['do'], number][]) => {
      for (const [step, number] of steps) await history.take({ by: 'old', do: step, number });
    };
    await take(['begin', 0], ['end', 0], ['begin', 1], ['end', 1], ['begin', 2], ['end', 2]);
    await take(['begin', 3], ['begin', 5], ['end', 5], ['begin', 6]);
    const gate = at
      .sql('SELECT pg_advisory_lock(77); SELECT pg_sleep(600)', old.database)
      .catch(String);
    const locks = (granted: boolean) => `FROM pg_locks WHERE locktype = 'advisory' AND objid = 77
      AND ${granted ? '' : 'NOT'} granted`;
    await expect.poll(() => at.sql(`SELECT pid ${locks(true)}`)).toHaveLength(1);
    const stopping = 'SELECT pg_advisory_xact_lock(77); LOCK TABLE payctl.claim';
    const step = at.sql(migration(4).replace('LOCK TABLE payctl.claim', stopping), old.database);
    await expect
      .poll(() => at.sql(`SELECT pid ${locks(false)}`), { timeout: 10_000 })
      .toHaveLength(1);
    await take(['again', 0], ['late', 1], ['end', 3], ['begin', 4], ['remove', 5], ['remove', 6]);
    await at.sql(`SELECT pg_cancel_backend(pid) ${locks(true)}`);
    await Promise.all([gate, step]);
    const both = { new: old.open(old.directory(), old.server()), old: before };
    await new History(both, history.truth).compare();
    old.close();
  });

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
