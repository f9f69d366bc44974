import { at, fromPlain, type Json, type JsonObject, textOf } from '../../core/json.js';
import { counted, visible } from '../../core/text.js';
import { colourLevel, styleFor } from '../../format/style.js';
import { renderList } from '../../format/table.js';
import { spaceOf } from '../../format/width.js';
import { Sum } from '../../reconcile/columns.js';
import type { Presenter } from '../../reconcile/present.js';
import type { Reconciled } from '../../reconcile/reconcile.js';
import type { Context } from '../../runtime/context.js';

/** A person reads no more of them; the formats for machines have all. */
const MOST = 500;

/** What came of a run, for a person: sums, then what does not match. */
export async function tableOf(
  { host, globals }: Context,
  result: Reconciled,
  presenter: Presenter,
): Promise<string> {
  const style = await styleFor(colourLevel(host.stdout, host.env, globals.color));
  const layout = { space: spaceOf(host.stdout), style };
  const list = (items: JsonObject[], labels: Readonly<Record<string, string>>, keep: number) =>
    renderList(items, { ...layout, fields: Object.keys(labels), labels, keep });
  const inputs = presenter.inputs().map(inputLine);
  const lines = [...list(inputs, INPUT, 4), '', ...list(summaryLines(result), SUMMARY, 3)];
  const records = result.records.slice(0, MOST).map((found) => breakLine(presenter.record(found)));
  if (records.length > 0) lines.push('', ...list(records, BREAK, 4));
  const more = result.records.length - records.length;
  if (more > 0) lines.push('', `${counted(more, 'record')} more: -o csv lists all`);
  return `${lines.join('\n').replace(/^\n+/, '')}\n`;
}

const INPUT = {
  role: 'side',
  file: 'file',
  count: 'lines',
  total: 'total',
  rejected: 'rejected',
  control: 'trailer',
};

function inputLine({
  role = '',
  file = '',
  rows = '',
  total = '',
  rejected = '',
  control = null,
}: JsonObject): JsonObject {
  const agrees = at(control, 'agrees');
  const trailer = agrees === undefined ? '' : agrees === true ? 'agrees' : 'disagrees';
  return { role, file, count: rows, total, rejected, control: trailer };
}

const SUMMARY = {
  class: 'class',
  count: 'records',
  amount: 'amount',
  ordersCount: 'orders',
  ordersAmount: 'orders amount',
  bankCount: 'bank',
  bankAmount: 'bank amount',
};

/** The classes that have records, and their sums. */
function summaryLines({ summary }: Reconciled): JsonObject[] {
  const total = { count: 0, orders: 0, bank: 0, sums: [new Sum(), new Sum(), new Sum()] as const };
  const lines: JsonObject[] = [];
  for (const [kind, { count, amount, orders, bank }] of summary) {
    if (count === 0) continue;
    total.count += count;
    total.orders += orders.rows;
    total.bank += bank.rows;
    lines.push(
      summaryLine(kind, [count, orders.rows, bank.rows], [amount, orders.amount, bank.amount]),
    );
    for (const [index, sum] of [amount, orders.amount, bank.amount].entries()) {
      total.sums[index]?.add(Number(sum.value));
    }
  }
  return [...lines, summaryLine('total', [total.count, total.orders, total.bank], total.sums)];
}

function summaryLine(
  name: string,
  [count, orders, bank]: readonly number[],
  [amount, ofOrders, ofBank]: readonly Sum[],
): JsonObject {
  return {
    class: name,
    count: fromPlain(count),
    amount: String(amount),
    ordersCount: fromPlain(orders),
    ordersAmount: String(ofOrders),
    bankCount: fromPlain(bank),
    bankAmount: String(ofBank),
  };
}

const BREAK = {
  class: 'class',
  reference: 'reference',
  ordersAmount: 'orders',
  bankAmount: 'bank',
  next: 'next',
  rows: 'lines',
  transactionId: 'transaction',
  journalAmount: 'journal',
  inquiryAmount: 'inquiry',
  days: 'days',
  note: 'note',
};

function breakLine(record: JsonObject): JsonObject {
  const lines = (side: string) => {
    const rows = at(record, `rows.${side}`);
    if (!Array.isArray(rows) || rows.length === 0) return '';
    const shown = rows.slice(0, 3).map((row) => textOf(row) ?? '');
    return `${side} ${shown.join(' ')}${rows.length > 3 ? ` +${rows.length - 3}` : ''}`;
  };
  return {
    class: record.class ?? null,
    reference: record.reference ?? null,
    transactionId: record.transactionId ?? null,
    ordersAmount: at(record, 'amounts.orders') ?? null,
    bankAmount: at(record, 'amounts.bank') ?? null,
    journalAmount: at(record, 'amounts.journal') ?? null,
    inquiryAmount: at(record, 'amounts.inquiry') ?? null,
    days: record.days ?? null,
    rows: ['orders', 'bank'].map(lines).filter(Boolean).join(', '),
    note: noteOf(record),
    next: record.next ?? null,
  };
}

function noteOf(record: JsonObject): string {
  const text = (path: string) => textOf(at(record, path) ?? null);
  const like: Json | undefined = at(record, 'suggests.reference');
  const notes = [
    text('where.message') && `${text('where.column') ?? ''} ${text('where.message')}`.trim(),
    like && `perhaps ${textOf(like) ?? ''}: ${text('suggests.why') ?? ''}`,
    text('learned.why') && `not learned: ${text('learned.why')}`,
  ];
  return visible(notes.filter(Boolean).join('; '));
}
