import { DECISIONS } from '../../commands/books/verdict.js';
import {
  agesTable,
  byAge,
  classLabel,
  dayText,
  ITEM_COLUMNS,
  movementTable,
} from '../../commands/reconcile/book-tables.js';
import { bookPageWords, bookWords as words } from '../../messages/books.js';
import { pageNames } from '../../messages/console.js';
import { labels } from '../../messages/labels.js';
import {
  amountText,
  type DataRecord,
  fieldText,
  isDataRecord,
  toDataRecords,
} from '../../web/data.js';
import { type Html, html } from '../../web/html.js';
import { factList, htmlTable, type TableColumn } from '../../web/table.js';
import type { CommandResult } from '../commands.js';
import { href, paymentLink } from '../format.js';
import { postForm } from '../forms.js';
import type { Frame, PageParts } from '../frame.js';
import { badge, failureCard, noteList } from '../notices.js';
import { pagedTable } from '../pager.js';

/** The box of an item is called by its id: a form has one value for each name. */
export const ITEM_FIELD = 'item-';

/** A book as its commands tell it. */
export interface BookResults {
  name: string;
  status: CommandResult;
  items: CommandResult;
  /** The number of the page of items, as the address has it. */
  page: string | null;
}

/** The books of this connection, for the page that compares files. */
export function bookList(frame: Frame, ran: CommandResult): Html {
  const rows = toDataRecords(ran.data);
  const columns: readonly TableColumn<DataRecord>[] = [
    { name: labels.name, cell: linkTo },
    { name: words.through, cell: (book) => dayText(fieldText(book, 'through')) },
    { name: words.closed, look: 'more', cell: (book) => dayText(fieldText(book, 'closed')) },
    { name: words.open, look: 'number', cell: (book) => fieldText(book, 'open.count') },
    {
      name: labels.amountBaht,
      look: 'number',
      cell: (book) => amountText(fieldText(book, 'open.amount')),
    },
  ];
  const none = html`<p class="note">${bookPageWords.none}</p>`;
  const list = rows.length === 0 ? none : htmlTable({ label: words.books, columns, rows });
  return html`<section class="card"><h2>${words.books}</h2>
${ran.problem ? failureCard(frame, ran.problem) : list}</section>`;
}

/** Its figures, and what is open in it, to be decided about. */
export function bookPage(frame: Frame, results: BookResults, above?: Html): PageParts {
  const { name, status, items } = results;
  const problem = status.problem ?? items.problem;
  const body = html`<h1>${words.book(name)}</h1>
<p class="lead">${bookPageWords.lead}</p>
${above}
${problem && failureCard(frame, problem)}
${noteList(frame, [...status.notes, ...items.notes])}
${isDataRecord(status.data) && !problem ? html`${figuresCard(status.data)}${itemsCard(frame, results)}` : undefined}
<p class="actions"><a href="/reconcile">${pageNames.reconcile}</a></p>`;
  return { title: words.book(name), path: '/reconcile', body };
}

/** How a decision ended, above the page of its book. */
export function decisionCard(frame: Frame, count: number, ran: CommandResult): Html {
  if (ran.problem) return html`${failureCard(frame, ran.problem)}${noteList(frame, ran.notes)}`;
  return html`<p role="status">${badge(bookPageWords.resolved(count), 'good')}</p>${noteList(frame, ran.notes)}`;
}

function figuresCard(status: DataRecord): Html {
  return html`<section class="card">${factList([
    [words.through, dayText(fieldText(status, 'through'))],
    [words.closed, dayText(fieldText(status, 'closed'))],
  ])}
<h2>${words.movement}</h2>${movementTable(status, words.movement)}
<h2>${words.ages}</h2>${agesTable(status)}</section>`;
}

function itemsCard(frame: Frame, { name, items, page }: BookResults): Html {
  const rows = byAge(toDataRecords(items.data));
  const choice: TableColumn<DataRecord> = {
    name: bookPageWords.choose,
    look: 'screen',
    cell: itemCheckbox,
  };
  const list = pagedTable({
    label: words.items,
    columns: [
      ...(frame.may('settle') ? [choice] : []),
      { name: labels.kind, cell: (item) => badge(classLabel(fieldText(item, 'class')), 'bad') },
      { name: labels.reference, cell: reportLink },
      ...ITEM_COLUMNS,
    ],
    rows,
    page,
    linkTo: (to) => href('/reconcile/book', { name, page: to }),
    none: html`<p>${badge(words.noItems, 'good')}</p>`,
  });
  const heading = html`<h2>${words.items} (${rows.length})</h2>`;
  if (!frame.may('settle') || rows.length === 0) {
    return html`<section class="card">${heading}${list}</section>`;
  }
  return html`<section class="card">${heading}
${postForm(frame, '/reconcile/resolve', html`${list}${decisionFields(name)}`)}</section>`;
}

function decisionFields(name: string): Html {
  const options = DECISIONS.map(
    (one) => html`<option value="${one}">${bookPageWords[one]}</option>`,
  );
  return html`<input type="hidden" name="name" value="${name}">
<fieldset><legend>${bookPageWords.decide}</legend>
<div class="stack"><label>${bookPageWords.as} <select name="as">${options}</select></label>
<label>${bookPageWords.other} <input name="with" maxlength="40" autocomplete="off"></label>
<label>${bookPageWords.note} <input name="note" maxlength="500" required autocomplete="off"></label>
<button>${bookPageWords.resolve}</button></div></fieldset>`;
}

function itemCheckbox(item: DataRecord): Html {
  const id = fieldText(item, 'id');
  return html`<input type="checkbox" name="${ITEM_FIELD}${id}" value="on" aria-label="${words.id} ${id}">`;
}

function linkTo(book: DataRecord): Html {
  const name = fieldText(book, 'book');
  return html`<a href="${href('/reconcile/book', { name })}"><bdi>${name}</bdi></a>`;
}

function reportLink(item: DataRecord): Html {
  const id = fieldText(item, 'reference');
  return id === '' ? html`–` : html`<a href="${paymentLink(id)}"><bdi>${id}</bdi></a>`;
}
