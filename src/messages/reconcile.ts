import { area } from '../core/message.js';
import { pluralize } from '../core/text.js';

interface Trailer {
  file: string;
  /** What it says; what is absent it does not say. */
  rows: number | undefined;
  total: string | undefined;
  /** What was read. */
  readRows: number;
  readTotal: string;
}

/** What the reconciliation of files says beside its breaks. */
export const reconcileMessages = area('reconcile', () => ({
  oneStandardInput: 'only one file can come from standard input',
  mustAsk: 'without --bank the bank must be asked: --inquire cannot be none',
  giveBank: 'give the file of the bank with --bank, or leave out --inquire',
  readAndWritten: (file: string) => `${file} would be read and written`,
  writeElsewhere: 'write to another file',
  fromAfterTo: '--from is after --to',
  tolerance: (flag: string, given: string) =>
    `${flag} is ${given}; give baht with at most two decimals, for example 0.50`,
  cutoff: (flag: string, given: string) =>
    `${flag} is ${given}; give a time of the day, for example 22:00`,

  asking: (count: number) => `asking the bank about ${pluralize(count, 'payment')}`,
  stopped: (answered: number, all: number) =>
    `stopped after ${answered} of ${all} questions; nothing was in flight`,
  withOut: 'with --out FILE, the next run continues where this one stopped',
  again: 'run it again to continue',

  unread: (count: number) => `${pluralize(count, 'line')} cannot be read`,
  noTrailer: (file: string, rows: number, total: string) =>
    `${file} has no trailer that can be read, but ${pluralize(rows, 'line')} and ${total} baht were read`,
  trailer: ({ file, rows, total, readRows, readTotal }: Trailer) => {
    const stated = [
      rows === undefined ? undefined : pluralize(rows, 'line'),
      total === undefined ? undefined : `${total} baht`,
    ].filter((one) => one !== undefined);
    return `${file}: its trailer says ${stated.join(' and ')}, but ${pluralize(readRows, 'line')} and ${readTotal} baht were read`;
  },
  restReconciled: {
    terminal: 'the rest is reconciled; correct the file or the mapping, and run again',
    page: 'The rest is compared. Correct the file, and compare again.',
  },

  more: (count: number) => `${pluralize(count, 'record')} more: -o csv lists all`,
  perhaps: (reference: string, why: string) => `perhaps ${reference}: ${why}`,
  notLearned: (why: string) => `the bank was asked, without an answer: ${why}`,
  agrees: 'agrees',
  disagrees: 'disagrees',
  ordersAt: (places: string) => `orders ${places}`,
  bankAt: (places: string) => `bank ${places}`,
}));

/** The page of a reconciliation. */
export const reconcileReport = area('reconcileReport', () => ({
  title: 'Reconciliation',
  made: (at: string) => `Made ${at}`,
  inputs: 'Inputs',
  side: 'Side',
  journal: 'Journal',
  inquiry: 'Asked',
  file: 'File',
  lines: 'Lines',
  ordersAt: (lines: string) => `Orders ${lines}`,
  bankAt: (lines: string) => `Bank ${lines}`,
  rejected: 'Rejected',
  trailer: 'Trailer',
  agrees: 'agrees',
  disagrees: 'disagrees',
  noTrailer: 'none',
  hash: 'SHA-256',
  byClass: 'By class',
  className: 'Class',
  records: 'Records',
  byDay: 'By day',
  day: 'Day',
  matched: 'Matched',
  breaks: 'Breaks',
  chart: 'Amount by day: matched and breaks',
  each: 'Each break',
  none: 'Everything matched.',
  more: (count: number) =>
    `${count} more ${count === 1 ? 'is' : 'are'} in the list that the command prints.`,
  days: 'Days (bank minus own)',
  learned: 'The bank says',
  paid: (request: string) => `paid, request ${request}`,
  paidAmount: (amount: string, request: string) => `paid, ${amount}, request ${request}`,
  notPaid: (request: string) => `not paid, request ${request}`,
  notPaidAmount: (amount: string, request: string) => `not paid, ${amount}, request ${request}`,
  similar: 'Looks like',
  fees: 'Fees',
  left: 'Left over',
  next: 'Next',
}));

/** What each class of a reconciled record means. */
export const recordClasses = area('recordClasses', () => ({
  'bad-line': 'cannot be read',
  'duplicate-line': 'twice in one file',
  reversed: 'refunded at the bank',
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
