import type { EventKind } from '../../bank/events.js';
import type { Message } from '../../core/message.js';
import { compareAmounts } from '../../core/money.js';
import { confirmations } from '../../messages/confirmations.js';
import { pageNames } from '../../messages/console.js';
import { confirmationWords as words } from '../../messages/console-records.js';
import { labels } from '../../messages/labels.js';
import { paymentKinds } from '../../messages/payments.js';
import { confirmationStates, forwardingStates } from '../../messages/value-names.js';
import { cellText, type DataRecord, toDataRecords } from '../../web/data.js';
import { type Html, html } from '../../web/html.js';
import { htmlTable, type TableColumn } from '../../web/table.js';
import type { CommandResult } from '../commands.js';
import { amountText, href, labelFor, momentText, paymentLink } from '../format.js';
import type { Frame, PageParts } from '../frame.js';
import { badge, failureCard, noteList, type Tone } from '../notices.js';
import { pagedTable } from '../pager.js';

export interface Received {
  ran: CommandResult;
  page: string | null;
}

export function confirmationsPage(frame: Frame, received: Received): PageParts {
  const body = html`<h1>${pageNames.confirmations}</h1><p class="lead">${words.lead}</p>
<p class="livestate"><span class="badge quiet" data-live-state data-live-on="${words.live}" data-live-off="${words.lost}" data-live-new="${words.fresh}" role="status">${words.paused}</span></p>
<div data-live="/confirmations/rows">${confirmationRows(frame, received)}</div>`;
  return { title: pageNames.confirmations, path: '/confirmations', body };
}

/** The part that is replaced as new ones come. */
export function confirmationRows(frame: Frame, { ran, page }: Received): Html {
  const list = pagedTable({
    label: pageNames.confirmations,
    columns: COLUMNS,
    rows: toDataRecords(ran.data),
    page,
    linkTo: (to) => href('/confirmations', { page: to }),
    none: html`<p class="note">${words.none}</p>`,
    keyOf: (row) => `${cellText(row, 'receivedAt')} ${cellText(row, 'id')}`,
  });
  return html`<div>${ran.problem && failureCard(frame, ran.problem)}
${noteList(frame, ran.notes)}
${list}</div>`;
}

const KINDS: Readonly<Record<EventKind, Message>> = paymentKinds;

const TONES: Readonly<Record<string, Tone>> = {
  verified: 'good',
  hint: 'wait',
  contradicted: 'bad',
};

const COLUMNS: readonly TableColumn<DataRecord>[] = [
  { name: labels.reference, cell: referenceCell },
  { name: labels.amount, look: 'number', cell: (row) => amountText(cellText(row, 'amount')) },
  { name: labels.state, cell: stateBadge },
  { name: labels.time, look: 'keep', cell: (row) => momentText(cellText(row, 'receivedAt')) },
  { name: labels.kind, look: 'short', cell: (row) => labelFor(KINDS, cellText(row, 'kind')) },
  {
    name: labels.transaction,
    look: 'more',
    cell: (row) => html`<bdi>${cellText(row, 'transactionId')}</bdi>`,
  },
  {
    name: labels.forwarding,
    look: 'more',
    cell: (row) => labelFor(forwardingStates, cellText(row, 'forwarding')),
  },
];

/** With what speaks against it. */
function referenceCell(row: DataRecord): Html {
  const text = (name: string) => cellText(row, name);
  const id = text('reference') || text('transactionId') || text('id');
  const link = paymentLink(id, { date: text('paidAt').slice(0, 10) });
  return html`<a href="${link}"><bdi>${id}</bdi></a>${doubtLine(row)}`;
}

/** Why it is not believed; in the words that were kept where its fields do not say it. */
function doubtLine(row: DataRecord): Html | undefined {
  const text = (name: string) => cellText(row, name);
  const [amount, bankAmount] = [text('amount'), text('bankAmount')];
  if (text('state') === 'verified' || text('reason') === '') return undefined;
  const doubt =
    bankAmount === '' || compareAmounts(amount, bankAmount) === 0
      ? html`<bdi class="theirs">${text('reason')}</bdi>`
      : html`<bdi>${confirmations.amountsDiffer(amountText(amount), amountText(bankAmount))}</bdi>`;
  return html`<br><span class="faint">${doubt}</span>`;
}

/** The newest of them, in few columns. */
export function confirmationTable(rows: readonly DataRecord[]): Html {
  const columns = COLUMNS.filter(({ look }) => look !== 'more');
  return htmlTable({ label: pageNames.confirmations, columns, rows, asCards: true });
}

function stateBadge(row: DataRecord): Html {
  const state = cellText(row, 'state');
  const other = row.contradicts === true ? html` ${badge(words.otherContents, 'bad')}` : undefined;
  return html`${badge(labelFor(confirmationStates, state), TONES[state] ?? 'quiet')}${other}`;
}
