import { describe, expect, test } from 'vitest';
import { writeSlip } from '../../src/qr/barcode.js';
import { decode } from '../../src/qr/decode.js';
import { BILL, errorsOf, writeBillPayment } from '../fixtures/qr.js';

describe('what is tolerated', () => {
  test('a checksum in lower case', () => {
    const { crc, errors, warnings } = decode(BILL.slice(0, -4) + BILL.slice(-4).toLowerCase());
    expect(crc?.valid).toBe(true);
    expect(errors).toEqual([]);
    expect(warnings.map(({ code }) => code)).toContain('crc-lower-case');
  });

  test.each([['0030000600000101030140209T000000865102TH9104539', '0539', '539'], ...shortSlips()])(
    'a slip without the leading zeros of its checksum: %s',
    (payload, expected, actual) => {
      const decoded = decode(payload);
      expect(decoded.crc).toEqual({ valid: true, expected, actual });
      expect(decoded.errors).toEqual([]);
      expect(decoded.warnings.map(({ code }) => code)).toEqual(['crc-shortened']);
    },
  );

  test('but no short checksum of a payment code, and no wrong one', () => {
    const [payload = ''] = shortBills();
    expect(errorsOf(payload)).toEqual(['crc-wrong', 'value-cut-off']);
    expect(errorsOf('0030000600000101030140209T000000865102TH9104538')).toContain('crc-wrong');
    expect(errorsOf('0030000600000101030140209T000000865102TH9104')).toContain('crc-wrong');
  });

  test('the end of a line, and with a warning other white space', () => {
    expect(decode(`${BILL}\n`)).toEqual(decode(BILL));
    expect(decode(`\uFEFF${BILL}\r\n`)).toEqual(decode(BILL));
    const padded = decode(`  ${BILL} \n\n`);
    expect(padded.errors).toEqual([]);
    expect(padded.warnings.map(({ code }) => code)).toContain('white-space-around');
  });

  test('barcodes whose carriage returns became line ends', () => {
    const decoded = decode('|099999999999990\n111222333444\nREF2\n100\n');
    expect(decoded).toMatchObject({
      kind: 'bill-barcode',
      ref2: 'REF2',
      amount: '1.00',
      errors: [],
    });
  });

  test('barcodes with two characters between their parts, each part in its place', () => {
    const payload = '|099999999999990\r\n111222333444\r\nREF2\r\n100';
    for (const { value, offset } of decode(payload).fields) {
      expect(payload.slice(offset, offset + value.length)).toBe(value);
    }
  });
});

/** Slips whose checksum begins with one, two and three zeros. */
function shortSlips(): [string, string, string][] {
  return ['0', '00', '000'].map((zeros) => {
    for (let serial = 0; ; serial++) {
      const slip = writeSlip({ sendingBank: '014', transRef: `T${serial}` });
      const expected = slip.slice(-4);
      const actual = expected.slice(zeros.length);
      if (expected.startsWith(zeros) && !actual.startsWith('0')) {
        return [slip.slice(0, -4) + actual, expected, actual];
      }
    }
  });
}

function shortBills(): string[] {
  for (let serial = 0; ; serial++) {
    const payload = writeBillPayment({ billerId: '123456789012345', ref1: `R${serial}` });
    if (payload.at(-4) === '0') return [payload.slice(0, -4) + payload.slice(-3)];
  }
}
