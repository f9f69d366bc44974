import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../fixtures/sizes.js';
import { expectConserved, fates, reconciled } from './night.js';
import { AT_ONCE, csvOf, type Row, type Settling, slowly } from './slow.js';

const RUNS = runs(200);

const settling = fc.record({
  by: fc.constantFrom('payout', 'day', undefined),
  fees: fc.constantFrom('netted', 'separate'),
  rate: fc.constantFrom(0, 150, 3333, 5000),
  round: fc.constantFrom('half-up', 'half-even', 'up', 'down'),
  per: fc.constantFrom('line', 'order'),
  days: fc.constantFrom(0, 1, 2),
  holidays: fc.subarray([2, 5, 6]),
  feeLines: fc.constantFrom('FEE', 'no line'),
});

const row = fc.record({
  reference: fc.constantFrom('A', 'A', 'B', 'P', ''),
  transactionId: fc.constantFrom('', '', 'T1', 'T2'),
  amount: fc.constantFrom(100, 100, 200, 300, -100),
  date: fc.constantFrom(1, 1, 2, 3),
  status: fc.constantFrom(
    ...Array.from({ length: 4 }, () => 'paid' as const),
    'reversed',
    'open',
    'maybe',
  ),
  payout: fc.constantFrom('', '', 'P', 'Q'),
});

function sideOf(side: Row['side'], least: number) {
  return fc.array(row, { minLength: least, maxLength: 6 }).map((rows) =>
    rows
      .filter(({ reference, transactionId }) => reference !== '' || transactionId !== '')
      // What was refunded has a reference, as the contract has it.
      .map((one) =>
        one.reference === ''
          ? { ...one, amount: Math.abs(one.amount), status: 'paid' as const }
          : one,
      )
      .map(
        (one, index): Row => ({
          ...one,
          side,
          payout: side === 'own' ? one.payout : '',
          line: index + 2,
        }),
      ),
  );
}

/** The rows of a property in which the bank pays out sums, too. */
function sumsOf(side: Row['side']) {
  const sums = fc.record({
    reference: fc.constantFrom('A', 'B', 'P', 'FEE', ''),
    transactionId: fc.constantFrom('', 'T1'),
    amount: fc.constantFrom(100, 101, 200, 201, 98, 197, 300, 150, -100),
    date: fc.constantFrom(1, 2, 3, 5, 6),
    status: fc.constantFrom(...Array.from({ length: 4 }, () => 'paid' as const), 'open', 'maybe'),
    payout: fc.constantFrom('', 'P', 'P'),
  });
  return fc.array(sums, { minLength: 0, maxLength: 6 }).map((rows) =>
    rows.map((one, index): Row => {
      const reference = side === 'own' && one.reference === '' ? 'C' : one.reference;
      return {
        ...one,
        ...{ side, reference, line: index + 2 },
        // What was refunded has a reference, as the contract has it.
        amount: reference === '' ? Math.abs(one.amount) : one.amount,
        payout: side === 'own' ? one.payout : '',
      };
    }),
  );
}

function mappingOf({ by, fees, rate, round, per, days, holidays, feeLines }: Settling): string {
  const listed = holidays.map((day) => `2026-01-0${day}`).join(', ');
  return `bank:
  settlement: { ${by ? `by: ${by}, ` : ''}fees: ${fees}, rate: "${rate / 100}%", round: ${round}, per: ${per}, days: ${days}, holidays: [${listed}] }
  fees: { lines: "^${feeLines}$" }
`;
}

describe('the matcher', () => {
  it('agrees with the slow one where the bank pays out sums', async () => {
    const property = fc.asyncProperty(
      sumsOf('own'),
      sumsOf('bank'),
      settling,
      async (own, allBank, { by, ...rest }) => {
        const rule: Settling = { ...AT_ONCE, ...rest, ...(by && { by }) };
        const named = ({ reference, transactionId }: Row) =>
          reference !== '' || transactionId !== '';
        const bank = allBank
          .filter((one) => by === 'day' || named(one))
          .map((one, index) => ({ ...one, line: index + 2 }));
        const days = { from: '2026-01-01', to: '2026-01-05', map: mappingOf(rule) };
        const printed = await reconciled({ orders: csvOf(own), bank: csvOf(bank), ...days });
        const wanted = slowly([...own, ...bank], [1, 2, 3, 4, 5], [1, 2, 3, 4, 5], rule);
        expect(fates(printed).sort()).toEqual(wanted);
        expectConserved(printed);
      },
    );
    await fc.assert(property, { numRuns: RUNS });
  });

  it('agrees with the slow reference matcher, and loses no line and no satang', async () => {
    await fc.assert(
      fc.asyncProperty(sideOf('own', 0), sideOf('bank', 0), async (own, bank) => {
        const days = { from: '2026-01-01', to: '2026-01-02' };
        const printed = await reconciled({ orders: csvOf(own), bank: csvOf(bank), ...days });
        const wanted = slowly([...own, ...bank], [1, 2], [1, 2]);
        expect(fates(printed).sort()).toEqual(wanted);
        expectConserved(printed);
      }),
      { numRuns: RUNS },
    );
  });
});
