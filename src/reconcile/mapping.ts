/** What a file of orders or of the bank can have, by our names. */
export const COLUMNS = [
  'reference',
  'transactionId',
  'amount',
  'credit',
  'debit',
  'fee',
  'date',
  'time',
  'status',
  'payout',
  'currency',
] as const;
export type ColumnName = (typeof COLUMNS)[number];

/** Of a fixed line the first and last character, from 1; of CSV the header's name. */
export type ColumnPlace = readonly [first: number, last: number] | string;

/** What tells one kind of line from another. */
export interface LineMark {
  at: ColumnPlace;
  is: string;
}

export interface AmountFormat {
  unit: 'baht' | 'satang';
  sign: 'leading' | 'trailing' | 'brackets';
  thousands?: string | undefined;
}

export interface DateRule {
  format?: string | undefined;
  era?: 'buddhist' | 'christian' | undefined;
  /** Offset of times without one, in minutes. */
  zone: number;
  /** Seconds of the day from which a payment settles on the next one. */
  cutoff?: number | undefined;
}

/** Fields of an entry that a mapping may name as its reference, by the names of ISO 20022. */
export const ENTRY_FIELDS = [
  'EndToEndId',
  'TxId',
  'InstrId',
  'AcctSvcrRef',
  'CdtrRef',
  'text',
] as const;
export type EntryField = (typeof ENTRY_FIELDS)[number];

export interface ReferenceRule {
  trim: boolean;
  case?: 'upper' | 'lower' | undefined;
  prefix?: string | undefined;
  /** Its first group is kept. */
  pattern?: RegExp | undefined;
  /** Which field of a statement's entry it is; EndToEndId where nothing is said. */
  from?: EntryField | undefined;
}

/** When, and with which fees, the bank pays out. */
export interface SettlementRule {
  /** One line of the bank against all orders of a payout, or of a settlement day; absent: line by line. */
  by?: 'payout' | 'day' | undefined;
  /** Taken off the sum that is paid out, or charged by themselves. */
  fees: 'netted' | 'separate';
  /** Millionths of the amount; where the bank's file has fees, those count. */
  rate?: number | undefined;
  round: 'half-up' | 'half-even' | 'up' | 'down';
  /** Whether the fee of the sum is rounded, or that of each order. */
  per: 'line' | 'order';
  /** Business days from a payment to its settlement. */
  days: number;
  /** Days since 1970 that are no business days, as weekends are none. */
  holidays: ReadonlySet<number>;
}

/** What double entries are made of. */
export const ACCOUNTS = [
  'cash',
  'receivable',
  'fees',
  'refunds',
  'write-offs',
  'suspense',
] as const;
export type Account = (typeof ACCOUNTS)[number];

/** How the files of one side are to be read; what is absent is as in a file without a mapping. */
export interface Mapping {
  encoding?: 'utf-8' | 'windows-874' | undefined;
  /** Absent: recognised by its contents. */
  format?: 'csv' | 'fixed' | undefined;
  delimiter?: string | undefined;
  /** Of a workbook; the first one unless it is named. */
  sheet?: string | undefined;
  records?:
    | {
        header?: LineMark | undefined;
        detail?: LineMark | undefined;
        trailer?:
          | (LineMark & { count?: ColumnPlace | undefined; total?: ColumnPlace | undefined })
          | undefined;
      }
    | undefined;
  columns?: Partial<Record<ColumnName, ColumnPlace>> | undefined;
  reference: ReferenceRule;
  amount: AmountFormat;
  date: DateRule;
  timeFormat?: string | undefined;
  /** Additional words, which win over ours. */
  status: Partial<Record<'paid' | 'reversed' | 'open', readonly string[]>>;
  settlement?: SettlementRule | undefined;
  /** What lines are like that are fees, and belong to no order. */
  feeLines?: RegExp | undefined;
  /** How an ERP calls the accounts; without a name an account is called as here. */
  accounts?: Partial<Record<Account, string>> | undefined;
}

export const BANGKOK_MINUTES = 7 * 60;

/** Of a file that nobody described. */
export const PLAIN: Mapping = {
  reference: { trim: true },
  amount: { unit: 'baht', sign: 'leading' },
  date: { zone: BANGKOK_MINUTES },
  status: {},
};

/** How headers name our columns, without case, spaces, `_`, `-` and `.`; the first that is there wins. */
export const HEADERS: Readonly<Record<ColumnName, readonly string[]>> = {
  reference: ['reference', 'ref', 'ref1', 'outtradeno', 'orderid', 'orderno', 'เลขอ้างอิง'],
  transactionId: ['transactionid', 'transref', 'txnid', 'เลขที่รายการ'],
  amount: ['amount', 'totalfee', 'จำนวนเงิน'],
  credit: ['credit', 'creditamount', 'deposit', 'เครดิต', 'เงินเข้า', 'ฝาก'],
  debit: ['debit', 'debitamount', 'withdrawal', 'เดบิต', 'เงินออก', 'ถอน'],
  fee: ['fee', 'ค่าธรรมเนียม'],
  date: ['date', 'paidat', 'transactiondate', 'datetime', 'วันที่'],
  time: ['time', 'เวลา'],
  status: ['status', 'state', 'tradestate', 'สถานะ'],
  payout: ['payout', 'settlementid'],
  currency: ['currency', 'ccy', 'สกุลเงิน'],
};

const REQUIRED = ['reference', 'amount', 'date'] as const;

/**
 * The columns without which a file cannot be compared. An amount may stand in columns for credit and
 * debit; what is paid out once a day needs no reference.
 */
export function missingColumns(
  { settlement }: { settlement?: Pick<SettlementRule, 'by'> | undefined },
  has: (column: ColumnName) => boolean,
): ColumnName[] {
  const isOptional = (column: ColumnName) =>
    (column === 'amount' && (has('credit') || has('debit'))) ||
    (column === 'reference' && settlement?.by === 'day');
  return REQUIRED.filter((column) => !has(column) && !isOptional(column));
}

/** How files name our own currency; a file without the column has no other. */
const BAHT: ReadonlySet<string> = new Set(['', 'THB', '764', 'BAHT', 'บาท']);

/** The code of a currency, empty for baht; undefined for what is none. */
export function currencyCode(text: string): string | undefined {
  const code = text.trim().toUpperCase();
  if (BAHT.has(code)) return '';
  return /^[A-Z]{3}$/.test(code) ? code : undefined;
}

export function plainHeader(name: string): string {
  const composed = /^[\x20-\x7e]*$/.test(name) ? name : name.normalize('NFC');
  return composed.replace(/[\s_.-]/g, '').toLowerCase();
}

const WORDS = {
  paid: ['', 'success', 'succeeded', 'paid', 'settled', 'สำเร็จ'],
  reversed: [...['reversed', 'refunded', 'void', 'voided', 'chargeback', 'disputed-lost', 'คืนเงิน']],
  open: [...['open', 'pending', 'unpaid', 'cancelled', 'canceled', 'expired', 'failed', 'ยกเลิก']],
} as const;

const NUMBERS = { paid: 0, reversed: 1, open: 2 } as const;
const KINDS = ['paid', 'reversed', 'open'] as const;

/** Numbers of the statuses by the words for them, in lower case. */
export function statusWords(status: Mapping['status']): Map<string, number> {
  const words = new Map<string, number>();
  for (const lists of [WORDS, status]) {
    for (const kind of KINDS) {
      for (const word of lists[kind] ?? []) words.set(word.trim().toLowerCase(), NUMBERS[kind]);
    }
  }
  return words;
}

export type Role = 'orders' | 'bank';
