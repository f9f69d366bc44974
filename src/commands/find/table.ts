import { joined, type Say, type Text } from '../../core/message.js';
import { visible } from '../../core/text.js';
import type { Payment } from '../../find/payment.js';
import type { Style } from '../../format/style.js';
import { cut, pad, width } from '../../format/width.js';
import { dates } from '../../messages/dates.js';
import { finding } from '../../messages/finding.js';
import { paymentKinds, paymentSources, paymentStates } from '../../messages/payments.js';

interface Column {
  name: ColumnName;
  align?: 'right';
  text(payment: Payment, payer: string): Text;
}

type ColumnName =
  | 'time'
  | 'amount'
  | 'kind'
  | 'state'
  | 'payer'
  | 'reference'
  | 'transactionId'
  | 'sources'
  | 'machine';

const COLUMNS: readonly Column[] = [
  { name: 'time', text: ({ at }) => dates.moment(at) },
  { name: 'amount', align: 'right', text: ({ amount }) => amount || '-' },
  { name: 'kind', text: ({ kind }) => paymentKinds[kind] },
  { name: 'state', text: ({ state }) => paymentStates[state] },
  { name: 'payer', text: (_, payer) => payer || '-' },
  { name: 'reference', text: ({ reference }) => reference || '-' },
  { name: 'transactionId', text: ({ transactionId }) => transactionId || '-' },
  {
    name: 'sources',
    text: ({ sources }) =>
      joined(
        sources.map((source) => paymentSources[source]),
        ', ',
      ),
  },
];

/** Only where several machines share the store. */
const MACHINE: Column = { name: 'machine', text: ({ machines }) => machines.join(', ') || '-' };

const GAP = '  ';
/** Longer than any name or reference of the bank; a forged message could hold more. */
const LONGEST = 140;
/** Columns that a narrow terminal drops, in this order; --columns overrides it. */
const MAY_GO: readonly ColumnName[] = ['sources', 'transactionId', 'kind'];

/** One aligned line per payment, with contradictions below it. */
export function tableOf(
  payments: readonly Payment[],
  payerOf: (payment: Payment) => string,
  { say, style, space, isShared }: { say: Say; style: Style; space: number; isShared: boolean },
): string {
  if (payments.length === 0) return '';
  const columns = isShared ? [...COLUMNS, MACHINE] : COLUMNS;
  const cells = new Map(
    columns.map(({ name, text }) => [
      name,
      payments.map((payment) => cut(visible(say(text(payment, payerOf(payment)))), LONGEST)),
    ]),
  );
  const widthOf = ({ name }: Column) =>
    Math.max(width(say(finding[name])), ...(cells.get(name) ?? []).map(width));
  let shown = [...columns];
  for (const gone of MAY_GO) {
    const total = shown.reduce((sum, column) => sum + widthOf(column) + GAP.length, -GAP.length);
    if (total > space) shown = shown.filter(({ name }) => name !== gone);
  }
  const widths = new Map(shown.map((column) => [column.name, widthOf(column)]));
  const line = (textOf: (name: ColumnName) => string) =>
    shown
      .map(({ name, align }) => pad(textOf(name), widths.get(name) ?? 0, align))
      .join(GAP)
      .trimEnd();
  const rows = payments.flatMap(({ contradiction }, index) => [
    line((name) => cells.get(name)?.[index] ?? ''),
    ...(contradiction === null ? [] : [style.bad(`  ! ${visible(say(contradiction))}`)]),
  ]);
  return [style.head(line((name) => say(finding[name]))), ...rows]
    .map((one) => `${one}\n`)
    .join('');
}
