import type { BookStatus, CountedSum, Movement, OpenItem } from '../../books/state.js';
import { fromPlain, type JsonObject } from '../../core/json.js';
import { formatDate } from '../../core/time.js';
import { renderList } from '../../format/table.js';
import { bookCommands as words } from '../../messages/books.js';
import { headings } from '../../messages/headings.js';
import { reconcileMessages } from '../../messages/reconcile.js';
import { baht } from '../../reconcile/amounts.js';
import type { Screen } from '../../runtime/command.js';
import { ITEM_FIELDS, itemData } from './shown.js';

/** More rows than a person reads; the formats for machines have all. */
const MOST = 500;

/** How far a book has come: its days, what came and went by class, and how old what is open is. */
export function statusTable(status: BookStatus, screen: Screen): string {
  const { book, through, closed, total, classes, ages } = status;
  const { say } = screen;
  const lines = [
    say(words.head(book, through === undefined ? undefined : formatDate(through))),
    ...(closed === undefined ? [] : [say(words.closed(formatDate(closed)))]),
    '',
    ...renderList([...classes, [say(headings.total), total] as const].map(movementLine), {
      ...screen,
      ...MOVEMENT,
    }),
  ];
  if (total.open.count > 0) {
    lines.push('', ...renderList([...ages].map(ageLine), { ...screen, ...AGE }));
  }
  return lines.map((line) => `${line}\n`).join('');
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
  fields: [
    ...['class', 'carried', 'new', 'resolved', 'open', 'openAmount'],
    ...['carriedAmount', 'newAmount', 'resolvedAmount'],
  ],
  keep: 6,
};

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

const AGE = { fields: ['age', 'count', 'amount'], labels: { count: 'items' }, keep: 3 };

function ageLine([age, { count, amount }]: readonly [string, CountedSum]): JsonObject {
  return { age, count: fromPlain(count), amount: baht(amount) };
}
