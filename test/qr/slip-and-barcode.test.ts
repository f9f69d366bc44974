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
import { writeThaiQr } from '../../src/qr/thai-qr.js';
import { goodVectors } from '../fixtures/qr.js';

const value = (length: number) => fc.stringMatching(new RegExp(`^[A-Z0-9]{1,${length}}$`));
const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`));
const baht = fc.bigInt({ min: 1n, max: 999_999_999_999n }).map(formatAmount);

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
