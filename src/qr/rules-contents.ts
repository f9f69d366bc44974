import {
  dialectOf,
  fieldAt,
  isSlip,
  isThaiTemplate,
  type Kind,
  type Reading,
  valueAt,
} from './reading.js';
import {
  absent,
  at,
  breaksOff,
  error,
  initiation,
  isThai,
  lacking,
  missing,
  type Place,
  payees,
  placed,
  type Rule,
  references,
  thai,
  warning,
} from './rules.js';
import { AID, isCardTag, isStatic } from './tags.js';
import { satangOf } from './tlv.js';

/** What a payment code must and should hold. */
const OF_PAYMENTS: readonly Rule[] = [
  error('format-first', 'begin the payload with 000201', (reading) =>
    reading.fields[0]?.tag === '00'
      ? []
      : [placed({ path: '00', offset: 0 }, 'tag 00 must come first')],
  ),
  error('format-version', 'begin the payload with 000201', (reading) =>
    at(reading, '00', (value) => value !== '01', 'is not payload format 01'),
  ),
  error('initiation-unknown', 'write 11 (static) or 12 (dynamic)', (reading) =>
    at(reading, '01', (value) => isStatic(value) === undefined, 'is neither 11 nor 12'),
  ),
  error('account-missing', 'add the template 29, 30 or 31, or a card scheme', (reading) =>
    reading.fields.some(({ tag }) => tag >= '02' && tag <= '51') || breaksOff(reading, '')
      ? []
      : [missing(reading, '', 'there is no payee: no tag from 02 to 51')],
  ),
  error('currency-missing', 'add 5303764', (reading) => lacking(reading, '53', 'currency')),
  error('country-missing', 'add 5802TH', (reading) => lacking(reading, '58', 'country')),
  error('payee-missing', 'add the payee as part 01, 02, 03 or 04', (reading) => {
    // A one-time code stands for the payee.
    const named = payees(reading).some(({ value }) => value !== '');
    if (!thai(reading, '29') || named || valueAt(reading, '29.05')) return [];
    if (breaksOff(reading, '29.01')) return [];
    return [missing(reading, '29', 'the credit transfer names no payee')];
  }),
  error('one-time-code-missing', 'add the ten characters of the code as part 05', (reading) =>
    valueAt(reading, '29.00') === AID.TRANSFER_ONE_TIME
      ? lacking(reading, '29.05', 'one-time authorisation code')
      : [],
  ),
  error('biller-id-missing', 'add the biller id as part 01', (reading) =>
    thai(reading, '30') ? lacking(reading, '30.01', 'biller id') : [],
  ),
  error('reference-1-missing', 'add reference 1 as part 02', (reading) =>
    thai(reading, '30') ? lacking(reading, '30.02', 'reference 1') : [],
  ),
  error('amount-decimals', 'write at most two decimals', (reading) =>
    at(reading, '54', (value) => /^[0-9]*\.[0-9]{3,}$/.test(value), 'has more than two decimals'),
  ),
  warning('amount-zero', 'leave tag 54 out where the payer decides', (reading) =>
    at(reading, '54', (value) => satangOf(value) === 0n, 'is zero'),
  ),
  warning('application-missing', 'add the application as part 00', (reading) =>
    reading.fields
      .filter(({ tag, parts }) => tag >= '26' && tag <= '51' && !parts.some((p) => p.tag === '00'))
      .map((template) => placed(template, `template ${template.path} has no application`))
      .filter(({ path }) => !breaksOff(reading, `${path}.00`)),
  ),
  warning('application-unknown', 'check the application (part 00)', (reading) =>
    ['29', '30', '31'].flatMap((tag) => {
      const field = fieldAt(reading, `${tag}.00`);
      if (!field || isThaiTemplate(fieldAt(reading, tag)) || breaksOff(reading, field.path))
        return [];
      return [placed(field, `the application of template ${tag} is not a Thai one`)];
    }),
  ),
  warning('static-with-amount', 'write 010212 where each sale has its own code', (reading) =>
    initiation(reading) === true && valueAt(reading, '54')
      ? at(reading, '01', () => true, 'says static, but an amount is fixed')
      : [],
  ),
  warning('dynamic-without-amount', 'write 010211, or fix the amount', (reading) =>
    initiation(reading) === false && lacking(reading, '54', 'amount').length > 0
      ? at(reading, '01', () => true, 'says dynamic, but no amount is fixed')
      : [],
  ),
  warning('initiation-missing', 'add 010211 (static) or 010212 (dynamic)', (reading) =>
    absent(reading, '01', 'point of initiation'),
  ),
  warning('category-missing', 'add tag 52, 0000 where there is none', (reading) =>
    absent(reading, '52', 'merchant category'),
  ),
  warning('name-missing', 'add tag 59', (reading) => absent(reading, '59', 'merchant name')),
  warning('city-missing', 'add tag 60', (reading) => absent(reading, '60', 'merchant city')),
  warning('reference-lower-case', 'write references in upper case', (reading) =>
    references(reading).flatMap((path) =>
      at(
        reading,
        path,
        (value) => /[a-z]/.test(value),
        'has lower-case letters, some apps refuse them',
      ),
    ),
  ),
  warning('reference-3-form', 'use up to 20 letters and digits', (reading) =>
    thai(reading, '30')
      ? at(
          reading,
          '62.07',
          (value) => !/^[A-Za-z0-9]{1,20}$/.test(value),
          'is refused by some banks',
        )
      : [],
  ),
  warning('mobile-prefix', 'write 0066 and nine digits', (reading) =>
    thai(reading, '29')
      ? at(reading, '29.01', (value) => !value.startsWith('0066'), 'is not a Thai mobile number')
      : [],
  ),
  warning('payees-several', 'keep one payee', (reading) =>
    payees(reading)
      .slice(1)
      .map((payee) => placed(payee, 'a second payee: apps choose differently')),
  ),
  warning('currency-foreign', 'write 764', (reading) =>
    isThai(reading) ? at(reading, '53', (value) => value !== '764', 'is not Thai baht') : [],
  ),
  warning('country-foreign', 'write TH', (reading) =>
    isThai(reading) ? at(reading, '58', (value) => value !== 'TH', 'is not Thailand') : [],
  ),
  warning('fee-missing', 'add tag 56 or 57, or leave tag 55 out', (reading) => {
    const tip = valueAt(reading, '55');
    if (tip === '02') return absent(reading, '56', 'fixed fee of tag 55');
    return tip === '03' ? absent(reading, '57', 'percentage fee of tag 55') : [];
  }),
  warning('card-characters', 'check the merchant number with the card scheme', (reading) =>
    reading.fields
      .filter(({ tag, value }) => isCardTag(tag) && !/^[0-9]*$/.test(value))
      .map((card) => placed(card, 'card schemes use digits here')),
  ),
  warning('language-incomplete', 'give tag 64 its language (00) and name (01)', (reading) =>
    fieldAt(reading, '64')
      ? [
          ...absent(reading, '64.00', 'language'),
          ...absent(reading, '64.01', 'name in that language'),
        ]
      : [],
  ),
];

/** What a slip's mini QR and a bill barcode must hold. */
const OF_SLIPS_AND_BARCODES: readonly Rule[] = [
  required('slip-bank-missing', 'slip', '00.01', 'sending bank'),
  required('slip-reference-missing', 'slip', '00.02', 'transaction reference'),
  required('slip-reference-missing', 'wallet-slip', '00.03', 'transaction reference'),
  warning('slip-api-unknown', 'check that this is the code of a slip', (reading) =>
    reading.kind === 'slip' && valueAt(reading, '00.00') !== '000001'
      ? [place(reading, '00.00', 'the API id is not 000001')]
      : [],
  ),
  warning('slip-country', 'write 5102TH', (reading) =>
    reading.kind === 'slip' && valueAt(reading, '51') !== 'TH'
      ? [place(reading, '51', 'the country (tag 51) is not TH')]
      : [],
  ),
  warning('slip-crc-tag', 'carry the checksum of a slip in tag 91', (reading) =>
    isSlip(reading.kind) && fieldAt(reading, '63') && !fieldAt(reading, '91')
      ? [place(reading, '63', 'slips carry the checksum in tag 91')]
      : [],
  ),
  required('barcode-reference-missing', 'bill-barcode', 'ref1', 'reference 1'),
  required('barcode-amount-missing', 'bill-barcode', 'amount', 'amount (0 where it is open)'),
];

/** What each kind of payload must and should hold. */
export const CONTENT_RULES: readonly Rule[] = [
  ...OF_PAYMENTS.map((rule) => ({
    ...rule,
    find: (reading: Reading) => (isPayment(reading) ? rule.find(reading) : []),
  })),
  ...OF_SLIPS_AND_BARCODES,
];

function isPayment({ kind, fields }: Reading): boolean {
  if (kind === 'unknown') return fields[0]?.tag === '00';
  return dialectOf(kind) === 'payment' && kind !== 'bill-barcode';
}

function required(code: string, kind: Kind, path: string, what: string): Rule {
  return error(code, `add the ${what}`, (reading) =>
    reading.kind === kind && !stated(reading, path)
      ? [place(reading, path, `the ${what} is missing`)]
      : [],
  );
}

/** The amount of a barcode alone may stand there empty: the payer decides. */
function stated(reading: Reading, path: string): boolean {
  return path === 'amount' ? fieldAt(reading, path) !== undefined : Boolean(valueAt(reading, path));
}

function place(reading: Reading, path: string, message: string): Place {
  return placed(fieldAt(reading, path) ?? { path, offset: 0 }, message);
}
