import type { BookStatus, Figures, Movement, OpenItem } from '../../books/state.js';
import { fromPlain, type JsonObject } from '../../core/json.js';
import type { Message } from '../../core/message.js';
import { formatDate } from '../../core/time.js';
import { renderList } from '../../format/table.js';
import { bookCommands as words } from '../../messages/books.js';
import { reconcileMessages } from '../../messages/reconcile.js';
import { baht } from '../../reconcile/amounts.js';
import type { Screen } from '../../runtime/command.js';
import { ITEM_FIELDS, itemData } from './shown.js';

/** More rows than a person reads; the formats for machines have all. */
const MOST = 500;

type Labels = Readonly<Record<string, Message>>;

/** How far a book has come: its days, what came and went by class, and how old what is open is. */
export function statusTable(status: BookStatus, screen: Screen): string {
  const { book, through, closed, total, classes, ages } = status;
  const { say } = screen;
  const lines = [
    say(words.head(book, through === undefined ? undefined : formatDate(through))),
    ...(closed === undefined ? [] : [say(words.closed(formatDate(closed)))]),
    '',
    ...list([...classes].map(movementLine).concat([movementLine([say(words.total), total])])),
  ];
  if (total.open.count > 0) {
    lines.push('', ...list([...ages].map(ageLine), AGE));
  }
  return lines.map((line) => `${line}\n`).join('');

  function list(items: JsonObject[], labels: Labels = MOVEMENT): string[] {
    const named = Object.entries(labels).map(([field, label]) => [field, say(label)] as const);
    const fields = Object.keys(labels);
    const shown = {
      fields,
      labels: Object.fromEntries(named),
      keep: Math.min(KEPT, fields.length),
    };
    return renderList(items, { ...screen, ...shown });
  }
}

/** The open items, a line each. */
export function itemsTable(items: readonly OpenItem[], screen: Screen): string {
  if (items.length === 0) return '';
  const lines = renderList(items.slice(0, MOST).map(itemData), {
    ...screen,
    fields: ITEM_FIELDS,
    keep: 5,
  });
  const more = items.length - MOST;
  if (more > 0) lines.push('', screen.say(reconcileMessages.more(more)));
  return lines.map((line) => `${line}\n`).join('');
}

/** A narrow terminal leaves out what came and went in baht. */
const MOVEMENT = {
  class: reconcileMessages.class,
  carried: words.carried,
  new: words.new,
  resolved: words.resolved,
  open: words.open,
  openAmount: words.openAmount,
  carriedAmount: words.carriedAmount,
  newAmount: words.newAmount,
  resolvedAmount: words.resolvedAmount,
};
const KEPT = 6;

function movementLine([name, movement]: readonly [string, Movement]): JsonObject {
  const { carried, new: added, resolved, open } = movement;
  return {
    class: name,
    carried: fromPlain(carried.count),
    carriedAmount: baht(carried.amount),
    new: fromPlain(added.count),
    newAmount: baht(added.amount),
    resolved: fromPlain(resolved.count),
    resolvedAmount: baht(resolved.amount),
    open: fromPlain(open.count),
    openAmount: baht(open.amount),
  };
}

const AGE = { age: words.age, count: words.items, amount: reconcileMessages.amount };

function ageLine([age, { count, amount }]: readonly [string, Figures]): JsonObject {
  return { age, count: fromPlain(count), amount: baht(amount) };
}
