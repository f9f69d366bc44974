import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatAmount } from '../../src/core/money.js';
import { expectConserved, fates, reconciled } from './night.js';
import { type Row, slowly } from './slow.js';

const RUNS = Number(process.env.PAYCTL_FUZZ ?? 400);

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
      // What was given back has a reference, as the contract has it.
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

function csvOf(rows: readonly Row[]): string {
  const lines = rows.map(({ reference, transactionId, amount, date, status, payout }) =>
    [
      reference,
      transactionId,
      formatAmount(BigInt(amount)),
      `2026-01-0${date}`,
      status,
      payout,
    ].join(),
  );
  return `reference,transactionId,amount,date,status,payout\n${lines.map((line) => `${line}\n`).join('')}`;
}

describe('the matcher', () => {
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
