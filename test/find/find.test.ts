import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitDays } from '../../src/bank/days.js';
import { loadOperation } from '../../src/bank/families.js';
import { DAY_MS } from '../../src/core/time.js';
import { ChargeReading } from '../../src/find/charge-reading.js';
import { containsName } from '../../src/find/find.js';
import { journalSightings, type Narrowing, relatedSightings } from '../../src/find/journal.js';
import { merge } from '../../src/find/merge.js';
import {
  KINDS,
  type Payment,
  referenceKey,
  type Sighting,
  SOURCES,
  transactionKey,
} from '../../src/find/payment.js';
import { initiateOnce } from '../../src/journal/initiate.js';
import { list } from '../../src/journal/list.js';
import { PAY } from '../fixtures/client.js';
import { BASE_URL, reportLate, testJournal } from '../fixtures/journal.js';
import { MAY_CLAIM } from '../fixtures/permission.js';

const NOW = Date.UTC(2026, 2, 2, 3);

function seen(more: Partial<Sighting> = {}): Sighting {
  const { transactionId = 'T1', reference = 'ORDER1', kind = 'bill' } = more;
  const keys = [
    ...transactionKey(transactionId),
    ...referenceKey(kind === 'qr' ? 'card' : kind, reference),
  ];
  return {
    ...{ source: 'bank', kind, reference, transactionId, keys, amount: '100.00', at: NOW },
    ...{ state: 'paid', ...more },
  };
}

const only = (sightings: readonly Sighting[]): Payment => {
  const payments = merge(sightings);
  expect(payments).toHaveLength(1);
  const [payment] = payments;
  if (payment === undefined) throw new TypeError('none');
  return payment;
};

const sighting: fc.Arbitrary<Sighting> = fc
  .record({
    source: fc.constantFrom(...SOURCES),
    kind: fc.constantFrom('bill', 'ewallet', 'qr', 'transfer', 'dd'),
    reference: fc.constantFrom('', 'A', 'B'),
    transactionId: fc.constantFrom('', 'T1', 'T2', 'T3'),
    amount: fc.constantFrom('1', '1.00', '2.50'),
    at: fc.constantFrom(NOW, NOW + 1000, NOW + 120_000),
    state: fc.constantFrom('paid', 'refused', 'pending'),
  })
  .map(seen);

describe('merging the sightings of several sources', () => {
  it('keeps every sighting once, whatever their order', () => {
    fc.assert(
      fc.property(fc.array(sighting, { maxLength: 12 }), fc.gen(), (all, gen) => {
        const payments = merge(all);
        expect(payments.flatMap((one) => one.sightings)).toHaveLength(all.length);
        const shuffled = gen(() =>
          fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length }),
        );
        const plain = (list: readonly Payment[]) =>
          list.map(({ sightings, ...shown }) => JSON.stringify([shown, sightings.length])).sort();
        expect(plain(merge(shuffled))).toEqual(plain(payments));
      }),
    );
  });

  it('joins sightings that share a key, and no others', () => {
    fc.assert(
      fc.property(fc.array(sighting, { maxLength: 12 }), (all) => {
        const places = new Map<string, Set<Payment>>();
        for (const payment of merge(all)) {
          for (const key of payment.sightings.flatMap(({ keys }) => keys)) {
            places.set(key, (places.get(key) ?? new Set()).add(payment));
          }
        }
        expect([...places.values()].every(({ size }) => size === 1)).toBe(true);
      }),
    );
  });

  it('shows the newest first, with amounts of two decimals', () => {
    fc.assert(
      fc.property(fc.array(sighting, { maxLength: 12 }), (all) => {
        const payments = merge(all);
        const times = payments.map(({ at }) => at);
        expect(times).toEqual([...times].sort((a, b) => b - a));
        expect(payments.every(({ amount }) => /^[0-9]+\.[0-9]{2}$/.test(amount))).toBe(true);
      }),
    );
  });

  it('ignores the spelling of amounts, and missing ones', () => {
    const told = only([seen({ amount: '100' }), seen({ source: 'confirmation' })]);
    expect(told.contradiction).toBeNull();
    expect(only([seen({ source: 'journal', kind: 'dd' })]).contradiction).toBeNull();
  });

  it('shows no amount where a confirmation has an invalid one, and says so', () => {
    const hostile = fc.oneof(
      fc.string(),
      fc.constantFrom('1e5', '-5', '1,000.00', '٥', '\u001b[31m', '0x10', '1.005'),
    );
    fc.assert(
      fc.property(hostile, (amount) => {
        const sure = /^[0-9]+(\.[0-9]{1,2})?$/.test(amount) || amount === '';
        const told = only([seen({ source: 'confirmation', amount })]);
        expect(told.amount).toMatch(/^([0-9]+\.[0-9]{2})?$/);
        const doubt = 'a confirmation says an amount that cannot be read';
        expect(told.contradiction && String(told.contradiction)).toBe(sure ? null : doubt);
        const known = only([seen(), seen({ source: 'confirmation', amount })]);
        expect(known.amount).toBe('100.00');
      }),
    );
  });

  it('stays linear with many sightings under one reference or key', () => {
    const many = (count: number, more: (index: number) => Partial<Sighting>) =>
      Array.from({ length: count }, (_, index) =>
        seen({ transactionId: `T${index}`, ...more(index) }),
      );
    const shops = many(20_000, (index) => ({ at: NOW + index }));
    expect(merge(shops)).toHaveLength(20_000);
    const wallets = many(5000, () => ({ kind: 'ewallet', source: 'confirmation' }));
    expect(merge(wallets)).toHaveLength(1);
  });

  it('marks a payment that this machine has as refused', () => {
    const told = only([seen(), seen({ source: 'journal', state: 'refused' })]);
    expect(String(told.contradiction)).toBe('the bank says paid, the journal says refused');
  });

  it('tells a full refund from a partial one', () => {
    const paid = { kind: 'ewallet', source: 'confirmation' } as const;
    const refund = {
      kind: 'ewallet',
      source: 'journal',
      isReversal: true,
      state: 'reversed',
    } as const;
    expect(only([seen(paid), seen(refund)]).state).toBe('reversed');
    const part = only([seen(paid), seen({ ...refund, amount: '1.00' })]);
    expect(part).toMatchObject({ state: 'paid', amount: '100.00', contradiction: null });
  });

  it('joins a confirmation without an id to the only bill that it can mean', () => {
    const message = seen({ source: 'confirmation', transactionId: '', at: NOW + 5000 });
    expect(merge([seen(), message])).toHaveLength(1);
    expect(merge([seen(), seen({ transactionId: 'T2', at: NOW + 9000 }), message])).toHaveLength(3);
    expect(merge([seen(), { ...message, at: NOW + 60_000 }])).toHaveLength(2);
    expect(merge([seen(), { ...message, amount: '100.01' }])).toHaveLength(2);
  });
});

describe('the days of a search', () => {
  it('are each covered once, in parts no longer than the bank allows', () => {
    const day = fc.integer({ min: 0, max: 400 });
    fc.assert(
      fc.property(day, day, fc.integer({ min: 1, max: 9 }), (first, more, most) => {
        const date = (at: number) =>
          new Date((20_000 + at) * 86_400_000).toISOString().slice(0, 10);
        const parts = splitDays({ from: date(first), to: date(first + more) }, most);
        const numbers = parts.flatMap(({ from, to }) => {
          const [begin, end] = [from, to].map((text) => Date.parse(text) / 86_400_000);
          const days = (end ?? 0) - (begin ?? 0) + 1;
          expect(days).toBeGreaterThan(0);
          expect(days).toBeLessThanOrEqual(most);
          return Array.from({ length: days }, (_, at) => (begin ?? 0) + at - 20_000);
        });
        expect(numbers).toEqual(Array.from({ length: more + 1 }, (_, at) => first + at));
      }),
    );
  });
});

describe('a part of a name', () => {
  it.each([
    ['somchai', 'Mr. SOMCHAI Test', true],
    ['สมชาย', 'นาย สมชาย ทดสอบ', true],
    ['คำ', 'นาง คํา ทดสอบ', true],
    ['somsri', 'Somchai Test', false],
    ['x', '', false],
  ])('%s in %s', (part, name, is) => expect(containsName(part, name)).toBe(is));
});

const OWNER = { baseUrl: BASE_URL, company: undefined };
const TOKENIZER = 'TOKENIZER0000000000000000000000001';

/** A payment a day; the first is refunded at the end, and the transfer of the first day confirmed. */
async function month() {
  const made = testJournal();
  const { host, answers } = made;
  answers['ewallet.pay'] = answers['ewallet.refund'] = () => ({ class: 'SUCCESS' });
  answers['transfer.creditInitiate'] = () => ({
    class: 'SUCCESS',
    data: { tokenizerId: TOKENIZER },
  });
  answers['transfer.creditConfirm'] = () => ({ class: 'SUCCESS' });
  const began = host.clock.now();
  const operation = await loadOperation('transfer.creditInitiate');
  const input = {
    partnerTransactionID: 'PAY1',
    corporateId: 'C1',
    tranAmount: { amount: '11.00' },
  };
  const permission = MAY_CLAIM;
  await initiateOnce({ journal: made.journal, ...made.access, operation, input, permission });
  for (let day = 0; day < 30; day++) {
    await made.pay({ ...PAY, outTradeNo: `DAY${String(day).padStart(9, '0')}` });
    host.clock.advance(DAY_MS);
  }
  const { outTradeNo: _, ...refund } = PAY;
  await made.charge('ewallet.refund', { ...refund, outTradeNo: 'DAY000000000' });
  await made.charge('transfer.creditConfirm', { tokenizerId: TOKENIZER });
  await list(made.journal);
  /** What the journal tells of a day, and how many claims that took. */
  const period = (day: number) => ({
    since: began + day * DAY_MS,
    until: began + (day + 1) * DAY_MS,
    kinds: KINDS,
    newestFirst: true,
  });
  const found = async (day: number, narrow: Partial<Narrowing> = {}) => {
    const wanted = { ...period(day), ...narrow };
    const read = new Set<string>();
    host.files.before = (step, path) => {
      if (step === 'read' && /journal\/.*\.1\.jsonl$/.test(path)) read.add(path);
    };
    const { sightings: own } = await journalSightings(
      new ChargeReading(made.journal, OWNER),
      wanted,
    );
    const later = await relatedSightings(new ChargeReading(made.journal, OWNER), wanted, {
      sightings: own,
    });
    const payments = merge([...own, ...later])
      .filter(({ at }) => at >= wanted.since && at < wanted.until)
      .map(({ reference, state, amount }) => `${reference} ${state} ${amount}`);
    return { payments, claims: read.size };
  };
  return { made, found, period };
}

it('reads the charges of the requested days, and their later refunds', async () => {
  const { found } = await month();
  expect(await found(15)).toEqual({ payments: ['DAY000000015 paid 100.00'], claims: 3 });
  expect(await found(0)).toEqual({ payments: ['DAY000000000 reversed 100.00'], claims: 3 });
});

it('reads no charge that cannot fit, and all that belong to one that does', async () => {
  const { found } = await month();
  const none = { payments: [], claims: 0 };
  const transfer = `${TOKENIZER} paid 11.00`;
  const given = 'DAY000000000 reversed 100.00';
  expect(await found(30, { amount: '11' })).toMatchObject({ payments: [transfer] });
  expect(await found(15, { amount: '99.99' })).toEqual(none);
  expect(await found(15, { kinds: ['dd', 'bill'] })).toEqual(none);
  expect(await found(15, { state: 'refused' })).toEqual(none);
  expect(await found(15, { machine: 'elsewhere' })).toEqual(none);
  expect((await found(30, { kinds: ['transfer'] })).payments).toEqual([transfer]);
  // The payment of a reversal that fits, however long before, and the reversal of a payment that fits.
  expect((await found(30, { state: 'reversed' })).payments).toEqual([given]);
  expect((await found(0, { state: 'reversed' })).payments).toEqual([given]);
  expect((await found(0, { amount: '100' })).payments).toEqual([given]);
});

it('stops at the newest charges where they are enough, of those days alone', async () => {
  const { made, period } = await month();
  const wanted = { ...period(9), since: period(0).since };
  const all = await journalSightings(new ChargeReading(made.journal, OWNER), wanted);
  const some = await journalSightings(new ChargeReading(made.journal, OWNER), wanted, 3);
  const referencesOf = ({ sightings }: typeof all) => sightings.map(({ reference }) => reference);
  expect(referencesOf(all)).toHaveLength(11);
  expect(all.upTo).toBeUndefined();
  // One of the hour after is read, too, but is not one of the three.
  expect(referencesOf(some)).toEqual(referencesOf(all).slice(0, 4));
  expect(some.upTo?.at).toBe(Math.min(...some.sightings.map(({ at }) => at)));
});

it('knows the amount of a transfer that was initiated long before', async () => {
  const { found } = await month();
  expect((await found(30)).payments).toEqual([
    'DAY000000000 reversed 100.00',
    `${TOKENIZER} paid 11.00`,
  ]);
});

it('tells of the attempt that moved the money, though a later one failed', async () => {
  const made = testJournal();
  await reportLate(made, 'after');
  const wanted = { since: 0, until: Date.UTC(2100), kinds: KINDS, newestFirst: true };
  const { sightings } = await journalSightings(new ChargeReading(made.journal, OWNER), wanted);
  expect(sightings).toMatchObject([{ amount: '100.00', state: 'paid' }]);
});
