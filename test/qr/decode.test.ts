import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { writeSlip } from '../../src/qr/barcode.js';
import { decode, differences, drawTree } from '../../src/qr/decode.js';
import { isPaymentTemplate } from '../../src/qr/tags.js';
import { readThaiQr, writeThaiQr } from '../../src/qr/thai-qr.js';
import { parseTlv } from '../../src/qr/tlv.js';
import {
  BILL,
  errorsOf,
  goodVectors,
  joinFields,
  vectors,
  writeBillPayment,
} from '../fixtures/qr.js';

describe('vectors', () => {
  test.each(goodVectors)('$id is whole: $kind', ({ payload }) => {
    const decoded = decode(payload);
    expect(decoded.errors).toEqual([]);
    expect(decoded.crc?.valid).toBe(true);
    expect(decoded.kind).not.toBe('unknown');
  });

  test.each(vectors.negative)('$id is broken: $kind', ({ payload, crcValid }) => {
    const decoded = decode(payload);
    expect(decoded.errors.length).toBeGreaterThan(0);
    expect(decoded.crc?.valid).toBe(crcValid);
    expect(decoded.fields.length).toBeGreaterThan(1);
  });

  test('have the fields that they were made with', () => {
    const facts = goodVectors.map(({ id, payload }) => {
      const { billerId, ref1, ref2, ref3, sendingBank, transRef, ...about } = decode(payload);
      const said = [billerId, ref1, ref2, ref3, sendingBank, transRef].map((value) => value ?? '-');
      return `${id} ${about.kind} ${about.static ?? '-'} ${about.amount ?? '-'} ${said.join(' ')}`;
    });
    expect(facts.join('\n')).toMatchInlineSnapshot(`
      "s01 credit-transfer true - - - - - - -
      s02 credit-transfer false 4.22 - - - - - -
      s03 credit-transfer true - - - - - - -
      s04 credit-transfer true - - - - - - -
      s05 credit-transfer true - - - - - - -
      s06 credit-transfer false 30.00 - - - - - -
      s07 bill-payment true - 0112233445566 CUSTOMER001 INV001 SCB - -
      s08 bill-payment false 3649.22 099400016550100 123456789012 670429 - - -
      s09 bill-payment false 1.00 123456789012345 REFERENCE1 REFERENCE2 SCB - -
      s10 card false 100.0 - - - - - -
      s11 credit-transfer true - - - - - - -
      s12 credit-transfer false 50.00 - - - - - -
      s13 emv false 23.72 - - - - - -
      s14 bill-payment false 50 010753600031508 KB000000253858 API16221293191754045 - - -
      s15 slip - - - - - - 002 0002123123121200011
      s16 slip - - - - - - 004 014242082547BPM04988
      s17 wallet-slip - - - - - - - TXN0001234567
      s18 slip - - - - - - 014 T00000086
      y01 bill-payment true - 099999999999990 KB000000000001 KPS004KB000000000001 00000001 - -
      y02 slip - - - - - - 014 202601012SANDBOXaBcDeF123
      y03 slip - - - - - - 004 016001120000BPM00001"
    `);
  });
});

test('the JSON has the shape that scripts rely on', () => {
  const slip = writeSlip({ sendingBank: '014', transRef: 'A1' });
  expect(JSON.stringify(decode(slip))).toMatchInlineSnapshot(
    `"{"kind":"slip","crc":{"valid":true,"expected":"07E4","actual":"07E4"},"static":null,"amount":null,"currency":null,"billerId":null,"ref1":null,"ref2":null,"ref3":null,"sendingBank":"014","transRef":"A1","fields":[{"path":"00","name":"slip","value":"000600000101030140202A1","length":23,"offset":0},{"path":"00.00","name":"API id","value":"000001","length":6,"offset":4},{"path":"00.01","name":"sending bank","value":"014","length":3,"offset":14,"meaning":"Siam Commercial Bank"},{"path":"00.02","name":"transaction reference","value":"A1","length":2,"offset":21},{"path":"51","name":"country","value":"TH","length":2,"offset":27},{"path":"91","name":"checksum","value":"07E4","length":4,"offset":33}],"errors":[],"warnings":[]}"`,
  );
});

test('every key is there whatever comes in', () => {
  const keys = Object.keys(decode(BILL));
  for (const payload of ['', 'x', '|', '000201', ...goodVectors.map((vector) => vector.payload)]) {
    expect(Object.keys(decode(payload))).toEqual(keys);
  }
});

test('the tree for people shows names, values and faults', () => {
  const qr = {
    static: false,
    transfer: { aid: 'A000000677010111', bankAccount: '0041234567890' },
    currency: '764',
    amount: '50',
    country: 'TH',
    merchantName: 'ร้านตัวอย่าง',
    message: 'ขอบคุณ',
  };
  expect(drawTree(decode(writeThaiQr(qr)))).toMatchInlineSnapshot(`
    "Thai QR, credit transfer (tag 29)
      00 payload format       01
      01 point of initiation  12 (dynamic)
      29 credit transfer
        29.00 application     A000000677010111 (PromptPay credit transfer)
        29.04 bank account    0041234567890 (Kasikornbank)
      53 currency             764 (THB)
      54 amount               50.00
      58 country              TH
      59 merchant name        ร้านตัวอย่าง
      81 personal message     0E020E2D0E1A0E040E380E13 (ขอบคุณ)
      63 checksum             0F53
    checksum valid
    warnings (qr lint explains them): name-not-ascii, category-missing, city-missing"
  `);
  expect(
    drawTree(decode(writeSlip({ sendingBank: '999', transRef: '2026ABC' }))),
  ).toMatchInlineSnapshot(`
    "mini QR of a slip
      00 slip
        00.00 API id                 000001
        00.01 sending bank           999
        00.02 transaction reference  2026ABC
      51 country                     TH
      91 checksum                    2847
    checksum valid"
  `);
  expect(drawTree(decode('|099999999999990\r111222333444\r\r36492'))).toMatchInlineSnapshot(`
    "bill barcode
      biller id         099999999999990
      reference 1       111222333444
      reference 2
      amount in satang  36492"
  `);
  expect(drawTree(decode(BILL.slice(0, 60)))).toContain(`
    30.02 reference 1     R
checksum missing, expected B91E
error value-cut-off: tag 30, position 60: tag 30 declares 47 characters, 44 are left; scan the code again, or correct the length
error crc-missing: tag 63, position 60: the checksum is missing; end the payload with its checksum`);
});

test('what identifies a person is masked where asked, in findings always', () => {
  const transfer = { aid: 'A000000677010111', mobile: '0812345678901' };
  const payload = writeThaiQr({ transfer, currency: '764', country: 'TH' });
  const tree = drawTree(decode(payload), { mask: (value) => `***${value.slice(-4)}` });
  expect(tree).toContain('***8901');
  expect(tree).not.toContain(transfer.mobile);
});

test('control characters never reach the terminal', () => {
  const payload = writeThaiQr({ merchantName: 'A\u001B[2J\u202E', currency: '764', country: 'TH' });
  expect(drawTree(decode(payload))).toContain('A\\u001b[2J\\u202e');
  expect(drawTree(decode(payload))).not.toContain('\u001B');
});

describe('a broken payload is read as far as possible, with the place of each fault', () => {
  const THB = '5303764';
  test.each([
    ['cut off in reference 1', BILL.slice(0, 61), 'value-cut-off', 61],
    ['cut off in the checksum', BILL.slice(0, -2), 'value-cut-off', BILL.length - 2],
    ['checksum missing', BILL.slice(0, -8), 'crc-missing', BILL.length - 8],
    ['checksum not last', `${BILL}5802TH`, 'crc-not-last', BILL.length - 8],
    ['one digit off', BILL.replace('540520.00', '540570.00'), 'crc-wrong', BILL.length - 8],
    ['non-ASCII digits', BILL.replace(THB, '53037٦4'), 'value-characters', BILL.indexOf(THB)],
    ['a tag twice', BILL.replace(THB, THB + THB), 'tag-twice', BILL.indexOf(THB) + 7],
  ])('%s', (_, payload, code, offset) => {
    const decoded = decode(payload);
    expect(decoded.errors).toContainEqual(expect.objectContaining({ code, offset }));
    expect(decoded.billerId).toBe('123456789012345');
  });

  test('text that is no payload is not recognised', () => {
    expect(errorsOf('https://example.com/pay')).toEqual(['not-recognised']);
    expect(errorsOf('')).toEqual(['not-recognised']);
    expect(decode('hello').crc).toBeNull();
  });
});

const wanted = {
  billerId: '123456789012345',
  ref1: 'REF1',
  ref2: 'REF2',
  ref3: 'SHOP',
  amount: '20.00',
};
const payload = writeBillPayment(wanted);

test('a payload that says what was requested differs in nothing, however the amount is written', () => {
  expect(differences(payload, wanted)).toEqual([]);
  expect(differences(payload, { ...wanted, amount: '20' })).toEqual([]);
  expect(differences(payload, { ref1: 'REF1' })).toEqual([]);
});

test('every difference is listed, with both sides', () => {
  const other = {
    billerId: '123456789012346',
    ref1: 'ref1',
    ref2: null,
    ref3: 'SHOP',
    amount: '20.01',
  };
  expect(differences(payload, other)).toEqual([
    { field: 'amount', wanted: '20.01', found: '20.00' },
    { field: 'billerId', wanted: '123456789012346', found: '123456789012345' },
    { field: 'ref1', wanted: 'ref1', found: 'REF1' },
    { field: 'ref2', wanted: null, found: 'REF2' },
  ]);
});

test('what the payload lacks is a difference', () => {
  const bare = writeBillPayment({ billerId: wanted.billerId, ref1: wanted.ref1 });
  expect(differences(bare, wanted).map(({ field, found }) => [field, found])).toEqual([
    ['amount', null],
    ['ref2', null],
    ['ref3', null],
  ]);
});

test('a broken payload is a difference even where it says what was requested', () => {
  expect(differences(`${payload.slice(0, -4)}0000`, wanted)).toMatchObject([{ field: 'payload' }]);
});

/** Written by an encoder of its own (Python), each with the verdict that the standards give it. */
const payloads = z
  .array(
    z.object({
      name: z.string(),
      kind: z.string(),
      errors: z.array(z.string()),
      payload: z.string(),
    }),
  )
  .parse(
    JSON.parse(readFileSync(new URL('../vectors/more-payloads.json', import.meta.url), 'utf8')),
  );

test.each(payloads)('$name: $kind, errors $errors', ({ payload, kind, errors }) => {
  const decoded = decode(payload);
  expect(decoded.kind).toBe(kind);
  expect(decoded.errors.map(({ code, path }) => `${code} ${path}`)).toEqual(errors);
});

const good = payloads.filter(
  ({ errors, kind }) => errors.length === 0 && !/slip|barcode/.test(kind),
);

test.each(good)('$name is written again as it was read', ({ payload }) => {
  const text = payload.replace(/^\uFEFF/, '').trim();
  expect(joinFields(parseTlv(text, isPaymentTemplate).fields)).toBe(text);
  const meant = readThaiQr(text);
  // Reading is more patient than writing.
  if (meant.amount === '.5' || meant.amount === '0.00') return;
  expect(decode(writeThaiQr(meant)).errors).toEqual([]);
});
