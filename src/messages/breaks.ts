import { area } from '../core/message.js';
import { pluralize } from '../core/text.js';

/** What can be done about what does not match, and what looks like it. */
export const breaks = area('breaks', () => ({
  correct: {
    terminal: 'correct the line or the mapping, and run again',
    page: 'correct the line, and compare again',
  },
  askWhyTwice: 'ask whoever made the file why it has the line twice',
  compareFee: 'compare the fee with what was agreed',
  compareRate:
    'compare the fee with the rate that was agreed; a bank that bills its fees by the month needs a mapping without rate',
  bookOnDay: 'book it on the day of the bank',
  otherFile: {
    terminal: 'run again with the file of that day, too',
    page: 'compare again with the file of that day, too',
  },
  /** Follow-ups that are a command in a terminal; on a page they are a click on the reference. */
  investigate: {
    terminal: (investigate: string) => investigate,
    page: () => 'open its report',
  },
  askHowItEnded: {
    terminal: (recover: string) => recover,
    page: () => 'open its report, and find out how it ended',
  },
  refundOne: {
    terminal: (investigate: string) => `refund one payment, after ${investigate}`,
    page: () => 'open its report, then refund one payment',
  },
  markPaid: {
    terminal: (investigate: string) => `mark the order as paid, after ${investigate}`,
    page: () => 'open its report, then mark the order as paid',
  },
  recover: {
    terminal: (recover: string, settle: string) => `${recover}; if it stays open: ${settle}`,
    page: () => 'open its report, and find out how it ended; settle it there if it stays open',
  },

  likeReference: (amounts: string) => `a similar reference, ${amounts}`,
  likeAmount: (amounts: string, days: number) =>
    `${amounts}, ${days === 0 ? 'the same day' : `${pluralize(days, 'day')} apart`}`,
  notPaidOut: (count: number) =>
    count === 1 ? 'without it the sum agrees' : `without these ${count} orders the sum agrees`,
  compareSum: 'compare these orders with what the bank says it paid out for',
  askWhatFor: 'ask the bank what the line is for: it has no reference',
  sameAmount: 'the same amount',
  otherAmount: 'another amount',
  otherCurrency: 'another currency',

  noInquiry: 'no inquiry of the bank takes such a reference',
}));
