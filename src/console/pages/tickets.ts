import { EXIT } from '../../core/errors.js';
import { pageNames } from '../../messages/console.js';
import { ticketWords as words } from '../../messages/console-tickets.js';
import { labels } from '../../messages/labels.js';
import { reportWords } from '../../messages/report.js';
import { type DataRecord, fieldText } from '../../web/data.js';
import { type Html, html } from '../../web/html.js';
import { htmlTable, type TableColumn } from '../../web/table.js';
import type { CommandResult } from '../commands.js';
import { amountText, momentText, paymentLink } from '../format.js';
import { fileField, postForm, WITH_FILES } from '../forms.js';
import type { Frame, PageParts } from '../frame.js';
import { failureCard, type Tone } from '../notices.js';

/** One row of the file, and what became of it. */
export interface TicketResult {
  record: DataRecord;
  reference: string;
  carried: { ticket?: string; customer?: string; subject?: string };
}

export interface LookedUp {
  problem?: CommandResult['problem'];
  rows: readonly TicketResult[];
  /** The result as the command writes it. */
  csv: string;
}

/** @param column the heading of the reference, where somebody has said it */
export function ticketsPage(frame: Frame, found?: LookedUp, column = ''): PageParts {
  const file = fileField({
    name: 'file',
    label: words.file,
    isRequired: true,
    accept: '.csv,.tsv,.txt,.xlsx',
  });
  const content = html`<div class="line">${file} <label>${words.column} <input name="column" value="${column}" maxlength="100" autocomplete="off"></label> <button>${words.look}</button></div>`;
  const body = html`<h1>${pageNames.tickets}</h1><p class="lead">${words.lead}</p>
<section class="card">${postForm(frame, '/tickets', content, WITH_FILES)}
<p class="help">${words.fileHelp}</p></section>
${found?.problem && failureCard(frame, found.problem)}
${found && found.rows.length > 0 ? resultsCard(frame, found) : undefined}`;
  return { title: pageNames.tickets, path: '/tickets', body };
}

function resultsCard(frame: Frame, { rows, csv }: LookedUp): Html {
  const shown = COLUMNS.filter(
    ({ of }) => of === undefined || rows.some(({ carried }) => carried[of]),
  );
  const content = html`<input type="hidden" name="csv" value="${csv}"><button class="second">${words.download}</button>`;
  return html`<section class="card"><h2>${words.results} (${rows.length})</h2>
${htmlTable({ label: words.results, columns: shown, rows, asCards: true })}
${frame.may('export') ? postForm(frame, '/tickets.csv', content) : undefined}</section>`;
}

type Carried = keyof TicketResult['carried'];

const COLUMNS: readonly (TableColumn<TicketResult> & { of?: Carried })[] = [
  { name: labels.reference, cell: linkTo },
  ...(['ticket', 'customer', 'subject'] as const).map((of) => ({
    of,
    name: reportWords[of],
    cell: ({ carried }: TicketResult) => html`<bdi>${carried[of] ?? ''}</bdi>`,
  })),
  { name: labels.outcome, look: 'sentence', cell: outcomeCell },
  {
    name: labels.amount,
    look: 'number',
    cell: ({ record }) => amountText(fieldText(record, 'amount')),
  },
  { name: labels.time, cell: ({ record }) => momentText(fieldText(record, 'paidAt')) },
  { name: words.line, look: 'number', cell: ({ record }) => fieldText(record, 'line') },
];

function linkTo({ reference }: TicketResult): Html {
  if (reference === '') return html`–`;
  return html`<a href="${paymentLink(reference)}"><bdi>${reference}</bdi></a>`;
}

/** What is refused, not known or not final is found out; anything else asks for somebody. */
const QUIET: readonly number[] = [EXIT.REJECTED, EXIT.NOT_FOUND];

function outcomeCell({ record }: TicketResult): Html {
  const exit = Number(fieldText(record, 'exit'));
  const open: Tone = exit === EXIT.PENDING ? 'wait' : QUIET.includes(exit) ? 'quiet' : 'bad';
  const tone = exit === EXIT.SUCCESS ? 'good' : open;
  return html`<span class="${tone}"><bdi>${fieldText(record, 'message')}</bdi></span>`;
}
