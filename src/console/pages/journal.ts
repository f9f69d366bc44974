import type { Message } from '../../core/message.js';
import type { ChargeState } from '../../journal/state.js';
import { pageNames } from '../../messages/console.js';
import { journalWords as words } from '../../messages/console-records.js';
import { labels } from '../../messages/labels.js';
import { chargeStates } from '../../messages/payments.js';
import { type DataRecord, fieldText, toDataRecords } from '../../web/data.js';
import { type Html, html } from '../../web/html.js';
import type { TableColumn } from '../../web/table.js';
import type { CommandResult } from '../commands.js';
import { amountText, href, labelFor, momentText, paymentLink } from '../format.js';
import type { Frame, PageParts } from '../frame.js';
import { badge, failureCard, noteList, type Tone } from '../notices.js';
import { pagedTable } from '../pager.js';

const STATES: Readonly<Record<ChargeState | 'corrupt', Message>> = chargeStates;

const TONES: Readonly<Record<string, Tone>> = {
  succeeded: 'good',
  'settled-executed': 'good',
  rejected: 'quiet',
  'not-executed': 'quiet',
  'settled-not-executed': 'quiet',
  pending: 'wait',
  'in-flight': 'wait',
};

/** How a charge stands, in words and colour. */
export function chargeStateBadge(charge: DataRecord): Html {
  const state = fieldText(charge, 'state');
  return badge(labelFor(STATES, state), TONES[state] ?? 'bad');
}

const columnsFor = ({ chargeName }: Frame): TableColumn<DataRecord>[] => [
  { name: labels.reference, cell: linkTo },
  { name: labels.amount, look: 'number', cell: (row) => amountText(fieldText(row, 'amount')) },
  { name: labels.state, cell: chargeStateBadge },
  { name: labels.time, look: 'keep', cell: (row) => momentText(fieldText(row, 'startedAt')) },
  { name: labels.operation, cell: (row) => chargeName(fieldText(row, 'operation')) },
  { name: labels.profile, look: 'more', cell: (row) => fieldText(row, 'profile') },
];

function linkTo(charge: DataRecord): Html {
  const ref = fieldText(charge, 'reference');
  return html`<a href="${paymentLink(ref)}"><bdi>${ref}</bdi></a>`;
}

export function journalPage(frame: Frame, query: URLSearchParams, ran: CommandResult): PageParts {
  const list = pagedTable({
    label: pageNames.journal,
    columns: columnsFor(frame),
    rows: toDataRecords(ran.data),
    page: query.get('page'),
    linkTo: (page) => href('/journal', { page }),
    none: html`<p class="note">${words.none}</p>`,
  });
  const body = html`<h1>${pageNames.journal}</h1><p class="lead">${words.lead}</p>
${ran.problem && failureCard(frame, ran.problem)}
${noteList(frame, ran.notes)}
${ran.problem ? undefined : list}`;
  return { title: pageNames.journal, path: '/journal', body };
}
