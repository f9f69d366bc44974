import { describe, expect, test } from 'vitest';
import { describeFinding, lint, RULES } from '../../src/qr/lint.js';
import { checksum } from '../../src/qr/tlv.js';

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

const template = (parts: string) => `30${String(parts.length).padStart(2, '0')}${parts}`;
const transfer = (parts: string) => `29${String(parts.length).padStart(2, '0')}${parts}`;
const bill = (parts: string) => ({ bill: template(`0016A000000677010112${parts}`) });
const payee = (parts: string) => ({ bill: transfer(`0016A000000677010111${parts}`) });
const BILLER = '0115123456789012345';

// The vectors that decode.test.ts reads have all others.
describe('errors', () => {
  test.each([
    ['a country of three', { country: '5803THA' }, 'value-length 58'],
    ['Thai in the bill number', { city: '6007BANGKOK62080104กขคง' }, 'value-characters 62.01'],
    ['a broken template', bill('0199123'), 'value-cut-off 30.01'],
    ['a tag twice', { country: '5802TH5802TH' }, 'tag-twice 58'],
  ])('%s', (_, changes, finding) => {
    expect(found(clean(changes))).toContain(`error ${finding}`);
  });

  test.each([
    ['no bank', '0018000600000102021234', 'slip-bank-missing 00.01'],
    ['a bank of letters', '00250006000001010301X0204ABCD', 'value-characters 00.01'],
  ])('a slip with %s', (_, head, finding) => {
    const fields = `${head}5102TH9104`;
    expect(found(fields + checksum(fields))).toContain(`error ${finding}`);
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
