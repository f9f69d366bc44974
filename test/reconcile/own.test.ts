import { expect, it } from 'vitest';
import { readConfirmation } from '../../src/callbacks/confirmation.js';
import type { StoredMessage } from '../../src/callbacks/stored.js';
import { toConfirmations } from '../../src/reconcile/own.js';
import { card, qr30 } from '../fixtures/confirmations.js';
import { fates, reconciled } from './night.js';

function stored(body: string, more: Partial<StoredMessage> = {}): StoredMessage {
  return {
    confirmation: readConfirmation(body),
    body,
    receivedAt: '2026-03-02T03:00:01.000Z',
    contradicts: false,
    state: 'hint',
    ...more,
  };
}

it('confirmations tell of payments by their reference; none that is contradicted, none of a registration', () => {
  const confirmations = toConfirmations([
    stored(qr30()),
    stored(card()),
    stored(qr30({ transactionId: 'forged' }), { contradicts: true }),
    stored(qr30({ transactionId: 'denied' }), { state: 'contradicted' }),
    stored('{"regRef":"REG1"}'),
  ]);
  const at = Date.parse('2026-03-02T10:00:00+07:00');
  expect(
    confirmations.map(({ reference, transactionId, amount, at: paidAt }) => ({
      reference,
      transactionId,
      amount,
      at: paidAt,
    })),
  ).toEqual([
    {
      reference: 'ORDER1',
      transactionId: 'a1b2c3d4-0000-4000-8000-000000000001',
      amount: 10000,
      at,
    },
    {
      reference: '20260302100000123456',
      transactionId: 'a1b2c3d4-0000-4000-8000-000000000002',
      amount: 25050,
      at,
    },
  ]);
});

it('without orders each confirmation stands for one payment, and the journal explains its own', async () => {
  const one = (transactionId: string) => stored(qr30({ transactionId }));
  const confirmations = toConfirmations([one('T1'), one('T2')]);
  const bank =
    'ref1,transRef,amount,date\nORDER1,T1,100.00,2026-03-02\nORDER1,T2,100.00,2026-03-02\nORDER1,T3,100.00,2026-03-02\n';
  const charge = {
    ...{ reference: 'ORDER1', amount: 10000, state: 'succeeded' as const },
    ...{ at: Date.parse('2026-03-02T10:00:00+07:00'), key: 'k' },
  };
  const alone = await reconciled({ bank, more: { confirmations } });
  expect(fates(alone)).toEqual(['matched /2', 'matched /3', 'paid-twice /4']);
  const both = await reconciled({ bank, more: { confirmations, charges: [charge] } });
  expect(fates(both)).toEqual(['matched /2', 'matched /3', 'paid-twice /4']);
});
