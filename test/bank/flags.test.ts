import { expect, test } from 'vitest';
import { loadOperation } from '../../src/bank/families.js';
import { flagsOf } from '../../src/bank/flags.js';
import { flagName } from '../../src/core/fields.js';

async function flags(id: string) {
  return flagsOf(await loadOperation(id));
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

test('a command says all that its table says', async () => {
  const rows = (await flags('qr.create')).map((one) =>
    [
      one.flag,
      one.kind,
      one.required ? 'required' : 'optional',
      one.choices?.join('|') ?? '',
      one.setting ?? one.conditional ?? one.fallback ?? '',
    ].join(' '),
  );
  expect(rows).toMatchInlineSnapshot(`
    [
      "--qr-type choice optional PP PP",
      "--amount amount optional  ",
      "--pp-type choice optional BILLERID BILLERID",
      "--pp-id text required  billerId",
      "--ref1 text required  ",
      "--ref2 text optional  ",
      "--ref3 text optional  ",
      "--number-of-times number optional  ",
      "--expiry-date datetime optional  with numberOfTimes",
    ]
  `);
});

test('a flag knows its setting, its making, its secrecy and its way', async () => {
  expect(await flag('ewallet.create', 'outTradeNo')).toMatchObject({
    generated: 'outTradeNo',
    required: true,
  });
  expect(await flag('qr.inquire', 'qrId')).toMatchObject({ positional: true, travels: 'path' });
  expect(await flag('bill.inquire', 'amount')).toMatchObject({ travels: 'query' });
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
