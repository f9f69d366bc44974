import { bookWords as words } from '../../messages/books.js';
import { labels } from '../../messages/labels.js';
import { type DataRecord, fieldText } from '../../web/data.js';
import { type Html, html } from '../../web/html.js';
import { factList, htmlTable } from '../../web/table.js';
import {
  agesTable,
  byAge,
  classLabel,
  dayText,
  ITEM_COLUMNS,
  movementTable,
} from './book-tables.js';

/** More rows than a person reads, and as many as a browser opens easily. */
const MOST = 2000;

/** A book after a run. */
export interface BookResult {
  /** As `books status --run` has it: the movement of this run. */
  status: DataRecord;
  /** As `books breaks` lists them. */
  items: readonly DataRecord[];
}

/** What the report of a run says of its book, in place of what matched nothing in this run alone. */
export function bookSections({ status, items }: BookResult): Html {
  const facts = factList([
    [words.through, dayText(fieldText(status, 'through'))],
    [words.closed, dayText(fieldText(status, 'closed'))],
  ]);
  return html`<h2>${words.book(fieldText(status, 'book'))}</h2>
${facts}
<h3>${words.lastRun}</h3>
${movementTable(status, words.lastRun)}
<h3>${words.ages}</h3>
${agesTable(status)}
<h3>${words.items}</h3>
${items.length === 0 ? html`<p class="good">${words.noItems}</p>` : itemsSection(items)}`;
}

function itemsSection(items: readonly DataRecord[]): Html {
  const columns = [
    { name: labels.kind, cell: (item: DataRecord) => classLabel(fieldText(item, 'class')) },
    { name: labels.reference, cell: (item: DataRecord) => fieldText(item, 'reference') },
    ...ITEM_COLUMNS,
  ];
  const more = items.length - MOST;
  return html`${htmlTable({ label: words.items, columns, rows: byAge(items).slice(0, MOST) })}
${more > 0 ? html`<p>${words.more(more)}</p>` : undefined}`;
}
