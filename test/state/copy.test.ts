import { expect, it } from 'vitest';
import { DAY_MS } from '../../src/core/time.js';
import { mayRepeatClaim } from '../../src/journal/state.js';
import { isArchived } from '../../src/state/chain.js';
import { type ClaimRules, copyStore } from '../../src/state/copy.js';
import { openFileStore } from '../../src/state/files/store.js';
import type { Store } from '../../src/state/store.js';
import { PAY } from '../fixtures/client.js';
import { fakeHost } from '../fixtures/fake-host.js';
import { archiveOld, NO_RECORD, shows, testJournal } from '../fixtures/journal.js';
import { retirementOf } from '../fixtures/retirement.js';
import { said } from '../fixtures/said.js';

const KEY = 'a'.repeat(32);
const ARCHIVED: Record<string, string>[] = [
  { v: '1', text: 'how it ended' },
  { v: '1', type: 'archived' },
];

const newStore = (): Store => openFileStore(fakeHost().files, '/state');
const line = (text: string) => [{ v: '1', text }];

async function storeWith(...revisions: Record<string, string>[][]): Promise<Store> {
  const store = newStore();
  for (const lines of revisions) await store.claims.add(await store.claims.read(KEY), { lines });
  return store;
}

async function archivedStore(): Promise<Store> {
  const store = await storeWith(line('first'));
  const claim = await store.claims.read(KEY);
  await store.claims.retire([retirementOf(claim, ARCHIVED)]);
  return store;
}

const copy = (from: Store, to: Store, mayRepeat: ClaimRules['mayRepeat'] = () => false) =>
  copyStore(from, to, { skips: () => false, mayRepeat });

async function linesOf({ claims }: Store) {
  return (await claims.read(KEY)).revisions.map(({ lines }) => lines.map(({ text }) => text));
}

it('a copy brings a claim, and later what was added to it', async () => {
  const [from, to] = [await storeWith(line('first')), newStore()];
  expect(await copy(from, to)).toMatchObject({ claims: 1, differences: [] });
  await from.claims.add(await from.claims.read(KEY), { lines: line('second') });
  expect(await copy(from, to)).toMatchObject({ claims: 1, differences: [] });
  expect(await copy(from, to)).toMatchObject({ claims: 0, differences: [] });
  expect(await linesOf(to)).toEqual([['first'], ['second']]);
});

it('a copy keeps what the target has already, and reports the difference', async () => {
  const [from, to] = [await storeWith(line('first')), await storeWith(line('other'))];
  const { claims, differences } = await copy(from, to);
  expect([claims, differences]).toMatchObject([0, [{ why: said('it has other lines there') }]]);
});

it.each([
  ['nothing', newStore],
  ['its beginning', () => storeWith(line('first'))],
  ['something else', () => storeWith(line('other'))],
])('an archived claim stays used where %s was known of it', async (_what, make) => {
  const [from, to] = [await archivedStore(), await make()];
  expect(await copy(from, to)).toMatchObject({ claims: 1, differences: [] });
  const { revisions, missing } = await to.claims.read(KEY);
  expect(missing).toBeUndefined();
  expect(isArchived(revisions.at(-1)?.lines ?? [])).toBe(true);
  expect(await copy(from, to)).toMatchObject({ claims: 0, differences: [] });
});

it('a claim that the target has archived brings nothing', async () => {
  const [from, to] = [await storeWith(line('first'), line('second')), await archivedStore()];
  expect(await copy(from, to)).toMatchObject({ claims: 0, differences: [] });
  expect(await linesOf(to)).toEqual([['how it ended', undefined]]);
});

it.each([
  ['here', ['here']],
  ['there', ['there']],
  ['here and there', ['here', 'there']],
])(
  'a charge that was also made there is reported where it was archived %s',
  async (_where, archived) => {
    const [here, there] = [testJournal(), testJournal()];
    here.answers['ewallet.pay'] = () => ({ class: 'REJECTED' });
    there.answers['ewallet.pay'] = () => ({ class: 'SUCCESS' });
    // Another process.
    here.restart();
    for (const [place, side] of Object.entries({ here, there })) {
      await side.pay();
      side.restart();
      if (archived.includes(place))
        await archiveOld(side, undefined, side.host.clock.now() + 60 * DAY_MS);
    }
    const [from, to] = [here.journal.store, there.journal.store];
    const brought = () => copy(from, to, (lines) => mayRepeatClaim(there.journal, lines));
    const differences = [{ references: [PAY.outTradeNo], isClaimed: true }];
    expect(await brought()).toMatchObject({ claims: 0, differences });
    expect(await there.pay()).toMatchObject({ class: 'SUCCESS', replayed: true });
  },
);

it.each(['here', 'there'])(
  'a charge that was brought is no other one once it is archived %s',
  async (where) => {
    const [here, there] = [testJournal(), testJournal()];
    for (const kind of ['AUTH', 'SUCCESS'] as const) {
      here.answers['ewallet.pay'] = () => ({ class: kind });
      await here.pay();
    }
    here.restart();
    const brought = () => copy(here.journal.store, there.journal.store);
    expect(await brought()).toMatchObject({ claims: 1, differences: [] });
    const { journal, host } = where === 'here' ? here : there;
    await archiveOld({ ...here, journal, host }, undefined, host.clock.now() + 60 * DAY_MS);
    expect(await brought()).toMatchObject({ differences: [] });
  },
);

it('a charge that was made stays made where the target has proven another attempt not executed', async () => {
  const [charged, refused] = [testJournal(), testJournal()];
  charged.answers['ewallet.pay'] = () => ({ class: 'SUCCESS' });
  await charged.pay();
  refused.answers['ewallet.pay'] = () => ({ class: 'AUTH' });
  await refused.pay();
  const [from, to] = [charged.journal.store, refused.journal.store];
  const brought = () => copy(from, to, (lines) => mayRepeatClaim(refused.journal, lines));
  expect(await brought()).toMatchObject({ claims: 1, differences: [] });
  expect(await brought()).toMatchObject({ claims: 0, differences: [] });
  refused.answers['ewallet.pay'] = () => ({ class: 'SUCCESS' });
  expect(await refused.pay()).toMatchObject({ class: 'SUCCESS', replayed: true });
  expect(refused.calls).toEqual(['ewallet.pay']);
});

it('the claim of a transfer that was initiated in both names both', async () => {
  const sides = ['1', '2'].map(async (tokenizerId) => {
    const store = await storeWith([{ v: '1', type: 'intent', text: tokenizerId }]);
    const record = { reference: 'P1', contents: 'c', tokenizerId, at: '2026-01-31T00:00:00Z' };
    await store.transfers.keep(KEY, record);
    return store;
  });
  const [from = newStore(), to = newStore()] = await Promise.all(sides);
  const differences = [{ references: ['P1'], isClaimed: true }];
  expect(await copy(from, to)).toMatchObject({ differences });
  expect(await copy(from, to)).toMatchObject({ differences });
  expect(await linesOf(to)).toEqual([['2'], ['1']]);
});

it.each([
  ['called it not executed since', false],
  ['called it not executed, and charged again in vain', true],
])('a charge that was made stays made where a person has %s', async (_what, chargesAgain) => {
  const [charged, settled] = [testJournal(), testJournal()];
  charged.answers['ewallet.pay'] = () => ({ class: 'OUTCOME_UNKNOWN' });
  charged.answers['ewallet.inquire'] = () => ({ class: 'UNAVAILABLE' });
  await charged.pay(undefined, { waitMs: 0 });
  const [from, to] = [charged.journal.store, settled.journal.store];
  const brought = () => copy(from, to, (lines) => mayRepeatClaim(settled.journal, lines));
  await brought();
  settled.restart();
  settled.answers['ewallet.inquire'] = () => ({ class: 'NOT_FOUND', ...NO_RECORD });
  await settled.settle(PAY.outTradeNo, 'not-executed');
  settled.answers['ewallet.pay'] = () => ({ class: 'AUTH' });
  if (chargesAgain) await settled.pay();
  charged.answers['ewallet.inquire'] = () => shows('SUCCESS');
  await charged.pay(undefined, { waitMs: 0 });
  expect(await brought()).toMatchObject({ claims: 1, differences: [] });
  expect(await brought()).toMatchObject({ claims: 0, differences: [] });
  const before = settled.calls.length;
  expect(await settled.pay()).toMatchObject({ class: 'SUCCESS', replayed: true });
  expect(settled.calls.slice(before)).toEqual([]);
});
