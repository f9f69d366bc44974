import { payctl, phrase } from '../core/command-line.js';
import { area } from '../core/message.js';

const NO_AMOUNT = 'no amount';

/** Messages of the bank: how they are received, judged and forwarded. */
export const confirmations = area('confirmations', () => ({
  // Why a body is no message of the bank.
  noKind: 'it names neither a payment nor a registration',
  notJson: 'it is not JSON',
  notObject: 'it is not a JSON object',
  badTransactionId: (most: number) => `its transactionId is not a text of up to ${most} characters`,

  // Why a request was not acknowledged.
  byPost: 'confirmations are sent by POST',
  tooMuch: 'too many messages wait to be processed',
  notConfirmation: (why: string) => `the body is no confirmation: ${why}`,
  notStored: 'it could not be stored',
  refused: (count: number, why: string) => `refused ${count} so far; the last: ${why}`,
  verdictNotKept: (id: string, why: string) => `the verdict on ${id} was not kept: ${why}`,

  // What the bank says of it.
  noTransactionId: 'it has no transactionId',
  noInquiry: 'there is no inquiry that could know it',
  cannotInquire: {
    terminal: (field: string, problem: string) => `it cannot be inquired: ${field} ${problem}`,
    page: () => 'The bank cannot be asked about it.',
  },
  bankSays: (state: string) => `the bank says ${state}`,
  otherTransaction: {
    terminal: 'the bank has a payment of it, with another transactionId',
    page: 'the bank has a payment of it, with another number',
  },
  namelessPayment: {
    terminal: 'the bank has a payment of it, without transactionId',
    page: 'the bank has a payment of it, without its number',
  },
  refunded: 'the bank says that it was refunded',
  otherField: (field: string) => `the bank has another ${field}`,
  sameAmount: 'the bank has it with the same amount',
  amountsDiffer: (own: string | undefined, bank: string | undefined) =>
    `it says ${own ?? NO_AMOUNT}, the bank says ${bank ?? NO_AMOUNT}`,

  // A line of a list.
  noAmount: NO_AMOUNT,
  contradicts: (fields: string) =>
    `another message of this id has other contents${fields && `: ${fields}`}`,

  // Forwarding.
  notUrl: '--forward-to is not a URL',
  notHttp: '--forward-to is not an http(s) URL',
  holdsPassword: '--forward-to holds a user name or password',
  notHere: (host: string) => `--forward-to names ${host}, which is not this machine`,
  giveHere:
    'give an address of this machine, as http://127.0.0.1:3000/confirmations; a proxy there may pass it on',
  tried: (id: string, result: string, ms: number) => `forwarding ${id}: ${result} in ${ms} ms`,
  triedAgain: (id: string, result: string, ms: number, seconds: number) =>
    `forwarding ${id}: ${result} in ${ms} ms, again in ${seconds} s`,
  gaveUp: (id: string, why: string) =>
    phrase`gave up forwarding ${id}: ${why}; send it again with: ${payctl`listen replay`}`,
  takenWithoutCode: 'the application took it without resCode "00"; the bank would send it again',
  forwardingWaits: (why: string) => `forwarding waits: ${why}`,
  noAddress: 'there is no address',
  answered: (status: number) => `it answered ${status}`,
  connectionRefused: 'connection refused',
  unreadable: 'it is unreadable',
  messageNamed: (id: string) => `the message ${id}`,
}));
