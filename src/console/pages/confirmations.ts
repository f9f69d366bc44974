import type { JsonObject } from '../../core/json.js';
import { type Html, html } from '../../web/page.js';
import type { Ran } from '../commands.js';
import { badge, type Frame, failureOf, type PageParts, type Tone, tableOf } from '../layout.js';
import { pager } from '../pager.js';
import { cellIn, href, momentOf, pageOf, recordsOf } from '../show.js';

const SIZE = 50;

const TONES: Readonly<Record<string, Tone>> = {
  verified: 'good',
  hint: 'wait',
  contradicted: 'bad',
};

export interface Received {
  ran: Ran;
  page: string | null;
  /** The command by which they are received. */
  receive: string;
}

export function confirmationsPage(frame: Frame, received: Received): PageParts {
  const { words } = frame;
  const body = html`<h1>${words.pages.confirmations}</h1><p class="lead">${words.confirmationsLead}</p>
<p class="livestate"><span class="badge quiet" data-live-state data-live-on="${words.live}" data-live-off="${words.lost}" data-live-new="${words.fresh}" role="status">${words.paused}</span></p>
<div data-live="/confirmations/rows">${confirmationRows(frame, received)}</div>`;
  return { title: words.pages.confirmations, path: '/confirmations', body };
}

/** The part that is replaced as new ones come. */
export function confirmationRows(frame: Frame, { ran, page, receive }: Received): Html {
  const { words } = frame;
  const shown = pageOf(recordsOf(ran.data).reverse(), page, SIZE);
  const rows = shown.rows.map((row) => rowOf(frame, row));
  const head = html`<th scope="col">${words.time}</th><th scope="col" class="number">${words.amount}</th><th scope="col">${words.state}</th><th scope="col">${words.reference}</th><th scope="col" class="more">${words.kind}</th><th scope="col" class="more">${words.transaction}</th><th scope="col" class="more">${words.forwarding}</th>`;
  const list =
    rows.length === 0
      ? html`<p class="note">${words.confirmationsNone} <code>${receive}</code></p>`
      : tableOf(words.pages.confirmations, head, rows);
  return html`<div data-total="${shown.total}">${ran.problem && failureOf(frame, ran.problem)}
${ran.notes.map((note) => html`<p class="note" lang="en">${note}</p>`)}
${list}
${pager(frame, '/confirmations', shown)}</div>`;
}

function rowOf(frame: Frame, row: JsonObject): Html {
  const text = (name: string) => cellIn(row, name);
  const state = text('state');
  const reference = text('reference') || text('transactionId') || text('id');
  const doubt = text('reason');
  return html`<tr><td>${momentOf(frame, text('receivedAt'))}</td><td class="number">${text('amount')}</td>
<td>${badge(frame.words.states[state] ?? state, TONES[state] ?? 'quiet')}${row.contradicts === true ? html` ${badge('!', 'bad')}` : undefined}</td>
<td><a href="${href('/report', { id: reference, date: text('paidAt').slice(0, 10) })}"><bdi>${reference}</bdi></a>${doubt === '' ? undefined : html`<br><span class="faint" lang="en"><bdi>${doubt}</bdi></span>`}</td>
<td class="more">${text('kind')}</td><td class="more"><bdi>${text('transactionId')}</bdi></td><td class="more">${text('forwarding')}</td></tr>
`;
}
