import { bangkokDate } from '../api/time.js';
import { textOf } from '../json.js';
import type { Confirmed, Family, Kind, Reading, Sent, Statement } from './evidence.js';
import { defined } from './questions.js';

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
