import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatAmount } from '../../src/core/money.js';
import { isPaymentTemplate } from '../../src/qr/tags.js';
import { checksum, crc16, parseTlv, sameAmount, tagSatang, writeAmount } from '../../src/qr/tlv.js';
import { goodVectors, joinFields } from '../fixtures/qr.js';

test('the checksum is CRC-16/CCITT-FALSE, over UTF-8', () => {
  expect(crc16(Buffer.from('123456789'))).toBe(0x29b1);
  expect(checksum('最佳运输')).toBe(
    crc16(Buffer.from('最佳运输', 'utf8')).toString(16).toUpperCase().padStart(4, '0'),
  );
});

describe('grammar', () => {
  test('the fields and the rest always make up the payload', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.constantFrom(...goodVectors),
        (noise, { payload }) => {
          for (const text of [noise, payload + noise, payload.slice(0, noise.length * 7) + noise]) {
            const { fields, rest } = parseTlv(text, isPaymentTemplate);
            expect(joinFields(fields) + rest).toBe(text);
          }
        },
      ),
    );
  });

  test('lengths count characters: one beyond the basic plane is one, not two', () => {
    const { fields, faults } = parseTlv('5902🐘a6002TH', isPaymentTemplate);
    expect(faults).toEqual([]);
    expect(fields.map((field) => field.value)).toEqual(['🐘a', 'TH']);
  });

  test('templates are known by their tag, never by the look of their contents', () => {
    const { fields } = parseTlv('59100002AB0102CD', isPaymentTemplate);
    expect(fields[0]).toMatchObject({ tag: '59', value: '0002AB0102', parts: [] });
  });

  test('templates nest inside additional data', () => {
    const { fields } = parseTlv('62145010000600SHOP', isPaymentTemplate);
    expect(fields[0]?.parts[0]).toMatchObject({ path: '62.50', parts: [{ path: '62.50.00' }] });
  });

  test.each([
    ['2999ABC', 'value-cut-off', 7],
    ['00020', 'value-cut-off', 5],
    ['0002011', 'tag-malformed', 6],
    ['000201x', 'tag-malformed', 6],
    ['000201٠١02AB', 'tag-malformed', 6],
    ['00020101', 'length-malformed', 8],
    ['0002010002AB', 'tag-twice', 6],
    ['300801050123', 'value-cut-off', 12],
  ])('%s breaks with %s at %d', (text, code, offset) => {
    expect(parseTlv(text, isPaymentTemplate).faults).toMatchObject([{ code, offset }]);
  });
});

describe('amounts', () => {
  test.each([
    ['100', '100.00'],
    ['100.5', '100.50'],
    ['0.01', '0.01'],
    ['007.10', '7.10'],
    ['9999999999.99', '9999999999.99'],
    ['4.35', '4.35'],
  ])('%s is written %s', (amount, text) => {
    expect(writeAmount(amount)).toBe(text);
  });

  test.each([
    '',
    '0',
    '0.00',
    '.5',
    '1.005',
    '-1',
    '+1',
    '1e3',
    '1,000',
    '١٢',
    ' 1',
    '99999999999',
  ])('%j is refused, never rounded', (amount) => {
    expect(() => writeAmount(amount)).toThrow(expect.objectContaining({ exitClass: 'USAGE' }));
  });

  test('satang are written as baht and read back', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 18n }), (satang) => {
        expect(tagSatang(formatAmount(satang))).toBe(satang);
      }),
    );
  });

  test('amounts are compared as money', () => {
    expect(sameAmount('50', '50.00')).toBe(true);
    expect(sameAmount('50', '50.01')).toBe(false);
    expect(sameAmount('x', 'x')).toBe(false);
  });
});
