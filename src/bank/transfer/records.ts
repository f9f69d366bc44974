import * as z from 'zod/mini';
import type { Problem } from '../../core/errors.js';
import { withoutUndefined } from '../../core/fields.js';
import { at, type Json } from '../../core/json.js';
import type { Message } from '../../core/message.js';
import { compareAmounts } from '../../core/money.js';
import { bangkokDate, parseDate } from '../../core/time.js';
import { bank, field as says } from '../../messages/bank.js';
import { type BankStatus, bankStatusOf, money, textAt, words } from '../answers.js';
import type { Fields, InputContext, ResolvedBy } from '../define.js';
import { aroundConfirmation, tokenizerIdReference } from './references.js';

/** For the help of the initiations. */
export const UNTIL_CONFIRMED = 'Nothing moves before the transfer is confirmed.';

/** In days. */
const LONGEST_RANGE = 3;

/** "Transfer record". */
export const transferRecord = z.looseObject({
  ...words('channelDateTime', 'tokenizerId', 'debitStatus', 'status', 'code', 'description'),
  tranAmount: money(),
  confirmAmount: money(),
});

/**
 * Of an inquiry ("States and transitions"): INITIATE_COMPLETED is a success, because the initiation
 * that it is about went well.
 */
export function transferStatus(data: Json): BankStatus {
  const status = statedStatus(data);
  if (status.class !== 'PARTIAL') return status;
  return { ...status, hint: bank.compareAmounts };
}

function statedStatus(data: Json): BankStatus {
  const debit = textAt(data, 'debitStatus');
  const status = bankStatusOf(textAt(data, 'status') ?? debit);
  if (status.state === 'CONFIRM_FAILED') return failedStatus(data, status);
  if (status.class === 'PENDING') return status;
  if (debit === 'Partial') return { ...status, class: 'PARTIAL', state: debit };
  const isShort = status.class === 'SUCCESS' && confirmedLess(data);
  return isShort ? { ...status, class: 'PARTIAL' } : status;
}

/** Amounts outrank the status words; amounts in two currencies are not compared. */
function confirmedLess(data: Json): boolean {
  const [sent, confirmed] = ['tranAmount', 'confirmAmount'].map((name) => ({
    amount: textAt(data, `${name}.amount`),
    currency: textAt(data, `${name}.currency`),
  }));
  if (sent?.amount === undefined || confirmed?.amount === undefined) return false;
  return (
    sent.currency === confirmed.currency && compareAmounts(confirmed.amount, sent.amount) === -1
  );
}

/**
 * A confirmation is a success only where a state says so: an initiated transfer is not confirmed, and
 * an answer without a state proves nothing.
 */
export function confirmationStatus(data: Json): BankStatus {
  const status = transferStatus(data);
  return status.state === 'INITIATE_COMPLETED' ? { ...status, class: 'PENDING' } : status;
}

/**
 * How an inquiry proves what became of a confirmation: only by a status later than INITIATE_COMPLETED,
 * never by an absent record.
 * @param own the fields of its own answer that an inquiry has too
 */
export function confirmResolution(own: readonly string[]): ResolvedBy {
  return {
    reference: tokenizerIdReference,
    ask: aroundConfirmation,
    data: (inquired) => {
      const ownFields = own.map((name): [string, Json] => [name, at(inquired, name) ?? null]);
      const reason = ['code', 'description'].map((name) => [name, at(inquired, name)] as const);
      // The inquiry has its own time.
      return {
        channelDateTime: null,
        ...Object.fromEntries(ownFields),
        ...withoutUndefined(Object.fromEntries(reason)),
      };
    },
    verdict(data) {
      const status = transferStatus(data);
      const isProven = status.state !== undefined && status.state !== 'INITIATE_COMPLETED';
      return isProven ? status : undefined;
    },
  };
}

function failedStatus(data: Json, status: BankStatus): BankStatus {
  const debited = compareAmounts(textAt(data, 'confirmAmount.amount') ?? '', '0') ?? 0;
  const isPartial = textAt(data, 'debitStatus') === 'Partial' || debited > 0;
  return {
    ...status,
    class: isPartial ? 'PARTIAL' : 'REJECTED',
    code: textAt(data, 'code'),
    reason: textAt(data, 'description'),
  };
}

/** `dateTo` minus `dateFrom` is at most three days ("Limits"). */
export function checkRange(fields: Fields): Problem[] {
  const from = dayAt(fields, 'dateFrom');
  const to = dayAt(fields, 'dateTo');
  if (from === undefined || to === undefined) return [];
  if (to < from) return [{ field: 'dateTo', message: says.before('dateFrom') }];
  if (to - from <= LONGEST_RANGE) return [];
  const message = says.daysApart({ days: to - from, other: 'dateFrom', most: LONGEST_RANGE });
  return [{ field: 'dateTo', message }];
}

/** Without `dateTo` the end of the search is not specified; up to today may be too far. */
export function warnRange(fields: Fields, { now }: InputContext): Message[] {
  const from = dayAt(fields, 'dateFrom');
  const today = parseDate(bangkokDate(now)) ?? 0;
  if (from === undefined || fields.dateTo !== undefined || today - from <= LONGEST_RANGE) return [];
  return [bank.openRange];
}

function dayAt(fields: Fields, name: string): number | undefined {
  const value = fields[name];
  return typeof value === 'string' ? parseDate(value) : undefined;
}
