import { area } from '../core/message.js';

/** Why a call cannot be made at all. */
export const request = area('request', () => ({
  unusablePath: (why: string) => `the path of the call cannot be used: ${why}`,
  notAsWritten: 'it does not stay as it is written',
  asInDocument:
    "write the path from the bank's document, percent-encoded, without . and .. segments",
  header: (name: string) => `the header ${name} would hold a character that is not ASCII`,
  notRsaKey: 'directDebitKey is not an RSA public key in PEM',

  noToken: (why: string) => `no access token: ${why}`,
  noTokenBy: (why: string, from: string) => `no access token: ${why}; ${from}`,
  noUser: 'no user is logged in',
  consentEnded: "the user's consent has ended and cannot be renewed",
}));
