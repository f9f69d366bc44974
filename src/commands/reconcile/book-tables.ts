import { AGES, type Age } from '../../books/state.js';
import type { Message, Text } from '../../core/message.js';
import { bookWords as words } from '../../messages/books.js';
import { dates } from '../../messages/dates.js';
import { labels } from '../../messages/labels.js';
import { recordClasses } from '../../messages/reconcile.js';
import {
  amountText,
  type DataRecord,
  fieldText,
  getField,
  isDataRecord,
  labelFor,
} from '../../web/data.js';
import type { Html } from '../../web/html.js';
import { htmlTable, type TableColumn } from '../../web/table.js';

type Named = readonly [name: Text, figures: DataRecord];

/** Of each class, and of all: what was carried, new and resolved, and what is open. */
export function movementTable(status: DataRecord, label: Message): Html {
  const classes = recordEntries(getField(status, 'classes'));
  const columns: TableColumn<Named>[] = [
    { name: '', isHead: true, cell: ([name]) => name },
    ...(['carried', 'new', 'resolved', 'open'] as const).flatMap((field) => [
      number(words[field], ([, figures]: Named) => fieldText(figures, `${field}.count`)),
      number('฿', ([, figures]: Named) => amountText(fieldText(figures, `${field}.amount`))),
    ]),
  ];
  const rows = classes.map(([name, figures]): Named => [classLabel(name), figures]);
  return htmlTable({ label, columns, rows, sum: [labels.total, status], asCards: true });
}

/** How many items are open, and for how much, by their age. */
export function agesTable(status: DataRecord): Html {
  const columns: TableColumn<Named>[] = [
    { name: words.age, isHead: true, cell: ([name]) => name },
    number(words.open, ([, figures]) => fieldText(figures, 'count')),
    number('฿', ([, figures]) => amountText(fieldText(figures, 'amount'))),
  ];
  const figures = new Map(recordEntries(getField(status, 'ages')));
  const rows = AGES.flatMap((age): Named[] => {
    const ofAge = figures.get(age);
    return ofAge ? [[AGE_LABELS[age], ofAge]] : [];
  });
  return htmlTable({ label: words.ages, columns, rows });
}

/** What is open, as a person reads it. */
export const ITEM_COLUMNS: readonly TableColumn<DataRecord>[] = [
  number(words.inDays, (item) => fieldText(item, 'age')),
  { name: words.id, look: 'keep', cell: (item) => fieldText(item, 'id') },
  {
    name: words.firstSeen,
    look: 'more',
    cell: (item) => dates.written(fieldText(item, 'firstSeen')),
  },
  number(labels.orders, (item) => amountText(fieldText(item, 'sides.orders'))),
  number(labels.bank, (item) => amountText(fieldText(item, 'sides.bank'))),
];

export function classLabel(name: string): Text {
  return labelFor(recordClasses, name);
}

export function dayText(date: string): Text {
  return date === '' ? '' : dates.written(date);
}

/** The oldest first. */
export function byAge(items: readonly DataRecord[]): DataRecord[] {
  return items.toSorted(
    (one, other) => Number(fieldText(other, 'age')) - Number(fieldText(one, 'age')),
  );
}

const AGE_LABELS: Readonly<Record<Age, Text>> = {
  '0-1d': words.days('0', '1'),
  '2-7d': words.days('2', '7'),
  '8-30d': words.days('8', '30'),
  older: words.older,
};

function recordEntries(data: DataRecord[string] | undefined): [string, DataRecord][] {
  return Object.entries(isDataRecord(data) ? data : {}).flatMap(
    ([name, figures]): [string, DataRecord][] => (isDataRecord(figures) ? [[name, figures]] : []),
  );
}

function number<Row>(name: Text, cell: (row: Row) => string): TableColumn<Row> {
  return { name, look: 'number', cell };
}
