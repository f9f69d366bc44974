import { area } from '../core/message.js';

/** What people call a charge: the names of the operations that the journal keeps. */
export const chargeNames = area('chargeNames', () => ({
  walletPayment: 'E-wallet payment',
  walletCancellation: 'Cancellation of an e-wallet payment',
  walletRefund: 'Refund of an e-wallet payment',
  walletClosing: 'Closing of an unpaid e-wallet QR',
  qrVoid: 'Void of a QR payment',
  tillPayment: 'Payment at the till',
  tillRefund: 'Refund of a payment at the till',
  creditPreparation: 'Preparation of a credit transfer',
  creditTransfer: 'Credit transfer',
  debitPreparation: 'Preparation of a debit of an account',
  debitTransfer: 'Debit of an account',
  directDebit: 'Direct debit of a registered customer',
}));
