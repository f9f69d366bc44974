import { type CodeMeaning, type Kind, meanings, type Row } from './meanings.js';

const DOCTOR = 'payctl doctor';
const LATER = 'repeat a read later; after a call that moves money: payctl journal recover';

/** `status.code` of the envelope, with the HTTP status where the same code means several things. */
export const business: readonly CodeMeaning[] = [
  ...meanings('business code', 'specification', [
    ['1000', 200, 'success', 'nobody', 'nothing to do'],
    ['1102', 400, 'invalid accept-language', 'you', 'give --lang en or --lang th'],
    ['9100', 400, 'requestUId or resourceOwnerId is missing', 'you', DOCTOR],
    ['9100', 401, 'no credentials came with the call', 'you', 'payctl token get'],
    [
      '9300',
      401,
      'the authorization code or refresh token is invalid or has expired, or the application requires a codeChallenge',
      'you',
      'payctl token login; a code lives one minute, a refresh token one hour',
    ],
    ['9500', 401, 'the credentials or the access token are not valid', 'you', DOCTOR],
    ['9500', 403, 'the credentials are not allowed to make this call', 'you', DOCTOR],
    [
      '9503',
      403,
      'the application may not use this way of authorization',
      'you',
      'use the other flow (token get or token login), or ask the bank for the right',
    ],
    [
      '9591',
      401,
      'this endpoint wants two-way TLS',
      'you',
      'set a client certificate; payctl doctor',
    ],
    ['9595', 401, 'the bank could not verify the TLS signature', 'you', DOCTOR],
    [
      '9900',
      429,
      'too many calls; this one was not executed',
      'you',
      'wait and repeat, or lower --rate',
    ],
    [
      '9900',
      500,
      'the gateway took the call for a threat',
      'unclear',
      'payctl journal recover; then ask the bank',
    ],
    ['9900', 503, 'the service is overloaded, down or in maintenance', 'bank', LATER],
    ['9900', 504, 'the bank took too long; whether it was executed is not known', 'bank', LATER],
    ['9990', 503, 'the service is unavailable or in maintenance', 'bank', LATER],
    [
      '8101',
      0,
      'a system behind the gateway answered wrongly; whether it was executed is not known',
      'bank',
      LATER,
    ],
    [
      'none',
      500,
      'the endpoint does not know this HTTP method',
      'you',
      'use the method that payctl help names',
    ],
  ]),
  ...meanings('business code', 'public facts', [
    [
      '1101',
      400,
      'a required parameter is missing',
      'you',
      "compare the input with the command's --help",
    ],
    ['1102', 400, 'a parameter is invalid', 'you', "compare the input with the command's --help"],
    ['1103', 400, 'a parameter is an empty string', 'you', 'leave the field out instead'],
    ['1104', 404, 'the bank does not know this reference', 'you', 'payctl investigate ID'],
    ['1105', 400, 'a field name is unknown', 'you', 'check fields given by -f, -F and --data'],
    [
      '1111',
      400,
      'a duplicate: this reference was used before',
      'you',
      'inquire it before taking a new one',
    ],
    ['4101', 501, 'the channel or feature is not supported', 'you', 'ask the bank to enable it'],
    [
      '8102',
      400,
      'the payment system refused the call',
      'unclear',
      'read the description that came with it',
    ],
    ['8901', 500, 'a database error at the bank', 'bank', LATER],
    ['8902', 500, 'a database error at the bank', 'bank', LATER],
    ['9700', 500, "an error of the bank's server", 'bank', LATER],
    [
      '9900',
      405,
      'the endpoint does not know this HTTP method',
      'you',
      'use the method that payctl help names',
    ],
    ['9900', 415, 'the content type is not accepted', 'you', 'send JSON'],
    ['9900', 502, 'the gateway got no answer from the system behind it', 'bank', LATER],
  ]),
];

const WAIT = 'inquire after 45 minutes: payctl transfer inquire';

/** Codes inside CONFIRM_FAILED, and those that a debit confirm is refused with. */
export const transfer: readonly CodeMeaning[] = meanings('transfer code', 'public facts', [
  ['000', 0, 'done at the payment hub, but the confirm failed', 'bank', WAIT],
  [
    '112',
    0,
    'the national switch refused the transfer',
    'bank',
    'check payee and proxy, then ask the bank',
  ],
  ['113', 0, 'the amount is not valid', 'you', 'check the amount and the limits'],
  ['114', 0, 'the account takes no deposit by this channel', 'customer', 'use another account'],
  ['117', 0, 'the channel is not valid', 'you', 'ask the bank which channels you may use'],
  ['125', 0, 'the destination bank is not valid', 'you', 'check the bank code'],
  ['VF0001', 400, 'the request is not valid', 'you', "compare the input with the command's --help"],
  ['VF0002', 400, 'the body is not valid', 'you', "compare the input with the command's --help"],
  ['VF0003', 400, 'a field failed its check', 'you', "compare the input with the command's --help"],
  ['BU0001', 409, 'the tokenizerId is unknown', 'you', 'initiate again; check the tokenizerId'],
  ['BU0006', 409, 'the transfer could not be saved', 'bank', WAIT],
  ['BU9998', 409, 'a business rule refused the transfer', 'unclear', WAIT],
  ['LB9002', 409, 'still pending at the hub', 'bank', WAIT],
  ['LB9999', 409, 'the hub does not know how it ended', 'bank', WAIT],
  ['LG0001', 409, 'the system behind answered HTTP 400', 'bank', WAIT],
  ['LG0002', 409, 'the system behind answered HTTP 404', 'bank', WAIT],
  ['LG0003', 409, 'the system behind answered HTTP 409', 'bank', WAIT],
  ['LG0004', 409, 'the system behind answered HTTP 5xx', 'bank', WAIT],
  ['LG9999', 409, 'the system behind failed in another way', 'bank', WAIT],
]);

const ASK = 'payctl dd payment';
const AGAIN = 'register again: payctl dd register';

const WEB_ONLY = '04 05 06 07 08 10 11 12 13 14 15 16 18'.split(' ').map((code): Row => {
  const meaning = 'rejected: a step of the web page or its one-time password';
  return [code, 0, meaning, 'customer', 'occurs only in payments by web page'];
});

/** `statusCode` and `responseCode` of a charge and of its inquiry. */
const payment = meanings('direct-debit payment code', 'public facts', [
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
const registration = meanings('direct-debit registration code', 'public facts', [
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

export const directDebit: readonly CodeMeaning[] = [...payment, ...registration];

function values(kind: Kind, allowed: Readonly<Record<string, string>>): CodeMeaning[] {
  const rows = Object.entries(allowed).map(([code, meaning]): Row => {
    return [code, 0, meaning, 'nobody', 'nothing to do'];
  });
  return meanings(kind, 'specification', rows);
}

/** Codes of the customer and merchant profiles, and allowed values that say little by themselves. */
export const profile: readonly CodeMeaning[] = [
  ...values('card type', {
    P1: 'the customer is known by citizen ID',
    P7: 'the customer is known by alien ID',
    P8: 'the customer is known by passport; countryCode has a value',
  }),
  ...values('address usage', {
    E: 'address of education',
    F: 'census registration',
    H: 'home',
    I: 'as on the identification card',
    M: 'identification card and census registration',
    N: 'home address in the country of nationality',
    O: 'office',
    R: 'registration',
  }),
  ...values('home ownership', {
    1: 'the customer owns the home',
    2: 'the customer rents the home',
    3: 'the customer lives with others',
    5: 'the customer lives with the family',
  }),
  ...values('address format', {
    1: 'a standard address',
    2: 'a PO box',
    3: 'a building',
  }),
  ...values('contact indicator', {
    Y: 'current, and the customer can be contacted there',
    N: 'not current, but the customer can be contacted there (a postal box, say)',
  }),
  ...values('current address', {
    Y: 'current, and the customer can be contacted there',
    N: 'current, but not preferred for mail',
  }),
  ...values('wallet type', {
    A: 'wallet A',
    W: 'wallet B',
    X: 'wallet A, extended raw-data variant; only ewallet cancel takes it',
  }),
  ...values('QR type', {
    PP: 'QR 30: paid from current or savings accounts',
    CS: 'QR card scheme: paid from credit cards',
    PPCS: 'QR 30 and card scheme in one',
  }),
  ...values('service type', {
    T30: 'Thai QR (QR 30)',
    QRCS: 'QR card scheme',
    PML_T30: 'payment link, paid by Thai QR',
    PML_QRCS: 'payment link, paid by QR card scheme',
    PML_CCIPP: 'payment link, paid by card in installments',
    PML_CCFA: 'payment link; what the letters stand for is not in the specification',
    PML_PGW: 'payment link; what the letters stand for is not in the specification',
  }),
  ...values('currency', { 764: 'Thai baht (THB)' }),
  ...meanings('payment event', 'public facts', [
    ['00300100', 0, 'Thai QR tag 30, scanned by the customer', 'nobody', 'nothing to do'],
    ['00300104', 0, 'QR of the customer, scanned by the merchant', 'nobody', 'nothing to do'],
  ]),
];
