import { area } from '../core/message.js';

/** What each class of a reconciled record means. */
export const recordClasses = area('recordClasses', () => ({
  'bad-line': 'cannot be read',
  'duplicate-line': 'twice in one file',
  reversed: 'given back at the bank',
  'refund-missing': 'the refund here and at the bank differ',
  amount: 'amounts differ',
  'unknown-but-paid': 'open or unknown here, paid at the bank',
  fee: 'differs by the fee',
  'wrong-day': 'on another day',
  matched: 'matched',
  'paid-twice': 'paid more than once',
  timing: 'outside the days of the other side',
  'missing-in-orders': 'at the bank, not in the orders',
  'not-in-journal': 'at the bank, not known here',
  'success-but-absent': 'succeeded here, not in the file of the bank',
  'missing-at-bank': 'in the orders, not at the bank',
  late: 'changes a day that is closed',
}));
