import { generateKeyPairSync, type KeyObject, privateEncrypt } from 'node:crypto';
import { expect, it } from 'vitest';
import { readConfirmation } from '../../src/callbacks/confirmation.js';
import { decrypted, rowOf } from '../../src/callbacks/row.js';
import { directDebitKey } from '../../src/client/direct-debit.js';
import { renderResult } from '../../src/format/render.js';

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

const key = keyOf(publicKey);

function keyOf(of: KeyObject) {
  return directDebitKey(String(of.export({ type: 'spki', format: 'pem' })));
}

function stored(body: unknown) {
  const text = JSON.stringify(body);
  return {
    confirmation: readConfirmation(text),
    body: text,
    receivedAt: '2026-01-31T02:00:00.000Z',
    contradicts: false,
    state: 'hint' as const,
  };
}

function sealed(clear: unknown): string {
  return privateEncrypt(privateKey, Buffer.from(JSON.stringify(clear))).toString('base64');
}

const STATUS = { regRef: 'REG0001', statusCode: '0002', accountNo: '2220000001' };

it.each([
  ['as it is', (value: string) => ({ merchantId: '3000000001', encryptedValue: value })],
  [
    'wrapped',
    (value: string) => ({ status: 200, body: { merchantId: '3', encryptedValue: value } }),
  ],
])('opens a sealed registration status, %s', (_, wrap) => {
  const { fields } = decrypted(stored(wrap(sealed(STATUS))), key).confirmation;
  expect(fields).toMatchObject(STATUS);
});

it('hides in a table what was sealed', async () => {
  const message = stored({ merchantId: '3', encryptedValue: sealed(STATUS) });
  const data = [rowOf(decrypted(message, key))];
  for (const columns of [['kind', 'confirmation'], undefined]) {
    const how = { format: 'table', columns, showPersonal: false, colour: 0 } as const;
    const text = await renderResult(data, { ...how, isTTY: false });
    expect(text).toContain('REG0001');
    expect(text).toContain('***0001');
    expect(text).not.toContain(STATUS.accountNo);
  }
});

it('leaves alone what is not sealed, what the key does not open, and all without a key', () => {
  const other = keyOf(generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey);
  const message = stored({ merchantId: '3', encryptedValue: sealed(STATUS) });
  expect(decrypted(message, other)).toBe(message);
  expect(decrypted(message, undefined)).toBe(message);
  const payment = stored({ transactionId: 'T1', amount: '1.00' });
  expect(decrypted(payment, key)).toBe(payment);
});
