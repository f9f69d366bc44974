import { generateKeyPairSync, type KeyObject, privateEncrypt } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { differences, isAbout, readConfirmation } from '../../src/callbacks/confirmation.js';
import { confirmationRow, decrypted } from '../../src/callbacks/row.js';
import { directDebitKey } from '../../src/client/direct-debit.js';
import { renderResult } from '../../src/format/render.js';
import { card, qr30, wallet } from '../fixtures/confirmations.js';

const at = (time: string) => Date.parse(time);

describe('a message of the bank', () => {
  it.each([
    ['qr30', qr30()],
    ['bill', JSON.stringify({ transactionId: 'T1', transactionType: 'Domestic Transfer' })],
    ['card', card()],
    ['wallet', wallet()],
    ['payment', JSON.stringify({ transactionId: 'T1' })],
    ['registration', JSON.stringify({ regRef: 'REG1', statusCode: '0' })],
    ['registration', JSON.stringify({ status: 200, body: { encryptedValue: 'AAAA' } })],
  ])('is told by its fields: %s', (kind, body) => {
    expect(readConfirmation(body).kind).toBe(kind);
  });

  it.each([
    ['"100.00"', '100.00'],
    ['100.00', '100.00'],
    ['9999999999999.99', '9999999999999.99'],
    ['100', '100'],
  ])('keeps the amount %s digit by digit', (sent, amount) => {
    expect(readConfirmation(`{"transactionId":"T1","amount":${sent}}`).amount).toBe(amount);
  });

  it.each([
    ['Bangkok where nothing else is said', qr30, '2026-03-02T10:00:00', '2026-03-02T03:00:00Z'],
    ['GMT for cards', card, '2026-03-02T03:00:00', '2026-03-02T03:00:00Z'],
    ['its own offset', card, '2026-03-02T10:00:00.5+0700', '2026-03-02T03:00:00.500Z'],
    ['its own offset', qr30, '2026-03-02T03:00:00Z', '2026-03-02T03:00:00Z'],
  ])('reads its moment as %s', (_, make, sent, moment) => {
    expect(readConfirmation(make({ transactionDateandTime: sent })).paidAt).toBe(at(moment));
  });

  it('has no time of payment where the text is not a date', () => {
    const body = qr30({ transactionDateandTime: '2026-02-30T10:00:00.000+07:00' });
    expect(readConfirmation(body)).not.toHaveProperty('paidAt');
  });

  it('is named by its transactionId, or else by its contents', () => {
    expect(readConfirmation(qr30()).id).toBe('a1b2c3d4-0000-4000-8000-000000000001');
    expect(readConfirmation('{"transactionId":12345678901234567890}').id).toBe(
      '12345678901234567890',
    );
    const [one, same, other] = [
      '{"amount":"5","qrId":"Q"}',
      '{"qrId":"Q","amount":5.00}',
      '{"qrId":"R","amount":5}',
    ].map((body) => readConfirmation(body).id);
    expect(one).toMatch(/^body-[0-9a-f]{32}$/);
    expect(same).toBe(one);
    expect(other).not.toBe(one);
  });

  it('tells in which fields two differ by meaning', () => {
    const first = readConfirmation(qr30({ amount: '100.00' }));
    expect(differences(first, readConfirmation(qr30({ amount: 100 })))).toEqual([]);
    const other = readConfirmation(qr30({ amount: '1000.00', note: 'x' }));
    expect(differences(first, other)).toEqual(['amount', 'note']);
  });

  it('keeps unknown fields', () => {
    const { fields } = readConfirmation(qr30({ newField: { deep: ['x'] } }));
    expect(fields.newField).toEqual({ deep: ['x'] });
  });

  it('is found by every reference that it carries', () => {
    const confirmation = readConfirmation(qr30());
    const known = ['ORDER1', 'TABLE7', 'SBX1', 'a1b2c3d4-0000-4000-8000-000000000001'];
    expect(known.filter((reference) => isAbout(confirmation, reference))).toEqual(known);
    expect(isAbout(confirmation, 'ORDER')).toBe(false);
  });
});

const HOSTILE = [
  '',
  'null',
  '[]',
  '"T1"',
  '{',
  '{}',
  '{"amount":null}',
  '{"transactionId":{"$ne":""},"amount":"1"}',
  '{"transactionId":["T1"],"amount":"1"}',
  `{"transactionId":"${'x'.repeat(129)}"}`,
  '{"transactionId":"T1","transactionId":"T2"}',
  '{"__proto__":{"polluted":true},"transactionId":"T1"}',
  `{"transactionId":"T1","a":${'['.repeat(5000)}${']'.repeat(5000)}}`,
  'resCode=00&transactionId=T1',
  '\u0000\u001b[2J',
];

describe('what cannot be a message of the bank', () => {
  it.each(HOSTILE.map((body) => [body.slice(0, 60), body]))('is refused: %s', (_, body) => {
    expect(() => readConfirmation(body)).toThrow(SyntaxError);
    expect({}).not.toHaveProperty('polluted');
  });
});

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
  const data = [confirmationRow(decrypted(message, key))];
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
