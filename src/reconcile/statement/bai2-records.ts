import { baht, wholeNumber } from '../amounts.js';
import { type StatementEntry, shortDate, statementReference } from './entry.js';

/** What the record of an account (03) says. Amounts in satang, of the currency's hundredth. */
export interface BaiAccount {
  number: string;
  currency: string;
  opening?: number;
  closing?: number;
  credits?: { satang: number; count: number | undefined };
  debits?: { satang: number; count: number | undefined };
  /** Of all amounts in it, as control totals have them. */
  total: bigint;
}

/** Amounts are whole hundredths; undefined where there is none. */
export function baiAmount(text: string): number | undefined {
  return /^[+-]?[0-9]{1,15}$/.test(text.trim()) ? Number(text) : undefined;
}

/** Account, currency, then groups of type, amount, count and availability. */
export function baiAccount(fields: readonly string[], groupCurrency: string): BaiAccount {
  const [number = '', currency = '', ...rest] = fields;
  const account: BaiAccount = { number, currency: currency || groupCurrency, total: 0n };
  for (let at = 0; at < rest.length; ) {
    const [type = '', amount = '', count = '', funds = ''] = rest.slice(at, at + 4);
    const satang = baiAmount(amount);
    if (satang !== undefined) {
      account.total += BigInt(satang);
      const items = wholeNumber(count);
      if (type === '010') account.opening = satang;
      if (type === '015') account.closing = satang;
      if (type === '100') account.credits = { satang, count: items };
      if (type === '400') account.debits = { satang, count: items };
    }
    at += 3 + fundsLength(rest, at + 3, funds);
  }
  return account;
}

/** How many fields tell when the money is available, their kind included. */
function fundsLength(fields: readonly string[], at: number, kind: string): number {
  if (kind === 'V') return 3;
  if (kind === 'S') return 4;
  return kind === 'D' ? 2 + 2 * (wholeNumber(fields[at + 1]?.trim()) ?? 0) : 1;
}

type BaiTransaction = Pick<
  StatementEntry,
  'amount' | 'status' | 'EndToEndId' | 'AcctSvcrRef' | 'text' | 'transactionId' | 'valueDate'
> & {
  satang: number;
  /** Not so of a record that only tells something. */
  isMoney: boolean;
};

/** Undefined where it is none. `lines` is the record with its continuations. */
export function baiTransaction(lines: readonly string[]): BaiTransaction | undefined {
  const [type = '', amount = ''] = (lines[0] ?? '').split(',', 2);
  const satang = baiAmount(amount.replace('/', '')) ?? (amount === '' ? 0 : Number.NaN);
  const code = Number(type.replace('/', ''));
  if (!(code >= 100 && code <= 999) || Number.isNaN(satang)) return undefined;
  const fields = splitFields(lines);
  const at = 2 + fundsLength(fields, 2, fields[2] ?? '');
  const [bankReference = '', customerReference = ''] = fields.slice(at, at + 2);
  // Of the codes for loans, 720 to 759 are payments that came, and those from 760 on what was lent.
  const isDebit = (code >= 400 && code <= 699) || (code >= 760 && code <= 799);
  const signed = isDebit ? -satang : satang;
  const id = statementReference(bankReference);
  return {
    satang: signed,
    isMoney: code !== 890,
    amount: baht(signed),
    status: '',
    valueDate: fields[2] === 'V' ? shortDate(fields[3] ?? '') : '',
    EndToEndId: statementReference(customerReference),
    AcctSvcrRef: id,
    transactionId: id,
    // It is the last field, and has commas of its own.
    text: fields
      .slice(at + 2)
      .join(',')
      .trim(),
  };
}

/** The fields of a record, those of its continuations included. */
export function splitFields(lines: readonly string[]): string[] {
  return lines.flatMap((line) => line.replace(/\/\s*$/, '').split(','));
}
