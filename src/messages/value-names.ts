import { area } from '../core/message.js';

/** What a line of the journal tells. */
export const lineTypes = area('lineTypes', () => ({
  intent: { terminal: 'intent', page: 'decided to send' },
  outcome: { terminal: 'outcome', page: 'answered' },
  inquiry: { terminal: 'inquiry', page: 'asked the bank' },
  resolution: { terminal: 'resolution', page: 'found out' },
  settlement: { terminal: 'settlement', page: 'settled by a person' },
  archived: 'archived',
}));

/** What became of a confirmation. */
export const confirmationStates = area('confirmationStates', () => ({
  hint: { terminal: 'hint', page: 'not verified' },
  verified: 'verified',
  contradicted: 'contradicted',
}));

/** Whether a confirmation was passed on. */
export const forwardingStates = area('forwardingStates', () => ({
  waiting: 'waiting',
  delivered: 'delivered',
  dead: { terminal: 'dead', page: 'given up' },
}));

/** What the customer has done. */
export const customerEnds = area('customerEnds', () => ({
  paid: 'Paid',
  failed: 'Refused',
  pending: 'Not confirmed yet',
}));

/** The wallets of the customer. */
export const walletNames = area('walletNames', () => ({
  W: 'Wallet B',
  A: 'Wallet A',
  P: "the bank's own QR",
}));

/** References, by the field of the bank that holds them. */
export const referenceNames = area('referenceNames', () => ({
  outTradeNo: 'Order number',
  qrId: 'QR id',
  transRef: 'Slip number',
  reference1: 'Reference 1',
  tokenizerId: 'Transfer id',
  partnerTransactionId: 'Number at the till',
  refNumber: 'Direct debit number',
  regRef: 'Registration',
  transactionId: 'Transaction',
  requestUId: 'Request',
}));

/** Who was paid, by the field of the bank. */
export const payeeNames = area('payeeNames', () => ({
  companyId: 'Company',
  terminalId: 'Terminal',
  billerId: 'Biller',
  merchantId: 'Merchant',
  payeeBillerId: 'Biller',
  subAccountId: 'Account',
  reference1: 'Reference 1',
}));
