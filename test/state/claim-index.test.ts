import { readdirSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diskFiles } from '../../src/host/files.js';
import type { Files } from '../../src/host/host.js';
import type {
  CachedOutcome,
  ClaimQuery,
  ClaimView,
  EndedCharge,
} from '../../src/state/claim-index.js';
import type { ClaimHandle } from '../../src/state/claims.js';
import { openFileStore } from '../../src/state/files/store.js';
import { searchHash } from '../../src/state/outcome-line.js';
import { ownFiles } from '../../src/state/own-files.js';
import type { Store } from '../../src/state/store.js';
import { type FakeHost, fakeHost } from '../fixtures/fake-host.js';
import { KeptDatabases } from '../fixtures/kept-databases.js';
import { directoryOfFile } from '../fixtures/leftovers.js';
import { runs } from '../fixtures/sizes.js';

const STATE = '/state';
const LOG = '/state/journal/index.jsonl';
const INDEX = '/state/index/journal';
const ROOT = directoryOfFile();
const KEYS = 12;

const keyOf = (number: number) => searchHash(String(number)).repeat(3).slice(0, 32);
const referenceOf = (number: number) => `REFERENCE${number % 4}`;

/** Charges differ in all that they are found by. */
function chargeOf(number: number, at: number): EndedCharge {
  return {
    operation: OPERATIONS[number % OPERATIONS.length] ?? '',
    reference: referenceOf(number),
    amount: AMOUNTS[number % AMOUNTS.length] ?? null,
    state: ENDS[number % ENDS.length] ?? '',
    ...{ requestUId: 'u'.repeat(32), attempts: 1, profile: '', baseUrl: '' },
    ...{ class: 'SUCCESS', user: 'somchai' },
    ...{ startedAt: new Date(at).toISOString(), endedAt: new Date(at).toISOString() },
    ...(number === 7 && { archive: 'old.gz' }),
  };
}

const OPERATIONS = ['ewallet.pay', 'ewallet.refund', 'cpm.pay'];
const AMOUNTS = ['100', '100.00', '20.5', null];
const ENDS = ['succeeded', 'succeeded', 'rejected', 'partial', 'not-executed'];

/** What may be asked, and whether a charge fits. */
const QUERIES: [ClaimQuery, (charge: EndedCharge) => boolean][] = [
  ...OPERATIONS.map(queryOfOperation),
  [{ operations: OPERATIONS.slice(1) }, ({ operation }) => operation !== OPERATIONS[0]],
  ...[...new Set(ENDS)].map(queryOfState),
  [{ states: ['rejected', 'succeeded'] }, ({ state }) => /rejected|succeeded/.test(state)],
  [{ amount: '100.0' }, ({ amount }) => amount === '100' || amount === '100.00'],
  [{ amount: '20.50', newestFirst: true, limit: 1 }, ({ amount }) => amount === '20.5'],
  [{ archived: false }, ({ archive }) => archive === undefined],
];

function queryOfOperation(one: string): (typeof QUERIES)[number] {
  return [{ operations: [one], limit: 2 }, ({ operation }) => operation === one];
}

function queryOfState(one: string): (typeof QUERIES)[number] {
  return [{ states: [one], newestFirst: true }, ({ state }) => state === one];
}

function endOf(number: number, newest: number, at: number): CachedOutcome {
  const [key, reference] = [keyOf(number), referenceOf(number)];
  return { key, newest, charge: chargeOf(number, at), hashes: [searchHash(reference)] };
}

/** What can happen to a journal; numbers choose a claim, a moment or a place. */
const STEP = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant('charge'), number: fc.nat(KEYS - 1) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('begin'), number: fc.nat(KEYS - 1) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('read'), number: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('copy'), number: fc.nat(KEYS - 1) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('unnoted'), number: fc.nat(KEYS - 1) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('flip'), number: fc.nat(1 << 20) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cut'), number: fc.nat(1 << 20) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('lose'), number: fc.nat(1 << 20) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('kill'), number: fc.nat(40) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reboot'), number: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('forget'), number: fc.nat(KEYS - 1) }) },
);

/** A journal on a disk that several processes write to, and what is true of it. */
class History {
  readonly host: FakeHost = fakeHost();
  /** By key, its newest part, and when it was started; undefined while it is open. */
  readonly truth = new Map<string, { newest: number; number: number; at: number | undefined }>();
  readonly #databases = new KeptDatabases(INDEX, join(ROOT, 'index'));
  #at = Date.parse('2026-01-01T00:00:00.000Z');
  #boot = 0;
  /** Databases in which a bit was flipped: what they lack nobody can know. */
  #flipped = new Set<string>();
  /** Steps until the next reader is killed. */
  #left = 0;
  #restore: (() => void) | undefined;

  constructor() {
    this.#databases.clear();
    this.#databases.before = () => {
      if (this.#restore) throw new Error('killed');
      if (this.#left === 0 || --this.#left > 0) return;
      this.#restore = this.#databases.snapshot();
      throw new Error('killed');
    };
  }

  /** As another process opens it. */
  open(): Store {
    const { clock, random, process } = this.host;
    const files = this.#databases.on(this.host.files);
    const boot = `host 00000000-0000-4000-8000-00000000000${this.#boot} pid:[1] time:[1]`;
    const self = { ...process.self, boot };
    return openFileStore(files, STATE, { files, clock, random, process: { ...process, self } });
  }

  async take({ do: what, number }: { do: string; number: number }): Promise<void> {
    if (what === 'charge') await this.#charge(number, true);
    if (what === 'begin') await this.#charge(number, false);
    if (what === 'read') await this.#agrees();
    if (what === 'kill') this.#left = number + 1;
    if (what === 'reboot') this.#boot = number;
    if (what === 'forget') await this.#forget(number);
    if (what === 'unnoted') await this.#unnoted(number);
    if (what === 'copy') await this.#copy(number);
    if (what === 'flip' || what === 'cut' || what === 'lose') this.#damage(what, number);
  }

  #damage(what: 'flip' | 'cut' | 'lose', number: number): void {
    const { files } = this.host;
    const names = [...this.#databases.names(), LOG];
    const name = names[number % names.length] ?? LOG;
    const isLog = name === LOG;
    const bytes = (isLog ? files.read(LOG) : this.#databases.read(name)) ?? new Uint8Array();
    if (bytes.length === 0) return;
    const place = number % bytes.length;
    const damaged =
      what === 'flip' ? bytes.with(place, (bytes[place] ?? 0) ^ 4) : bytes.subarray(0, place);
    if (what === 'flip' && !isLog) this.#flipped.add(name);
    if (isLog && what === 'lose') files.remove(LOG);
    else if (isLog) files.put(LOG, damaged);
    else if (what === 'lose') this.#databases.lose(name);
    else this.#databases.put(name, damaged);
  }

  async #begin(store: Store, number: number): Promise<[ClaimHandle | undefined, number]> {
    const key = keyOf(number);
    const claim = await store.claims.read(key);
    const held = await store.claims.add(claim, { lines: [{ v: '1', number: String(number) }] });
    const newest = claim.newest + 1;
    this.truth.set(key, { newest, number, at: undefined });
    return [held, newest];
  }

  async #charge(number: number, ends: boolean): Promise<void> {
    const [held, newest] = await this.#begin(this.open(), number);
    if (!ends) return;
    this.#at += number % 2;
    const at = this.#at;
    await held?.append({ v: '1' }, { end: endOf(number, newest, at) });
    this.truth.set(keyOf(number), { newest, number, at });
  }

  /** A claim whose notes in the log were lost. */
  async #unnoted(number: number): Promise<void> {
    const log = this.host.files.read(LOG);
    await this.#begin(this.open(), number);
    if (log === undefined) this.host.files.remove(LOG);
    else this.host.files.put(LOG, log);
    // Writing the log anew would change the directory.
    this.#at += 1;
    this.host.files.create(`/state/journal/touched.${this.#at}`, new Uint8Array());
  }

  /** A file that somebody puts back from elsewhere. */
  async #copy(number: number): Promise<void> {
    const other = new History();
    await other.#begin(other.open(), number);
    const key = keyOf(number);
    const path = `/state/journal/${key}.1.jsonl`;
    if (this.truth.has(key) || this.host.files.read(`/state/claims/${key}.1`)) return;
    this.host.files.makeDirectory('/state/journal');
    this.host.files.create(path, other.host.files.read(path) ?? new Uint8Array());
    this.truth.set(key, { newest: 1, number, at: undefined });
  }

  async #forget(number: number): Promise<void> {
    const [key, store] = [keyOf(number), this.open()];
    const known = this.truth.get(key);
    if (known === undefined) return;
    await store.outcomes.drop(new Set([key]));
    await store.claims.remove(key, known.newest);
    this.truth.delete(key);
  }

  /** Where a reader is killed while it writes the index, the next one reads. */
  async #agrees(): Promise<void> {
    try {
      await this.#compare();
    } catch (error) {
      if (!(error instanceof Error) || error.message !== 'killed') throw error;
      this.#restore?.();
      this.#restore = undefined;
      await this.#compare();
    }
  }

  /** What the index says is true, and what it does not know it gives to be read. */
  async #compare(): Promise<void> {
    const view = await this.open().index.open({ exact: this.#flipped.size > 0 });
    const isWhole = !this.#databases.names().some((name) => this.#flipped.has(name));
    const open = new Map(view.open.map(({ key, newest }) => [key, newest]));
    const told: { key: string; at: number }[] = [];
    let latest = 0;
    for await (const { key, newest, at, charge } of view.ended()) {
      const true_ = this.truth.get(key);
      expect(open.has(key)).toBe(false);
      // Of a claim that is to be read, later revisions may not be known, or none.
      if (charge === undefined) expect(newest).toBeLessThanOrEqual(true_?.newest ?? -1);
      else expect(newest).toBe(true_?.newest);
      // What cannot be trusted is read itself.
      if (charge !== undefined) expect(at).toBe(true_?.at);
      told.push({ key, at });
      if (charge === undefined) continue;
      expect(at).toBeGreaterThanOrEqual(latest);
      latest = at;
    }
    expect([...told.map(({ key }) => key), ...open.keys()].sort()).toEqual(
      [...this.truth.keys()].sort(),
    );
    for (const { number } of this.truth.values()) {
      const found: string[] = [];
      for await (const { key } of view.ended({ texts: [referenceOf(number)] })) found.push(key);
      const key = keyOf(number);
      if (isWhole) expect(open.has(key) || found.includes(key)).toBe(true);
    }
    if (isWhole) await this.#compareFilters(view, open);
    view.close();
  }

  /** Each filter finds all that fits, and beside it only what must be read. */
  async #compareFilters(view: ClaimView, open: ReadonlyMap<string, number>): Promise<void> {
    const ended = [...this.truth].filter(([key, { at }]) => at !== undefined && !open.has(key));
    for (const [query, fits] of QUERIES) {
      const found = new Set<string>();
      for await (const { key, charge } of view.ended(query)) {
        found.add(key);
        // Without a charge it must be read.
        if (charge) expect(fits(charge), `${JSON.stringify(query)} ${key}`).toBe(true);
      }
      const fitting = ended.filter(([, { number, at = 0 }]) => fits(chargeOf(number, at)));
      const missed = fitting.filter(([key]) => !found.has(key));
      expect(missed, JSON.stringify(query)).toEqual([]);
    }
  }
}

/** In the log, and, where the index was made, in the line that was still sound. */
const FLIPPED_AGAIN = [
  { do: 'charge', number: 7 },
  { do: 'charge', number: 7 },
  { do: 'charge', number: 1 },
  { do: 'flip', number: 645_325 },
  { do: 'begin', number: 0 },
  { do: 'read', number: 0 },
  { do: 'flip', number: 664_697 },
];

const TWO_FLIPS = [
  { do: 'charge', number: 0 },
  { do: 'charge', number: 1 },
  ...Array.from({ length: 3 }, () => ({ do: 'charge', number: 0 })),
  { do: 'flip', number: 153_383 },
  { do: 'read', number: 0 },
  { do: 'flip', number: 414_979 },
  { do: 'begin', number: 0 },
];

/** In the middle of its last page. */
const CUT_OFF = [
  { do: 'charge', number: 0 },
  { do: 'read', number: 0 },
  { do: 'cut', number: 291_070 },
];

/** In the key of a claim in one index of the database; its table still has the right one. */
const FLIPPED_KEY = [
  { do: 'charge', number: 0 },
  { do: 'read', number: 0 },
  { do: 'flip', number: 942_056 },
];

describe('the index of the journal', () => {
  it('says what the claims say, whatever became of it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(STEP, { minLength: 1, maxLength: 30 }), async (steps) => {
        const history = new History();
        for (const step of steps) await history.take(step);
        await history.take({ do: 'read', number: 0 });
      }),
      {
        numRuns: runs(150),
        // Two flips, of which the second makes the index anew out of a log that is damaged as well.
        examples: [[FLIPPED_AGAIN], [TWO_FLIPS], [CUT_OFF], [FLIPPED_KEY]],
      },
    );
  });
});

describe('the index of the journal on a disk', () => {
  const { clock, random, process } = fakeHost();
  const self = {
    ...process.self,
    boot: 'host 00000000-0000-4000-8000-000000000001 pid:[1] time:[1]',
  };
  const state = join(ROOT, 'state');
  const index = join(state, 'index', 'journal');

  function open(onQuery?: (plan: string[]) => void): Store {
    const disk = diskFiles(() => String(Math.random()));
    const files = ownFiles(onQuery ? { ...disk, openDatabase: explaining(disk, onQuery) } : disk, [
      state,
    ]);
    return openFileStore(files, state, { files, clock, random, process: { ...process, self } });
  }

  async function charge(number: number): Promise<void> {
    const lines = [{ v: '1' }];
    const held = await open().claims.add({ key: keyOf(number), newest: 0 }, { lines });
    await held?.append({ v: '1' }, { end: endOf(number, 1, 1_000 + number) });
  }

  async function ended(): Promise<string[]> {
    const view = await open().index.open();
    const keys: string[] = [];
    for await (const { key } of view.ended()) keys.push(key);
    view.close();
    return keys;
  }

  it('is one for many readers at once, its owner alone can read it, and a link is refused', async () => {
    const numbers = Array.from({ length: KEYS }, (_, number) => number);
    const keys = numbers.map(keyOf);
    for (const number of numbers.slice(1)) await charge(number);
    expect(await Promise.all([ended(), ended(), ended()])).toEqual(
      [1, 2, 3].map(() => keys.slice(1)),
    );
    const [name = '', ...others] = readdirSync(index);
    expect(others).toEqual([]);
    expect(statSync(join(index, name)).mode & 0o777).toBe(0o600);
    await charge(0);
    expect(await Promise.all([ended(), ended()])).toEqual([keys, keys]);
    renameSync(join(index, name), join(ROOT, name));
    symlinkSync(join(ROOT, name), join(index, name));
    await expect(ended()).rejects.toMatchObject({ exitClass: 'CONFIG' });
  });

  it('takes in a charge without reading all others', async () => {
    rmSync(index, { recursive: true, force: true });
    await charge(KEYS);
    expect(await ended()).toContain(keyOf(KEYS));
    await charge(KEYS + 1);
    const steps: string[] = [];
    const view = await open((plan) => steps.push(...plan)).index.open();
    view.close();
    expect(steps.join()).toContain('SEARCH');
    expect(steps.filter((step) => /^SCAN (claim|known|term)/.test(step))).toEqual([]);
  });

  it('lets a signal be handled between two pages', async () => {
    rmSync(index, { recursive: true, force: true });
    for (const number of [0, 1]) await charge(number);
    const view = await open().index.open();
    let isHandled = false;
    setImmediate(() => {
      isHandled = true;
    });
    const handled: boolean[] = [];
    for await (const _ of view.ended({ limit: 1 })) handled.push(isHandled);
    view.close();
    expect(handled.slice(0, 2)).toEqual([false, true]);
  });
});

/** Opens databases that say how each query is carried out. */
function explaining(
  { openDatabase }: Pick<Files, 'openDatabase'>,
  onQuery: (plan: string[]) => void,
): Files['openDatabase'] {
  return async (path) => {
    const database = await openDatabase?.(path);
    if (database === undefined) throw new Error('there is no SQLite here');
    return {
      run: (...asked) => database.run(...asked),
      rows: (...asked) => database.rows(...asked),
      exec: (text) => database.exec(text),
      close: () => database.close(),
      all(text, ...values) {
        const plan = text.startsWith('PRAGMA')
          ? []
          : database.all(`EXPLAIN QUERY PLAN ${text}`, ...values);
        onQuery(plan.map((row) => String(row[3])));
        return database.all(text, ...values);
      },
    };
  };
}
