import { area } from '../core/message.js';

/** How a payment stands, whoever says so. */
export const paymentStates = area('payment-states', () => ({
  paid: 'paid',
  partial: { terminal: 'partial', page: 'paid in part' },
  reversed: { terminal: 'reversed', page: 'refunded' },
  refused: 'refused',
  pending: { terminal: 'pending', page: 'not final' },
  initiated: { terminal: 'initiated', page: 'begun, nothing moved' },
  unknown: { terminal: 'unknown', page: 'outcome not known' },
  unverified: { terminal: 'unverified', page: 'not verified' },
}));

/** How a charge stands in the journal. */
export const chargeStates = area('charge-states', () => ({
  'in-flight': { terminal: 'in-flight', page: 'on its way' },
  unknown: { terminal: 'unknown', page: 'outcome not known' },
  pending: { terminal: 'pending', page: 'not final' },
  succeeded: { terminal: 'succeeded', page: 'done' },
  partial: { terminal: 'partial', page: 'done in part' },
  rejected: { terminal: 'rejected', page: 'refused' },
  'not-executed': { terminal: 'not-executed', page: 'not carried out' },
  'settled-executed': { terminal: 'settled-executed', page: 'done, by the word of a person' },
  'settled-not-executed': {
    terminal: 'settled-not-executed',
    page: 'not carried out, by the word of a person',
  },
  corrupt: { terminal: 'corrupt', page: 'damaged' },
}));

const billPayment = 'Bill payment';

/** Kinds of payment, as references, searches and confirmations name them. */
export const paymentKinds = area('payment-kinds', () => ({
  bill: { terminal: 'bill', page: billPayment },
  qr30: { terminal: 'qr30', page: billPayment },
  cpm: { terminal: 'cpm', page: 'Payment at the till' },
  qr: { terminal: 'qr', page: 'Card QR' },
  card: { terminal: 'card', page: 'Card QR' },
  ewallet: { terminal: 'ewallet', page: 'Wallet' },
  wallet: { terminal: 'wallet', page: 'Wallet' },
  transfer: { terminal: 'transfer', page: 'Transfer' },
  dd: { terminal: 'dd', page: 'Direct debit' },
  registration: { terminal: 'registration', page: 'Registration' },
  payment: { terminal: 'payment', page: 'Other' },
  other: { terminal: 'other', page: 'Other' },
}));

/** Who knows of a payment. */
export const paymentSources = area('payment-sources', () => ({
  bank: 'bank',
  journal: 'journal',
  confirmation: 'confirmation',
}));

/** How looking up or sending ended, by the exit table. */
export const endings = area('endings', () => ({
  SUCCESS: 'done',
  INTERNAL: 'a fault of payctl',
  USAGE: 'something in this line is wrong',
  CONFIG: 'the profile or its files are not in order',
  AUTH: 'the bank refused the credentials',
  REJECTED: 'refused by the bank',
  NOT_FOUND: 'the bank does not know it',
  RATE_LIMITED: 'the bank was asked too often',
  PENDING: 'not final yet',
  UNAVAILABLE: 'the bank could not be asked',
  OUTCOME_UNKNOWN: 'the outcome is not known',
  PARTIAL: 'done in part',
  CONFLICT: 'the reference was used before',
  TLS: 'no secure connection to the bank',
  BAD_DATA: 'it could not be read',
  INTERRUPTED: 'stopped by hand',
  TERMINATED: 'stopped',
}));
