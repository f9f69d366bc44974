import { describe, expect, it } from 'vitest';
import type { ConfirmedPayment, OwnCharge, Refund } from '../../src/reconcile/own.js';
import { table } from '../fixtures/table.js';
import { expectConserved, fates, type Night, reconciled } from './night.js';

const OWN = 'reference,transactionId,amount,date,time,status,fee,payout';
const BANK = 'reference,transactionId,amount,fee,date,time,status';
const AT = Date.parse('2026-01-31T10:00:00+07:00');
const DAY_MS = 86_400_000;

/** `REFERENCE/ID AMOUNT on DAY at TIME is STATUS fee FEE in PAYOUT`, all but the first two if need be. */
function lineOf(text: string): Readonly<Record<string, string>> {
  const [, name = '', amount = '', more = ''] = /^(\S+) (\S+)(.*)$/.exec(text) ?? [];
  const [reference = '', transactionId = ''] = name.replace(/^-$/, '').split('/');
  const part = (word: string) => new RegExp(` ${word} (\\S+)`).exec(more)?.[1] ?? '';
  return {
    ...{ reference, transactionId, amount, date: `2026-${part('on') || '01-31'}` },
    ...{ time: part('at'), status: part('is'), fee: part('fee'), payout: part('in') },
  };
}

/** A file of such lines. */
function file(head: string, ...lines: string[]): string {
  const rows = lines.map((line) => lineOf(line));
  return [head, ...rows.map((row) => head.split(',').map((name) => row[name])), ''].join('\n');
}
const own = (...lines: string[]) => file(OWN, ...lines);
const bank = (...lines: string[]) => file(BANK, ...lines);

function charge(reference: string, state: OwnCharge['state'], amount = 10000): OwnCharge {
  return { reference, state, amount, at: AT, key: reference };
}

const STATES = { succeeded: 'succeeded', open: 'open', refused: 'refused' } as const;
const isState = (word: string): word is OwnCharge['state'] => word in STATES;

/** `STATE REFERENCE AMOUNT DAYS`, `back …` for a refund, `told …` for a confirmation; 100 baht unless given. */
function localOf(cell: string): Night {
  const charges: OwnCharge[] = [];
  const refunds: Refund[] = [];
  const confirmations: ConfirmedPayment[] = [];
  const words = cell.split('; ').map((one) => one.split(' '));
  for (const [word = '', name = '', baht, days = '0'] of words) {
    const [reference = '', transactionId = ''] = name.split('/');
    const given = baht === undefined ? {} : { amount: Number(baht) * 100 };
    const about = { reference, amount: 10_000, ...given, at: AT + Number(days) * DAY_MS };
    if (isState(word)) charges.push({ ...about, state: word, key: reference });
    else if (word === 'back') refunds.push({ reference, ...given });
    else if (word === 'told') confirmations.push({ ...about, transactionId, message: name });
  }
  const tolerance = Number(/^tolerance (\d+)$/.exec(cell)?.[1] ?? 0);
  const around = cell.includes('around') && { from: '2026-01-30', to: '2026-02-01' };
  return { ...around, more: { charges, refunds, confirmations, tolerance } };
}

/** Rule | orders | the bank's files | what this machine knows, and `around` for the days beside | fates. */
const CASES = table(`
  1 what cannot be read | A 100; B x | A/T1 100 | | bad-line 3/; matched 2/2
  1 no reference at all | A 100; - 5 | A/T1 100 | | bad-line 3/; matched 2/2
  1 a status that nobody knows | A 100 is maybe | A/T1 100 | around | bad-line 2/2
  1 with all lines of its reference | A 100; A 100 is maybe; B 5 | A/T1 100; A/T2 7; B/T3 5 | succeeded A | bad-line 2+3/2+3; matched 4/4
  1 two of one reference, of which the first takes the others | A 100 is maybe; A 100 is perhaps | A/T1 100 | around | bad-line 2/2; bad-line 3/
  1 with too many cells, beside its reference | A 100 | A/T1 1,000.00 | | bad-line 2/2
  1 what the journal has of it is no orphan | B 5 | A/T1 x; B/T2 5 | succeeded A | bad-line /2; matched 2/3
  2 a line of the bank again | A 100 | A/T1 100; A/T1 100 | | duplicate-line /3; matched 2/2
  2 again with another time, by its id | A 100 | A/T1 100; A/T1 100 at 09:00 | | duplicate-line /3; matched 2/2
  2 without an id only when all columns agree | A 100; A 100; A 100 at 10:00 | A/T1 100 | around | duplicate-line 3/; matched 2/2; missing-at-bank 4/
  2 across the files of a side | A 100 | A/T1 100 // A/T1 100 | | duplicate-line /2:2; matched 2/1:2
  3 refunded | A 100 | A/T1 100; A/T2 -100 | | reversed 2/2+3
  3 refunded, by its status | A 100 | A/T1 100 is refunded | | reversed 2/2
  3 as the orders say | A 100 is refunded | A/T1 100 is void | | matched 2/2
  3 under a reference of the bank, by the id | A/T1 100 | Z/T1 -100 | | reversed 2/2
  3 as the orders say, by an entry of its own | A 100 is refunded | A/T1 100; A/T2 -100 | | matched 2/2+3
  3 as the orders say, an entry with a status and no sign | A 100 is refunded | A/T1 100; A/T2 100 is refunded | | matched 2/2+3
  3 as the orders say, of a payment of an earlier day | A 100 is refunded | A/T2 -100 | | matched 2/2
  3 a part, as the orders say | A 100; A -40 | A/T1 100; A/T2 -40 | | matched 2+3/2+3
  3 a part, as the journal says | | A/T1 100; A/T2 -40 | succeeded A; back A 40 | matched /2+3
  3 the journal gave it back, the orders do not say so | A 100 | A/T1 100; A/T2 -100 | back A 100 | reversed 2/2+3
  3 in two parts, and no payment beside them | A 100 is refunded | A/T1 60 is reversed; A/T2 40 is reversed | | matched 2/2+3
  3 all that the journal gave back and did not charge: paid, and taken back | | A/T1 100; A/T2 -100 | back A | matched /2+3
  3 an amount that the journal gave back and did not charge: paid, and taken back | | A/T1 100; A/T2 -100 | back A 100 | matched /2+3
  3 all that the journal gave back and did not charge: void | | A/T1 100 is void | back A | matched /2
  3 an amount that the journal gave back and did not charge: void | | A/T1 100 is void | back A 100 | matched /2
  3 all that the journal gave back and did not charge: taken back | | A/T2 -100 | back A | matched /2
  3 an amount that the journal gave back and did not charge: taken back | | A/T2 -100 | back A 100 | matched /2
  3 within a payout | X 40 on 01-30 in P1; Y 60 is refunded in P1 | P1 40 | | matched 2+3/2
  3a never refunded | A 100 is refunded | A/T1 100 | | refund-missing 2/2
  3a never refunded, found by its transaction id | X/T1 100 is refunded | A/T1 100 | | refund-missing 2/2
  3a a part | A 100 is refunded | A/T1 100; A/T2 -40 | | refund-missing 2/2+3
  3a a part, an entry with a status and no sign | A 100 is refunded | A/T1 100; A/T2 40 is refunded | | refund-missing 2/2+3
  3a too much | A 100 is refunded | A/T1 100; A/T2 -200 | | refund-missing 2/2+3
  3a too much, of a payment of an earlier day | A 100 is refunded | A/T2 -200 | | refund-missing 2/2
  3a too little of a part | A 100; A -40 | A/T1 100; A/T2 -30 | | refund-missing 2+3/2+3
  3a the journal gave it back, the bank did not | | A/T1 100 | succeeded A; back A | refund-missing /2
  3a the journal gave back what a confirmation told of | | A/T1 100 | back A; told A/T1 | refund-missing /2
  3a the journal gave it back, whatever the orders say | A 100 | A/T1 100 | back A 100 | refund-missing 2/2
  3a a part, and no payment beside it | A 100 is refunded | A/T1 40 is reversed | | refund-missing 2/2
  3a too much, and no payment beside it | A 100 is refunded | A/T1 200 is reversed | | refund-missing 2/2
  3a twice, and no payment beside it | A 100 is refunded | A/T1 100 is reversed; A/T2 100 is reversed | | refund-missing 2/2+3
  3a the journal gave back what it did not charge, the bank did not | | A/T1 100 | back A | refund-missing /2
  3a the journal gave back what no order has, the bank did not | B 1 | A/T1 100 | back A | missing-at-bank 2/; refund-missing /2
  3a the bank gave back a part of what the journal did, and did not charge | | A/T1 40 is reversed | back A 100 | refund-missing /2
  3a the bank gave back more than the journal did, and did not charge | | A/T1 100; A/T2 -100 | back A 40 | refund-missing /2+3
  3a within a payout | X 40 on 01-30 in P1; Y 60 is refunded in P1 | P1 100 | | refund-missing 2+3/2
  4 another amount | A 100 | A/T1 99.99 | | amount 2/2
  4 within tolerance | A 100 | A/T1 99.99 | tolerance 1 | matched 2/2
  4 beyond tolerance | A 100 | A/T1 99.98 | tolerance 1 | amount 2/2
  5 the order is open | A 100 is pending | A/T1 100 | | unknown-but-paid 2/2
  5 the journal has it open | A 100 | A/T1 100 | open A | unknown-but-paid 2/2
  5 the journal has it refused | A 100 | A/T1 100 | refused A | unknown-but-paid 2/2
  5 not where it succeeded | A 100 | A/T1 100 | refused A; succeeded A | matched 2/2
  5 without orders, open | | A/T1 100 | open A | unknown-but-paid /2
  6 the difference is the fee | A 100 | A/T1 98.50 fee 1.50 | | fee 2/2
  6 both state another fee | A 100 fee 1.00 | A/T1 100 fee 1.50 | | fee 2/2
  6 both state the same fee | A 100 fee 1.5 | A/T1 100 fee 1.50 | | matched 2/2
  6 a payout without its fee | X 40 on 01-30 in P1; Y 60 in P1 | P1 97 fee 3 | | fee 2+3/2
  7 another day | A 100 | A/T1 100 on 02-01 | | wrong-day 2/2
  7 not after the cut-off | A 100 at 22:00 | A/T1 100 on 02-01 | | matched 2/2
  7 a second before the cut-off | A 100 at 21:59:59 | A/T1 100 on 02-01 | | wrong-day 2/2
  8 one order, several payments | A 100 | A/T1 40; A/T2 60 | | matched 2/2+3
  8 several orders, one payment | A 40; A 60 on 01-30 | A/T1 100 | | matched 2+3/2
  8 by transaction id | X/T1 100 | A/T1 100 | | matched 2/2
  8 by payout | X 40 on 01-30 in P1; Y 60 in P1 | P1 100 | | matched 2+3/2
  9 paid once more | A 100 | A/T1 100; A/T2 100 | | matched 2/2; paid-twice /3
  9 not by what failed | A 100 | A/T1 100; A/T2 100 is failed | | matched /3; matched 2/2
  10 at the bank, open in the journal | B 1 | A/T1 100; B 1 | open A | matched 2/3; unknown-but-paid /2
  11 on a day that the orders do not cover | A 100 | A/T1 100; B/T2 5 on 02-01 | | matched 2/2; timing /3
  12 not in the orders | A 100 | A/T1 100; B/T2 5 | | matched 2/2; missing-in-orders /3
  12 though the journal has it | A 100 | A/T1 100; B/T2 100 | succeeded B | matched 2/2; missing-in-orders /3
  13 without orders | | A/T1 100; B/T2 5 | succeeded A | matched /2; not-in-journal /3
  13 without orders, by a confirmation | | A/T1 100; B/T2 5 | told A/T1 | matched /2; not-in-journal /3
  13 without orders, refused | | A/T1 100 | around; refused A | unknown-but-paid /2
  14 nothing was due | A 100; B 5 is open; C 5 is void | A/T1 100 | | matched 2/2; matched 3/; matched 4/
  14 what failed at the bank is no payment | A 100 | A/T1 100 is failed | | matched /2; missing-at-bank 2/
  14 neither side has a payment | A 100 is canceled | A/T1 100 is pending | | matched /2; matched 2/
  15 on a day that the bank does not cover | A 100; B 5 on 02-01 | A/T1 100 | | matched 2/2; timing 3/
  16 the journal says that it succeeded | A 100; B 5 | A/T1 100 | succeeded B 5 | matched 2/2; success-but-absent 3/
  16 a confirmation says so | A 100; B 5 | A/T1 100 | told B/T9 5 | matched 2/2; success-but-absent 3/
  16 the journal alone has it | A 100 | A/T1 100 | succeeded Z | matched 2/2; success-but-absent /
  17 the journal alone has it open | A 100 | A/T1 100 | open Z | matched 2/2; missing-at-bank /
  17 never a refused charge | A 100 | A/T1 100 | refused Z | matched 2/2
  17 never one of another day | A 100 | A/T1 100 | succeeded Z 100 -40 | matched 2/2
  17 not at the bank | A 100; B 5 | A/T1 100 | | matched 2/2; missing-at-bank 3/
`);

describe('the classes', () => {
  it.each(CASES)('%s', async (_, orders = '', files = '', local = '', expected) => {
    const printed = await reconciled({
      ...(orders !== '' && { orders: own(...orders.split('; ')) }),
      bank: files.split(' // ').map((lines) => bank(...lines.split('; '))),
      ...localOf(local),
    });
    expect(fates(printed).sort().join('; ')).toBe(expected);
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
    const printed = await reconciled({ orders: own(`A 100 is ${word}`), bank: bank('A/T1 100') });
    expect(fates(printed)).toEqual([`${kind} 2/2`]);
  });
});

describe('the next step', () => {
  it('can be pasted, whatever the reference begins with', async () => {
    const night = {
      orders: `${OWN}\n-A b,,1.00,2026-01-31,,,,\n-C,,1.00,2026-01-31,,open,,\nD,,1.00,2026-02-01,,,,\n`,
      bank: bank('-C/T1 1.00'),
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
