import * as z from 'zod/mini';
import type { Json } from '../../core/json.js';
import { bangkokDate } from '../../core/time.js';
import { bank } from '../../messages/bank.js';
import { dates } from '../../messages/dates.js';
import { type BankStatus, type CallContext, scalar, textAt, words } from '../answers.js';

/** The answer of the inquiry, from public documents: a list without a state, in which a record means paid. */
export const billRecords = z.nullish(
  z.array(
    z.looseObject({
      amount: scalar,
      ...words(
        'eventCode',
        'transactionType',
        'reverseFlag',
        'payeeName',
        'payerName',
        'sendingBankCode',
        'transactionId',
        'transactionDateandTime',
        'billPaymentRef1',
        'billPaymentRef2',
        'billPaymentRef3',
        'currencyCode',
        'partnerTransactionId',
      ),
    }),
  ),
);

/** No record means not paid yet. A reversed payment is REJECTED, so that nobody ships goods for it. */
export function billStatus(data: Json, request?: CallContext): BankStatus {
  const records = Array.isArray(data) ? data : [];
  if (records.length === 0) return statusWithoutRecord(request);
  const standings = records.map(recordStanding);
  if (standings.includes('paid')) return { class: 'SUCCESS' };
  const state = textAt(records[0] ?? null, 'reverseFlag');
  return standings.includes('pending')
    ? { class: 'PENDING', state }
    : { class: 'REJECTED', state, meaning: bank.refunded };
}

/** By `reverseFlag`. An unknown flag is pending, so that nobody ships goods for it. */
export function recordStanding(record: Json): 'paid' | 'reversed' | 'pending' {
  const flag = (textAt(record, 'reverseFlag') ?? 'N').toUpperCase();
  if (flag === 'N') return 'paid';
  return flag === 'R' || flag === 'Y' ? 'reversed' : 'pending';
}

/** A payment is under its day: on a past day no more can come. */
function statusWithoutRecord(request: CallContext | undefined): BankStatus {
  const day = request?.input.transactionDate;
  const isOver = typeof day === 'string' && request !== undefined && day < bangkokDate(request.now);
  if (!isOver) return { class: 'PENDING', meaning: bank.nothingYet };
  return {
    class: 'PENDING',
    meaning: bank.nothingOn(dates.written(day)),
    hint: bank.anotherDay,
  };
}

/** Whether any record of an inquiry was refunded. */
export function hasReversal(data: Json): boolean {
  return Array.isArray(data) && data.some((record) => recordStanding(record) === 'reversed');
}
