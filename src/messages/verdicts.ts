import { area } from '../core/message.js';
import { pluralize } from '../core/text.js';

/** What an investigation comes to. */
export const verdicts = area('verdicts', () => ({
  // Headlines.
  isPaid: 'Paid',
  isRegistered: 'Registered',
  isPaidInPart: 'Paid in part',
  isNotPaid: 'Not paid',
  isNotFinal: 'Not final',
  isNotFound: 'Not found',
  isUnknown: 'Unknown outcome',
  isContradiction: 'Contradiction',
  isPaidAgain: 'Paid more than once',
  isRefunded: 'Refunded',
  isClosed: 'Closed unpaid',
  isCanceled: 'Cancelled, closed or refunded',
  isOpen: 'No verdict',
  isNotRefunded: 'Not refunded',
  /** Of a slip: what is printed on it no program has compared. */
  isPaidToCompare: (amount: string) => `${amount} was paid: compare it with the slip`,
  /** What the exit code stands for. */
  exit: (headline: string, exit: number) => `${headline}, exit ${exit}`,

  // Sentences.
  notFound: (searched: string | undefined) =>
    `Not found: neither the bank nor this machine knows it${searched ? `; ${searched}` : ''}.`,
  notAccepted: 'Not found: no inquiry accepts it, and this machine does not know it.',
  contradiction: (what: string) => `Contradiction: ${what}.`,
  openWithBank: (charge: string, bank: string) =>
    `Unknown: no outcome is known of ${charge}; the bank says ${bank}.`,
  openAlone: (charge: string) =>
    `Unknown: no outcome is known of ${charge}, and no inquiry knows it.`,
  onItsWay: (charge: string) => `Not final: ${charge} is on its way.`,
  journalUndid: (isClosed: boolean, charge: string, isAbsent: boolean) =>
    `Known from the journal alone: ${isClosed ? 'closed unpaid' : 'refunded'}, by ${charge}; ${knowledge(isAbsent)}.`,
  journalAlone: ({ charge, state, code, isAbsent }: JournalAlone) =>
    `Known from the journal alone: ${charge}: ${state}${code ? ` (code ${code})` : ''}; ${knowledge(isAbsent)}.`,
  foreignSlip: (bank: string) =>
    `Not found: the slip was issued by bank ${bank}, and this bank does not know it.`,
  transferCode:
    'Not found: the code is a transfer to an account or a telephone number, and no inquiry knows such payments.',
  unpaid: (searched: string | undefined) =>
    `Not paid yet: the bank has no payment for this code${searched ? `; ${searched}` : ''}.`,
  /** The days in which a payment would have been found. */
  searched: (spans: readonly string[]) => `the days searched are ${spans.join(', ')}`,
  span: (from: string, to: string) => `${from} to ${to}`,
  compare: (amount: string) =>
    `the bank has ${amount}: compare it with the amount on the slip and with the order`,
  paid: (payment: string, remark: string | undefined) =>
    `Paid: ${payment}${remark ? `; ${remark}` : ''}.`,
  registered: (payment: string, remark: string | undefined) =>
    `Registered: ${payment}${remark ? `; ${remark}` : ''}.`,
  noConfirmation: 'no confirmation of it was received on this machine',
  inPart: (payment: string) => `Paid in part: ${payment}.`,
  reversed: (payment: string) => `Refunded: ${payment} was paid, and then reversed.`,
  undoneBy: ({ isClosed, charge, bank, times }: UndoneBy) => {
    const what = isClosed ? 'Closed unpaid' : 'Refunded once';
    const more = times > 1 ? `; asked for ${times} times` : '';
    return `${what}, by ${charge}; the bank says ${bank}${more}.`;
  },
  refundedBut: (what: string) => `Refunded: ${what}.`,
  canceled: (bank: string) =>
    `No payment stands: it was cancelled, closed or refunded; the bank says ${bank}.`,
  refused: (bank: string, reason: string | undefined) =>
    `Not paid: the bank says ${bank}${reason ? `: ${reason}` : ''}.`,
  /** `sinceMs` it was sent, where this machine sent it. */
  pending: (bank: string, sinceMs: number | undefined) => {
    const count = minutes(sinceMs ?? 0);
    const age = count < 1 ? 'less than a minute' : pluralize(count, 'minute');
    return `Not final: the bank says ${bank}${sinceMs === undefined ? '' : `, ${age} after it was sent`}.`;
  },
  initiated: (payment: string) =>
    `Initiated only: ${payment}; nothing moves before the transfer is confirmed.`,
  noAnswer: (inquiry: string, why: string) => `No verdict: ${inquiry} could not answer: ${why}.`,
  /** Where nobody knows a reference as a person typed it. */
  taken: ({ sentence, typed, taken, others }: Taken) =>
    `${sentence} ${taken} was looked up, because nobody knows ${typed}.${others.length > 0 ? ` It may also mean ${others.join(' or ')}.` : ''}`,
  settledBack: (charge: string, isAbsent: boolean) =>
    `Refunded, by the word of a person: ${charge}; ${knowledge(isAbsent)}.`,
  /** Other payments that the reference may mean stand after the sentence. */
  withOthers: (sentence: string, others: readonly string[]) => [sentence, ...others].join(' '),
  alsoKnown: (reference: string, inquiry: string, bank: string) =>
    `${reference} is also known to ${inquiry}: ${bank}.`,
}));

interface JournalAlone {
  charge: string;
  state: string;
  code: string | undefined;
  /** Whether the bank answered that it does not know it. */
  isAbsent: boolean;
}

interface Taken {
  sentence: string;
  typed: string;
  taken: string;
  /** Which have the same letters and digits. */
  others: readonly string[];
}

interface UndoneBy {
  isClosed: boolean;
  charge: string;
  bank: string;
  times: number;
}

function knowledge(isAbsent: boolean): string {
  return isAbsent ? 'the bank does not know it' : 'the bank could not be asked';
}

export function minutes(ms: number): number {
  return Math.floor(ms / 60_000);
}
