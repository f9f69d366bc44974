import { area } from '../core/message.js';

/** What the next steps after an investigation are for. */
export const steps = area('steps', () => ({
  settle:
    'no inquiry can decide it: records what the support of the bank tells you; --as executed if the money went back',
  recover:
    'asks the bank until the outcome is known, and records it in the journal; sends nothing else',
  replay: 'sends the confirmation to your application again',
  complain: 'writes a redacted case that the bank can work with',
  askWhereSent: 'writes a redacted case, to ask the bank where it sent the confirmation',
  explain: 'says what it means and what to do',
  earlier: 'searches earlier days too; --date searches one day, however long ago',
  otherDay: 'searches the day of the payment, however long ago',
  otherReference: 'no inquiry accepts this: use the reference of the order, or the slip',
  byTime: 'finds a direct debit by the time of its charge',
  doctor: 'finds out why the bank could not be asked',
  again: 'asks again',
  untilFinal: 'asks again until it is final',
  untilPaid: 'waits for the payment',
}));
