import { dialectOf, fieldAt, isThaiTemplate, valueAt } from './reading.js';
import {
  absent,
  at,
  breaksOff,
  initiation,
  isThai,
  lacking,
  missing,
  payees,
  type Rule,
  references,
  type Severity,
  thai,
} from './rules.js';
import { AID, isCardTag, isStatic } from './tags.js';
import { satangOf } from './tlv.js';

/** What a payment code must and should hold. */
export const PAYMENT_RULES: readonly Rule[] = [
  rule('format-first', 'error', 'begin the payload with 000201', (reading) =>
    reading.fields[0]?.tag === '00'
      ? []
      : [{ path: '00', offset: 0, message: 'tag 00 must come first' }],
  ),
  rule('format-version', 'error', 'begin the payload with 000201', (reading) =>
    at(reading, '00', (value) => value !== '01', 'is not payload format 01'),
  ),
  rule('initiation-unknown', 'error', 'write 11 (static) or 12 (dynamic)', (reading) =>
    at(reading, '01', (value) => isStatic(value) === undefined, 'is neither 11 nor 12'),
  ),
  rule('account-missing', 'error', 'add the template 29, 30 or 31, or a card scheme', (reading) =>
    reading.fields.some(({ tag }) => tag >= '02' && tag <= '51') || breaksOff(reading, '')
      ? []
      : [missing(reading, '', 'there is no payee: no tag from 02 to 51')],
  ),
  rule('currency-missing', 'error', 'add 5303764', (reading) => lacking(reading, '53', 'currency')),
  rule('country-missing', 'error', 'add 5802TH', (reading) => lacking(reading, '58', 'country')),
  rule('payee-missing', 'error', 'add the payee as part 01, 02, 03 or 04', (reading) => {
    // A one-time code stands for the payee.
    const named = payees(reading).some(({ value }) => value !== '');
    if (!thai(reading, '29') || named || valueAt(reading, '29.05')) return [];
    if (breaksOff(reading, '29.01')) return [];
    return [missing(reading, '29', 'the credit transfer names no payee')];
  }),
  rule(
    'one-time-code-missing',
    'error',
    'add the ten characters of the code as part 05',
    (reading) =>
      valueAt(reading, '29.00') === AID.TRANSFER_ONE_TIME
        ? lacking(reading, '29.05', 'one-time authorisation code')
        : [],
  ),
  rule('biller-id-missing', 'error', 'add the biller id as part 01', (reading) =>
    thai(reading, '30') ? lacking(reading, '30.01', 'biller id') : [],
  ),
  rule('reference-1-missing', 'error', 'add reference 1 as part 02', (reading) =>
    thai(reading, '30') ? lacking(reading, '30.02', 'reference 1') : [],
  ),
  rule('amount-decimals', 'error', 'write at most two decimals', (reading) =>
    at(reading, '54', (value) => /^[0-9]*\.[0-9]{3,}$/.test(value), 'has more than two decimals'),
  ),
  rule('amount-zero', 'warning', 'leave tag 54 out where the payer decides', (reading) =>
    at(reading, '54', (value) => satangOf(value) === 0n, 'is zero'),
  ),
  rule('application-missing', 'warning', 'add the application as part 00', (reading) =>
    reading.fields
      .filter(({ tag, parts }) => tag >= '26' && tag <= '51' && !parts.some((p) => p.tag === '00'))
      .map(({ path, offset }) => ({
        path,
        offset,
        message: `template ${path} has no application`,
      }))
      .filter(({ path }) => !breaksOff(reading, `${path}.00`)),
  ),
  rule('application-unknown', 'warning', 'check the application (part 00)', (reading) =>
    ['29', '30', '31'].flatMap((tag) => {
      const field = fieldAt(reading, `${tag}.00`);
      if (!field || isThaiTemplate(fieldAt(reading, tag)) || breaksOff(reading, field.path))
        return [];
      const message = `the application of template ${tag} is not a Thai one`;
      return [{ path: field.path, offset: field.offset, message }];
    }),
  ),
  rule(
    'static-with-amount',
    'warning',
    'write 010212 where each sale has its own code',
    (reading) =>
      initiation(reading) === true && valueAt(reading, '54')
        ? at(reading, '01', () => true, 'says static, but an amount is fixed')
        : [],
  ),
  rule('dynamic-without-amount', 'warning', 'write 010211, or fix the amount', (reading) =>
    initiation(reading) === false && lacking(reading, '54', 'amount').length > 0
      ? at(reading, '01', () => true, 'says dynamic, but no amount is fixed')
      : [],
  ),
  rule('initiation-missing', 'warning', 'add 010211 (static) or 010212 (dynamic)', (reading) =>
    absent(reading, '01', 'point of initiation'),
  ),
  rule('category-missing', 'warning', 'add tag 52, 0000 where there is none', (reading) =>
    absent(reading, '52', 'merchant category'),
  ),
  rule('name-missing', 'warning', 'add tag 59', (reading) =>
    absent(reading, '59', 'merchant name'),
  ),
  rule('city-missing', 'warning', 'add tag 60', (reading) =>
    absent(reading, '60', 'merchant city'),
  ),
  rule('reference-lower-case', 'warning', 'write references in upper case', (reading) =>
    references(reading).flatMap((path) =>
      at(
        reading,
        path,
        (value) => /[a-z]/.test(value),
        'has lower-case letters, some apps refuse them',
      ),
    ),
  ),
  rule('reference-3-form', 'warning', 'use up to 20 letters and digits', (reading) =>
    thai(reading, '30')
      ? at(
          reading,
          '62.07',
          (value) => !/^[A-Za-z0-9]{1,20}$/.test(value),
          'is refused by some banks',
        )
      : [],
  ),
  rule('mobile-prefix', 'warning', 'write 0066 and nine digits', (reading) =>
    thai(reading, '29')
      ? at(reading, '29.01', (value) => !value.startsWith('0066'), 'is not a Thai mobile number')
      : [],
  ),
  rule('payees-several', 'warning', 'keep one payee', (reading) =>
    payees(reading)
      .slice(1)
      .map(({ path, offset }) => {
        return { path, offset, message: 'a second payee: apps choose differently' };
      }),
  ),
  rule('currency-foreign', 'warning', 'write 764', (reading) =>
    isThai(reading) ? at(reading, '53', (value) => value !== '764', 'is not Thai baht') : [],
  ),
  rule('country-foreign', 'warning', 'write TH', (reading) =>
    isThai(reading) ? at(reading, '58', (value) => value !== 'TH', 'is not Thailand') : [],
  ),
  rule('fee-missing', 'warning', 'add tag 56 or 57, or leave tag 55 out', (reading) => {
    const tip = valueAt(reading, '55');
    if (tip === '02') return absent(reading, '56', 'fixed fee of tag 55');
    return tip === '03' ? absent(reading, '57', 'percentage fee of tag 55') : [];
  }),
  rule('card-characters', 'warning', 'check the merchant number with the card scheme', (reading) =>
    reading.fields
      .filter(({ tag, value }) => isCardTag(tag) && !/^[0-9]*$/.test(value))
      .map(({ path, offset }) => ({ path, offset, message: 'card schemes use digits here' })),
  ),
  rule(
    'language-incomplete',
    'warning',
    'give tag 64 its language (00) and name (01)',
    (reading) =>
      fieldAt(reading, '64')
        ? [
            ...absent(reading, '64.00', 'language'),
            ...absent(reading, '64.01', 'name in that language'),
          ]
        : [],
  ),
];

function rule(code: string, severity: Severity, fix: string, find: Rule['find']): Rule {
  return {
    code,
    severity,
    fix,
    find: (reading) =>
      dialectOf(reading.kind) === 'payment' &&
      reading.kind !== 'bill-barcode' &&
      (reading.kind !== 'unknown' || reading.fields[0]?.tag === '00')
        ? find(reading)
        : [],
  };
}
