import { area } from '../core/message.js';

/** The start, what was found, and the report of one payment. */
export const searchWords = area('searchWords', () => ({
  question: 'What became of a payment?',
  help: 'Any reference, QR text or slip number gives a report. An amount (250.00) or a name lists payments of the last three days.',
  slip: 'Slip or QR picture',
  slipField: 'Picture of a slip or QR',
  slipDrop: 'Drop a slip here',
  slipHelp:
    'or paste it anywhere on the page, or choose a file: PNG, JPEG, WebP or GIF, up to 8 MB',
  slipButton: 'Check picture',
  notPicture: 'This is not a picture: use PNG, JPEG, WebP or GIF.',
  recognised: 'Recognised as',
  asked: 'What was asked',
  says: 'Answer',
  again: 'Ask again',
  otherReference: 'Search for the reference of the order, or drop the slip.',
  earlier: (day: string) => `Search earlier days too, from ${day} on`,
  paidOn: 'Paid on another day?',
  slipFacts: 'The slip, as the bank has it',
  slipSeen: 'Seen before',
  slipReal: 'Real, and paid',
  slipToCompare: (amount: string) =>
    `The bank has ${amount} THB for this slip. Compare it with the amount on the slip and with the order.`,
  slipNot: 'Not as expected',
  slipTaken: 'Accepted before',
  seenFirst: (moment: string) => `It was accepted, or verified for another order, on ${moment}.`,
  expectedAmount: 'Amount on the slip',
  expectedOrder: 'Order',
  compare: 'Compare',
  happened: 'What happened',
  paidTimes: (count: number) => `Paid ${count} times`,
  slipAccept: 'Accept it, once',
  slipShown: 'The picture that was checked',
  slipGone: 'The picture is no longer at hand. Choose it again.',
  dayOfPayment: 'Ask about another day',
  askWhereSent: 'Ask the bank where it sent the confirmation.',
  chargedAt: 'A direct debit: when it was sent',
  undecidable: 'No inquiry tells how this ended. Ask the bank; then it is settled by hand.',
  /** For whoever has the button that downloads it. */
  sendCaseFile: 'Send it the case file.',
}));
