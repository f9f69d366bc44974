import { fieldAt, isSlip, type Kind, type Reading, valueAt } from './reading.js';
import type { Place, Rule } from './rules.js';

/** What a slip's mini QR and a bill barcode must hold. */
export const SLIP_RULES: readonly Rule[] = [
  required('slip-bank-missing', 'slip', '00.01', 'sending bank'),
  required('slip-reference-missing', 'slip', '00.02', 'transaction reference'),
  required('slip-reference-missing', 'wallet-slip', '00.03', 'transaction reference'),
  {
    code: 'slip-api-unknown',
    severity: 'warning',
    fix: 'check that this is the code of a slip',
    find: (reading) =>
      reading.kind === 'slip' && valueAt(reading, '00.00') !== '000001'
        ? [place(reading, '00.00', 'the API id is not 000001')]
        : [],
  },
  {
    code: 'slip-country',
    severity: 'warning',
    fix: 'write 5102TH',
    find: (reading) =>
      reading.kind === 'slip' && valueAt(reading, '51') !== 'TH'
        ? [place(reading, '51', 'the country (tag 51) is not TH')]
        : [],
  },
  {
    code: 'slip-crc-tag',
    severity: 'warning',
    fix: 'carry the checksum of a slip in tag 91',
    find: (reading) =>
      isSlip(reading.kind) && fieldAt(reading, '63') && !fieldAt(reading, '91')
        ? [place(reading, '63', 'slips carry the checksum in tag 91')]
        : [],
  },
  required('barcode-reference-missing', 'bill-barcode', 'ref1', 'reference 1'),
  required('barcode-amount-missing', 'bill-barcode', 'amount', 'amount (0 where it is open)'),
];

function required(code: string, kind: Kind, path: string, what: string): Rule {
  return {
    code,
    severity: 'error',
    fix: `add the ${what}`,
    find: (reading) =>
      reading.kind === kind && !stated(reading, path)
        ? [place(reading, path, `the ${what} is missing`)]
        : [],
  };
}

/** The amount of a barcode alone may stand there empty: the payer decides. */
function stated(reading: Reading, path: string): boolean {
  return path === 'amount' ? fieldAt(reading, path) !== undefined : Boolean(valueAt(reading, path));
}

function place(reading: Reading, path: string, message: string): Place {
  return { path, offset: fieldAt(reading, path)?.offset ?? 0, message };
}
