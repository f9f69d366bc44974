import { describe, expect, it } from 'vitest';
import type { Charge, Confirmation } from '../../src/reconcile/own.js';
import { expectConserved, fates, type Night, reconciled } from './night.js';

const OWN = 'reference,transactionId,amount,date,time,status,fee,payout\n';
const BANK = 'reference,transactionId,amount,fee,date,time,status\n';

/** Lines without the header, cells padded with nothing to the right. */
function sheet(head: string, ...lines: string[]): string {
  const cells = head.split(',').length;
  const full = lines.map((line) => line + ','.repeat(cells - line.split(',').length));
  return head + full.map((line) => `${line}\n`).join('');
}
const own = (...lines: string[]) => sheet(OWN, ...lines);
const bank = (...lines: string[]) => sheet(BANK, ...lines);

const AT = Date.parse('2026-01-31T10:00:00+07:00');

function charge(reference: string, state: Charge['state'], amount = 10000): Charge {
  return { reference, state, amount, at: AT, key: reference };
}

function told(reference: string, transactionId: string, amount = 10000): Confirmation {
  return { reference, transactionId, amount, at: AT, message: transactionId };
}

const A = 'A,,100.00,2026-01-31';
const AB = 'A,T1,100.00,,2026-01-31';
/** Makes the sides cover the days around. */
const DAYS = { from: '2026-01-30', to: '2026-02-01' };

const CASES: readonly (readonly [name: string, night: Night, fates: string[]])[] = [
  [
    '1 what cannot be read',
    { orders: own(A, 'B,,x,2026-01-31'), bank: bank(AB) },
    ['bad-line 3/', 'matched 2/2'],
  ],
  [
    '1 no reference at all',
    { orders: own(A, ',,5,2026-01-31'), bank: bank(AB) },
    ['bad-line 3/', 'matched 2/2'],
  ],
  [
    '1 a status that nobody knows',
    { orders: own(`${A},,maybe`), bank: bank(AB), ...DAYS },
    ['bad-line 2/2'],
  ],
  [
    '1 with all lines of its reference',
    {
      orders: own(A, `${A},,maybe`, 'B,,5,2026-01-31'),
      bank: bank(AB, 'A,T2,7,,2026-01-31', 'B,T3,5,,2026-01-31'),
      more: { charges: [charge('A', 'succeeded')] },
    },
    ['bad-line 2+3/2+3', 'matched 4/4'],
  ],
  [
    '1 two of one reference, of which the first takes the others',
    { orders: own(`${A},,maybe`, `${A},,perhaps`), bank: bank(AB), ...DAYS },
    ['bad-line 2/2', 'bad-line 3/'],
  ],
  [
    '1 with too many cells, beside its reference',
    { orders: own(A), bank: `${BANK}A,T1,1,000.00,,2026-01-31,,\n` },
    ['bad-line 2/2'],
  ],
  [
    '1 what the journal has of it is no orphan',
    {
      orders: own('B,,5,2026-01-31'),
      bank: bank('A,T1,x,,2026-01-31', 'B,T2,5,,2026-01-31'),
      more: { charges: [charge('A', 'succeeded')] },
    },
    ['bad-line /2', 'matched 2/3'],
  ],
  [
    '2 a line of the bank again',
    { orders: own(A), bank: bank(AB, AB) },
    ['duplicate-line /3', 'matched 2/2'],
  ],
  [
    '2 again with another time, by its id',
    { orders: own(A), bank: bank(AB, `${AB},09:00`) },
    ['duplicate-line /3', 'matched 2/2'],
  ],
  [
    '2 without an id only when all columns agree',
    { orders: own(A, A, `${A},10:00`), bank: bank(AB), ...DAYS },
    ['duplicate-line 3/', 'matched 2/2', 'missing-at-bank 4/'],
  ],
  [
    '2 across the files of a side',
    { orders: own(A), bank: [bank(AB), bank(AB)] },
    ['duplicate-line /2:2', 'matched 2/1:2'],
  ],
  [
    '3 given back',
    { orders: own(A), bank: bank(AB, 'A,T2,-100.00,,2026-01-31') },
    ['reversed 2/2+3'],
  ],
  [
    '3 given back, by its status',
    { orders: own(A), bank: bank(`${AB},,refunded`) },
    ['reversed 2/2'],
  ],
  [
    '3 as the orders say',
    { orders: own(`${A},,refunded`), bank: bank(`${AB},,void`) },
    ['matched 2/2'],
  ],
  [
    '3 under a reference of the bank, by the id',
    { orders: own('A,T1,100.00,2026-01-31'), bank: bank('Z,T1,-100.00,,2026-01-31') },
    ['reversed 2/2'],
  ],
  [
    '3 as the orders say, by an entry of its own',
    { orders: own(`${A},,refunded`), bank: bank(AB, 'A,T2,-100.00,,2026-01-31') },
    ['matched 2/2+3'],
  ],
  [
    '3 as the orders say, an entry with a status and no sign',
    { orders: own(`${A},,refunded`), bank: bank(AB, 'A,T2,100.00,,2026-01-31,,refunded') },
    ['matched 2/2+3'],
  ],
  [
    '3 as the orders say, of a payment of an earlier day',
    { orders: own(`${A},,refunded`), bank: bank('A,T2,-100.00,,2026-01-31') },
    ['matched 2/2'],
  ],
  [
    '3 a part, as the orders say',
    {
      orders: own(A, 'A,,-40.00,2026-01-31'),
      bank: bank(AB, 'A,T2,-40.00,,2026-01-31'),
    },
    ['matched 2+3/2+3'],
  ],
  [
    '3 a part, as the journal says',
    {
      bank: bank(AB, 'A,T2,-40.00,,2026-01-31'),
      more: { charges: [charge('A', 'succeeded')], refunds: [{ reference: 'A', amount: 4000 }] },
    },
    ['matched /2+3'],
  ],
  [
    '3 the journal gave it back, the orders do not say so',
    {
      orders: own(A),
      bank: bank(AB, 'A,T2,-100.00,,2026-01-31'),
      more: { refunds: [{ reference: 'A', amount: 10000 }] },
    },
    ['reversed 2/2+3'],
  ],
  [
    '3a never given back',
    { orders: own(`${A},,refunded`), bank: bank(AB) },
    ['refund-missing 2/2'],
  ],
  [
    '3a never given back, found by its transaction id',
    { orders: own('X,T1,100.00,2026-01-31,,refunded'), bank: bank(AB) },
    ['refund-missing 2/2'],
  ],
  [
    '3a a part',
    { orders: own(`${A},,refunded`), bank: bank(AB, 'A,T2,-40.00,,2026-01-31') },
    ['refund-missing 2/2+3'],
  ],
  [
    '3a a part, an entry with a status and no sign',
    { orders: own(`${A},,refunded`), bank: bank(AB, 'A,T2,40.00,,2026-01-31,,refunded') },
    ['refund-missing 2/2+3'],
  ],
  [
    '3a too much',
    { orders: own(`${A},,refunded`), bank: bank(AB, 'A,T2,-200.00,,2026-01-31') },
    ['refund-missing 2/2+3'],
  ],
  [
    '3a too much, of a payment of an earlier day',
    { orders: own(`${A},,refunded`), bank: bank('A,T2,-200.00,,2026-01-31') },
    ['refund-missing 2/2'],
  ],
  [
    '3a too little of a part',
    {
      orders: own(A, 'A,,-40.00,2026-01-31'),
      bank: bank(AB, 'A,T2,-30.00,,2026-01-31'),
    },
    ['refund-missing 2+3/2+3'],
  ],
  [
    '3a the journal gave it back, the bank did not',
    {
      bank: bank(AB),
      more: { charges: [charge('A', 'succeeded')], refunds: [{ reference: 'A' }] },
    },
    ['refund-missing /2'],
  ],
  [
    '3a the journal gave back what a confirmation told of',
    { bank: bank(AB), more: { confirmations: [told('A', 'T1')], refunds: [{ reference: 'A' }] } },
    ['refund-missing /2'],
  ],
  [
    '3a the journal gave it back, whatever the orders say',
    { orders: own(A), bank: bank(AB), more: { refunds: [{ reference: 'A', amount: 10000 }] } },
    ['refund-missing 2/2'],
  ],
  [
    '3a a part, and no payment beside it',
    { orders: own(`${A},,refunded`), bank: bank('A,T1,40.00,,2026-01-31,,reversed') },
    ['refund-missing 2/2'],
  ],
  [
    '3a too much, and no payment beside it',
    { orders: own(`${A},,refunded`), bank: bank('A,T1,200.00,,2026-01-31,,reversed') },
    ['refund-missing 2/2'],
  ],
  [
    '3a twice, and no payment beside it',
    {
      orders: own(`${A},,refunded`),
      bank: bank(`${AB},,reversed`, 'A,T2,100.00,,2026-01-31,,reversed'),
    },
    ['refund-missing 2/2+3'],
  ],
  [
    '3 in two parts, and no payment beside them',
    {
      orders: own(`${A},,refunded`),
      bank: bank('A,T1,60.00,,2026-01-31,,reversed', 'A,T2,40.00,,2026-01-31,,reversed'),
    },
    ['matched 2/2+3'],
  ],
  [
    '3a the journal gave back what it did not charge, the bank did not',
    { bank: bank(AB), more: { refunds: [{ reference: 'A' }] } },
    ['refund-missing /2'],
  ],
  [
    '3a the journal gave back what no order has, the bank did not',
    { orders: own('B,,1,2026-01-31'), bank: bank(AB), more: { refunds: [{ reference: 'A' }] } },
    ['missing-at-bank 2/', 'refund-missing /2'],
  ],
  [
    '3a the bank gave back a part of what the journal did, and did not charge',
    {
      bank: bank('A,T1,40.00,,2026-01-31,,reversed'),
      more: { refunds: [{ reference: 'A', amount: 10000 }] },
    },
    ['refund-missing /2'],
  ],
  [
    '3a the bank gave back more than the journal did, and did not charge',
    {
      bank: bank(AB, 'A,T2,-100.00,,2026-01-31'),
      more: { refunds: [{ reference: 'A', amount: 4000 }] },
    },
    ['refund-missing /2+3'],
  ],
  ...[[AB, 'A,T2,-100.00,,2026-01-31'], [`${AB},,void`], ['A,T2,-100.00,,2026-01-31']].flatMap(
    (lines) =>
      [undefined, 10000].map((amount): (typeof CASES)[number] => [
        `3 as the journal gave back what it did not charge: ${lines.length} lines, ${amount}`,
        {
          bank: bank(...lines),
          more: { refunds: [{ reference: 'A', ...(amount !== undefined && { amount }) }] },
        },
        [lines.length > 1 ? 'matched /2+3' : 'matched /2'],
      ]),
  ),
  [
    '3a within a payout',
    {
      orders: own('X,,40,2026-01-30,,,,P1', 'Y,,60,2026-01-31,,refunded,,P1'),
      bank: bank('P1,,100,,2026-01-31'),
    },
    ['refund-missing 2+3/2'],
  ],
  [
    '3 within a payout',
    {
      orders: own('X,,40,2026-01-30,,,,P1', 'Y,,60,2026-01-31,,refunded,,P1'),
      bank: bank('P1,,40,,2026-01-31'),
    },
    ['matched 2+3/2'],
  ],
  ['4 another amount', { orders: own(A), bank: bank('A,T1,99.99,,2026-01-31') }, ['amount 2/2']],
  [
    '4 within tolerance',
    { orders: own(A), bank: bank('A,T1,99.99,,2026-01-31'), more: { tolerance: 1 } },
    ['matched 2/2'],
  ],
  [
    '4 beyond tolerance',
    { orders: own(A), bank: bank('A,T1,99.98,,2026-01-31'), more: { tolerance: 1 } },
    ['amount 2/2'],
  ],
  [
    '5 the order is open',
    { orders: own(`${A},,pending`), bank: bank(AB) },
    ['unknown-but-paid 2/2'],
  ],
  [
    '5 the journal has it open',
    { orders: own(A), bank: bank(AB), more: { charges: [charge('A', 'open')] } },
    ['unknown-but-paid 2/2'],
  ],
  [
    '5 the journal has it refused',
    { orders: own(A), bank: bank(AB), more: { charges: [charge('A', 'refused')] } },
    ['unknown-but-paid 2/2'],
  ],
  [
    '5 not where it succeeded',
    {
      orders: own(A),
      bank: bank(AB),
      more: { charges: [charge('A', 'refused'), charge('A', 'succeeded')] },
    },
    ['matched 2/2'],
  ],
  [
    '6 the difference is the fee',
    { orders: own(A), bank: bank('A,T1,98.50,1.50,2026-01-31') },
    ['fee 2/2'],
  ],
  [
    '6 both state another fee',
    { orders: own(`${A},,,1.00`), bank: bank('A,T1,100.00,1.50,2026-01-31') },
    ['fee 2/2'],
  ],
  [
    '6 both state the same fee',
    { orders: own(`${A},,,1.5`), bank: bank('A,T1,100.00,1.50,2026-01-31') },
    ['matched 2/2'],
  ],
  ['7 another day', { orders: own(A), bank: bank('A,T1,100.00,,2026-02-01') }, ['wrong-day 2/2']],
  [
    '7 not after the cut-off',
    { orders: own(`${A},22:00`), bank: bank('A,T1,100.00,,2026-02-01') },
    ['matched 2/2'],
  ],
  [
    '7 a second before the cut-off',
    { orders: own(`${A},21:59:59`), bank: bank('A,T1,100.00,,2026-02-01') },
    ['wrong-day 2/2'],
  ],
  [
    '8 one order, several payments',
    { orders: own(A), bank: bank('A,T1,40,,2026-01-31', 'A,T2,60,,2026-01-31') },
    ['matched 2/2+3'],
  ],
  [
    '8 several orders, one payment',
    { orders: own('A,,40,2026-01-31', 'A,,60,2026-01-30'), bank: bank(AB) },
    ['matched 2+3/2'],
  ],
  ['8 by transaction id', { orders: own('X,T1,100,2026-01-31'), bank: bank(AB) }, ['matched 2/2']],
  [
    '8 by payout',
    {
      orders: own('X,,40,2026-01-30,,,,P1', 'Y,,60,2026-01-31,,,,P1'),
      bank: bank('P1,,100,,2026-01-31'),
    },
    ['matched 2+3/2'],
  ],
  [
    '6 a payout without its fee',
    {
      orders: own('X,,40,2026-01-30,,,,P1', 'Y,,60,2026-01-31,,,,P1'),
      bank: bank('P1,,97,3,2026-01-31'),
    },
    ['fee 2+3/2'],
  ],
  [
    '9 paid once more',
    { orders: own(A), bank: bank(AB, 'A,T2,100.00,,2026-01-31') },
    ['matched 2/2', 'paid-twice /3'],
  ],
  [
    '10 at the bank, open in the journal',
    {
      orders: own('B,,1,2026-01-31'),
      bank: bank(AB, 'B,,1,,2026-01-31'),
      more: { charges: [charge('A', 'open')] },
    },
    ['matched 2/3', 'unknown-but-paid /2'],
  ],
  [
    '11 on a day that the orders do not cover',
    { orders: own(A), bank: bank(AB, 'B,T2,5,,2026-02-01') },
    ['matched 2/2', 'timing /3'],
  ],
  [
    '12 not in the orders',
    { orders: own(A), bank: bank(AB, 'B,T2,5,,2026-01-31') },
    ['matched 2/2', 'missing-in-orders /3'],
  ],
  [
    '12 though the journal has it',
    {
      orders: own(A),
      bank: bank(AB, 'B,T2,100,,2026-01-31'),
      more: { charges: [charge('B', 'succeeded')] },
    },
    ['matched 2/2', 'missing-in-orders /3'],
  ],
  [
    '13 without orders',
    { bank: bank(AB, 'B,T2,5,,2026-01-31'), more: { charges: [charge('A', 'succeeded')] } },
    ['matched /2', 'not-in-journal /3'],
  ],
  [
    '13 without orders, by a confirmation',
    { bank: bank(AB, 'B,T2,5,,2026-01-31'), more: { confirmations: [told('A', 'T1')] } },
    ['matched /2', 'not-in-journal /3'],
  ],
  [
    '5 without orders, open',
    { bank: bank(AB), more: { charges: [charge('A', 'open')] } },
    ['unknown-but-paid /2'],
  ],
  [
    '13 without orders, refused',
    { bank: bank(AB), ...DAYS, more: { charges: [charge('A', 'refused')] } },
    ['unknown-but-paid /2'],
  ],
  [
    '14 nothing was due',
    { orders: own(A, 'B,,5,2026-01-31,,open', 'C,,5,2026-01-31,,void'), bank: bank(AB) },
    ['matched 2/2', 'matched 3/', 'matched 4/'],
  ],
  [
    '14 what failed at the bank is no payment',
    { orders: own(A), bank: bank('A,T1,100.00,,2026-01-31,,failed') },
    ['matched /2', 'missing-at-bank 2/'],
  ],
  [
    '14 neither side has a payment',
    { orders: own(`${A},,canceled`), bank: bank(`${AB},,pending`) },
    ['matched /2', 'matched 2/'],
  ],
  [
    '9 not by what failed',
    { orders: own(A), bank: bank(AB, 'A,T2,100.00,,2026-01-31,,failed') },
    ['matched /3', 'matched 2/2'],
  ],
  [
    '15 on a day that the bank does not cover',
    { orders: own(A, 'B,,5,2026-02-01'), bank: bank(AB) },
    ['matched 2/2', 'timing 3/'],
  ],
  [
    '16 the journal says that it succeeded',
    {
      orders: own(A, 'B,,5,2026-01-31'),
      bank: bank(AB),
      more: { charges: [charge('B', 'succeeded', 500)] },
    },
    ['matched 2/2', 'success-but-absent 3/'],
  ],
  [
    '16 a confirmation says so',
    {
      orders: own(A, 'B,,5,2026-01-31'),
      bank: bank(AB),
      more: { confirmations: [told('B', 'T9', 500)] },
    },
    ['matched 2/2', 'success-but-absent 3/'],
  ],
  [
    '16 the journal alone has it',
    { orders: own(A), bank: bank(AB), more: { charges: [charge('Z', 'succeeded')] } },
    ['matched 2/2', 'success-but-absent /'],
  ],
  [
    '17 the journal alone has it open',
    { orders: own(A), bank: bank(AB), more: { charges: [charge('Z', 'open')] } },
    ['matched 2/2', 'missing-at-bank /'],
  ],
  [
    '17 never a refused charge',
    { orders: own(A), bank: bank(AB), more: { charges: [charge('Z', 'refused')] } },
    ['matched 2/2'],
  ],
  [
    '17 never one of another day',
    {
      orders: own(A),
      bank: bank(AB),
      more: { charges: [{ ...charge('Z', 'succeeded'), at: AT - 40 * 86_400_000 }] },
    },
    ['matched 2/2'],
  ],
  [
    '17 not at the bank',
    { orders: own(A, 'B,,5,2026-01-31'), bank: bank(AB) },
    ['matched 2/2', 'missing-at-bank 3/'],
  ],
];

describe('the classes', () => {
  it.each(CASES)('%s', async (_, night, expected) => {
    const printed = await reconciled(night);
    expect(fates(printed).sort()).toEqual(expected);
    expectConserved(printed);
  });
});

describe('status words', () => {
  const STATUSES = {
    matched: ['', 'success', 'Succeeded', 'paid', 'SETTLED', 'สำเร็จ'],
    'refund-missing': [
      ...['reversed', 'refunded', 'void', 'voided', 'chargeback', 'disputed-lost', 'คืนเงิน'],
    ],
    'unknown-but-paid': [
      ...['open', 'pending', 'unpaid', 'cancelled', 'Canceled', 'expired', 'FAILED', 'ยกเลิก'],
    ],
  };
  const each = Object.entries(STATUSES).flatMap(([kind, words]) =>
    words.map((word) => [word, kind] as const),
  );
  it.each(each)('%j of an order that the bank has paid: %s', async (word, kind) => {
    const printed = await reconciled({ orders: own(`${A},,${word}`), bank: bank(AB) });
    expect(fates(printed)).toEqual([`${kind} 2/2`]);
  });
});

describe('the next step', () => {
  it('can be pasted, whatever the reference begins with', async () => {
    const night = {
      orders: own('-A b,,1.00,2026-01-31', '-C,,1.00,2026-01-31,,open', 'D,,1.00,2026-02-01'),
      bank: bank('-C,T1,1.00,,2026-01-31'),
      more: { charges: [charge('-C', 'open', 100)] },
    };
    const { breaks } = await reconciled(night);
    expect(breaks.map(({ next }) => next)).toEqual([
      'payctl journal recover --ref=-C; if it stays open: payctl journal settle --as executed --note TEXT -- -C',
      'run again with the file of that day, too',
      "payctl investigate -- '-A b'",
    ]);
  });
});

it('finds a line again by all its columns, however far away and however long it is', async () => {
  const line = (at: number, note: string) => `A${at},1.00,2026-01-31,${note}\n`;
  const long = 'x'.repeat(2_000);
  const lines = Array.from({ length: 9_000 }, (_, at) => line(at, at === 7 ? long : 'note'));
  const again = [line(5, 'note'), line(6, 'another'), line(7, long), line(7, `${long}y`)];
  const orders = `reference,amount,date,note\n${[...lines, ...again].join('')}`;
  const { breaks } = await reconciled({ orders, bank: `reference,amount,date\n${line(5, '')}` });
  const repeated = breaks.filter(({ class: kind }) => kind === 'duplicate-line');
  expect(fates({ breaks: repeated })).toEqual(['duplicate-line 9002/', 'duplicate-line 9004/']);
});
