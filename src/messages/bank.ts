import { payctl, phrase } from '../core/command-line.js';
import { area } from '../core/message.js';
import { joinWithOr } from '../core/text.js';

/** What the records of the bank say of calls and of their answers. */
export const bank = area('bank', () => ({
  unknownOperation: (id: string) => `there is no operation ${id}`,
  operations: {
    terminal: (ids: string) => `the operations are ${ids}`,
    page: (ids: string) => `There are: ${ids}.`,
    code: (ids: string) => `the operations are ${ids}`,
  },
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
    terminal: phrase`try another day with --transaction-date YYYY-MM-DD, or ${payctl`bill search`}`,
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
  otherCall: (field: string) =>
    `the answer is about another call: ${field} differs from what was sent`,
  paidWithoutAmount: 'the answer says that it was paid, and no amount',
  paidNothing: (amount: string) =>
    `the answer says that ${amount} was paid, which is no amount above zero`,
  paidInForeign: (currency: string) =>
    `the answer says that it was paid in ${currency}, not in baht`,
  paidInOther: (currency: string, wanted: string) =>
    `the answer says that it was paid in ${currency}, not in ${wanted}`,
  paidAndRefunded: 'the answer lists one transaction as paid and as refunded',
}));

/** What is wrong with a field of an input, without its name. */
export const field = area('field', () => ({
  /** A field and its problem, where several stand in one sentence. */
  of: (name: string, problem: string) => `${name} ${problem}`,

  missing: {
    terminal: (missing: Missing) => missingText(missing, ' in the profile'),
    code: (missing: Missing) => missingText(missing, ' for all calls'),
  },
  foreignCurrency: 'a foreign currency',
  empty: 'is empty',
  notText: 'is not text; write it as a string',
  amountNotText: 'is not text; write it as a string, for example "100.00"',
  notObject: 'must hold named fields (a JSON object)',
  controlCharacters:
    'has control characters (a line break or a tab, for example); only printable ones are allowed',
  tooLong: (length: number, most: number) =>
    `has ${length} characters; at most ${most} are allowed`,
  misshapen: 'has the wrong form',
  onlyAllowed: (given: string, allowed: string) => `is ${given}; only ${allowed} is allowed`,
  otherChoice: (given: string, choices: readonly string[]) =>
    `is ${given}; use ${joinWithOr(choices)}`,
  noText: 'not text',
  notYesNo: 'must be true or false',
  exactDigits: (count: number) => `must be exactly ${count} digits`,
  lettersAndDigits: 'may hold only letters and digits',
  lettersDigitsDash: 'may hold only letters, digits and -',
  lettersDigitsDashes: 'may hold only letters, digits, - and _',
  capitalsAndDigits: 'may hold only A-Z and 0-9',
  threeCapitals: 'must be three capital letters, for example THB',
  wholeNumber: 'must be a whole number',
  wholeMinutes: 'must be a whole number of minutes',
  wholeNumberWithin: (least: number, most: number) =>
    `must be a whole number from ${least} to ${most}`,
  qrId: 'must be up to 20 letters, digits, - or _, or the 23 digits of a QR id',
  transRef: 'must be up to 35 letters, digits, - or _',

  notAmount: 'is not an amount: use digits with at most two decimals, for example 100 or 100.00',
  amountTooLong: (length: number, most: number) =>
    `has ${length} characters; at most ${most} are allowed, the decimal point included`,
  amountTooLarge: (digits: number, most: number) =>
    `has ${digits} digits before the decimal point; at most ${most} are allowed`,
  amountZero: 'is zero; an amount must be above zero',

  notDate: 'must be a day of the calendar as YYYY-MM-DD',
  notChannelDateTime:
    'must be a moment of 29 characters, for example 2026-01-31T09:00:00.000+07:00',
  notDateTime: 'must be a moment as YYYY-MM-DD HH:MM:SS, for example 2026-01-31 23:59:59',
  notCompactDateTime: 'must be 14 digits, yyyyMMddHHmmss',
  noSuchMoment: 'is not a valid date and time',
  before: (other: string) => `is before ${other}`,
  lessThan: (other: string) => `is less than ${other}`,
  daysApart: ({ days, other, most }: { days: number; other: string; most: number }) =>
    `is ${days} days after ${other}; at most ${most} are allowed`,

  digitsInTest: 'may hold only digits in the test environment',
  prefixInTest: (prefix: string) => `must start with ${prefix} in the test environment`,
  lettersInTest: 'must start with the three letters of the provider prefix in the test environment',
  bahtToOtherBank: 'must be THB for a transfer to another bank',
  bahtByPromptPay: 'must be THB for a transfer by PromptPay',
  aboveOtherBankLimit: 'is above 2,000,000 baht, the limit of a transfer to another bank',
  abovePromptPayLimit: 'is above 2,000,000 baht, the limit of a transfer by PromptPay',
  bahtAccount:
    'is a THB account (10 digits); a foreign currency goes between accounts of that currency',
  foreignAccount: 'is a foreign-currency account (13 digits); give its currency, or a THB account',

  twoSpellings: 'is a number that can be written in two ways: give it as text',
  nameNotText: 'is not text',
  invisible: 'has an invisible character',
  notComposed:
    'is written in parts (Unicode not in the form NFC, or Thai ํา for ำ or เเ for แ), so that it looks like another reference: type it anew',
  blankAround: 'begins or ends with a blank or a character that is not ASCII',
  slash: 'holds a slash',
  dotSegment: 'is a dot segment',
}));

function missingText({ choices, setting, by }: Missing, where: string): string {
  const parts = [
    'is missing',
    choices && `use ${joinWithOr(choices)}`,
    setting && `give it, or set ${setting}${where}`,
    by && `${by} needs it`,
  ];
  return parts.filter(Boolean).join('; ');
}

/** Of a field that is not given: what it may be, the setting that gives it, and what needs it. */
interface Missing {
  choices?: readonly string[];
  setting?: string;
  by?: string;
}
