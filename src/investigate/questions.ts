import type { Fields } from '../bank/define.js';
import { textOf } from '../core/json.js';
import { bangkokDate, formatDate, parseDate } from '../core/time.js';
import {
  type Confirmed,
  type Family,
  familyOf,
  type Kind,
  type Known,
  type Reading,
  type Sent,
  type Statement,
} from './evidence.js';

/** An inquiry that can know a reference. */
export interface Question {
  family: Family;
  operation: string;
  reference: string;
  /** The question, in a few words. */
  asked: string;
  input: Fields;
}

/** What the person and the profile say beside the id. */
export interface Scope {
  /** Milliseconds since the epoch. */
  now: number;
  /** Bangkok day of the payment, YYYY-MM-DD. */
  date?: string;
  reference2?: string;
  sendingBank?: string;
  refDateTime?: string;
  settings(name: string): string | undefined;
}

const DAYS_BACK = 3;

/** The questions of one reading; none where no inquiry takes such a reference. */
export function questionsFor(reading: Reading, scope: Scope): Question[] {
  const make = MAKERS[reading.as];
  if (make === undefined) return [];
  return make(reading, scope).map((question) => ({
    ...question,
    family: familyOf(reading.as),
    reference: reading.value,
  }));
}

type Made = Pick<Question, 'operation' | 'asked' | 'input'>;
type Maker = (reading: Reading, scope: Scope) => Made[];

const MAKERS: Readonly<Partial<Record<Reading['as'], Maker>>> = {
  outTradeNo: ({ value, known }, { settings }) =>
    ['W', 'A'].map((tranType) => ({
      operation: 'ewallet.inquire',
      asked: `${walletName(tranType)}, outTradeNo ${value}`,
      input: {
        tranType,
        companyId: known.companyId ?? settings('companyId'),
        terminalId: known.terminalId ?? settings('terminalId'),
        outTradeNo: value,
      },
    })),

  qrId: ({ value }) => [
    { operation: 'qr.inquire', asked: `qrId ${value}`, input: { qrId: value } },
  ],

  tokenizerId({ value, known }, scope) {
    const { from, to } = rangeOf(known, scope);
    const asked = `tokenizerId ${value}, ${from} to ${to}`;
    const input = { tokenizerId: value, dateFrom: from, dateTo: to };
    return [{ operation: 'transfer.inquire', asked, input }];
  },

  transRef({ value, known }, scope) {
    const sendingBank = known.sendingBank ?? scope.sendingBank ?? scope.settings('payerBankCode');
    const asked = `transRef ${value}, sent by bank ${sendingBank ?? 'unknown'}`;
    return [{ operation: 'slip.verify', asked, input: { transRef: value, sendingBank } }];
  },

  reference1({ value, known }, scope) {
    const billerId = known.billerId ?? scope.settings('billerId');
    const reference2 = scope.reference2 ?? known.reference2;
    const { from, to } = rangeOf(known, scope);
    const inquiries = daysOf(known, scope).map((date) => ({
      operation: 'bill.inquire',
      asked: `reference 1 ${value} on ${date}`,
      input: {
        eventCode: '00300100',
        transactionDate: date,
        billerId,
        reference1: value,
        reference2,
      },
    }));
    const search = {
      operation: 'bill.search',
      asked: `reference 1 ${value}, ${from} to ${to}`,
      input: searchInput(from, to, {
        creditorAccount: billerId && { proxyIdentification: billerId },
        billReference1: value,
        billReference2: reference2,
      }),
    };
    return [...inquiries, search];
  },

  partnerTransactionId: ({ value, known }, scope) =>
    daysOf(known, scope).map((date) => ({
      operation: 'bill.inquire',
      asked: `partnerTransactionId ${value} on ${date}`,
      input: { eventCode: '00300104', transactionDate: date, partnerTransactionId: value },
    })),

  refNumber({ value, known }, { refDateTime }) {
    const moment = known.refDateTime ?? refDateTime;
    const asked = `refNumber ${value}, refDateTime ${moment ?? 'unknown'}`;
    const { customerRef } = known;
    const input = { refNumber: value, refDateTime: moment, customerRef };
    return [{ operation: 'dd.payment', asked, input }];
  },

  regRef: ({ value }) => [
    { operation: 'dd.registration', asked: `regRef ${value}`, input: { regRef: value } },
  ],
};

export function walletName(tranType: string): string {
  return tranType === 'W' ? 'wallet B' : 'wallet A';
}

/** The day that is known, or the last ones: an inquiry takes one day at a time. */
function daysOf(known: Known, { date, now }: Scope): string[] {
  const day = known.date ?? date;
  if (day !== undefined) return [day];
  const today = parseDate(bangkokDate(now)) ?? 0;
  return Array.from({ length: DAYS_BACK }, (_, back) => formatDate(today - back));
}

/** At most three days, as the bank allows: around the known day, or up to today. */
function rangeOf(known: Known, { date, now }: Scope): { from: string; to: string } {
  const day = parseDate(known.date ?? date ?? '');
  const today = parseDate(bangkokDate(now)) ?? 0;
  return day === undefined
    ? { from: formatDate(today - DAYS_BACK), to: formatDate(today) }
    : { from: formatDate(day - 1), to: formatDate(day + 1) };
}

function searchInput(fromDate: string, toDate: string, additionalData: Fields): Fields {
  return {
    paymentSearchCriteria: { requestedExecutionDate: { dateSearch: { fromDate, toDate } } },
    supplementaryData: { envelope: { additionalData: defined(additionalData) } },
  };
}

/** Without the fields that have no value. */
export function defined<T>(
  fields: Readonly<Record<string, T | undefined>>,
): Record<string, Exclude<T, undefined>> {
  const entries = Object.entries(fields).filter(isDefined<T>);
  return Object.fromEntries(entries);
}

function isDefined<T>(entry: [string, T | undefined]): entry is [string, Exclude<T, undefined>] {
  return entry[1] !== undefined;
}

/** A transfer that this machine initiated: what its partnerTransactionID led to. */
export interface Initiated {
  tokenizerId: string;
  /** Milliseconds since the epoch. */
  at: number;
}

const KIND_OF: Readonly<Partial<Record<Family, Kind>>> = {
  ewallet: 'outTradeNo',
  card: 'qrId',
  bill: 'reference1',
  cpm: 'partnerTransactionId',
  transfer: 'tokenizerId',
  dd: 'refNumber',
  registration: 'regRef',
};

const BY_DAY: readonly Family[] = ['transfer', 'cpm'];

export function leadOfSent({ family, command, reference, input, at }: Sent): Reading[] {
  const as = KIND_OF[family];
  if (as === undefined || command === 'qr void') return [];
  const given = (name: string) => textOf(input[name]);
  const date = BY_DAY.includes(family) ? bangkokDate(at) : undefined;
  const known = defined({
    companyId: given('companyId'),
    terminalId: given('terminalId'),
    refDateTime: given('refDateTime'),
    customerRef: given('customerRef'),
    date,
  });
  return [lead(as, reference, `the journal has it: ${command}`, known)];
}

export function leadOfConfirmed({ family, reference, paidAt, known }: Confirmed): Reading[] {
  const as = KIND_OF[family];
  if (as === undefined) return [];
  const date = family === 'bill' && paidAt !== undefined ? bangkokDate(paidAt) : undefined;
  return [lead(as, reference, 'a confirmation names it', defined({ ...known, date }))];
}

/** A slip names the bill that it paid. */
export function leadOfStatement(statement: Statement): Reading[] {
  const { source, ref1, ref2: reference2, billerId, paidAt } = statement;
  if (source !== 'slip.verify' || ref1 === undefined) return [];
  const date = paidAt === undefined ? undefined : bangkokDate(paidAt);
  return [lead('reference1', ref1, 'the slip names it', defined({ billerId, reference2, date }))];
}

export function leadOfInitiated({ tokenizerId, at }: Initiated): Reading {
  const why = 'this machine initiated it under that partnerTransactionID';
  return lead('tokenizerId', tokenizerId, why, { date: bangkokDate(at) });
}

function lead(as: Kind, value: string, why: string, known: Reading['known']): Reading {
  return { as, value, fit: 'certain', why, origin: 'lead', known };
}
