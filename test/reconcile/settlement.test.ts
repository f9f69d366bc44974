import { describe, expect, it } from 'vitest';
import { fates, type Night, type Printed, reconciled } from './night.js';

const ORDERS = `reference,amount,date,payout
A1,100.00,2026-01-30,P1
A2,50.25,2026-01-31,P1
A3,33.33,2026-02-01,P1
`;

async function settled(rule: string, bank: string, more: Partial<Night> = {}): Promise<Printed> {
  return reconciled({ orders: ORDERS, bank, map: `bank:\n  settlement: { ${rule} }\n`, ...more });
}

describe('a settlement in one sum', () => {
  it('is matched where orders less fees make it; weekends and holidays are no business days', async () => {
    // 183.58 less 1.5 % is 180.83; Friday to Sunday settle on Monday, which is a holiday.
    const rule = 'by: day, rate: 1.5%, days: 1, holidays: [2026-02-02]';
    // The record names the orders by reference, whatever day they are of.
    const orders = ORDERS.replace('30', '31').replace('50.25,2026-01-31', '50.25,2026-01-30');
    const printed = await settled(rule, 'amount,date\n180.83,2026-02-03\n', { orders });
    expect(printed.breaks).toMatchObject([
      {
        class: 'matched',
        reference: null,
        amounts: { orders: '183.58', bank: '180.83' },
        rows: { orders: [2, 3, 4], bank: [2] },
        settlement: { orders: ['A1', 'A2', 'A3'], sum: '183.58', fees: '2.75', left: '0.00' },
        next: null,
      },
    ]);
  });

  it.each([
    ['rate: 1.5%, per: order', '180.83'],
    ['rate: 0.01%, per: order, round: up', '183.55'],
    ['rate: 0.01%, round: up', '183.56'],
    ['rate: 1.5%, round: down', '180.83'],
    ['rate: 1.5%, fees: separate', '183.58'],
    ['by: payout, rate: 1.5%', '180.83'],
  ])('has fees as the mapping says: %s', async (rule, amount) => {
    const bank = `reference,amount,date\nP1,${amount},2026-02-02\n`;
    const printed = await settled(rule.includes('by:') ? rule : `by: payout, ${rule}`, bank);
    expect(fates(printed)).toEqual(['matched 2+3+4/2']);
  });

  it.each([
    ['-2.75', undefined],
    ['-2.80', '-0.05'],
    ['-2.70', '0.05'],
  ])('compares a line of fees with the rate, where they are separate: %s', async (fee, left) => {
    const map = `bank:
  settlement: { by: day, fees: separate, rate: 1.5%, days: 1, holidays: [2026-02-02] }
  fees: { lines: fee$ }
`;
    const bank = [
      ...['amount,date,reference', '183.58,2026-02-03,', `${fee},2026-02-03,card fee`],
      ...['-99.00,2026-02-03,monthly fee', '-99.00,2026-02-04,monthly fee', ''],
    ].join('\n');
    const alone = bank.replace('-99.00,2026-02-03,monthly fee\n', '');
    for (const text of left === undefined ? [alone, bank] : [alone]) {
      const { breaks } = await settled('', text, { map });
      const wrong = breaks.filter(({ class: kind }) => kind !== 'matched');
      expect(wrong).toMatchObject(
        left === undefined
          ? []
          : [
              {
                ...{ class: 'fee', reference: 'card fee', amounts: { bank: fee } },
                settlement: { sum: '183.58', fees: '2.75', left },
                next: expect.stringContaining('by the month needs a mapping without rate'),
              },
            ],
      );
    }
  });

  it('takes the fees that the bank states before the rate', async () => {
    const bank = 'reference,amount,fee,date\nP1,180.00,3.58,2026-02-02\n';
    const printed = await settled('by: payout, rate: 1.5%', bank);
    expect(fates(printed)).toEqual(['matched 2+3+4/2']);
    expect(printed.breaks[0]).toMatchObject({ settlement: { fees: '3.58', left: '0.00' } });
  });

  it.each([
    ['by: payout', '133.33'],
    ['by: payout, rate: 1.5%', '131.33'],
    ['by: payout, rate: 1.5%, per: order', '131.33'],
  ])('suggests the fewest orders that make what is left over: %s', async (rule, amount) => {
    const printed = await settled(rule, `reference,amount,date\nP1,${amount},2026-02-02\n`);
    expect(printed.breaks).toMatchObject([
      {
        class: 'amount',
        suggests: { reference: 'A2', amount: '50.25', rows: { orders: [3], bank: [] } },
      },
    ]);
  });

  it('suggests nothing where the bank paid too much, or no orders make the difference', async () => {
    for (const amount of ['184.00', '180.00']) {
      const bank = `reference,amount,date\nP1,${amount},2026-02-02\n`;
      const [only] = (await settled('by: payout', bank)).breaks;
      expect(only).toMatchObject({ class: 'amount' });
      expect(only?.suggests).toBeUndefined();
    }
  });

  it('takes the one line of a day that agrees, and leaves the others', async () => {
    const bank = 'reference,amount,date\nX,7.00,2026-02-02\n,183.58,2026-02-02\n';
    const printed = await settled('by: day, days: 1', bank);
    expect(fates(printed)).toEqual(['matched 2+3+4/3', 'missing-in-orders /2']);
  });

  it('is paid on another day by the bank line by line, too', async () => {
    const bank =
      'reference,amount,date\nA1,100.00,2026-02-02\nA2,50.25,2026-02-02\nA3,33.33,2026-02-02\n';
    expect(fates(await settled('days: 1', bank))).toEqual([
      'matched 2/2',
      'matched 3/3',
      'matched 4/4',
    ]);
    expect(fates(await settled('days: 2', bank))).toContain('wrong-day 2/2');
  });
});

describe('fee lines', () => {
  it('belong to no order', async () => {
    const bank =
      'reference,amount,date,text\nA1,100.00,2026-01-30,\n,-1.50,2026-01-30,Monthly FEE\n';
    const map = 'bank:\n  fees: { lines: "FEE$" }\n';
    const orders = 'reference,amount,date\nA1,100.00,2026-01-30\n';
    expect(fates(await reconciled({ orders, bank, map }))).toEqual(['matched /3', 'matched 2/2']);
  });
});

describe('the tolerance', () => {
  it('keeps the sums of the differences that it accepted, by sign', async () => {
    const bank =
      'reference,amount,date\nA1,100.02,2026-01-30\nA2,50.20,2026-01-31\nA3,33.33,2026-02-01\n';
    const printed = await reconciled({ orders: ORDERS, bank, more: { tolerance: 5 } });
    expect(printed.summary.matched).toMatchObject({ difference: { over: '0.02', under: '-0.05' } });
    expect((await reconciled({ orders: ORDERS, bank })).summary.matched).not.toHaveProperty(
      'difference',
    );
  });
});
