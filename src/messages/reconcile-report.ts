import { area } from '../core/message.js';

const english = {
  title: 'Reconciliation',
  made: (at: string) => `Made ${at}`,
  inputs: 'Inputs',
  side: 'Side',
  orders: 'Orders',
  bank: 'Bank',
  journal: 'Journal',
  inquiry: 'Asked',
  file: 'File',
  lines: 'Lines',
  ordersAt: (lines: string) => `Orders ${lines}`,
  bankAt: (lines: string) => `Bank ${lines}`,
  rejected: 'Rejected',
  total: 'Total',
  trailer: 'Trailer',
  agrees: 'agrees',
  disagrees: 'disagrees',
  noTrailer: 'none',
  hash: 'SHA-256',
  byClass: 'By class',
  className: 'Class',
  records: 'Records',
  amount: 'Amount',
  byDay: 'By day',
  day: 'Day',
  matched: 'Matched',
  breaks: 'Breaks',
  chart: 'Amount by day: matched and breaks',
  each: 'Each break',
  none: 'Everything matched.',
  more: (count: number) => `${count} more are in the list that the command prints.`,
  transaction: 'Transaction',
  days: 'Days (bank minus own)',
  learned: 'The bank says',
  paid: (request: string) => `paid, request ${request}`,
  paidAmount: (amount: string, request: string) => `paid, ${amount}, request ${request}`,
  notPaid: (request: string) => `not paid, request ${request}`,
  notPaidAmount: (amount: string, request: string) => `not paid, ${amount}, request ${request}`,
  similar: 'Looks like',
  next: 'Next',
};

export type ReconcileReportSentences = typeof english;

/** The page of a reconciliation. */
export const reconcileReport = area('reconcileReport', english);
