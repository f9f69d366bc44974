import { area } from '../core/message.js';

/** What each class of a reconciled record means. */
export const recordClasses = area('recordClasses', {
  'bad-line': 'cannot be read',
  'duplicate-line': 'stands twice in a file',
  reversed: 'given back at the bank',
  'refund-missing': 'given back here, not as much at the bank',
  amount: 'amounts differ',
  'unknown-but-paid': 'open or unknown here, paid at the bank',
  fee: 'differs by the fee',
  'wrong-day': 'on another day',
  matched: 'matched',
  'paid-twice': 'paid once more',
  timing: 'outside the days of the other side',
  'missing-in-orders': 'at the bank, not in the orders',
  'not-in-journal': 'at the bank, not known here',
  'success-but-absent': 'succeeded here, not in the file of the bank',
  'missing-at-bank': 'in the orders, not at the bank',
});
