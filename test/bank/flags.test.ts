import { describe, expect, test } from 'vitest';
import { loadOperation } from '../../src/bank/families.js';
import { listFlags } from '../../src/bank/flags.js';
import { generate, outTradeNo, partnerTransactionId, requestUId } from '../../src/bank/generate.js';
import { flagName } from '../../src/core/fields.js';

async function flags(id: string) {
  return listFlags(await loadOperation(id));
}

async function flag(id: string, field: string) {
  return (await flags(id)).find((one) => one.field === field);
}

test.each([
  ['outTradeNo', '--out-trade-no'],
  ['buyerIdentityCode', '--buyer-identity-code'],
  ['partnerTransactionID', '--partner-transaction-id'],
  ['ref1', '--ref1'],
  ['payer.taxId', '--payer-tax-id'],
  ['response-channel', '--response-channel'],
  ['qrCodeURLValue', '--qr-code-url-value'],
])('%s is %s', (field, name) => {
  expect(flagName(field)).toBe(name);
});

test('a flag has its setting, default and choices', async () => {
  expect(await flag('ewallet.create', 'outTradeNo')).toMatchObject({
    generated: 'outTradeNo',
    required: true,
  });
  expect(await flag('qr.inquire', 'qrId')).toMatchObject({ positional: true });
  expect(await flag('profile.merchant', 'merchantApp')).toMatchObject({
    setting: 'merchantApp',
    fallback: 'shopapp',
    required: false,
  });
  expect(await flag('bill.search', 'paymentSearchCriteria.serviceType')).toMatchObject({
    choices: ['Bill Payment', 'B Scan C'],
    open: true,
    required: false,
  });
  expect(await flag('token.issue', 'applicationSecret')).toBeUndefined();
});

test('nested fields have short flags where their path would be long', async () => {
  expect((await flag('transfer.creditInitiate', 'payer.accountInfo.accountNo'))?.flag).toBe(
    '--payer-account-no',
  );
  expect((await flag('transfer.creditInitiate', 'tranAmount.amount'))?.flag).toBe('--amount');
  expect((await flag('transfer.creditInitiate', 'payee.accountInfo.bankCode'))?.required).toBe(
    false,
  );
});

const random = { bytes: (count: number) => Uint8Array.from({ length: count }, (_, i) => i * 37) };

describe('ids', () => {
  const now = Date.UTC(2026, 0, 31, 2);

  test('a request has 32 alphanumerics', () => {
    expect(requestUId(random)).toMatch(/^[A-Z0-9]{32}$/);
  });

  test('an outTradeNo has 20 characters: prefix, time, random', () => {
    expect(outTradeNo(now, random, 'ABC')).toMatch(/^ABC260131090000[A-Z0-9]{5}$/);
    expect(outTradeNo(now, random)).toMatch(/^260131090000[A-Z0-9]{8}$/);
  });

  test('a prefix that leaves no room for random characters is refused', () => {
    expect(() => outTradeNo(now, random, 'ABCDE')).toThrow(/has 5 characters/);
  });

  test('all characters of the alphabet are equally likely', () => {
    const every = { bytes: () => Uint8Array.from({ length: 256 }, (_, i) => i) };
    const letters = Array.from(requestUId(every));
    const counts = letters.map((letter) => letters.filter((other) => other === letter).length);
    expect(new Set(letters).size).toBe(32);
    expect(new Set(counts)).toEqual(new Set([8]));
  });

  test('generated fields have the form of their tables', () => {
    const made = (kind: Parameters<typeof generate>[0]) =>
      generate(kind, { now, random, outTradeNoPrefix: 'ABC' });
    expect(made('channelDateTime')).toBe('2026-01-31T09:00:00.000+07:00');
    expect(made('bangkokDate')).toBe('2026-01-31');
    expect(made('refDateTime')).toBe('20260131090000');
    expect(made('outTradeNo')).toHaveLength(20);
    expect(made('messageId')).toHaveLength(32);
    expect(partnerTransactionId(now, random)).toMatch(/^20260131090000[A-Z0-9]{11}$/);
    expect(made('partnerTransactionId')).toHaveLength(25);
  });
});
