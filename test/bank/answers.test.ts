import { describe, expect, test } from 'vitest';
import { type BankStatus, bankStatusOf } from '../../src/bank/answers.js';
import type { Fields, Operation } from '../../src/bank/define.js';
import { Envelope } from '../../src/bank/envelope.js';
import { loadOperation } from '../../src/bank/families.js';
import { create } from '../../src/bank/qr/operations.js';
import { questionsAbout, questionsAfter } from '../../src/bank/questions.js';
import { type Json, parseJson, toPlain } from '../../src/core/json.js';

interface Case {
  id: string;
  json: string;
  kind: string;
  state?: string;
}

/** Operations, and below each its data with how that stands: `{…} -> CLASS word`. */
function table(text: string): Case[] {
  let id = '';
  return text.split('\n').flatMap((line) => {
    const [json = '', stands] = line.trim().split(' -> ');
    if (stands === undefined) {
      id = json || id;
      return [];
    }
    const [kind = '', state] = stands.split(' ');
    return [{ id, json, kind, state }];
  });
}

async function accepts(id: string, data: unknown): Promise<boolean> {
  return (await loadOperation(id)).data.safeParse(data).success;
}

async function standing(id: string, json: string): Promise<BankStatus> {
  const operation = await loadOperation(id);
  const data = parseJson(json);
  expect(operation.data.safeParse(toPlain(data)), json).toMatchObject({ success: true });
  return operation.bankStatus?.(data) ?? { class: 'SUCCESS' };
}

async function verdict(id: string, json: string): Promise<BankStatus | undefined> {
  return (await loadOperation(id)).resolution?.verdict(parseJson(json));
}

describe('states', () => {
  test('decide by the table of the contract', () => {
    const success = 'SUCCESS TRADE_SUCCESS TRADE_FINISHED CONFIRM_COMPLETED SETTLED';
    const decided = {
      SUCCESS: `${success} INITIATE_COMPLETED Full`,
      PENDING: 'USERPAYING CONFIRM_PROCESSING',
      REJECTED: 'CANCELED CONFIRM_FAILED',
      PARTIAL: 'Partial',
    };
    for (const [exitClass, words] of Object.entries(decided))
      for (const word of words.split(' '))
        expect(bankStatusOf(word)).toEqual({ class: exitClass, state: word });
  });

  test('that are not listed are pending and shown as they came', () => {
    expect(bankStatusOf('TRADE_CLOSED')).toEqual({ class: 'PENDING', state: 'TRADE_CLOSED' });
    expect(bankStatusOf('success').class).toBe('PENDING');
    expect(bankStatusOf('constructor').class).toBe('PENDING');
    expect(bankStatusOf(undefined)).toEqual({ class: 'PENDING' });
  });
});

describe('the bank status of a valid answer', () => {
  /** By operation: data, class and the bank's word. */
  const cases = table(`
    ewallet.pay
      {"tradeState":"TRADE_SUCCESS"} -> SUCCESS TRADE_SUCCESS
      {"tradeState":"USERPAYING"} -> PENDING USERPAYING
      {} -> PENDING
      {"tradeState":"TRADE_FINISHED"} -> SUCCESS TRADE_FINISHED
    ewallet.inquire
      {"tradeState":"SUCCESS","cnyAmount":null} -> SUCCESS SUCCESS
    qr.create
      {"success":true,"code":"00","data":{"qrRawData":"000201"}} -> SUCCESS
      {"success":false,"code":"99","message":"no"} -> REJECTED
    qr.inquire
      {"transactionType":"SETTLED","amount":100.00} -> SUCCESS SETTLED
      {} -> PENDING
      {"transactionType":"SETTLED"} -> SUCCESS SETTLED
      null -> PENDING
    transfer.inquire
      {"status":"INITIATE_COMPLETED"} -> SUCCESS INITIATE_COMPLETED
      {"status":"CONFIRM_PROCESSING"} -> PENDING CONFIRM_PROCESSING
      {"status":"CANCELED"} -> REJECTED CANCELED
      {"status":"CONFIRM_FAILED","code":"113"} -> REJECTED CONFIRM_FAILED
      {"status":"CONFIRM_FAILED","confirmAmount":{"amount":0.01}} -> PARTIAL CONFIRM_FAILED
      {"status":"CONFIRM_FAILED","confirmAmount":{"amount":0.00}} -> REJECTED CONFIRM_FAILED
      {"status":"CONFIRM_COMPLETED","debitStatus":"Partial"} -> PARTIAL Partial
      {"status":"CONFIRM_PROCESSING","debitStatus":"Partial"} -> PENDING CONFIRM_PROCESSING
      {"status":"CONFIRM_COMPLETED","tranAmount":{"amount":"10.00","currency":"THB"},"confirmAmount":{"amount":4.00,"currency":"THB"}} -> PARTIAL CONFIRM_COMPLETED
      {"status":"CONFIRM_COMPLETED","tranAmount":{"amount":10,"currency":"USD"},"confirmAmount":{"amount":10.00,"currency":"USD"}} -> SUCCESS CONFIRM_COMPLETED
      {"status":"CONFIRM_COMPLETED","tranAmount":{"amount":350.00,"currency":"THB"},"confirmAmount":{"amount":10.00,"currency":"USD"}} -> SUCCESS CONFIRM_COMPLETED
    transfer.debitConfirm
      {"status":"CONFIRM_FAILED","debitStatus":"Partial","confirmAmount":{"amount":0}} -> PARTIAL CONFIRM_FAILED
      {"status":"CONFIRM_FAILED","debitStatus":"Partial"} -> PARTIAL CONFIRM_FAILED
      {"debitStatus":"Full","tranAmount":{"amount":10.00},"confirmAmount":{"amount":9.99}} -> PARTIAL Full
      {"debitStatus":"Full"} -> SUCCESS Full
      {"debitStatus":"Partial"} -> PARTIAL Partial
      {"debitStatus":"Half"} -> PENDING Half
      {} -> PENDING
      {"status":"INITIATE_COMPLETED"} -> PENDING INITIATE_COMPLETED
    transfer.creditConfirm
      {"tokenizerId":"A1"} -> PENDING
      {"status":"INITIATE_COMPLETED"} -> PENDING INITIATE_COMPLETED
      {"status":"CONFIRM_COMPLETED"} -> SUCCESS CONFIRM_COMPLETED
      {"status":"CONFIRM_FAILED"} -> REJECTED CONFIRM_FAILED
    cpm.refund
      {"refundTransactionDateTime":"2026-01-31T09:00:00.000+07:00"} -> SUCCESS
      {} -> PENDING
    dd.register
      {"registrationResponse":{"webUrl":"https://bank.example/r"}} -> SUCCESS
      {"validationMessages":[{"message":"regRef is known"}]} -> REJECTED
    dd.registration
      {"statusCode":"0"} -> SUCCESS 0
      {"statusCode":"0001"} -> PENDING 0001
      {"statusCode":"0003","errorCode":"10"} -> REJECTED 0003
    dd.charge
      {"statusCode":1000} -> SUCCESS 1000
      {"statusCode":"1001","responseCode":"02"} -> REJECTED 1001
    dd.payment
      {"statusCode":"7777"} -> PENDING 7777
    bill.inquire
      null -> PENDING
      [] -> PENDING
      [{"amount":"10.00","reverseFlag":""}] -> SUCCESS
      [{"reverseFlag":"R"}] -> REJECTED R
    cpm.pay
      {"transactionId":"T1","transactionAmount":"10.00"} -> SUCCESS
      {"slipId":""} -> PENDING
  `);

  test.each(cases)('$id $json: $kind', async ({ id, json, kind, state }) => {
    const found = await standing(id, json);
    expect([found.class, found.state]).toEqual([kind, state]);
  });

  test.each([
    ['transfer.inquire', { status: 'CONFIRM_FAILED', code: '113', description: 'd' }, '113', 'd'],
    ['qr.create', { success: false, code: '99', moreInfo: 'why' }, '99', 'why'],
    [
      'dd.charge',
      { statusCode: '1002', responseCode: 'H165', statusDesc: 'limit' },
      'H165',
      'limit',
    ],
  ])('a refusal of %s carries its code and its reason', async (id, data, code, reason) => {
    expect(await standing(id, JSON.stringify(data))).toMatchObject({ code, reason });
  });
});

describe('what an inquiry proves about a lost call', () => {
  test.each<readonly [string, string, BankStatus['class'] | undefined]>([
    ['ewallet.pay', '{"tradeState":"SUCCESS"}', 'SUCCESS'],
    ['ewallet.pay', '{"tradeState":"USERPAYING"}', 'PENDING'],
    ['ewallet.pay', '{}', undefined],
    ['ewallet.cancel', '{"tradeState":"SUCCESS"}', undefined],
    ['ewallet.cancel', '{"tradeState":"CANCELED"}', 'SUCCESS'],
    ['ewallet.refund', '{"tradeState":"TRADE_SUCCESS"}', undefined],
    ['ewallet.close', '{"tradeState":"USERPAYING"}', undefined],
    ['transfer.debitConfirm', '{"status":"INITIATE_COMPLETED"}', undefined],
    ['transfer.debitConfirm', '{"status":"CONFIRM_COMPLETED","debitStatus":"Partial"}', 'PARTIAL'],
    ['transfer.creditConfirm', '{"status":"CONFIRM_FAILED"}', 'REJECTED'],
    ['transfer.creditConfirm', '{}', undefined],
    ['dd.charge', '{"statusCode":"1001"}', 'REJECTED'],
    ['dd.charge', '{"encryptedValue":"x"}', undefined],
    ['cpm.pay', '[{"reverseFlag":"R"}]', 'SUCCESS'],
    ['cpm.pay', '[]', undefined],
    ['cpm.refund', '[{"reverseFlag":"R"}]', 'SUCCESS'],
    ['cpm.refund', '[{"amount":"10.00"}]', undefined],
  ])('%s %s: %s', async (id, json, kind) => {
    expect((await verdict(id, json))?.class).toBe(kind);
  });

  test('the inquiry asks for what was sent, by Bangkok days', async () => {
    const lateUtc = Date.UTC(2026, 0, 31, 18);
    const cancel = await loadOperation('ewallet.cancel');
    const asked = (operation: Operation, value: string, sent: Fields) =>
      operation.resolution && questionsAfter(operation.resolution, value, sent, lateUtc)[0]?.input;
    const { outTradeNo = '' } = cancel.example;
    expect(asked(cancel, outTradeNo, { ...cancel.example, tranType: 'X' })).toMatchObject({
      tranType: 'A',
      outTradeNo: cancel.example.outTradeNo,
    });
    const confirm = await loadOperation('transfer.creditConfirm');
    // It stands under the day of its initiation, which may lie before that of its confirmation.
    expect(asked(confirm, 'A1', { tokenizerId: 'A1' })).toEqual({
      tokenizerId: 'A1',
      dateFrom: '2026-01-30',
      dateTo: '2026-02-02',
    });
    const pay = await loadOperation('cpm.pay');
    expect(asked(pay, 'P1', { partnerTransactionId: 'P1' })).toEqual({
      eventCode: '00300104',
      transactionDate: '2026-02-01',
      partnerTransactionId: 'P1',
    });
  });
});

test('a QR that was created without reference 2 and amount is asked about without them', () => {
  const [first] = questionsAbout(create, { ppId: '123456789012345', ref1: 'ORDER1' }, null, 0);
  expect(first?.input).toMatchObject({ billerId: '123456789012345', reference1: 'ORDER1' });
  expect(Object.keys(first?.input ?? {})).not.toContain('reference2');
});

describe('answers that differ from the specification are accepted', () => {
  test.each<[string, Json | object]>([
    ['ewallet.pay', { tradeState: 'NEW_STATE', amount: 100, extra: { deep: [1] } }],
    ['profile.merchant', { profile: { shopInfo: { channelOnline: { website: 'x' } } } }],
    ['profile.merchant', { profile: { shopInfo: { channelOnline: { Website: 'x' } } } }],
    ['profile.merchant', { paymentService: { QR: [{ code: 'T30' }], PML: { types: [] } } }],
    ['profile.merchant', { paymentService: { qr: [{ status: 'SLEEPING' }], pml: { type: [] } } }],
    ['qr.createV1', { qrRawData: '00', qrcodeId: '1' }],
    ['qr.createV1', { qrRawData: '00', qrCodeId: '1' }],
    ['token.issue', { accessToken: 'a', expiresIn: '1800', expiresAt: 1 }],
    ['slip.verify', { transRef: 'a', sender: { proxy: null }, receiver: { account: {} } }],
  ])('%s %j', async (id, data) => {
    expect(await accepts(id, data)).toBe(true);
  });

  test.each<[string, unknown]>([
    ['ewallet.create', {}],
    ['ewallet.pay', 'paid'],
    ['ewallet.pay', { tradeState: { is: 'SUCCESS' } }],
    ['token.issue', { accessToken: '' }],
    ['profile.customer', { profile: 'none' }],
    ['bill.inquire', {}],
    ['slip.verify', { amount: '100.00' }],
    ['qr.create', {}],
    ['qr.create', { success: true, code: '00', data: { url: 'https://bank.example/qr' } }],
    ['qr.create', { success: 'true', data: { qrRawData: '' } }],
    ['qr.createV1', {}],
    ['transfer.debitInitiate', {}],
  ])('but not what breaks them: %s %j', async (id, data) => {
    expect(await accepts(id, data)).toBe(false);
  });

  test.each([1000, '1000'])('the code of the envelope as %j', (code) => {
    expect(Envelope.safeParse({ status: { code, description: 'Success' } }).success).toBe(true);
    expect(Envelope.safeParse({ status: { description: 'Success' } }).success).toBe(false);
  });
});
