import { joinTexts, type Text } from '../../core/message.js';
import { visible } from '../../core/text.js';
import type { Payment } from '../../find/payment.js';
import { renderList } from '../../format/table.js';
import { cut } from '../../format/width.js';
import { dates } from '../../messages/dates.js';
import { paymentKinds, paymentSources, paymentStates } from '../../messages/payments.js';
import type { Screen } from '../../runtime/command.js';

interface Column {
  field: string;
  text(payment: Payment, payer: string): Text;
  /** Only where several machines share the store. */
  ifShared?: true;
}

const COLUMNS: readonly Column[] = [
  { field: 'time', text: ({ at }) => dates.moment(at) },
  { field: 'amount', text: ({ amount }) => amount },
  { field: 'state', text: ({ state }) => paymentStates[state] },
  { field: 'payer', text: (_, payer) => payer },
  { field: 'reference', text: ({ reference }) => reference },
  { field: 'machine', text: ({ machines }) => machines.join(', '), ifShared: true },
  { field: 'kind', text: ({ kind }) => paymentKinds[kind] },
  { field: 'transactionId', text: ({ transactionId }) => transactionId },
  { field: 'sources', text: ({ sources }) => joinTexts(sources.map(sourceName), ', ') },
];

/** Those before it stay on a narrow terminal. */
const MAY_GO = 'kind';

/** Longer than any name or reference of the bank; a forged message could hold more. */
const LONGEST = 140;

/** A line for each payment, with contradictions below it. */
export function paymentTable(
  payments: readonly Payment[],
  payerOf: (payment: Payment) => string,
  { isShared, ...screen }: Screen & { isShared: boolean },
): string {
  if (payments.length === 0) return '';
  const { say, style } = screen;
  const columns = COLUMNS.filter(({ ifShared }) => isShared || !ifShared);
  const fields = columns.map(({ field }) => field);
  const rows = payments.map((payment) =>
    Object.fromEntries(
      columns.map(({ field, text }) => [field, cut(say(text(payment, payerOf(payment))), LONGEST)]),
    ),
  );
  const below = payments.map(({ contradiction }) =>
    contradiction === null ? undefined : style.bad(`  ! ${visible(say(contradiction))}`),
  );
  const lines = renderList(rows, { ...screen, fields, keep: fields.indexOf(MAY_GO), below });
  return lines.map((line) => `${line}\n`).join('');
}

function sourceName(source: Payment['sources'][number]) {
  return paymentSources[source];
}
