import { describe, expect } from 'vitest';
import type { Bank } from '../../src/sandbox/bank.js';
import { pay } from '../../src/sandbox/customer.js';
import { confirmations } from '../../src/sandbox/ledger/schema.js';
import { SANDBOX_PROFILE } from '../../src/sandbox/seed/profile.js';
import { writeBillPayment } from '../fixtures/qr.js';
import { it, newWorld } from '../fixtures/sandbox.js';
import { call } from '../fixtures/sandbox-calls.js';

const { billerId, merchantId, terminalId } = SANDBOX_PROFILE;
const payload = writeBillPayment({ billerId, ref1: 'R1', ref3: 'SBXA', amount: '10' });

/** What waits for delivery. */
const queued = (bank: Bank) =>
  bank.look(({ store }) =>
    confirmations.all(store, 'ORDER BY id').map(({ kind, state, body }) => ({ kind, state, body })),
  );

describe('payment confirmations', () => {
  it('are queued for QR 30, with the documented fields', async () => {
    const { bank } = await newWorld({ settings: { confirmationUrl: 'http://127.0.0.1:9/' } });
    const { reference } = await pay(bank, payload);
    const [confirmation] = queued(bank);
    expect(confirmation?.state).toBe('waiting');
    expect(JSON.parse(confirmation?.body ?? '')).toMatchObject({
      transactionId: reference,
      amount: '10.00',
      currencyCode: '764',
      transactionDateandTime: '2026-03-10T10:00:00.000+07:00',
      transactionType: 'Domestic Transfer',
      billPaymentRef1: 'R1',
      billPaymentRef3: 'SBXA',
    });
  });

  it('have the time of a card payment in GMT', async ({ bank }) => {
    const fields = { qrType: 'CS', amount: '10', merchantId, terminalId, invoice: 'INV1' };
    await pay(bank, (await call(bank, 'POST', '/v1/payment/qrcode/create', fields)).data.qrRawData);
    const [confirmation] = queued(bank);
    expect(confirmation?.state).toBe('unaddressed');
    expect(JSON.parse(confirmation?.body ?? '')).toMatchObject({
      transactionDateandTime: '2026-03-10T03:00:00.000+00:00',
      transactionType: 'AUTH',
      invoice: 'INV1',
    });
  });
});
