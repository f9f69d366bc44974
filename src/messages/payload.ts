import { area } from '../core/message.js';
import { pluralize } from '../core/text.js';

/** What is wrong with a payload, and what to do about it. */
export const payload = area('payload', () => ({
  theValue: 'the value',
  missing: (part: string) => `the ${part} is missing`,
  empty: (part: string) => `the ${part} is empty`,
  add: (part: string) => `add the ${part}`,
  valueEmpty: 'the value is empty',
  leaveOut: 'leave the field out',

  malformedTag: (found: string) => `expected a tag of two digits, found ${found}`,
  twoDigitTag: 'write two digits for the tag; check the length of the field before',
  malformedLength: (tag: string, found: string) =>
    `expected a length of two digits after tag ${tag}, found ${found}`,
  twoDigitLength: 'write two digits for the length',
  cutOff: ({ tag, length, left }: { tag: string; length: number; left: number }) =>
    `tag ${tag} declares ${pluralize(length, 'character')}, ${left} ${left === 1 ? 'is' : 'are'} left`,
  scanAgain: 'scan the code again, or correct the length',
  twice: (tag: string) => `tag ${tag} appears twice`,
  keepOne: 'keep one of the two',
  fifthPart: (number: number) => `a bill barcode has four parts; this is part ${number}`,

  payloadEmpty: 'the payload is empty',
  moreThanAnyCode: (length: number) => `${length} characters are more than any QR code holds`,
  noPayment: 'this is not a payment code, a slip or a bill barcode',
  passPayload: 'pass the text of a Thai QR, a slip or a bill barcode',
  padded: 'there is white space around the payload',
  removeSpace: 'remove it: some apps refuse the code',
  long: (length: number) => `the payload has ${length} characters`,
  shorten: 'shorten names and references: old scanners stop at 512 characters',

  checksumMissing: 'the checksum is missing',
  endWithChecksum: 'end the payload with its checksum',
  checksumWrong: (actual: string, expected: string) =>
    `the checksum is ${actual}, the contents give ${expected}`,
  copyAgain: 'scan or copy the payload again: some of its characters have changed',
  checksumNotLast: 'the checksum is not the last field',
  moveChecksum: 'move the checksum to the end and compute it again',
  checksumLowerCase: 'the checksum is in lower case',
  upperCaseChecksum: 'write the checksum in upper case: some apps compare letter by letter',
  checksumShort: 'the checksum lacks its leading zeros',
  fourDigits: 'write four digits, zeros included',

  wrongCharacters: (value: string, allowed: Characters) =>
    `${value} must be ${ENGLISH_CHARACTERS[allowed]}`,
  allowedCharacters: 'write it with the characters that the standard allows',
  wrongLength: ({ value, least, most, length }: Length) =>
    `${value} must have ${least === most ? most : `${least} to ${most}`} characters, has ${length}`,
  allowedLength: 'write it in the length that the standard allows',
  shortBiller: (value: string) => `${value} has 13 digits, some apps want 15`,
  appendSuffix: 'append the two digits of the biller suffix',
  notAscii: (value: string) => `${value} is not ASCII, some apps show it wrongly`,
  latinHere: 'write it in Latin letters here and in its own script in tag 64',

  beginWithFormat: 'begin the payload with 000201',
  formatNotFirst: 'tag 00 must come first',
  notFormat: (value: string) => `${value} is not payload format 01`,
  staticOrDynamic: 'write 11 (static) or 12 (dynamic)',
  notInitiation: (value: string) => `${value} is neither 11 nor 12`,
  addTemplate: 'add the template 29, 30 or 31, or a card scheme',
  noPayee: 'there is no payee: no tag from 02 to 51',
  addCurrency: 'add 5303764',
  addCountry: 'add 5802TH',
  addPayee: 'add the payee as part 01, 02, 03 or 04',
  namesNoPayee: 'the credit transfer names no payee',
  addOneTimeCode: 'add the ten characters of the code as part 05',
  addBillerId: 'add the biller id as part 01',
  addReference1: 'add reference 1 as part 02',
  twoDecimals: 'write at most two decimals',
  moreDecimals: (value: string) => `${value} has more than two decimals`,
  leaveAmountOut: 'leave tag 54 out where the payer decides',
  isZero: (value: string) => `${value} is zero`,
  addApplication: 'add the application as part 00',
  noApplication: (tag: string) => `template ${tag} has no application`,
  checkApplication: 'check the application (part 00)',
  foreignApplication: (tag: string) => `the application of template ${tag} is not a Thai one`,
  writeDynamic: 'write 010212 where each sale has its own code',
  staticWithAmount: (value: string) => `${value} says static, but an amount is fixed`,
  writeStatic: 'write 010211, or fix the amount',
  dynamicWithoutAmount: (value: string) => `${value} says dynamic, but no amount is fixed`,
  addInitiation: 'add 010211 (static) or 010212 (dynamic)',
  addCategory: 'add tag 52, 0000 where there is none',
  addName: 'add tag 59',
  addCity: 'add tag 60',
  upperCaseReferences: 'write references in upper case',
  lowerCase: (value: string) => `${value} has lower-case letters, some apps refuse them`,
  lettersAndDigits: 'use up to 20 letters and digits',
  refusedBySome: (value: string) => `${value} is refused by some banks`,
  writeMobile: 'write 0066 and nine digits',
  notMobile: (value: string) => `${value} is not a Thai mobile number`,
  onePayee: 'keep one payee',
  secondPayee: 'a second payee: apps choose differently',
  writeBaht: 'write 764',
  notBaht: (value: string) => `${value} is not Thai baht`,
  writeThailand: 'write TH',
  notThailand: (value: string) => `${value} is not Thailand`,
  addFee: 'add tag 56 or 57, or leave tag 55 out',
  checkMerchantNumber: 'check the merchant number with the card scheme',
  cardDigits: 'card schemes use digits here',
  completeLanguage: 'give tag 64 its language (00) and name (01)',
  isItASlip: 'check that this is the code of a slip',
  otherApi: 'the API id is not 000001',
  writeCountryOfSlip: 'write 5102TH',
  otherCountry: 'the country (tag 51) is not TH',
  checksumIn91: 'carry the checksum of a slip in tag 91',
  slipChecksum: 'slips carry the checksum in tag 91',

  finding: ({ severity, code, tag, offset, problem, fix }: Finding) =>
    `${severity} ${code}:${tag === '' ? '' : ` tag ${tag},`} position ${offset}: ${problem}; ${fix}`,
  broken: (why: string) => `the payload is broken: ${why}`,
  brokenAndMore: (why: string, more: number) => `the payload is broken: ${why}, and ${more} more`,
  validCode: 'a valid payment code',

  notCardTag: (tag: string) => `tag ${tag} is not a card scheme (02–25)`,
  notTemplate: (tag: string) => `tag ${tag} is not a further template`,
  tooLong: (tag: string, length: number) => `tag ${tag} holds at most 99 characters, not ${length}`,
  notAmount: (amount: string) =>
    `the amount ${amount} must be above zero, with at most two decimals`,
  forExample: 'for example 100 or 100.50',
  amountTooLong: (amount: string) => `the amount ${amount} has more than 13 characters`,
  lineBreaks: 'the parts of a bill barcode cannot contain line breaks',
}));

/** What a value may consist of. */
export type Characters =
  | 'digits'
  | 'upper'
  | 'alphanumeric'
  | 'amount'
  | 'hexadecimal'
  | 'readable'
  | 'ascii';

const ENGLISH_CHARACTERS: Readonly<Record<Characters, string>> = {
  digits: 'digits',
  upper: 'upper-case letters',
  alphanumeric: 'letters and digits',
  amount: 'digits with at most one point',
  hexadecimal: 'hexadecimal digits',
  readable: 'readable characters',
  ascii: 'printable ASCII characters',
};

interface Length {
  value: string;
  least: number;
  most: number;
  length: number;
}

interface Finding {
  severity: 'error' | 'warning';
  code: string;
  tag: string;
  offset: number;
  problem: string;
  fix: string;
}
