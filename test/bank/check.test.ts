import { describe, expect, test } from 'vitest';
import { checkInput, nestFields } from '../../src/bank/check.js';
import type { Fields, InputContext } from '../../src/bank/define.js';
import { exampleInput } from '../../src/bank/envelope.js';
import { loadCatalogue, loadOperation } from '../../src/bank/families.js';
import { isLosslessNumber, number, parseJson } from '../../src/core/json.js';
import { BAD_INPUTS } from '../fixtures/bad-inputs.js';

/** 31 January 2026, 09:00 in Bangkok. */
const NOW = Date.UTC(2026, 0, 31, 2);
const live: InputContext = { environment: 'live', now: NOW };
const inTest: InputContext = { environment: 'test', now: NOW };

async function check(id: string, changes: Fields = {}, context = live) {
  const operation = await loadOperation(id);
  return checkInput(operation, exampleInput(operation, changes), context);
}

async function problemsOf(id: string, changes: Fields, context = live) {
  const checked = await check(id, changes, context);
  if (checked.ok) return [];
  return checked.problems.map(({ field, message }) => ({ field, message: String(message) }));
}

/** With its messages as text. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

async function sentOf(id: string, changes: Fields = {}): Promise<Fields> {
  const checked = await check(id, changes);
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems));
  return checked.value;
}

test('the example of every operation is valid, also in the test environment', async () => {
  for (const operation of await loadCatalogue()) {
    for (const context of [live, inTest]) {
      const checked = checkInput(operation, exampleInput(operation), context);
      expect(checked, operation.id).toMatchObject({ ok: true, warnings: [] });
    }
  }
});

describe('bad inputs', () => {
  test.each(BAD_INPUTS)('$operation $change: $says', async (bad) => {
    const context = bad.environment === 'test' ? inTest : live;
    const problems = await problemsOf(bad.operation, bad.change, context);
    const named = problems.filter(({ field }) => field === bad.field);
    expect(named.map(({ message }) => message).join('\n')).toContain(bad.says);
    expect(problems.filter(({ field }) => field !== bad.field)).toEqual([]);
  });

  test('the table has at least 80 rows and every family', () => {
    expect(BAD_INPUTS.length).toBeGreaterThanOrEqual(80);
    expect(new Set(BAD_INPUTS.map(({ operation }) => operation.split('.')[0])).size).toBe(10);
  });

  test('the rules of the test environment hold nowhere else', async () => {
    for (const bad of BAD_INPUTS.filter(({ environment }) => environment === 'test')) {
      expect(await problemsOf(bad.operation, bad.change), bad.says).toEqual([]);
    }
  });
});

test('all problems are reported together, those of the cross-field rules too', async () => {
  const operation = await loadOperation('ewallet.create');
  const ids = { companyId: 'COMPANY', outTradeNo: '1'.repeat(21) };
  const fields = { tranType: 'X', ...ids, totalFee: 'ten' };
  const checked = checkInput(operation, fields, inTest);
  expect(
    checked.ok ? [] : checked.problems.map((p) => `${p.field} ${p.message}`),
  ).toMatchInlineSnapshot(`
    [
      "tranType is "X"; use A or W",
      "companyId has 7 characters; at most 5 are allowed",
      "terminalId is missing; give it, or set terminalId in the profile",
      "outTradeNo has 21 characters; at most 20 are allowed",
      "totalFee is not an amount: use digits with at most two decimals, for example 100 or 100.00",
      "companyId may hold only digits in the test environment",
      "outTradeNo must start with the three letters of the provider prefix in the test environment",
    ]
  `);
});

test('a number where named fields belong is refused, as text or true would be', async () => {
  const operation = await loadOperation('bill.search');
  const input = { ...exampleInput(operation), paymentSearchCriteria: number('5') };
  expect(plain(checkInput(operation, input, live))).toEqual({
    ok: false,
    problems: [
      { field: 'paymentSearchCriteria', message: 'must hold named fields (a JSON object)' },
    ],
  });
});

test('a missing object is reported by the fields that a person gives', async () => {
  const operation = await loadOperation('transfer.creditInitiate');
  const checked = checkInput(operation, { payer: 'me' }, live);
  expect(
    checked.ok ? [] : checked.problems.map((p) => `${p.field} ${p.message}`),
  ).toMatchInlineSnapshot(`
    [
      "channelDateTime is missing",
      "partnerTransactionID is missing",
      "corporateId is missing; give it, or set corporateId in the profile",
      "payer must hold named fields (a JSON object)",
      "tranAmount.amount is missing",
    ]
  `);
});

test('unknown fields pass, exact numbers among them unchanged', async () => {
  const extra = { loyalty: number('1234567890123456789.10'), deep: { list: ['a', null] } };
  expect(await sentOf('ewallet.pay', extra)).toMatchObject(extra);
  const initiated = await sentOf('transfer.creditInitiate', { 'payee.bankName': 'x' });
  expect(initiated).toMatchObject({ payee: { bankName: 'x' } });
});

describe('amounts', () => {
  test.each([
    ['100', '100.00'],
    ['100.5', '100.50'],
    ['0.01', '0.01'],
    ['9999999999999.99', '9999999999999.99'],
  ])('of QR 30 leave as a number with two decimals: %s', async (given, sent) => {
    const { amount } = await sentOf('qr.create', { amount: given });
    expect(isLosslessNumber(amount) && amount.toString()).toBe(sent);
  });

  test('of QR 30 may come as exact JSON numbers', async () => {
    for (const amount of [parseJson('9999999999999.99'), 100.5]) {
      const value = await sentOf('qr.create', { amount });
      expect(isLosslessNumber(value.amount)).toBe(true);
    }
    expect(await problemsOf('qr.create', { amount: 0.1 + 0.2 })).toHaveLength(1);
    expect(await problemsOf('qr.create', { amount: true })).toHaveLength(1);
  });

  test('of e-wallets stay the text that was given', async () => {
    expect(await sentOf('ewallet.pay', { totalFee: '100' })).toMatchObject({ totalFee: '100' });
    expect(await problemsOf('ewallet.pay', { totalFee: number('100') })).toEqual([
      { field: 'totalFee', message: 'is not text; write it as a string, for example "100.00"' },
    ]);
  });
});

describe('values exactly at their limits', () => {
  const TWO_MILLION = { 'tranAmount.amount': '2000000' };

  test.each<[string, Fields]>([
    ['ewallet.create', { outTradeNo: 'A'.repeat(20), totalFee: '1234567.89' }],
    ['ewallet.pay', { outTradeNo: 'A'.repeat(50), totalFee: '1234567890', companyId: 'ABCDE' }],
    ['ewallet.cancel', { tranType: 'X' }],
    ['qr.create', { ref1: 'A'.repeat(20), numberOfTimes: '0' }],
    ['qr.create', { numberOfTimes: '9999', expiryDate: '2096-02-29 00:00:00' }],
    ['qr.create', { numberOfTimes: undefined, expiryDate: undefined, amount: undefined }],
    ['qr.create', { qrType: undefined, ppType: undefined }],
    ['qr.createV1', { qrType: 'CS', ppId: undefined, ref1: undefined }],
    ['qr.createV1', { qrType: 'PP', merchantId: undefined, invoice: undefined }],
    ['qr.createV1', { qrType: 'PP', terminalId: undefined }],
    ['transfer.inquire', { tokenizerId: 'A'.repeat(35), dateTo: '2026-02-02' }],
    ['transfer.inquire', { dateFrom: '2024-02-29', dateTo: '2024-02-29' }],
    ['transfer.inquire', { dateTo: undefined }],
    ['transfer.creditInitiate', { 'payee.accountInfo.bankCode': '004', ...TWO_MILLION }],
    ['transfer.creditInitiate', { 'tranAmount.amount': '2000000.01' }],
    ['bill.inquire', { eventCode: '00300104', partnerTransactionId: 'A1', reference1: undefined }],
    ['bill.inquire', { eventCode: '00300999', reference1: undefined }],
  ])('%s %j', async (id, changes) => {
    expect(await check(id, changes)).toMatchObject({ ok: true });
  });

  test('FCD goes between accounts of 13 digits, with its objective', async () => {
    const fcd = {
      'payer.accountInfo.accountNo': '1234567890123',
      'payee.accountInfo.accountNo': '3210987654321',
      'tranAmount.currency': 'USD',
      objectiveCode: '318245',
    };
    expect(await check('transfer.creditInitiate', fcd)).toMatchObject({ ok: true });
  });
});

describe('the prefix of the test environment', () => {
  const context = { ...inTest, outTradeNoPrefix: 'XYZ' };

  test('is that of the profile where it has one', async () => {
    expect(await problemsOf('ewallet.inquire', { outTradeNo: 'ABC1' }, context)).toEqual([
      { field: 'outTradeNo', message: 'must start with XYZ in the test environment' },
    ]);
    expect(await problemsOf('ewallet.inquire', { outTradeNo: 'XYZ1' }, context)).toEqual([]);
  });

  test('is not asked for by pay, which says what follows from that', async () => {
    expect(plain(await check('ewallet.pay', { outTradeNo: '1' }, context))).toMatchObject({
      ok: true,
      warnings: [
        'outTradeNo must start with XYZ in the test environment, or it cannot be inquired there',
      ],
    });
  });
});

describe('warnings', () => {
  const warningsOf = async (id: string, changes: Fields, now: number) => {
    const checked = await check(id, changes, { ...live, now });
    return checked.ok ? checked.warnings.map(String) : checked.problems;
  };

  test('a 23-digit id of a card QR', async () => {
    expect(await warningsOf('qr.inquire', { qrId: '20260131090000123000000' }, NOW)).toEqual([
      'qrId has 23 digits; the specification allows 20',
    ]);
  });

  test('a refund after 23:00 in Bangkok', async () => {
    const late = Date.UTC(2026, 0, 31, 16);
    expect(await warningsOf('cpm.refund', {}, late)).toHaveLength(1);
    expect(await warningsOf('cpm.refund', {}, late - 1)).toEqual([]);
  });

  test('an expiry that has passed, and a search without an end', async () => {
    expect(await warningsOf('qr.create', { expiryDate: '2026-01-31 09:00:00' }, NOW)).toHaveLength(
      1,
    );
    const open = { dateFrom: '2026-01-27', dateTo: undefined };
    expect(await warningsOf('transfer.inquire', open, NOW)).toHaveLength(1);
    expect(await warningsOf('transfer.inquire', { ...open, dateFrom: '2026-01-28' }, NOW)).toEqual(
      [],
    );
  });
});

test('fields of the wrong JSON type are named, never a crash', async () => {
  for (const operation of await loadCatalogue()) {
    for (const value of [1, true, null, [], {}, number('1')]) {
      const names = Object.keys(operation.example);
      const fields = nestFields(Object.fromEntries(names.map((name) => [name, value])));
      const checked = checkInput(operation, fields, inTest);
      for (const problem of checked.ok ? [] : checked.problems) {
        expect(String(problem.message), problem.field).not.toMatch(
          /Invalid input|expected|wrong form/,
        );
      }
    }
  }
});
