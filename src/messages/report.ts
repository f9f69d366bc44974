import { area } from '../core/message.js';

/** What stands on the report of an investigation, in a terminal and on a page. */
export const reportWords = area('report', () => ({
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
  source: 'Source',
  sides: 'What each source says',
  ofSource: (source: string, what: string) => `${source}: ${what}`,
  ticket: 'Ticket',
  customer: 'Customer',
  subject: 'Subject',
  asked: 'Asked',
  answer: (question: string, says: string) => `${question}: ${says}`,
  result: 'Result',
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
  slip: 'The slip, redrawn without names and accounts',

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
  tooLongAgo: (flag: string, most: number) => `${flag} is more than ${most} days ago`,
  oneDay: 'give the day of the payment by --date, or a later one',
  dashId: 'a line of standard input is "-", which is not an id',
  noReference: {
    terminal: (id: string) => `${id} is not a reference of the bank`,
    page: 'This is not a reference of the bank.',
  },
  lookUpEach: {
    terminal: (investigate: string) =>
      `there are several references: look up each by itself, ${investigate}`,
    page: () => 'There are several references: look up each by itself.',
  },
  findAmount: {
    terminal: (find: string) => find,
    page: () => 'Search for the amount alone.',
  },
  giveReference: {
    terminal: 'give an outTradeNo, QR id, tokenizerId, slip, payload, picture or another reference',
    page: 'Use the number of the order, of the slip or of the QR, or drop a picture.',
  },
}));

/** What stands in a case for the bank. */
export const caseWords = area('case', () => ({
  title: 'A case for the support of the bank, written by payctl investigate.',
  verdict: (exit: number, sentence: string) => `Verdict (exit ${exit}): ${sentence}`,
  contradiction: (severity: string, what: string) => `${severity}: ${what}`,
  files: `\
case.json         what was found, as data
timeline.txt      what happened when, Bangkok time
requests.csv      every call: time, operation, requestUId, HTTP status, business code
environment.json  version of payctl, and which company, terminal and biller asked
SHA256SUMS        checksums of the files above`,
  leftOut: `\
There are no credentials, names, accounts or message bodies in it. References stand in clear,
because the bank finds the payment by them. Notes are there as they were written, numbers and
addresses of people masked: read them before you send it.`,
}));

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
  byAmount: 'finds payments of this amount',
  oneOfSeveral: 'there are several references: look up each by itself',
  earlier: 'searches earlier days too; --date searches one day, however long ago',
  otherDay: 'searches the day of the payment, however long ago',
  otherReference: 'no inquiry accepts this: use the reference of the order, or the slip',
  byTime: 'finds a direct debit by the time of its charge',
  doctor: 'finds out why the bank could not be asked',
  again: 'asks again',
  untilFinal: 'asks again until it is final',
  untilPaid: 'waits for the payment',
}));
