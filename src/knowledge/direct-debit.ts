import { type Entry, entries, type Row } from './entry.js';

const ASK = 'payctl dd payment';
const AGAIN = 'register again: payctl dd register';

const WEB_ONLY = '04 05 06 07 08 10 11 12 13 14 15 16 18'.split(' ').map((code): Row => {
  const meaning = 'rejected: a step of the web page or its one-time password';
  return [code, 0, meaning, 'customer', 'occurs only in payments by web page'];
});

/** `statusCode` and `responseCode` of a charge and of its inquiry. */
const payment = entries('direct-debit payment code', 'public facts', [
  ['1000', 0, 'charged', 'nobody', 'nothing to do'],
  ['1001', 0, 'rejected; the responseCode says why', 'unclear', 'payctl explain RESPONSECODE'],
  [
    '1002',
    0,
    'failed at the payment hub; the responseCode says why',
    'unclear',
    'payctl explain RESPONSECODE',
  ],
  ['01', 0, 'rejected: a duplicate', 'you', `inquire it before taking a new refNumber: ${ASK}`],
  ['02', 0, 'rejected: over the limit', 'you', 'charge less, or ask the bank for a higher limit'],
  ['03', 0, 'rejected: the customerRef is not valid', 'you', 'check the customerRef'],
  ...WEB_ONLY,
  [
    '09',
    0,
    'rejected: your integration type does not fit this call',
    'you',
    'ask the bank which type you have',
  ],
  ['98', 0, 'rejected: temporarily unavailable', 'bank', `later; inquire it first: ${ASK}`],
  ['99', 0, 'rejected: an unexpected error', 'bank', `inquire it: ${ASK}`],
  [
    'H030',
    0,
    'failed: possibly a duplicate',
    'you',
    `inquire it before taking a new refNumber: ${ASK}`,
  ],
  ['H109', 0, 'failed: cancelled', 'unclear', 'ask the bank who cancelled it'],
  ['H113', 0, 'failed: the amount is not valid', 'you', 'check the amount'],
  ['H117', 0, 'failed: the channel is not valid', 'you', 'ask the bank which channels you may use'],
  ['H131', 0, 'failed: reference 1 is not valid', 'you', 'check ref1'],
  ['H132', 0, 'failed: reference 2 is not valid', 'you', 'check ref2'],
  ['H133', 0, 'failed: reference 3 is not valid', 'you', 'check ref3'],
  ['H165', 0, 'failed: over the limit', 'you', 'charge less, or ask the bank for a higher limit'],
  [
    'H176',
    0,
    'failed: the destination account is bad',
    'you',
    'ask the bank to check your account',
  ],
  ['H182', 0, 'failed: the account was not found', 'customer', AGAIN],
]);

/** `statusCode` (four digits, or 0) and `errorCode` (one or two) of a registration. */
const registration = entries('direct-debit registration code', 'public facts', [
  ['0', 0, 'registered', 'nobody', 'nothing to do'],
  ['0001', 0, 'begun, not finished', 'customer', 'inquire again: payctl dd registration'],
  ['0002', 0, 'the customer was verified', 'nobody', 'inquire again: payctl dd registration'],
  ['0003', 0, 'the customer could not be verified; the errorCode says why', 'customer', AGAIN],
  ['0004', 0, 'at the terms and conditions', 'customer', 'inquire again: payctl dd registration'],
  [
    '0005',
    0,
    'a one-time password was asked for',
    'customer',
    'inquire again: payctl dd registration',
  ],
  ['0006', 0, 'the one-time password failed', 'customer', AGAIN],
  ['9999', 0, 'failed; the errorCode says why', 'unclear', AGAIN],
  ['1', 0, 'the citizen ID does not belong to the account', 'customer', AGAIN],
  ['2', 0, 'the date of birth is not valid', 'customer', AGAIN],
  ['3', 0, 'the citizen ID does not match', 'customer', AGAIN],
  ['4', 0, 'too many wrong one-time passwords', 'customer', AGAIN],
  ['5', 0, 'the one-time password was sent too often', 'customer', AGAIN],
  ['6', 0, 'the session ran out', 'customer', AGAIN],
  ['7', 0, 'the consent is not valid', 'customer', AGAIN],
  ['8', 0, 'an internal error', 'bank', 'try again later'],
  ['9', 0, 'the ATM card is not valid', 'customer', AGAIN],
  ['10', 0, 'the ATM PIN is wrong', 'customer', AGAIN],
  ['11', 0, 'too many wrong ATM PINs', 'customer', 'the customer asks the bank to unlock the card'],
  [
    '12',
    0,
    'no mobile number is known for the customer',
    'customer',
    'the customer gives the bank one',
  ],
  ['99', 0, 'an unexpected error', 'bank', 'try again later'],
]);

export const directDebit: readonly Entry[] = [...payment, ...registration];
