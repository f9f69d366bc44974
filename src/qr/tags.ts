/** Application identifiers of the Thai templates. */
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

/** Templates of a slip: the first field alone. */
export function isSlipTemplate(path: string): boolean {
  return path === '00';
}

/** 02–25: the templates of card schemes. */
export function isCardTag(tag: string): boolean {
  return tag >= '02' && tag <= '25';
}

const CARD_SCHEMES = [
  { last: '03', scheme: 'Visa' },
  { last: '05', scheme: 'Mastercard' },
  { last: '08', scheme: 'reserved card scheme' },
  { last: '10', scheme: 'Discover' },
  { last: '12', scheme: 'American Express' },
  { last: '14', scheme: 'JCB' },
  { last: '16', scheme: 'UnionPay' },
];

const PAYMENT_NAMES: Readonly<Record<string, string>> = {
  '00': 'payload format',
  '01': 'point of initiation',
  '29': 'credit transfer',
  '29.00': 'application',
  '29.01': 'mobile number',
  '29.02': 'national or tax id',
  '29.03': 'e-wallet id',
  '29.04': 'bank account',
  '29.05': 'one-time authorisation code',
  '30': 'bill payment',
  '30.00': 'application',
  '30.01': 'biller id',
  '30.02': 'reference 1',
  '30.03': 'reference 2',
  '31': 'payment innovation',
  '31.00': 'application',
  '31.01': 'API id or acquirer',
  '31.02': 'merchant reference',
  '31.03': 'transaction reference',
  '31.04': 'order reference',
  '31.05': 'further reference',
  '52': 'merchant category',
  '53': 'currency',
  '54': 'amount',
  '55': 'tip or fee',
  '56': 'fixed fee',
  '57': 'percentage fee',
  '58': 'country',
  '59': 'merchant name',
  '60': 'merchant city',
  '61': 'postal code',
  '62': 'additional data',
  '62.01': 'bill number',
  '62.02': 'mobile number',
  '62.03': 'store',
  '62.04': 'loyalty number',
  '62.05': 'reference',
  '62.06': 'customer',
  '62.07': 'terminal (reference 3 of a bill payment)',
  '62.08': 'purpose',
  '62.09': 'consumer data request',
  '62.10': 'merchant tax id',
  '62.11': 'merchant channel',
  '63': 'checksum',
  '64': 'merchant in its language',
  '64.00': 'language',
  '64.01': 'merchant name',
  '64.02': 'merchant city',
  '80': 'value added tax',
  '80.00': 'tax branch of the seller',
  '80.01': 'tax rate',
  '80.02': 'tax amount',
  '81': 'personal message',
};

const SLIP_NAMES: Readonly<Record<string, string>> = {
  '00': 'slip',
  '00.00': 'API id',
  '00.01': 'sending bank',
  '00.02': 'transaction reference',
  '51': 'country',
  '63': 'checksum',
  '91': 'checksum',
};

const WALLET_SLIP_NAMES: Readonly<Record<string, string>> = {
  ...SLIP_NAMES,
  '00.01': 'wallet',
  '00.02': 'event type',
  '00.03': 'transaction reference',
  '00.04': 'date (DDMMYYYY)',
};

/** The tables of tags: the same number means another thing in each. */
export type Dialect = 'payment' | 'slip' | 'wallet-slip';

/** What a tag is called, in plain words. */
export function nameOf(path: string, dialect: Dialect): string {
  if (dialect === 'slip') return SLIP_NAMES[path] ?? 'unknown';
  if (dialect === 'wallet-slip') return WALLET_SLIP_NAMES[path] ?? 'unknown';
  const named = PAYMENT_NAMES[path];
  if (named !== undefined) return named;
  if (path.endsWith('.00')) return 'application';
  if (path.includes('.')) return 'unknown';
  if (isCardTag(path)) {
    return CARD_SCHEMES.find((range) => path <= range.last)?.scheme ?? 'reserved card scheme';
  }
  return isPaymentTemplate(path) ? 'template' : 'reserved';
}

/** Payees that are people, and card numbers: values that tables mask. */
export function isPersonal(path: string, dialect: Dialect): boolean {
  if (dialect !== 'payment') return false;
  return /^29\.0[1-5]$|^62\.02$/.test(path) || isCardTag(path);
}

/**
 * Bank codes of the national clearing system, as slips and account proxies carry them. The list
 * is open: three digits that are not here are a bank that has no name here, never an error.
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

/** The name of a bank by its three digits; undefined for a code that has no name here. */
export function bankName(code: string): string | undefined {
  return Object.hasOwn(BANKS, code) ? BANKS[code] : undefined;
}

const APPLICATIONS: ReadonlyMap<string, string> = new Map([
  [AID.TRANSFER, 'PromptPay credit transfer'],
  [AID.TRANSFER_ONE_TIME, 'PromptPay credit transfer, one-time authorisation'],
  [AID.BILL, 'PromptPay bill payment'],
  [AID.BILL_CROSS_BORDER, 'PromptPay bill payment, cross-border'],
  [AID.INNOVATION, 'payment innovation'],
  [AID.INNOVATION_ACQUIRER, 'payment innovation of an acquirer'],
]);

const TIPS: ReadonlyMap<string, string> = new Map([
  ['01', 'asks for a tip'],
  ['02', 'fixed fee'],
  ['03', 'percentage fee'],
]);

/** What a value says, where its digits do not say it themselves. */
export function meaningOf(path: string, value: string, dialect: Dialect): string | undefined {
  if (dialect === 'slip') return path === '00.01' ? bankName(value) : undefined;
  if (dialect === 'wallet-slip') return undefined;
  if (/^(?:29|30|31)\.00$/.test(path)) return APPLICATIONS.get(value);
  switch (path) {
    case '01':
      return isStatic(value) === undefined ? undefined : isStatic(value) ? 'static' : 'dynamic';
    case '29.04':
      return bankName(value.slice(0, 3));
    case '53':
      return value === '764' ? 'THB' : undefined;
    case '55':
      return TIPS.get(value);
    case '81':
      return messageOf(value);
    default:
      return undefined;
  }
}

/** Tag 01: its second digit says static (1) or dynamic (2), its first only how it is presented. */
export function isStatic(initiation: string): boolean | undefined {
  if (!/^[123][12]$/.test(initiation)) return undefined;
  return initiation.endsWith('1');
}

/** The text of tag 81: UTF-16BE as hexadecimal. Undefined where it is not. */
export function messageOf(hex: string): string | undefined {
  if (!/^(?:[0-9A-Fa-f]{4})+$/.test(hex)) return undefined;
  const units = hex.match(/.{4}/g) ?? [];
  return String.fromCharCode(...units.map((unit) => Number.parseInt(unit, 16)));
}

/** Writes a text as tag 81 carries it. */
export function writeMessage(text: string): string {
  const units = Array.from({ length: text.length }, (_, i) => text.charCodeAt(i));
  return units.map((unit) => unit.toString(16).toUpperCase().padStart(4, '0')).join('');
}
