import { daysAround, parseDate } from '../../core/time.js';
import { dates } from '../../messages/dates.js';
import { reference as says } from '../../messages/reference.js';
import { textAt } from '../answers.js';
import { rangesToAsk } from '../days.js';
import {
  type AskContext,
  type PaymentReaders,
  paymentStanding,
  type Question,
  type Reference,
} from '../reference.js';

function byTokenizerId(tokenizerId: string, context: AskContext): Question[] {
  return rangesToAsk(context).flatMap(({ from, to }) => inquiry(tokenizerId, from, to));
}

/**
 * The inquiry of a confirmation, around its day: the bank has a transfer under the day of its
 * initiation, by the bank's clock. Where its id says that this was another day, around that.
 */
export function aroundConfirmation(tokenizerId: string, { known }: Pick<AskContext, 'known'>) {
  const [from, to] = daysAround(known.date ?? '', 2, 1);
  const initiated = dateInside(tokenizerId);
  const isOther = initiated !== undefined && (initiated < from || initiated > to);
  return inquiry(tokenizerId, ...(isOther ? daysAround(initiated, 1, 1) : ([from, to] as const)));
}

function inquiry(tokenizerId: string, dateFrom: string, dateTo: string): [Question] {
  const [from, to] = [dates.written(dateFrom), dates.written(dateTo)];
  const asked = says.transferWithin({ id: tokenizerId, from, to });
  const days = { from: dateFrom, to: dateTo };
  return [{ operation: 'transfer.inquire', asked, input: { tokenizerId, dateFrom, dateTo }, days }];
}

/** "Transfer record": up to 35 characters; the letters, date and digits are publicly known. */
export const tokenizerIdReference: Reference = {
  field: 'tokenizerId',
  payment: 'transfer',
  order: 3,
  shape: /^[A-Za-z0-9]{10,35}$/,
  signs: [[(id) => /^[A-Z]{2,}/.test(id) && dateInside(id) !== undefined, says.lettersDateDigits]],
  fallback: says.upToLetters(35),
  known(id): Record<string, string> {
    const date = dateInside(id);
    return date === undefined ? {} : { date };
  },
  needs: ['date'],
  ask: byTokenizerId,
  followUp: (tokenizerId, { day }) => [
    ...['transfer', 'inquire', '--tokenizer-id', tokenizerId],
    ...['--date-from', day],
  ],
};

/** What names a transfer. */
export const references = [tokenizerIdReference];

/** The day of the initiation, `YYYY-MM-DD`, where the id has it. */
function dateInside(id: string): string | undefined {
  const [, year, month, day] = /^[A-Za-z]+(20[0-9]{2})([0-9]{2})([0-9]{2})/.exec(id) ?? [];
  const date = `${year}-${month}-${day}`;
  return parseDate(date) === undefined ? undefined : date;
}

/** How the data of the inquiry read as a payment ("Transfer record"). */
export const readers = {
  inquire(data, statusClass) {
    const word = textAt(data, 'status') ?? textAt(data, 'debitStatus');
    const [wanted, moved] = ['tranAmount', 'confirmAmount'].map((name) => ({
      amount: textAt(data, `${name}.amount`),
      currency: textAt(data, `${name}.currency`),
    }));
    return [
      {
        standing: word === 'INITIATE_COMPLETED' ? 'initiated' : paymentStanding(statusClass),
        word,
        code: textAt(data, 'code'),
        reason: textAt(data, 'description'),
        amount: moved?.amount ?? wanted?.amount,
        wanted: wanted?.amount,
        currency: moved?.currency ?? wanted?.currency,
        wantedCurrency: wanted?.currency,
      },
    ];
  },
} satisfies PaymentReaders;

const INITIATIONS: readonly string[] = ['transfer.creditInitiate', 'transfer.debitInitiate'];

/** Whether an operation is an initiation, which moves nothing. */
export function isInitiation(operation: string): boolean {
  return INITIATIONS.includes(operation);
}
