import { area } from '../core/message.js';

/** What the columns of a file that is reconciled are for, by their keys in a mapping. */
export const columnNames = area('columnNames', () => ({
  reference: 'reference',
  transactionId: 'transactionId',
  amount: 'amount',
  credit: 'credit',
  debit: 'debit',
  fee: 'fee',
  date: 'date',
  time: 'time',
  status: 'status',
  payout: 'payout',
  currency: 'currency',
}));
