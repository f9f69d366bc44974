import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatAmount } from '../../src/core/money.js';
import {
  type Barcode,
  barcodeToThaiQr,
  parseBarcode,
  writeBarcode,
  writeSlip,
} from '../../src/qr/barcode.js';
import { decode } from '../../src/qr/decode.js';
import { readPayload } from '../../src/qr/reading.js';
import { AID } from '../../src/qr/tags.js';
import { readThaiQr, type ThaiQr, writeThaiQr } from '../../src/qr/thai-qr.js';
import { goodVectors, writeBillPayment } from '../fixtures/qr.js';

const value = (length: number) => fc.stringMatching(new RegExp(`^[A-Z0-9]{1,${length}}$`));
const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`));
const name = (length: number) =>
  fc
    .array(fc.constantFrom(...Array.from('ABC ก่ำ佳🐘')), { minLength: 1, maxLength: length })
    .map((chars) => chars.join(''));
const baht = fc.bigInt({ min: 1n, max: 999_999_999_999n }).map(formatAmount);

/** The required fields, and any of the others. */
const some = <Required extends object, Others extends object>(
  required: { [K in keyof Required]: fc.Arbitrary<Required[K]> },
  others: { [K in keyof Others]: fc.Arbitrary<Others[K]> },
) =>
  fc
    .tuple(fc.record(required), fc.record(others, { requiredKeys: [] }))
    .map(([all, any]) => ({ ...all, ...any }));
const transferBy = (field: string, id: fc.Arbitrary<string>) =>
  fc.record({ aid: fc.constant(AID.TRANSFER), [field]: id });
const oneTime = { aid: fc.constant(AID.TRANSFER_ONE_TIME), mobile: digits(13) };
const names = { merchantName: name(25), merchantCity: name(15) };

const thaiQr: fc.Arbitrary<ThaiQr> = some(
  { currency: fc.constant('764'), country: fc.constant('TH') },
  {
    static: fc.boolean(),
    cards: fc.dictionary(fc.constantFrom('02', '04', '15'), digits(16), { minKeys: 1 }),
    transfer: fc.oneof(
      transferBy(
        'mobile',
        digits(9).map((nine) => `0066${nine}`),
      ),
      transferBy('nationalId', digits(13)),
      transferBy('ewalletId', digits(15)),
      transferBy('bankAccount', digits(13)),
      fc.record({ ...oneTime, oneTimeCode: digits(10) }),
    ),
    bill: some(
      {
        aid: fc.constantFrom(AID.BILL, AID.BILL_CROSS_BORDER),
        billerId: digits(15),
        ref1: value(20),
      },
      { ref2: value(20) },
    ),
    innovation: some(
      { aid: fc.constant(AID.INNOVATION) },
      { api: digits(3), merchantRef: value(20), orderRef: value(20) },
    ),
    templates: fc.constantFrom<Record<string, Record<string, string>>>(
      { '51': { '00': 'A0000000041010', '01': '0001' } },
      { '26': { '00': 'TEST' } },
    ),
    ...{ merchantCategory: digits(4), amount: baht, ...names, postalCode: digits(5) },
    ...{ tip: fc.constant('02'), tipFixed: fc.constant('5.00'), message: name(20) },
    additional: some({ terminal: value(20) }, { store: value(20), taxId: digits(13) }),
    language: some({ language: fc.constant('TH') }, names),
    vat: some({ branch: digits(4) }, { rate: fc.constant('7.00'), amount: baht }),
  },
);

describe('payment codes', () => {
  test('what is written is read again, tags ascend, and the checksum is right and last', () => {
    fc.assert(
      fc.property(thaiQr, (qr) => {
        const payload = writeThaiQr(qr);
        expect(readThaiQr(payload)).toEqual(qr);
        expect(decode(payload).crc?.valid).toBe(true);
        const tags = readPayload(payload).fields.map((field) => field.tag);
        expect(tags.at(-1)).toBe('63');
        expect(tags.slice(0, -1)).toEqual(tags.slice(0, -1).toSorted());
      }),
    );
  });

  test('a bill payment is laid out as banks lay it out', () => {
    const bill = {
      billerId: '123456789012345',
      ref1: 'REFERENCE1',
      ref2: 'REFERENCE2',
      ref3: 'SHOP',
      amount: '1',
    };
    expect(writeBillPayment(bill)).toMatchInlineSnapshot(
      `"00020101021230670016A00000067701011201151234567890123450210REFERENCE10310REFERENCE2530376454041.005802TH62080704SHOP6304A144"`,
    );
    expect(writeBillPayment({ billerId: '123456789012345', ref1: 'R' })).toMatchInlineSnapshot(
      `"00020101021130440016A00000067701011201151234567890123450201R53037645802TH6304286F"`,
    );
  });

  test.each([
    ['a value over 99 characters', { merchantName: 'A'.repeat(100) }],
    ['a rounded amount', { amount: '1.005' }],
    ['a card outside its tags', { cards: { '52': '1' } }],
    ['a named template under its number', { templates: { '30': { '00': 'X' } } }],
  ] satisfies [string, ThaiQr][])('%s is refused', (_, qr) => {
    expect(() => writeThaiQr(qr)).toThrow(expect.objectContaining({ exitClass: 'USAGE' }));
  });

  test('a broken payload is not read by meaning', () => {
    expect(() => readThaiQr('00020101')).toThrow(
      expect.objectContaining({ exitClass: 'BAD_DATA' }),
    );
  });
});

describe('slips', () => {
  test.each(goodVectors.filter(({ id }) => /^(?:s15|s16|s18|y02|y03)$/.test(id)))(
    '$id is written as its bank wrote it',
    ({ payload }) => {
      const { sendingBank, transRef } = decode(payload);
      expect(writeSlip({ sendingBank: sendingBank ?? '', transRef: transRef ?? '' })).toBe(payload);
    },
  );
});

describe('bill barcodes', () => {
  const barcodes: fc.Arbitrary<Barcode> = fc.record(
    { billerId: digits(15), ref1: value(20), ref2: value(20), amount: baht },
    { requiredKeys: ['billerId', 'ref1'] },
  );

  test('what is written is read again', () => {
    fc.assert(
      fc.property(barcodes, (barcode) => {
        const payload = writeBarcode(barcode);
        expect(parseBarcode(payload).barcode).toEqual(barcode);
        expect(decode(payload).errors).toEqual([]);
      }),
    );
  });

  test('the amount counts satang, and 0 leaves it open', () => {
    expect(
      writeBarcode({ billerId: '099999999999990', ref1: '111222333444', amount: '364.92' }),
    ).toBe('|099999999999990\r111222333444\r\r36492');
    expect(decode('|099999999999990\r111222333444\r\r0').amount).toBeNull();
  });

  test('the carriage return with which a scanner ends is no part of it', () => {
    for (const end of ['\r', '\n', '\r\n']) {
      const { errors, amount } = decode(`|099999999999990\r111\r222\r110${end}`);
      expect({ errors, amount }).toEqual({ errors: [], amount: '1.10' });
    }
    expect(decode('|099999999999990\r111\r\r').errors).toEqual([]);
    expect(decode('|099999999999990\r111\r222\r110\r5').errors).toHaveLength(1);
  });

  test('line ends inside a part are refused', () => {
    expect(() => writeBarcode({ billerId: '1', ref1: 'A\rB' })).toThrow(/line breaks/);
  });

  test('as QR 30 it is the same bill', () => {
    fc.assert(
      fc.property(barcodes, (barcode) => {
        const { billerId, ref1, ref2, amount } = decode(writeThaiQr(barcodeToThaiQr(barcode)));
        expect({ billerId, ref1, ref2, amount }).toEqual({ ref2: null, amount: null, ...barcode });
      }),
    );
  });
});
