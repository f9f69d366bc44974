import * as z from 'zod/mini';
import type { Problem } from '../../core/errors.js';
import { defined } from '../../core/fields.js';
import { at, type Json } from '../../core/json.js';
import type { Message } from '../../core/message.js';
import { compareAmounts } from '../../core/money.js';
import { bangkokDate, parseDate } from '../../core/time.js';
import { bank } from '../../messages/bank.js';
import { field as says } from '../../messages/field.js';
import { money, type Standing, standingOf, textAt, words } from '../answers.js';
import type { Fields, InputContext, Resolution } from '../define.js';
import { aroundConfirmation, tokenizerIdReference } from './references.js';

/** A note of what only prepares a transfer. */
export const UNTIL_CONFIRMED = 'Nothing moves before the transfer is confirmed.';

const LONGEST_RANGE = 3;

/** "Transfer record". */
export const transferRecord = z.looseObject({
  ...words('channelDateTime', 'tokenizerId', 'debitStatus', 'status', 'code', 'description'),
  tranAmount: money(),
  confirmAmount: money(),
});

/** How an inquired transfer stands; INITIATE_COMPLETED is what a person who asks after an initiation wants. */
export function transferStanding(data: Json): Standing {
  const standing = stated(data);
  if (standing.class !== 'PARTIAL') return standing;
  return { ...standing, hint: bank.compareAmounts };
}

function stated(data: Json): Standing {
  const debit = textAt(data, 'debitStatus');
  const standing = standingOf(textAt(data, 'status') ?? debit);
  if (standing.state === 'CONFIRM_FAILED') return failure(data, standing);
  if (standing.class === 'PENDING') return standing;
  if (debit === 'Partial') return { ...standing, class: 'PARTIAL', state: debit };
  const short = standing.class === 'SUCCESS' && confirmedLess(data);
  return short ? { ...standing, class: 'PARTIAL' } : standing;
}

/** The amounts speak of a part, whatever the words beside them; two currencies do not compare. */
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
export function confirmStanding(data: Json): Standing {
  const standing = transferStanding(data);
  return standing.state === 'INITIATE_COMPLETED' ? { ...standing, class: 'PENDING' } : standing;
}

/**
 * How a confirmation is learnt by inquiry; an initiated transfer proves nothing, and neither does an
 * unknown one.
 * @param own the fields of its own answer that an inquiry knows
 */
export function confirmResolution(own: readonly string[]): Resolution {
  return {
    reference: tokenizerIdReference,
    ask: aroundConfirmation,
    data: (found) => {
      const known = own.map((name): [string, Json] => [name, at(found, name) ?? null]);
      const why = ['code', 'description'].map((name) => [name, at(found, name)] as const);
      // The time of an inquiry is its own.
      return {
        channelDateTime: null,
        ...Object.fromEntries(known),
        ...defined(Object.fromEntries(why)),
      };
    },
    verdict(data) {
      const standing = transferStanding(data);
      const proven = standing.state !== undefined && standing.state !== 'INITIATE_COMPLETED';
      return proven ? standing : undefined;
    },
  };
}

function failure(data: Json, standing: Standing): Standing {
  const debited = compareAmounts(textAt(data, 'confirmAmount.amount') ?? '', '0') ?? 0;
  const part = textAt(data, 'debitStatus') === 'Partial' || debited > 0;
  return {
    ...standing,
    class: part ? 'PARTIAL' : 'REJECTED',
    code: textAt(data, 'code'),
    reason: textAt(data, 'description'),
  };
}

/** `dateTo` minus `dateFrom` is at most three days. */
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
