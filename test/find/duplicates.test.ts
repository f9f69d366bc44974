import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Payment } from '../../src/find/payment.js';
import { duplicatesAmong } from '../../src/find/summary.js';

const NOW = Date.UTC(2026, 2, 2, 3);
const MINUTE_MS = 60_000;

function paid(more: Partial<Payment>): Payment {
  return {
    ...{ kind: 'ewallet', reference: 'A', transactionId: '', amount: '100.00', at: NOW },
    ...{ payer: '', state: 'paid', sources: ['bank'], machines: [], contradiction: null },
    ...{ sightings: [], ...more },
  };
}

it.each<[string, Partial<Payment>[], number[]]>([
  ['one payer', [{ payer: 'Mali Suksai' }, { payer: 'mali  suksai', at: NOW + MINUTE_MS }], [0, 1]],
  ['one bill', [{ kind: 'bill' }, { kind: 'bill', at: NOW + MINUTE_MS }], [0, 1]],
  ['nobody named', [{}, { at: NOW + MINUTE_MS }], []],
  ['another amount', [{ payer: 'M' }, { payer: 'M', amount: '100.01' }], []],
  ['too far apart', [{ payer: 'M' }, { payer: 'M', at: NOW + 31 * MINUTE_MS }], []],
  ['refunded', [{ payer: 'M' }, { payer: 'M', state: 'reversed' }], []],
])('are marked or not: %s', (_, payments, marked) => {
  expect(duplicatesAmong(payments.map(paid))).toEqual(marked);
});

it('are those that have another beside them, in any order', () => {
  const payment = fc.record({
    payer: fc.constantFrom('', 'A', 'B'),
    amount: fc.constantFrom('1.00', '2.00'),
    at: fc.integer({ min: 0, max: 200 }).map((minutes) => NOW + minutes * MINUTE_MS),
  });
  fc.assert(
    fc.property(fc.array(payment, { maxLength: 30 }), (given) => {
      const payments = given.map(paid);
      const isDouble = (one: Payment) =>
        payments.some(
          (other) =>
            other !== one &&
            one.payer !== '' &&
            other.payer === one.payer &&
            other.amount === one.amount &&
            Math.abs(other.at - one.at) <= 30 * MINUTE_MS,
        );
      expect(duplicatesAmong(payments)).toEqual(
        payments.flatMap((one, at) => (isDouble(one) ? at : [])),
      );
    }),
  );
});
