import { describe, expect, test } from 'vitest';
import { describeFinding, lint, RULES } from '../../src/qr/lint.js';
import { checksum } from '../../src/qr/tlv.js';
import { goodVectors } from './payloads.js';

/** A payload from its fields, with a right checksum. */
function sealed(fields: string): string {
  return `${fields}6304${checksum(`${fields}6304`)}`;
}

/** All that lint could want of a bill payment. */
const PARTS = {
  format: '000201',
  initiation: '010212',
  bill: '30540016A0000006770101120115123456789012345020411110303222',
  category: '52047011',
  currency: '5303764',
  amount: '540520.00',
  country: '5802TH',
  name: '5904SHOP',
  city: '6007BANGKOK',
};
const clean = (changes: Partial<typeof PARTS> = {}) =>
  sealed(Object.values({ ...PARTS, ...changes }).join(''));

const found = (payload: string) =>
  lint(payload).map(({ severity, code, path }) => `${severity} ${code} ${path}`);

test('a careful payload has no findings', () => {
  expect(found(clean())).toEqual([]);
});

test.each(goodVectors)('$id has warnings at most', ({ payload }) => {
  expect(lint(payload).filter(({ severity }) => severity === 'error')).toEqual([]);
});

const template = (parts: string) => `30${String(parts.length).padStart(2, '0')}${parts}`;
const transfer = (parts: string) => `29${String(parts.length).padStart(2, '0')}${parts}`;
const bill = (parts: string) => ({ bill: template(`0016A000000677010112${parts}`) });
const payee = (parts: string) => ({ bill: transfer(`0016A000000677010111${parts}`) });
const BILLER = '0115123456789012345';

describe('errors', () => {
  test.each([
    ['a biller id of 19 digits', bill('0119123456789012345678902041111'), 'value-length 30.01'],
    ['a biller id of 14 digits', bill('01141234567890123402041111'), 'value-length 30.01'],
    ['a biller id with a letter', bill('011512345678901234A02041111'), 'value-characters 30.01'],
    ['no biller id', bill('02041111'), 'biller-id-missing 30.01'],
    ['no reference 1', bill(BILLER), 'reference-1-missing 30.02'],
    ['a reference of 21', bill(`${BILLER}0221${'A'.repeat(21)}`), 'value-length 30.02'],
    ['a reference with a space', bill(`${BILLER}0204A CD`), 'value-characters 30.02'],
    ['a Thai reference', bill(`${BILLER}0204กขคง`), 'value-characters 30.02'],
    ['no currency', { currency: '' }, 'currency-missing 53'],
    ['no country', { country: '' }, 'country-missing 58'],
    ['nobody to pay', { bill: '' }, 'account-missing '],
    ['no payee', payee(''), 'payee-missing 29'],
    [
      'no one-time code',
      { bill: transfer('0016A00000067701011401130066812345678') },
      'one-time-code-missing 29.05',
    ],
    ['a mobile number of 10', payee('01100812345678'), 'value-length 29.01'],
    ['format 02', { format: '000202' }, 'format-version 00'],
    ['tag 00 second', { format: '', initiation: '010212000201' }, 'format-first 00'],
    ['tag 01 of 13', { initiation: '010213' }, 'initiation-unknown 01'],
    ['an amount with a comma', { amount: '54051,000' }, 'value-characters 54'],
    ['an amount with two points', { amount: '54051.0.0' }, 'value-characters 54'],
    ['an amount of Thai digits', { amount: '5403๑๒๓' }, 'value-characters 54'],
    ['an amount of 14 characters', { amount: '541412345678901.00' }, 'value-length 54'],
    ['three decimals', { amount: '54051.005' }, 'amount-decimals 54'],
    ['a currency of letters', { currency: '5303THB' }, 'value-characters 53'],
    ['a country of three', { country: '5803THA' }, 'value-length 58'],
    ['a name of 26', { name: `5926${'A'.repeat(26)}` }, 'value-length 59'],
    ['a control character', { name: '5904A\u0007BC' }, 'value-characters 59'],
    ['Thai in the bill number', { city: '6007BANGKOK62080104กขคง' }, 'value-characters 62.01'],
    ['a broken template', bill('0199123'), 'value-cut-off 30.01'],
    ['a tag twice', { country: '5802TH5802TH' }, 'tag-twice 58'],
  ])('%s', (_, changes, finding) => {
    expect(found(clean(changes))).toContain(`error ${finding}`);
  });

  test.each([
    ['no bank', '0018000600000102021234', 'slip-bank-missing 00.01'],
    ['no reference', '001700060000010103014', 'slip-reference-missing 00.02'],
    ['a bank of letters', '00250006000001010301X0204ABCD', 'value-characters 00.01'],
    [
      'a bank of two digits',
      '0024000600000101020102 04ABCD'.replace(' ', ''),
      'value-length 00.01',
    ],
    ['a reference of 26', `0047000600000101030140226${'A'.repeat(26)}`, 'value-length 00.02'],
  ])('a slip with %s', (_, head, finding) => {
    const fields = `${head}5102TH9104`;
    expect(found(fields + checksum(fields))).toContain(`error ${finding}`);
  });

  test.each([
    ['|0999\rREF1\r\r0', 'value-length billerId'],
    ['|099999999999990\r\r\r0', 'value-length ref1'],
    ['|099999999999990', 'barcode-reference-missing ref1'],
    ['|099999999999990\rREF1\r', 'barcode-amount-missing amount'],
    ['|099999999999990\rREF1\r\r1.00', 'value-characters amount'],
    ['|099999999999990\rREF1\r\r0\r5', 'tag-malformed '],
  ])('barcode %j', (payload, finding) => {
    expect(found(payload)).toContain(`error ${finding}`);
  });
});

describe('warnings, and nothing worse', () => {
  test.each([
    ['no category', { category: '' }, 'category-missing 52'],
    ['no name', { name: '' }, 'name-missing 59'],
    ['no city', { city: '' }, 'city-missing 60'],
    ['no initiation', { initiation: '' }, 'initiation-missing 01'],
    ['static with an amount', { initiation: '010211' }, 'static-with-amount 01'],
    ['dynamic without an amount', { amount: '' }, 'dynamic-without-amount 01'],
    ['an amount of zero', { amount: '54040.00' }, 'amount-zero 54'],
    ['no application', { bill: template('011512345678901234502041111') }, 'application-missing 30'],
    ['13 digits of biller', bill('0113123456789012302041111'), 'biller-id-13 30.01'],
    ['a small letter', bill(`${BILLER}0204ab12`), 'reference-lower-case 30.02'],
    ['a strange reference 3', { city: '6007BANGKOK62090705A-B C' }, 'reference-3-form 62.07'],
    ['a Thai name', { name: '5904ร้าน' }, 'name-not-ascii 59'],
    ['dollars', { currency: '5303840' }, 'currency-foreign 53'],
    ['another country', { country: '5802SG' }, 'country-foreign 58'],
    ['a fee that is not there', { amount: '540520.00550202' }, 'fee-missing 56'],
    ['a card with letters', { initiation: '0102120204ABCD' }, 'card-characters 02'],
    ['an empty name', { name: '5900' }, 'value-empty 59'],
    [
      'a name without its language',
      { city: '6007BANGKOK64080104SHOP' },
      'language-incomplete 64.00',
    ],
    ['two payees', payee('0113006681234567802131234567890123'), 'payees-several 29.02'],
    ['a foreign number', payee('01130065812345678'), 'mobile-prefix 29.01'],
  ])('%s', (_, changes, finding) => {
    expect(found(clean(changes))).toEqual([`warning ${finding}`]);
  });
});

test('a finding tells where, what and the fix, errors before warnings', () => {
  const payload = clean({ name: '', currency: '5303THB' });
  expect(lint(payload).map(describeFinding).join('\n')).toMatchInlineSnapshot(`
    "error value-characters: tag 53, position 78: "THB" must be digits; write it with the characters that the standard allows
    warning currency-foreign: tag 53, position 78: "THB" is not Thai baht; write 764
    warning name-missing: tag 59, position 119: the merchant name is missing; add tag 59"
  `);
});

test('codes are unique within their kind and in one style', () => {
  for (const { code, fix } of RULES) {
    expect(code).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(fix).not.toBe('');
  }
});
