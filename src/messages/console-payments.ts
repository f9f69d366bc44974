import { area } from '../core/message.js';

/** Lists of payments, and the figures of a day. */
export const paymentListWords = area('paymentListWords', () => ({
  filter: 'Narrow the list',
  start: 'Time from',
  end: 'Time to',
  all: 'All',
  sort: 'Sort',
  newest: 'Newest first',
  oldest: 'Oldest first',
  largest: 'Largest amount first',
  smallest: 'Smallest amount first',
  reset: 'Reset',
  none: (from: string, to: string) =>
    `No payment found from ${from} to ${to}. It may have been paid all the same: choose other days, or search for its reference.`,
  asReference: 'Look it up as a reference',
  first: 'First page',
  more: 'Next page',
  earlier: 'Look a month further back',
  possibleDuplicate: 'possible duplicate',
  csv: 'CSV',
  xlsx: 'Excel',
  exports: 'The whole list, up to 10,000 payments; names stay masked.',
  yes: 'yes',
}));

/** What the start shows beside the search. */
export const startWords = area('startWords', () => ({
  today: 'Today',
  paid: 'Paid',
  refunded: 'Refunded',
  open: 'Not final',
  unknown: 'Outcome not known',
  asOf: (moment: string) => `As of ${moment}`,
  counting: "Today's payments are being counted. Load the page again in a moment.",
  newest: 'Newest confirmations',
  noConfirmations: 'None received yet.',
}));

/** What can be done about a payment. */
export const actWords = area('actWords', () => ({
  recover: 'Find out how it ended',
  report: 'Report',
  caseFile: 'Case file for the bank',
  settleLead: 'Settle it by hand',
  settleHelp:
    'Only where no inquiry can decide, and you have it from the bank or from a statement. It is kept with your name.',
  whatHappened: 'What happened at the bank',
  executed: 'It was carried out',
  notExecuted: 'It was not carried out',
  howKnown: 'How you know',
  settle: 'Settle',
  recovered: 'The bank was asked again.',
  stillOpen: 'The bank was asked again; the outcome is still not known.',
  settled: 'Settled, with your note.',
  accepted: 'Accepted for this order. Nobody can accept this slip again.',
  notes: 'Notes',
  note: 'Note',
  addNote: 'Add note',
  noted: 'The note is kept.',
}));
