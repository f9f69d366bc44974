import { area } from '../core/message.js';

/** What the records of the bank say of calls and of their answers. */
export const bank = area('bank', () => ({
  unknownOperation: (id: string) => `there is no operation ${id}`,
  prefixTooLong: (length: number, most: number) =>
    `outTradeNoPrefix has ${length} characters; a generated outTradeNo has room for ${most}`,

  notInquirable: (problem: string) => `outTradeNo ${problem}, or it cannot be inquired there`,
  refundTooLate:
    'it is past 23:00 in Bangkok: a full refund succeeds only before that, on the day of the payment',
  expired: 'expiryDate has passed already',
  longQrId: (length: number) => `qrId has ${length} digits; the specification allows 20`,
  openRange:
    'without dateTo the search may run up to today, more than the 3 days that the bank allows',

  refunded: 'the payment was refunded',
  undone: 'the payment was cancelled, closed or refunded',
  nothingYet: 'no payment found yet',
  nothingOn: (day: string) => `no payment was made on ${day}`,
  anotherDay: {
    terminal: 'try another day with --transaction-date YYYY-MM-DD, or payctl bill search',
    page: 'Try another day.',
  },
  nobodyPaid: 'nobody has paid yet',
  customerCancelled: 'the customer has cancelled it',
  deeplinkExpired: 'the deeplink has expired',
  compareAmounts: {
    terminal: 'compare tranAmount with confirmAmount',
    page: 'Compare the amount that was asked for with the one that was confirmed.',
  },
  unpaidOrVoided: {
    terminal:
      'the bank also says so of a QR that is unpaid or was voided: add --wait, or check the id',
    page: 'The bank also says so of a QR that is unpaid or was voided.',
  },

  noQr: 'is missing, so there is no QR to show',
  noHeader: 'holds a character that no header can carry',

  reference1: 'reference 1',
  billerId: 'biller id',
  otherCall: ({ field, theirs, ours }: { field: string; theirs: string; ours: string }) =>
    `the answer is about another call: ${field} is ${theirs}, sent was ${ours}`,
  paidWithoutAmount: 'the answer says that it was paid, and no amount',
  paidNothing: (amount: string) =>
    `the answer says that ${amount} was paid, which is no amount above zero`,
  paidInForeign: (currency: string) =>
    `the answer says that it was paid in ${currency}, not in baht`,
  paidInOther: (currency: string, wanted: string) =>
    `the answer says that it was paid in ${currency}, not in ${wanted}`,
  paidAndGivenBack: (transactionId: string) =>
    `the answer lists transaction ${transactionId} as paid and as given back`,
}));
