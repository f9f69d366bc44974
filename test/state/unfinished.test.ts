import { expect, it } from 'vitest';
import type { JsonObject } from '../../src/core/json.js';
import type { Claims } from '../../src/state/claims.js';
import { openFileStore } from '../../src/state/files/store.js';
import { type FakeFiles, fakeFiles } from '../fixtures/fake-files.js';

const STATE = '/state';
const KEYS = ['a', 'b', 'c'].map((letter) => letter.repeat(32));
const WRITES = ['create', 'link', 'append', 'appendUnflushed', 'replace', 'remove'];
const line = (text: string): JsonObject => ({ v: '1', text });

class Killed extends Error {}

async function threeClaims(): Promise<{ files: FakeFiles; claims: Claims }> {
  const files = fakeFiles({}, () => 0);
  const { claims } = openFileStore(files, STATE);
  for (const key of KEYS) await claims.create(key, { lines: [line('a')] });
  return { files, claims };
}

/** Adds a revision to all three. */
async function addToAll(claims: Claims): Promise<boolean> {
  const read = await Promise.all(KEYS.map((key) => claims.read(key)));
  return claims.addAll(read.map((after) => ({ after, next: { lines: [line('b')] } })));
}

async function revisionsIn(claims: Claims): Promise<number[]> {
  const read = await Promise.all(KEYS.map((key) => claims.read(key)));
  for (const { revisions } of read) expect(revisions.flatMap(({ faults }) => faults)).toEqual([]);
  return read.map(({ newest }) => newest);
}

/** How many revisions each claim has after a kill at this step, before and after the next run; undefined where the run was over. */
async function killedAt(last: number) {
  const { files, claims } = await threeClaims();
  let step = 0;
  const live = () => {
    step += 1;
    if (step >= last) throw new Killed();
  };
  files.before = (name) => (WRITES.includes(name) ? live() : undefined);
  files.after = files.before;
  const killed = await addToAll(claims).then(
    () => false,
    (error: unknown) => error instanceof Killed,
  );
  if (!killed) return undefined;
  files.before = () => undefined;
  files.after = files.before;
  const next = openFileStore(files, STATE).claims;
  const left = await revisionsIn(next);
  await next.prepare();
  const completed = await revisionsIn(next);
  // Whoever decides the same again changes nothing that stands.
  await next.prepare();
  expect(await revisionsIn(next)).toEqual(completed);
  return { left, completed };
}

it('revisions that are added together are all there or none once the next run has begun, wherever one is killed', async () => {
  let halves = 0;
  let steps = 0;
  for (let last = 1; ; last += 1) {
    const ended = await killedAt(last);
    if (ended === undefined) break;
    steps = last;
    const { left, completed } = ended;
    expect([String([1, 1, 1]), String([2, 2, 2])], `step ${last}`).toContain(String(completed));
    if (new Set(left).size > 1) halves += 1;
  }
  expect(steps).toBeGreaterThan(20);
  // Without the plan these would have stayed as they were.
  expect(halves).toBeGreaterThan(3);
});

it('an unfinished addition leaves a claim alone to which somebody added in between', async () => {
  const { files, claims } = await threeClaims();
  let created = 0;
  files.after = (name) => {
    if (name === 'create' && ++created === 2) throw new Killed();
  };
  await expect(addToAll(claims)).rejects.toBeInstanceOf(Killed);
  files.after = () => undefined;
  const other = openFileStore(files, STATE).claims;
  const [, , last = ''] = KEYS;
  await other.add(await other.read(last), { lines: [line('of another')] });
  await other.prepare();
  expect(await revisionsIn(other)).toEqual([2, 2, 2]);
  const { revisions } = await other.read(last);
  expect(revisions.at(-1)?.lines).toMatchObject([{ text: 'of another' }]);
});

it('an unfinished addition that somebody changed is refused', async () => {
  const { files, claims } = await threeClaims();
  let created = 0;
  files.after = (name) => {
    if (name === 'create' && ++created === 1) throw new Killed();
  };
  await expect(addToAll(claims)).rejects.toBeInstanceOf(Killed);
  files.after = () => undefined;
  const path = `${STATE}/unfinished.jsonl`;
  const text = Buffer.from(files.read(path) ?? []).toString();
  files.replace(path, Buffer.from(text.replace('"text":"b"', '"text":"c"')));
  await expect(openFileStore(files, STATE).claims.prepare()).rejects.toThrow(path);
  expect(await revisionsIn(claims)).toEqual([1, 1, 1]);
});
