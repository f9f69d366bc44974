import { payctl, phrase } from '../core/command-line.js';
import { area } from '../core/message.js';
import { pluralize } from '../core/text.js';

/** What the customer of the embedded bank is told. */
export const customer = area('customer', () => ({
  cannotPay: {
    terminal: (why: string) => `the customer cannot pay: ${why}`,
    page: (why: string) => `It cannot be paid: ${why}.`,
    code: (why: string) => `the customer cannot pay: ${why}`,
  },
  qrExpired: 'the QR has expired',
  codeExpired: 'the code has expired',
  codeVoid: 'the code is void',
  gaveUp: 'the customer gave up',
  noCards: 'this code takes no cards',
  cardsOnly: 'this code takes cards only',
  walletsOnly: 'this code is paid from a wallet: neither an account nor a card can be chosen',
  cardHasNoAccount: 'who pays by card chooses no account',
  paidAtOnce: 'only an e-wallet payment can be pending: this code is paid at once',
  asksFor: (amount: string) => `the code asks for ${amount}`,
  paidAlready: (times: number) => `the code was paid ${pluralize(times, 'time')} already`,
  linkPaid: 'the link was paid already',
  paymentStands: (state: string) => `the payment is ${state}`,
  balanceTooSmall: (account: string) => `the balance of ${account} is too small`,
  amountOpen: {
    terminal: 'the code leaves the amount open',
    page: 'This code leaves the amount open: fill it in.',
    code: 'the code leaves the amount open',
  },
  setAmount: {
    terminal: 'set the amount, e.g. --amount 100.00',
    page: '',
    code: "give it: bank.pay(target, { amount: '100.00' })",
  },
  amountWrong: {
    terminal: (amount: string) => `${amount} is not an amount that can be paid`,
    page: () => 'This amount cannot be paid.',
    code: (amount: string) => `${amount} is not an amount that can be paid`,
  },
  unknownTarget: {
    terminal: 'the sandbox has no such reference, QR or bill payment code',
    page: 'The embedded bank knows no such reference, QR or bill payment code.',
    code: 'the bank has no such reference, QR or bill payment code',
  },
  madeBy: (bank: string) =>
    `the embedded bank ${bank} made this code, and it can be paid only there`,
  payAt: {
    terminal: (bank: string) =>
      phrase`pay it there: ${payctl.withoutProfile`sandbox pay --id ${bank} TARGET`}`,
    page: () => '',
  },
  madeByShared: 'the shared embedded bank made this code, and it can be paid only there',
  payAtShared: {
    terminal: phrase`pay it there: ${payctl.withoutProfile`sandbox pay TARGET`}, without --id and PAYCTL_SANDBOX`,
    page: '',
  },
  seeLog: {
    terminal: phrase`list what it has with ${payctl.withoutProfile`sandbox log`}; create a QR with ${payctl.on('sandbox')`qr create`}`,
    page: 'Choose a code from the screen of the shop.',
    code: 'bank.log() tells what it has',
  },
  balanceWrong: {
    terminal: (balance: string) => `the balance ${balance} is not an amount`,
    page: () => 'The balance is not an amount.',
    code: (balance: string) => `the balance ${balance} is not an amount`,
  },
  noCustomer: (name: string, known: string) =>
    `the sandbox has no customer ${name}; it has ${known}`,
  noAccount: (account: string) => `the sandbox has no account ${account}`,
  noRegistration: (reference: string) => `no registration ${reference} is waiting for the customer`,
  noSlip: 'paid, but only a payment from an account has a slip',
}));
