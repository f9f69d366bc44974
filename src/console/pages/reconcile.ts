import type { Message } from '../../core/message.js';
import { pageNames } from '../../messages/console.js';
import { reconcileWords as words } from '../../messages/console-records.js';
import { labels } from '../../messages/labels.js';
import { recordClasses } from '../../messages/reconcile.js';
import {
  type DataRecord,
  fieldText,
  getMessage,
  isDataRecord,
  toDataRecords,
} from '../../web/data.js';
import { type Html, html } from '../../web/html.js';
import { htmlTable, type TableColumn } from '../../web/table.js';
import type { CommandResult } from '../commands.js';
import { amountText, labelFor, paymentLink } from '../format.js';
import { fileField, postForm, WITH_FILES } from '../forms.js';
import type { Frame, PageParts } from '../frame.js';
import { badge, failureCard, noteList } from '../notices.js';
import { bookList } from './book.js';

/** Breaks on the page: nobody reads more there. */
const MOST = 500;

/** @param books what `books list` tells; absent where a comparison is shown */
export function reconcilePage(
  frame: Frame,
  { ran, books }: { ran?: CommandResult; books?: CommandResult },
): PageParts {
  const file = (name: string, label: Message) =>
    fileField({ name, label, isRequired: true, accept: '.csv,.txt,.gz,.zip,.xml,.xlsx,.sta,.bai' });
  const content = html`<div class="line">${file('orders', words.orders)} ${file('bank', words.bankFile)} <button>${words.compare}</button></div>`;
  const body = html`<h1>${pageNames.reconcile}</h1><p class="lead">${words.lead}</p>
<section class="card">${postForm(frame, '/reconcile', content, WITH_FILES)}
<p class="help">${words.files}</p></section>
${ran && comparison(frame, ran)}
${books && bookList(frame, books)}`;
  return { title: pageNames.reconcile, path: '/reconcile', body };
}

function comparison(frame: Frame, { exit, data, problem, notes }: CommandResult): Html {
  const matched = exit === 0 ? html`<p>${badge(words.allMatched, 'good')}</p>` : undefined;
  const summary =
    isDataRecord(data) &&
    html`<section class="card"><h2>${words.classes}</h2>${matched}${summaryTable(data)}</section>`;
  return html`${problem && failureCard(frame, problem)}
${noteList(frame, notes)}
${summary || undefined}
${isDataRecord(data) ? breaksCard(toDataRecords(data.breaks)) : undefined}`;
}

function breaksCard(breaks: readonly DataRecord[]): Html | undefined {
  if (breaks.length === 0) return undefined;
  const all = html`<p class="note">${words.cut}</p>`;
  const columns: readonly TableColumn<DataRecord>[] = [
    { name: labels.reference, cell: linkTo },
    {
      name: labels.kind,
      cell: (one) => badge(labelFor(recordClasses, fieldText(one, 'class')), 'bad'),
    },
    {
      name: words.ordersFile,
      look: 'number',
      cell: (one) => amountText(fieldText(one, 'amounts.orders')),
    },
    {
      name: words.theBanksFile,
      look: 'number',
      cell: (one) => amountText(fieldText(one, 'amounts.bank')),
    },
    { name: labels.what, look: 'more', cell: (one) => nextStepCell(one) },
  ];
  return html`<section class="card"><h2>${words.breaks} (${breaks.length})</h2>
${breaks.length > MOST ? all : undefined}
${htmlTable({ label: words.breaks, columns, rows: breaks.slice(0, MOST), asCards: true })}</section>`;
}

function linkTo(one: DataRecord): Html {
  const id = fieldText(one, 'reference') || fieldText(one, 'transactionId');
  return id === '' ? html`–` : html`<a href="${paymentLink(id)}"><bdi>${id}</bdi></a>`;
}

/** What is wrong with a line, or what can be done about a break. */
function nextStepCell(one: DataRecord): Html | undefined {
  const step = getMessage(one, 'where.message') ?? getMessage(one, 'next');
  return step === undefined ? undefined : html`<bdi>${step}</bdi>`;
}

function summaryTable({ summary }: DataRecord): Html {
  const all = Object.entries(isDataRecord(summary) ? summary : {});
  return htmlTable({
    label: words.classes,
    columns: [
      {
        name: labels.kind,
        cell: ([kind]) => badge(labelFor(recordClasses, kind), kind === 'matched' ? 'good' : 'bad'),
      },
      { name: labels.count, look: 'number', cell: ([, one]) => fieldText(one, 'count') },
      {
        name: labels.amount,
        look: 'number',
        cell: ([, one]) => amountText(fieldText(one, 'amount')),
      },
    ],
    rows: all.filter(([, one]) => !['', '0'].includes(fieldText(one, 'count'))),
  });
}
