import { area } from '../core/message.js';

const lineTypesEnglish = {
  intent: 'decided to send',
  outcome: 'answered',
  inquiry: 'asked the bank',
  resolution: 'found out',
  settlement: 'settled by a person',
  archived: 'archived',
};

export type LineTypesSentences = typeof lineTypesEnglish;

/** What a line of the journal tells. */
export const lineTypes = area('lineTypes', lineTypesEnglish);

const confirmationStatesEnglish = {
  hint: 'not verified',
  verified: 'verified',
  contradicted: 'contradicted',
};

export type ConfirmationStatesSentences = typeof confirmationStatesEnglish;

/** What became of a confirmation. */
export const confirmationStates = area('confirmationStates', confirmationStatesEnglish);

const forwardingStatesEnglish = {
  waiting: 'waiting',
  delivered: 'delivered',
  dead: 'given up',
};

export type ForwardingStatesSentences = typeof forwardingStatesEnglish;

/** Whether a confirmation was passed on. */
export const forwardingStates = area('forwardingStates', forwardingStatesEnglish);

const customerEndsEnglish = {
  paid: 'Paid',
  failed: 'Refused',
  pending: 'Not confirmed yet',
};

export type CustomerEndsSentences = typeof customerEndsEnglish;

/** What the customer has done. */
export const customerEnds = area('customerEnds', customerEndsEnglish);

const walletNamesEnglish = {
  W: 'Wallet B',
  A: 'Wallet A',
  P: "the bank's own QR",
};

export type WalletNamesSentences = typeof walletNamesEnglish;

/** The wallets of the customer. */
export const walletNames = area('walletNames', walletNamesEnglish);

const referenceNamesEnglish = {
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
};

export type ReferenceNamesSentences = typeof referenceNamesEnglish;

/** References, by the field of the bank that holds them. */
export const referenceNames = area('referenceNames', referenceNamesEnglish);

const payeeNamesEnglish = {
  companyId: 'Company',
  terminalId: 'Terminal',
  billerId: 'Biller',
  merchantId: 'Merchant',
  payeeBillerId: 'Biller',
  subAccountId: 'Account',
  reference1: 'Reference 1',
};

export type PayeeNamesSentences = typeof payeeNamesEnglish;

/** Who was paid, by the field of the bank. */
export const payeeNames = area('payeeNames', payeeNamesEnglish);
