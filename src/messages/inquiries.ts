import { area } from '../core/message.js';
import { pluralize } from '../core/text.js';

/** Who was asked about a payment, and what they say. */
export const inquiries = area('inquiries', () => ({
  // Who was asked.
  thisMachine: 'this machine',
  slip: 'Slip',
  search: 'Search of bills',

  // How it stands, where the bank says no more than that it refused it.
  closed: 'closed unpaid',
  canceled: 'cancelled, closed or refunded',

  // How it went.
  found: 'found',
  'not-found': 'not found',
  'no-answer': 'no answer',
  'not-asked': 'not asked',

  // What a source says.
  bankDoesNotKnow: 'the bank does not know it',
  noRecord: 'no record of a payment',
  charges: {
    terminal: (count: number) => (count === 0 ? 'no charge' : pluralize(count, 'charge')),
    page: (count: number) => (count === 0 ? 'nothing was sent' : `sent: ${count}`),
  },
  confirmations: {
    terminal: (count: number) =>
      count === 0 ? 'no confirmation' : pluralize(count, 'confirmation'),
    page: (count: number) => (count === 0 ? 'none was received' : `received: ${count}`),
  },
  unfit: (field: string, problem: string) => `${field} ${problem}`,
  lacks: {
    terminal: (field: string, problem: string) => `${field} ${problem}`,
    page: (field: string, _problem: string) =>
      field === 'refDateTime'
        ? 'the time of the charge is not known'
        : `more would have to be known: ${field}`,
  },

  // What one transaction or call says of a payment.
  statement: ({ word, amount, wanted, currency, code }: StatementParts) =>
    [word, amount, wanted && `of ${wanted}`, currency, code && `(code ${code})`]
      .filter(Boolean)
      .join(' '),
  payment: ({ amount, wanted, currency, wallet, moment, confirmed }: PaymentParts) =>
    [
      ...[amount, wanted && `of ${wanted}`, currency, wallet && `by ${wallet}`],
      ...[moment && `at ${moment}`, confirmed && `at ${confirmed}, as its confirmation says`],
    ]
      .filter(Boolean)
      .join(' '),
  charge: (command: string, amount: string | undefined, moment: string) =>
    `${command}${amount ? ` of ${amount}` : ''}, sent ${moment}`,

  // Why a reference was recognised.
  journalHas: (command: string) => `the journal has it: ${command}`,
  confirmationNames: 'a confirmation names it',
  slipNames: 'the slip names it',
  recordNames: 'the record of the payment names it',
  initiatedHere: {
    terminal: 'this machine initiated it under that partnerTransactionID',
    page: 'this machine began it under that number',
  },
  codeMadeHere: 'this machine had a code made for it',
  onMiniQr: (bank: string | undefined) =>
    `on the mini QR of the slip${bank ? `, sent by bank ${bank}` : ''}`,
  onWalletSlip: (bank: string | undefined) =>
    `on the slip of a wallet${bank ? `, sent by bank ${bank}` : ''}`,
  inPayload: (payload: string) => `in the ${payload}`,
  inTag: { terminal: 'tag 62.05 of it', page: 'written in the code' },
}));

/** How the bank says that a payment stands; what is undefined it does not say. */
interface StatementParts {
  word: string;
  amount: string | undefined;
  wanted: string | undefined;
  currency: string | undefined;
  code: string | undefined;
}

interface PaymentParts {
  amount: string;
  wanted: string | undefined;
  currency: string | undefined;
  wallet: string | undefined;
  moment: string | undefined;
  /** The moment, where only a confirmation tells it. */
  confirmed: string | undefined;
}

/** What a QR, a slip or a barcode is. */
export const payloads = area('payloads', () => ({
  slip: 'slip',
  'wallet-slip': { terminal: 'wallet-slip', page: 'slip of a wallet' },
  'bill-payment': { terminal: 'bill-payment', page: 'bill payment code' },
  'bill-barcode': { terminal: 'bill-barcode', page: 'bill barcode' },
  'credit-transfer': { terminal: 'credit-transfer', page: 'transfer code' },
  'payment-innovation': { terminal: 'payment-innovation', page: 'payment code' },
  card: { terminal: 'card', page: 'card QR' },
  emv: { terminal: 'emv', page: 'payment QR' },
  unknown: { terminal: 'unknown', page: 'unknown code' },
  /** What stands in place of an id that may name a person. */
  titled: { terminal: (kind: string) => `a ${kind} payload`, page: (kind: string) => kind },
}));
