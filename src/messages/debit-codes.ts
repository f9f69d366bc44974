import { area } from '../core/message.js';

const english = {
  // Of a charge.
  charged: 'charged',
  rejected: 'rejected; the responseCode says why',
  failedAtHub: 'failed at the payment hub; the responseCode says why',
  rejectedDuplicate: 'rejected: a duplicate',
  rejectedLimit: 'rejected: over the limit',
  rejectedCustomer: 'rejected: the customerRef is not valid',
  rejectedStep: 'rejected: a step of the web page or its one-time password',
  rejectedType: 'rejected: your integration type does not fit this call',
  rejectedForNow: 'rejected: temporarily unavailable',
  rejectedUnexpected: 'rejected: an unexpected error',
  failedDuplicate: 'failed: possibly a duplicate',
  failedCancelled: 'failed: cancelled',
  failedAmount: 'failed: the amount is not valid',
  failedChannel: 'failed: the channel is not valid',
  failedReference: (number: number) => `failed: reference ${number} is not valid`,
  failedLimit: 'failed: over the limit',
  failedAccount: 'failed: the destination account is bad',
  failedNoAccount: 'failed: the account was not found',

  // Of a registration.
  registered: 'registered',
  begun: 'begun, not finished',
  verified: 'the customer was verified',
  notVerified: 'the customer could not be verified; the errorCode says why',
  atTerms: 'at the terms and conditions',
  passwordAsked: 'a one-time password was asked for',
  passwordFailed: 'the one-time password failed',
  failed: 'failed; the errorCode says why',
  foreignId: 'the citizen ID does not belong to the account',
  badBirth: 'the date of birth is not valid',
  wrongId: 'the citizen ID does not match',
  wrongPasswords: 'too many wrong one-time passwords',
  sentPasswords: 'the one-time password was sent too often',
  sessionEnded: 'the session ran out',
  badConsent: 'the consent is not valid',
  internal: 'an internal error',
  badCard: 'the ATM card is not valid',
  wrongPin: 'the ATM PIN is wrong',
  wrongPins: 'too many wrong ATM PINs',
  noMobile: 'no mobile number is known for the customer',
  unexpected: 'an unexpected error',
};

export type DebitCodesSentences = typeof english;

/** What the codes of direct debits and of their registrations mean. */
export const debitCodes = area('debit-codes', english);
