import type { Message, Text } from '../core/message.js';
import { tags } from '../messages/tags.js';

/** Application identifiers of the Thai templates (tag 00 in 29, 30 and 31). */
export const AID = {
  TRANSFER: 'A000000677010111',
  TRANSFER_ONE_TIME: 'A000000677010114',
  BILL: 'A000000677010112',
  BILL_CROSS_BORDER: 'A000000677012006',
  INNOVATION: 'A000000677012004',
  INNOVATION_ACQUIRER: 'A000000677010113',
} as const;

/** Templates of a payment code: 26–51, 62, 64, 80–99 but 81, and inside 62 again 50–99. */
export function isPaymentTemplate(path: string): boolean {
  if (path.startsWith('62.')) return path >= '62.50' && path.length === 5;
  if (path.length !== 2) return false;
  return (
    (path >= '26' && path <= '51') ||
    path === '62' ||
    path === '64' ||
    // Tag 81 is the personal message in hexadecimal, the one Thai exception among 80–99.
    (path >= '80' && path !== '81')
  );
}

/** The only template of a slip is its first field. */
export function isSlipTemplate(path: string): boolean {
  return path === '00';
}

/** Tags 02 to 25 are of card schemes. */
export function isCardTag(tag: string): boolean {
  return tag >= '02' && tag <= '25';
}

const CARD_SCHEMES: readonly { last: string; scheme: Text }[] = [
  { last: '03', scheme: 'Visa' },
  { last: '05', scheme: 'Mastercard' },
  { last: '08', scheme: tags.reservedScheme },
  { last: '10', scheme: 'Discover' },
  { last: '12', scheme: 'American Express' },
  { last: '14', scheme: 'JCB' },
  { last: '16', scheme: 'UnionPay' },
];

const PAYMENT_NAMES: Readonly<Record<string, Message>> = {
  '00': tags.payloadFormat,
  '01': tags.initiation,
  '29': tags.creditTransfer,
  '29.00': tags.application,
  '29.01': tags.mobile,
  '29.02': tags.nationalId,
  '29.03': tags.ewalletId,
  '29.04': tags.bankAccount,
  '29.05': tags.oneTimeCode,
  '30': tags.billPayment,
  '30.00': tags.application,
  '30.01': tags.billerId,
  '30.02': tags.reference1,
  '30.03': tags.reference2,
  '31': tags.innovation,
  '31.00': tags.application,
  '31.01': tags.apiOrAcquirer,
  '31.02': tags.merchantReference,
  '31.03': tags.transactionReference,
  '31.04': tags.orderReference,
  '31.05': tags.furtherReference,
  '52': tags.merchantCategory,
  '53': tags.currency,
  '54': tags.amount,
  '55': tags.tip,
  '56': tags.fixedFee,
  '57': tags.percentageFee,
  '58': tags.country,
  '59': tags.merchantName,
  '60': tags.merchantCity,
  '61': tags.postalCode,
  '62': tags.additional,
  '62.01': tags.billNumber,
  '62.02': tags.mobile,
  '62.03': tags.store,
  '62.04': tags.loyalty,
  '62.05': tags.reference,
  '62.06': tags.customer,
  '62.07': tags.terminal,
  '62.08': tags.purpose,
  '62.09': tags.dataRequest,
  '62.10': tags.merchantTaxId,
  '62.11': tags.channel,
  '63': tags.checksum,
  '64': tags.inItsLanguage,
  '64.00': tags.language,
  '64.01': tags.merchantName,
  '64.02': tags.merchantCity,
  '80': tags.vat,
  '80.00': tags.taxBranch,
  '80.01': tags.taxRate,
  '80.02': tags.taxAmount,
  '81': tags.message,
};

const SLIP_NAMES: Readonly<Record<string, Message>> = {
  '00': tags.slip,
  '00.00': tags.apiId,
  '00.01': tags.sendingBank,
  '00.02': tags.transactionReference,
  '51': tags.country,
  '63': tags.checksum,
  '91': tags.checksum,
};

const WALLET_SLIP_NAMES: Readonly<Record<string, Message>> = {
  ...SLIP_NAMES,
  '00.01': tags.wallet,
  '00.02': tags.eventType,
  '00.03': tags.transactionReference,
  '00.04': tags.date,
};

/** The tables of tags: a number means something else in each. */
export type Dialect = 'payment' | 'slip' | 'wallet-slip';

/** The name of a tag, in plain words. */
export function tagName(path: string, dialect: Dialect): Text {
  if (dialect === 'slip') return SLIP_NAMES[path] ?? tags.unknown;
  if (dialect === 'wallet-slip') return WALLET_SLIP_NAMES[path] ?? tags.unknown;
  const name = PAYMENT_NAMES[path];
  if (name !== undefined) return name;
  if (path.endsWith('.00')) return tags.application;
  if (path.includes('.')) return tags.unknown;
  if (isCardTag(path)) {
    return CARD_SCHEMES.find((range) => path <= range.last)?.scheme ?? tags.reservedScheme;
  }
  return isPaymentTemplate(path) ? tags.template : tags.reserved;
}

/** Whether a tag has a person's id or a card number, which tables mask. */
export function isPersonal(path: string, dialect: Dialect): boolean {
  if (dialect !== 'payment') return false;
  return /^29\.0[1-5]$|^62\.02$/.test(path) || isCardTag(path);
}

/**
 * Bank codes of the national clearing system, as slips and accounts have them. The list is open: three
 * digits that are not in it are no error.
 */
const BANKS: Readonly<Record<string, string>> = {
  '001': 'Bank of Thailand',
  '002': 'Bangkok Bank',
  '004': 'Kasikornbank',
  '005': 'Royal Bank of Scotland',
  '006': 'Krungthai Bank',
  '008': 'JPMorgan Chase',
  '010': 'MUFG Bank',
  '011': 'TMBThanachart Bank',
  '014': 'Siam Commercial Bank',
  '017': 'Citibank',
  '018': 'Sumitomo Mitsui Banking',
  '020': 'Standard Chartered (Thai)',
  '022': 'CIMB Thai',
  '024': 'UOB (Thai)',
  '025': 'Bank of Ayudhya',
  '026': 'Mega ICBC',
  '027': 'Bank of America',
  '028': 'Credit Agricole CIB',
  '030': 'Government Savings Bank',
  '031': 'HSBC',
  '032': 'Deutsche Bank',
  '033': 'Government Housing Bank',
  '034': 'Bank for Agriculture and Agricultural Cooperatives',
  '035': 'EXIM Thailand',
  '039': 'Mizuho Bank',
  '045': 'BNP Paribas',
  '065': 'Thanachart Bank',
  '066': 'Islamic Bank of Thailand',
  '067': 'TISCO Bank',
  '069': 'Kiatnakin Phatra Bank',
  '070': 'ICBC (Thai)',
  '071': 'Thai Credit Bank',
  '073': 'Land and Houses Bank',
  '076': 'TMBThanachart Bank',
  '098': 'SME Development Bank',
};

/** The name of a bank by its three digits; undefined for a code that is not in the list. */
export function bankName(code: string): string | undefined {
  return Object.hasOwn(BANKS, code) ? BANKS[code] : undefined;
}

const APPLICATIONS: ReadonlyMap<string, Message> = new Map([
  [AID.TRANSFER, tags.isTransfer],
  [AID.TRANSFER_ONE_TIME, tags.isOneTimeTransfer],
  [AID.BILL, tags.isBill],
  [AID.BILL_CROSS_BORDER, tags.isCrossBorder],
  [AID.INNOVATION, tags.innovation],
  [AID.INNOVATION_ACQUIRER, tags.ofAcquirer],
]);

const TIPS: ReadonlyMap<string, Message> = new Map([
  ['01', tags.asksForTip],
  ['02', tags.fixedFee],
  ['03', tags.percentageFee],
]);

/** What a value means, where that is known and not obvious. */
export function valueMeaning(path: string, value: string, dialect: Dialect): Text | undefined {
  if (dialect === 'slip') return path === '00.01' ? bankName(value) : undefined;
  if (dialect === 'wallet-slip') return undefined;
  if (/^(?:29|30|31)\.00$/.test(path)) return APPLICATIONS.get(value);
  switch (path) {
    case '01':
      return isStatic(value) === undefined
        ? undefined
        : isStatic(value)
          ? tags.isStatic
          : tags.isDynamic;
    case '29.04':
      return bankName(value.slice(0, 3));
    case '53':
      return value === '764' ? 'THB' : undefined;
    case '55':
      return TIPS.get(value);
    case '81':
      return readMessage(value);
    default:
      return undefined;
  }
}

/**
 * Tag 01: its second digit says static (1) or dynamic (2), its first how it is presented; undefined
 * for any other value.
 */
export function isStatic(initiation: string): boolean | undefined {
  if (!/^[123][12]$/.test(initiation)) return undefined;
  return initiation.endsWith('1');
}

/** The text of tag 81, which is UTF-16BE in hexadecimal; undefined where it is not. */
export function readMessage(hex: string): string | undefined {
  if (!/^(?:[0-9A-Fa-f]{4})+$/.test(hex)) return undefined;
  const units = hex.match(/.{4}/g) ?? [];
  return String.fromCharCode(...units.map((unit) => Number.parseInt(unit, 16)));
}

/** A text as the value of tag 81. */
export function writeMessage(text: string): string {
  const units = Array.from({ length: text.length }, (_, i) => text.charCodeAt(i));
  return units.map((unit) => unit.toString(16).toUpperCase().padStart(4, '0')).join('');
}
