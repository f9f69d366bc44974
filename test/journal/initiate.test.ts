import { describe, expect, it } from 'vitest';
import { loadOperation } from '../../src/bank/families.js';
import { archive } from '../../src/journal/archive.js';
import { claimFor } from '../../src/journal/claim.js';
import { initiateOnce } from '../../src/journal/initiate.js';
import { list } from '../../src/journal/list.js';
import { planRetirement } from '../../src/journal/retire.js';
import { recordFaults } from '../../src/journal/transfer-record.js';
import { verify } from '../../src/journal/verify.js';
import { copyStore } from '../../src/state/copy.js';
import type { TransferRecord } from '../../src/state/store.js';
import { fileIn, type TestJournal, testJournal } from '../fixtures/journal.js';
import { MAY_CLAIM } from '../fixtures/permission.js';

const INPUT = { partnerTransactionID: 'PAY1', corporateId: 'C1', tranAmount: { amount: '11.00' } };
const LOOPBACK = 'http://127.0.0.1:8080';

async function initiating(made: TestJournal = testJournal()) {
  const operation = await loadOperation('transfer.creditInitiate');
  let tokens = 0;
  made.answers['transfer.creditInitiate'] ??= () => ({
    class: 'SUCCESS',
    data: { tokenizerId: `T${++tokens}` },
  });
  return {
    made,
    claim: (baseUrl = LOOPBACK) => claimFor(baseUrl, operation, INPUT),
    async initiate(baseUrl = LOOPBACK, input: object = INPUT) {
      const { journal, caller, access } = made;
      const connection = { ...access.connection, baseUrl };
      const permission = MAY_CLAIM;
      const parts = { journal, caller, connection, permission };
      const request = { ...parts, operation, input: { ...input } };
      const { outcome } = await initiateOnce(request);
      return outcome.class === 'SUCCESS' ? outcome.data : outcome.class;
    },
  };
}

describe('an initiation', () => {
  it.each([
    [LOOPBACK, 'http://localhost:8080'],
    ['http://localhost:8080', LOOPBACK],
    ['https://bank.example/Partners', 'https://bank.example/partners'],
  ])('at %s is the one at %s', async (one, other) => {
    const { made, initiate } = await initiating();
    expect(await initiate(one)).toEqual({ tokenizerId: 'T1' });
    expect(await initiate(other)).toEqual({ tokenizerId: 'T1' });
    expect(await initiate(other, { ...INPUT, corporateId: 'C1', note: 'x' })).toBe('CONFLICT');
    expect(made.calls).toHaveLength(1);
    expect(await list(made.journal)).toHaveLength(1);
    expect((await verify(made.journal)).faults).toEqual([]);
  });

  it('of two stores is sound in either, and is neither repeated nor archived', async () => {
    const [one, other] = [await initiating(), await initiating()];
    await one.initiate();
    other.made.host.clock.advance(1);
    other.made.answers['transfer.creditInitiate'] = () => ({
      class: 'SUCCESS',
      data: { tokenizerId: 'T9' },
    });
    await other.initiate();
    const { journal } = other.made;
    const rules = { skips: () => false, mayRepeat: () => false };
    await copyStore(one.made.journal.store, journal.store, rules);
    expect(await other.initiate()).toBe('CONFLICT');
    expect((await verify(journal)).faults).toEqual([]);
    const [row] = await list(journal);
    if (row === undefined) throw new Error('no claim');
    const claim = await journal.store.claims.read(row.key);
    expect(planRetirement(journal, claim, '', Number.POSITIVE_INFINITY)).toBeUndefined();
  });

  it('of two stores is not confirmed where one of them has archived it', async () => {
    const [one, other] = [await initiating(), await initiating()];
    await one.initiate();
    other.made.answers['transfer.creditInitiate'] = () => ({
      class: 'SUCCESS',
      data: { tokenizerId: 'T9' },
    });
    await other.initiate();
    const { journal, host } = other.made;
    host.clock.advance(1);
    await archive(journal, { file: fileIn(), before: host.clock.now() });
    const rules = { skips: () => false, mayRepeat: () => false };
    const { differences } = await copyStore(one.made.journal.store, journal.store, rules);
    expect(differences).toMatchObject([{ references: ['PAY1'], isClaimed: true }]);
    expect(await other.initiate()).toBe('CONFLICT');
    expect((await verify(journal)).faults).toEqual([]);
  });

  it('that went into an archive still tells what it is confirmed by', async () => {
    const { made, initiate } = await initiating();
    // Under an address that points to another form of itself, too.
    await initiate('http://localhost:8080');
    made.host.clock.advance(1);
    const file = fileIn();
    const before = made.host.clock.now();
    expect(await archive(made.journal, { file, before })).toMatchObject({ claims: 1, taken: 1 });
    for (const address of [LOOPBACK, 'http://localhost:8080']) {
      expect(await initiate(address)).toEqual({ tokenizerId: 'T1' });
      expect(await initiate(address, { ...INPUT, note: 'x' })).toBe('CONFLICT');
    }
    expect(made.calls).toHaveLength(1);
    expect((await verify(made.journal)).faults).toEqual([]);
  });

  it('whose answer was lost, or refused, is made anew', async () => {
    const { made, initiate } = await initiating();
    const good = made.answers['transfer.creditInitiate'];
    for (const kind of ['OUTCOME_UNKNOWN', 'REJECTED', 'UNAVAILABLE'] as const) {
      made.answers['transfer.creditInitiate'] = () => ({ class: kind });
      expect(await initiate()).toBe(kind);
      expect(await list(made.journal)).toEqual([]);
    }
    if (good) made.answers['transfer.creditInitiate'] = good;
    expect(await initiate()).toEqual({ tokenizerId: 'T1' });
  });

  it('that two runs make at once is told by both as the same', async () => {
    const { made, initiate } = await initiating();
    const told = await Promise.all([initiate(), initiate('http://localhost:8080'), initiate()]);
    expect(new Set(told.map((data) => JSON.stringify(data))).size).toBe(1);
    expect(await list(made.journal)).toHaveLength(1);
  });
});

const KEY = 'a'.repeat(32);
const FILE = `/state/transfers/${KEY}.json`;
const FIRST: TransferRecord = {
  reference: 'PAY1',
  contents: 'c1',
  tokenizerId: 'T1',
  at: '2026-01-31T00:00:00.000Z',
};
const DAMAGED = expect.objectContaining({ exitClass: 'CONFIG' });

describe('the record of an initiated transfer', () => {
  it('is sealed: no bit of it can be another', async () => {
    const { journal, host } = testJournal();
    await journal.store.transfers.keep(KEY, FIRST);
    const text = host.files.text(FILE) ?? '';
    for (let at = 0; at < text.length; at++) {
      const bytes = Buffer.from(text);
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      host.files.put(FILE, bytes);
      await expect(journal.store.transfers.read(KEY)).rejects.toThrow(DAMAGED);
      expect(await recordFaults(journal, new Map())).toHaveLength(1);
    }
  });

  it.each(['', '{', '[]', '{"tokenizerId":"T1"}', '{"tokenizerId":"T1","at":"soon"}'])(
    'is not guessed where the file is damaged: %s',
    async (text) => {
      const { journal, host } = testJournal();
      host.files.put(FILE, text);
      await expect(journal.store.transfers.read(KEY)).rejects.toThrow(DAMAGED);
    },
  );
});
