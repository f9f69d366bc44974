import { at, fromPlain, type JsonObject, jsonText } from '../../core/json.js';
import type { Say } from '../../core/message.js';
import { visible } from '../../core/text.js';
import { renderList } from '../../format/table.js';
import { headings } from '../../messages/headings.js';
import { reconcileMessages as words } from '../../messages/reconcile.js';
import { rejectedLines } from '../../messages/rejected-lines.js';
import { Sum } from '../../reconcile/columns.js';
import type { Presenter } from '../../reconcile/present.js';
import type { Reconciled } from '../../reconcile/reconcile.js';
import type { Screen } from '../../runtime/command.js';

/** More rows than a person reads; the formats for machines have all. */
const MOST = 500;

/** The result of a run for a person: the sums, then what does not match. */
export function reconcileTable(
  result: Reconciled,
  presenter: Presenter<string>,
  screen: Screen,
): string {
  const { say } = screen;
  const lines = [
    ...inputsTable(presenter, screen),
    '',
    ...renderList(summaryLines(result, say), { ...screen, ...SUMMARY }),
  ];
  const records = result.records
    .slice(0, MOST)
    .map((record) => breakLine(presenter.record(record), say));
  const isSettled = records.some(({ left }) => left !== null);
  if (records.length > 0) {
    const fields = [...BREAK, ...(isSettled ? SUMS : []), ...DETAILS];
    lines.push('', ...renderList(records, { ...screen, fields, labels: BREAK_LABELS, keep: 4 }));
  }
  const more = result.records.length - records.length;
  if (more > 0) lines.push('', say(words.more(more)));
  return `${lines.join('\n').replace(/^\n+/, '')}\n`;
}

/** The files of the run, a line each. */
export function inputsTable(presenter: Presenter<string>, screen: Screen): string[] {
  const { say } = screen;
  const inputs = presenter.inputs().map((input) => inputLine(input, say));
  return renderList(inputs, { ...screen, ...INPUT });
}

const INPUT = {
  fields: ['side', 'file', 'count', 'total', 'rejected', 'trailer'],
  labels: { count: 'lines' },
  keep: 4,
};

function inputLine(
  { role = '', file = '', rows = '', total = '', rejected = '', control = null }: JsonObject,
  say: Say,
): JsonObject {
  const agrees = at(control, 'agrees');
  const word = agrees === true ? words.agrees : words.disagrees;
  const side = say(role === 'orders' ? headings.orders : headings.bank);
  const trailer = agrees === undefined ? '' : say(word);
  return { side, file, count: rows, total, rejected, trailer };
}

const SUMMARY = {
  fields: ['class', 'count', 'amount', 'ordersCount', 'ordersAmount', 'bankCount', 'bankAmount'],
  labels: { count: 'records', ordersCount: 'orders', bankCount: 'bank' },
  keep: 3,
};

/** The classes that have records, and their sums. */
function summaryLines({ summary }: Reconciled, say: Say): JsonObject[] {
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
  return [
    ...lines,
    summaryLine(say(headings.total), [total.count, total.orders, total.bank], total.sums),
  ];
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

const BREAK = ['class', 'reference', 'ordersAmount', 'bankAmount', 'next'];

/** Behind the sums of a settlement. */
const DETAILS = ['lines', 'transactionId', 'journalAmount', 'inquiryAmount', 'days', 'note'];

/** Where the bank pays out many orders in one sum. */
const SUMS = ['sum', 'fees', 'left'];

const BREAK_LABELS = {
  ordersAmount: 'orders',
  bankAmount: 'bank',
  transactionId: 'transaction',
  journalAmount: 'journal',
  inquiryAmount: 'inquiry',
};

const SIDES = ['orders', 'bank'] as const;

function breakLine(record: JsonObject, say: Say): JsonObject {
  const places = (side: 'orders' | 'bank') => {
    const rows = at(record, `rows.${side}`);
    if (!Array.isArray(rows) || rows.length === 0) return '';
    const shown = rows.slice(0, 3).map((row) => jsonText(row) ?? '');
    const numbers = `${shown.join(' ')}${rows.length > 3 ? ` +${rows.length - 3}` : ''}`;
    return say(side === 'orders' ? words.ordersAt(numbers) : words.bankAt(numbers));
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
    lines: SIDES.map(places).filter(Boolean).join(', '),
    ...{ sum: at(record, 'settlement.sum') ?? null, fees: at(record, 'settlement.fees') ?? null },
    left: at(record, 'settlement.left') ?? null,
    note: recordNote(record, say),
    next: record.next ?? null,
  };
}

function recordNote(record: JsonObject, say: Say): string {
  const text = (path: string) => jsonText(at(record, path) ?? null) ?? '';
  const [fault, column] = [text('where.message'), text('where.column')];
  const [like, unknown] = [text('suggests.reference'), text('learned.why')];
  const notes = [
    column === '' ? fault : say(rejectedLines.ofColumn(column, fault)),
    like === '' ? '' : say(words.perhaps(like, text('suggests.why'))),
    unknown === '' ? '' : say(words.notLearned(unknown)),
  ];
  return visible(notes.filter(Boolean).join('; '));
}
