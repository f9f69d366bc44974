import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type JsonObject, jsonText } from '../../src/core/json.js';
import type { Store } from '../../src/state/store.js';
import { type Chance, chanceOf } from '../faults/chance.js';
import { describeWith } from '../fixtures/needs.js';
import { FULL } from '../fixtures/sizes.js';
import { PgBouncer } from './pgbouncer.js';
import { WireProxy } from './proxy.js';
import { PostgresServer } from './server.js';
import { TestStore } from './store.js';

const SIZE = FULL
  ? { machines: 12, rounds: 60, crashes: 20 }
  : { machines: 6, rounds: 6, crashes: 2 };
const KEYS = ['a', 'b', 'c'].map((letter) => letter.repeat(32));

let server: PostgresServer;
let store: TestStore;
beforeAll(async () => {
  server = await PostgresServer.start();
  store = await TestStore.make(server);
});
afterAll(async () => {
  store?.close();
  await server?.dispose();
});

/** Who held which part, and which lines each was told are kept. */
interface History {
  held: string[];
  kept: Map<string, Set<string>>;
}

/** One machine: takes up what has ended, and ends it; all answers that it gets are believed. */
async function works(
  { claims }: Store,
  name: string,
  chance: Chance,
  history: History,
): Promise<void> {
  for (let round = 0; round < SIZE.rounds; round += 1) {
    const key = chance.pick(['a', 'b', 'c']).repeat(32);
    const id = `${name}.${round}`;
    try {
      const known = await claims.read(key);
      const last = known.revisions.at(-1)?.lines;
      if (last && !last.some(({ end }) => end !== undefined)) continue;
      const intent: JsonObject = { v: '1', id };
      const next = { lines: [intent], sends: true, unsent: () => ({ v: '1', id, end: 'unsent' }) };
      const held = await (known.newest === 0 ? claims.create(key, next) : claims.add(known, next));
      if (held === undefined) continue;
      history.held.push(`${key} ${known.newest + 1}`);
      note(history, key, `${id} held`);
      await held.append({ v: '1', id, end: 'yes' });
      note(history, key, `${id} yes`);
    } catch (error) {
      // Away for too long: what was held is spooled, and brought by the next one.
      if (!(error instanceof Error)) throw error;
    }
  }
}

function note({ kept }: History, key: string, what: string): void {
  const known = kept.get(key) ?? new Set();
  kept.set(key, known.add(what));
}

async function storm(url: string, seed: number): Promise<History> {
  const history: History = { held: [], kept: new Map() };
  const chance = chanceOf(seed);
  const directories = Array.from({ length: SIZE.machines }, () => store.directory());
  const openIn = (directory: string) => store.open(directory, store.server(url));
  const working = directories.map((directory, index) =>
    works(openIn(directory), `m${index}`, chanceOf(seed * 100 + index), history),
  );
  let isOver = false;
  const crashing = async () => {
    for (let crash = 0; crash < SIZE.crashes; crash += 1) {
      // On a slow machine it would be killed again before anybody has met it.
      const before = history.held.length;
      while (!isOver && history.held.length === before) await sleep(20);
      if (isOver) return;
      await sleep(chance.between(100, 500));
      await server.crash();
      await server.start();
    }
  };
  const crashed = crashing();
  await Promise.all(working);
  isOver = true;
  await crashed;
  // What waits on a machine is brought by its next process.
  for (const directory of directories) {
    const bring = () => openIn(directory).claims.prepare();
    await expect.poll(() => bring().then(() => 'brought', String)).toBe('brought');
  }
  return history;
}

async function expectSound({ held, kept }: History): Promise<void> {
  expect(held.length).toBeGreaterThan(SIZE.machines);
  expect(new Set(held).size).toBe(held.length);
  const { claims } = store.open();
  for (const key of KEYS) {
    const { revisions, missing } = await claims.read(key);
    expect(missing).toBeUndefined();
    expect(revisions.flatMap(({ faults }) => faults)).toEqual([]);
    const lines = revisions.flatMap((part) => part.lines);
    const there = new Set(lines.map(({ id, end }) => `${jsonText(id)} ${jsonText(end ?? 'held')}`));
    for (const what of kept.get(key) ?? []) expect([...there]).toContain(what);
    // Nobody is told that what was sent was not.
    for (const { id, end } of lines) {
      if (end === 'unsent') expect(kept.get(key)?.has(`${jsonText(id)} held`) ?? false).toBe(false);
    }
  }
}

describeWith('postgres', 'claims of many machines', () => {
  it('have one holder each, though connections are cut and the server dies', async () => {
    const proxy = await WireProxy.before(server.port);
    const chance = chanceOf(99);
    proxy.watch(() =>
      chance.happens(FULL ? 0.001 : 0.01) ? chance.pick(['cut', 'pass-and-cut']) : 'pass',
    );
    const history = await storm(proxy.url(store.database), 1);
    proxy.watch();
    await expectSound(history);
    console.log(`${history.held.length} revisions held by ${SIZE.machines} machines in a storm`);
    await proxy.dispose();
  }, 600_000);
});

describeWith('pgbouncer', 'claims of many machines behind PgBouncer', () => {
  it('have one holder each as well', async () => {
    await server.sql('DELETE FROM payctl.claim', store.database);
    const bouncer = await PgBouncer.before(server.port, 3);
    const history = await storm(bouncer.url(store.database), 2);
    await expectSound(history);
    await bouncer.dispose();
  }, 600_000);
});
