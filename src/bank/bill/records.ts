import * as z from 'zod/mini';
import type { Json } from '../../core/json.js';
import { bangkokDate } from '../../core/time.js';
import { bank } from '../../messages/bank.js';
import { type Asked, type Standing, scalar, textAt, words } from '../answers.js';

/** Public facts of a bill payment: a list without a state, in which a record means paid. */
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

/** Nothing found is not paid yet; a payment that was taken back is none to ship goods for. */
export function billStanding(data: Json, asked?: Asked): Standing {
  const records = Array.isArray(data) ? data : [];
  if (records.length === 0) return unpaid(asked);
  const standings = records.map(reversalOf);
  if (standings.includes('paid')) return { class: 'SUCCESS' };
  const state = textAt(records[0] ?? null, 'reverseFlag');
  return standings.includes('pending')
    ? { class: 'PENDING', state }
    : { class: 'REJECTED', state, found: bank.refunded };
}

/** Of a record its flag tells; one that is not known is no payment to ship goods for. */
export function reversalOf(record: Json): 'paid' | 'reversed' | 'pending' {
  const flag = (textAt(record, 'reverseFlag') ?? 'N').toUpperCase();
  if (flag === 'N') return 'paid';
  return flag === 'R' || flag === 'Y' ? 'reversed' : 'pending';
}

/** A payment stands under its own day: one that is over gets no more. */
function unpaid(asked: Asked | undefined): Standing {
  const day = asked?.input.transactionDate;
  const isOver = typeof day === 'string' && asked !== undefined && day < bangkokDate(asked.now);
  if (!isOver) return { class: 'PENDING', found: bank.nothingYet };
  return {
    class: 'PENDING',
    found: bank.nothingOn(day),
    hint: bank.anotherDay,
  };
}

/** Whether any record of an inquiry was refunded. */
export function hasReversal(data: Json): boolean {
  return Array.isArray(data) && data.some((record) => reversalOf(record) === 'reversed');
}
