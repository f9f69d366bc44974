import { type Entry, entries } from './entry.js';

const DOCTOR = 'payctl doctor';
const LATER = 'repeat a read later; after a call that moves money: payctl journal recover';

/** `status.code` of the envelope, with the HTTP status where the same code means several things. */
export const business: readonly Entry[] = [
  ...entries('business code', 'specification', [
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
  ...entries('business code', 'public facts', [
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
