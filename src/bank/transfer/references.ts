import { daysAround, parseDate } from '../../core/time.js';
import { reference as says } from '../../messages/reference.js';
import { textAt } from '../answers.js';
import {
  type AskContext,
  type PaymentReaders,
  paymentStanding,
  type Question,
  type Reference,
  rangeToAsk,
} from '../reference.js';

function byTokenizerId(tokenizerId: string, context: AskContext): Question[] {
  const { from, to } = rangeToAsk(context);
  const asked = says.transferWithin({ id: tokenizerId, from, to });
  const input = { tokenizerId, dateFrom: from, dateTo: to };
  return [{ operation: 'transfer.inquire', asked, input }];
}

/** The bank files a confirmed transfer under the day of its initiation, by its own clock. */
export function aroundConfirmation(tokenizerId: string, { known }: AskContext): Question[] {
  const [dateFrom, dateTo] = daysAround(known.date ?? '', 2, 1);
  const asked = says.transferWithin({ id: tokenizerId, from: dateFrom, to: dateTo });
  return [{ operation: 'transfer.inquire', asked, input: { tokenizerId, dateFrom, dateTo } }];
}

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

export const references = [tokenizerIdReference];

/** Some carry the day of their initiation. */
function dateInside(id: string): string | undefined {
  const [, year, month, day] = /^[A-Za-z]+(20[0-9]{2})([0-9]{2})([0-9]{2})/.exec(id) ?? [];
  const date = `${year}-${month}-${day}`;
  return parseDate(date) === undefined ? undefined : date;
}

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

/** Whether a line of the journal is about an initiation: it moves nothing, and has a record of its own. */
export function isInitiation(operation: string): boolean {
  return INITIATIONS.includes(operation);
}
