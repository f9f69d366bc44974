import { at, fromPlain, type JsonObject, jsonText } from '../../core/json.js';
import type { Message, Say } from '../../core/message.js';
import { visible } from '../../core/text.js';
import { renderList } from '../../format/table.js';
import { reconcileMessages as words } from '../../messages/reconcile.js';
import { rejectedLines } from '../../messages/rejected-lines.js';
import { Sum } from '../../reconcile/columns.js';
import type { Presenter } from '../../reconcile/present.js';
import type { Reconciled } from '../../reconcile/reconcile.js';
import type { Screen } from '../../runtime/command.js';

/** More rows than a person reads; the formats for machines have all. */
const MOST = 500;

type Labels = Readonly<Record<string, Message>>;

/** The result of a run for a person: the sums, then what does not match. */
export function reconcileTable(
  result: Reconciled,
  presenter: Presenter<string>,
  screen: Screen,
): string {
  const { say } = screen;
  const list = (items: JsonObject[], labels: Labels, keep: number) =>
    renderList(items, { ...screen, ...labelled(labels, say), keep });
  const lines = [
    ...inputsTable(presenter, screen),
    '',
    ...list(summaryLines(result, say), SUMMARY, 3),
  ];
  const records = result.records
    .slice(0, MOST)
    .map((record) => breakLine(presenter.record(record), say));
  const isSettled = records.some(({ left }) => left !== null);
  if (records.length > 0)
    lines.push('', ...list(records, { ...BREAK, ...(isSettled && SUMS), ...DETAILS }, 4));
  const more = result.records.length - records.length;
  if (more > 0) lines.push('', say(words.more(more)));
  return `${lines.join('\n').replace(/^\n+/, '')}\n`;
}

/** The files of the run, a line each. */
export function inputsTable(presenter: Presenter<string>, screen: Screen): string[] {
  const { say } = screen;
  const inputs = presenter.inputs().map((input) => inputLine(input, say));
  return renderList(inputs, { ...screen, ...labelled(INPUT, say), keep: 4 });
}

function labelled(labels: Labels, say: Say) {
  const named = Object.entries(labels).map(([field, label]) => [field, say(label)] as const);
  return { fields: Object.keys(labels), labels: Object.fromEntries(named) };
}

const INPUT = {
  role: words.side,
  file: words.file,
  count: words.lines,
  total: words.total,
  rejected: words.rejected,
  control: words.trailerHead,
};

function inputLine(
  { role = '', file = '', rows = '', total = '', rejected = '', control = null }: JsonObject,
  say: Say,
): JsonObject {
  const agrees = at(control, 'agrees');
  const word = agrees === true ? words.agrees : words.disagrees;
  const side = say(role === 'orders' ? words.orders : words.bank);
  const trailer = agrees === undefined ? '' : say(word);
  return { role: side, file, count: rows, total, rejected, control: trailer };
}

const SUMMARY = {
  class: words.class,
  count: words.records,
  amount: words.amount,
  ordersCount: words.orders,
  ordersAmount: words.ordersAmount,
  bankCount: words.bank,
  bankAmount: words.bankAmount,
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
    summaryLine(say(words.total), [total.count, total.orders, total.bank], total.sums),
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

const BREAK = {
  class: words.class,
  reference: words.reference,
  ordersAmount: words.orders,
  bankAmount: words.bank,
  next: words.next,
};

/** Behind the sums of a settlement. */
const DETAILS = {
  rows: words.lines,
  transactionId: words.transaction,
  journalAmount: words.journal,
  inquiryAmount: words.inquiry,
  days: words.days,
  note: words.note,
};

/** Where the bank pays out many orders in one sum. */
const SUMS = { sum: words.settledSum, fees: words.fees, left: words.left };

const SIDES = ['orders', 'bank'] as const;

function breakLine(record: JsonObject, say: Say): JsonObject {
  const lines = (side: 'orders' | 'bank') => {
    const rows = at(record, `rows.${side}`);
    if (!Array.isArray(rows) || rows.length === 0) return '';
    const shown = rows.slice(0, 3).map((row) => jsonText(row) ?? '');
    const places = `${shown.join(' ')}${rows.length > 3 ? ` +${rows.length - 3}` : ''}`;
    return say(side === 'orders' ? words.ordersAt(places) : words.bankAt(places));
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
    rows: SIDES.map(lines).filter(Boolean).join(', '),
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
