import { area } from '../core/message.js';

const english = {
  title: 'Payment investigation',
  titleOf: (what: string) => `Investigation of ${what}`,
  made: (moment: string) => `Made ${moment}`,
  tickets: 'Tickets',
  failed: 'Could not be looked up',
  line: (number: number) => `Line ${number}`,
  recognised: 'Recognised as',
  certain: 'certain',
  likely: 'likely',
  possible: 'possible',
  possibly: (kinds: readonly string[]) => `possibly ${kinds.join(', ')}`,
  possibleToo: (kinds: readonly string[]) => `possible too: ${kinds.join(', ')}`,
  timeline: 'Timeline, Bangkok time',
  drawn: 'What happened in which order; the table below says the same',
  time: 'Time',
  source: 'Source',
  what: 'What',
  amount: 'Amount',
  sides: 'What each source says',
  ofSource: (source: string, what: string) => `${source}: ${what}`,
  standing: 'State',
  transaction: 'Transaction',
  reference: 'Reference',
  asked: 'Asked',
  answer: (question: string, says: string) => `${question}: ${says}`,
  result: 'Result',
  code: 'Code',
  request: 'Request',
  inquiries: 'Who was asked',
  contradictions: 'Contradictions',
  noContradictions: 'None.',
  conflict: 'conflict',
  gap: 'gap',
  verdict: 'Verdict',
  next: { terminal: 'Next', page: 'Next steps' },
  nothingNext: 'Nothing is left to do.',
  picture: 'The picture is left out, because it may show names and accounts. Its SHA-256:',
  payloadSum: 'SHA-256 of the payload:',
  payload: 'Payload',
  sendingBank: 'Sending bank',
  from: 'From',
  to: 'To',
  slip: 'The slip, drawn anew without names and accounts',

  // The case for the bank.
  bundle: (file: string) => `Bundle ${file}`,
  bundleHolds: 'no credentials, names, accounts or bodies; look before you send it',
  bytes: (count: number) => `${count} bytes`,

  // What cannot be investigated.
  oneCase: (count: number) => `--bundle writes one case, and ${count} ids are given`,
  oneAtATime: 'give one id at a time',
  noIds: {
    terminal: 'standard input contains no id',
    page: 'There is no reference in it.',
  },
  emptyId: 'the id is empty',
  dashId: 'a line of standard input is "-", which is not an id',
  noReference: {
    terminal: (id: string) => `${id} is not a reference of the bank`,
    page: 'This is not a reference of the bank.',
  },
  giveReference: {
    terminal: 'give an outTradeNo, QR id, tokenizerId, slip, payload, picture or another reference',
    page: 'Use the number of the order, of the slip or of the QR, or drop a picture.',
  },
};

export type ReportSentences = typeof english;

/** What stands on the report of an investigation, in a terminal and on a page. */
export const reportWords = area('report', english);
