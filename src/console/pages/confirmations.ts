import type { JsonObject } from '../../core/json.js';
import { type Html, html } from '../../web/page.js';
import type { Ran } from '../commands.js';
import {
  badge,
  type Frame,
  failureOf,
  notesOf,
  type PageParts,
  sayingOf,
  type Tone,
  tableOf,
} from '../layout.js';
import { pager } from '../pager.js';
import { amountText, cellIn, href, momentOf, pageOf, recordsOf, SIZE, wordIn } from '../show.js';

const TONES: Readonly<Record<string, Tone>> = {
  verified: 'good',
  hint: 'wait',
  contradicted: 'bad',
};

export interface Received {
  ran: Ran;
  page: string | null;
}

export function confirmationsPage(frame: Frame, received: Received): PageParts {
  const { words } = frame;
  const body = html`<h1>${words.pages.confirmations}</h1><p class="lead">${words.confirmationsLead}</p>
<p class="livestate"><span class="badge quiet" data-live-state data-live-on="${words.live}" data-live-off="${words.lost}" data-live-new="${words.fresh}" role="status">${words.paused}</span></p>
<div data-live="/confirmations/rows">${confirmationRows(frame, received)}</div>`;
  return { title: words.pages.confirmations, path: '/confirmations', body };
}

/** The part that is replaced as new ones come. */
export function confirmationRows(frame: Frame, { ran, page }: Received): Html {
  const { words } = frame;
  const shown = pageOf(recordsOf(ran.data).reverse(), page, SIZE);
  const rows = shown.rows.map((row) => rowOf(frame, row));
  const head = html`<th scope="col">${words.reference}</th><th scope="col" class="number">${words.amount}</th><th scope="col">${words.state}</th><th scope="col">${words.time}</th><th scope="col" class="more">${words.kind}</th><th scope="col" class="more">${words.transaction}</th><th scope="col" class="more">${words.forwarding}</th>`;
  const list =
    rows.length === 0
      ? html`<p class="note">${words.confirmationsNone} <code>${frame.program} listen --verify</code></p>`
      : tableOf(words.pages.confirmations, head, rows);
  return html`<div>${ran.problem && failureOf(frame, ran.problem)}
${notesOf(frame, ran.notes)}
${list}
${pager(frame, '/confirmations', shown)}</div>`;
}

function rowOf(frame: Frame, row: JsonObject): Html {
  const { words } = frame;
  const text = (name: string) => cellIn(row, name);
  const [state, kind, forwarding] = [text('state'), text('kind'), text('forwarding')];
  const reference = text('reference') || text('transactionId') || text('id');
  const doubt = text('reason');
  const other = row.contradicts === true ? html` ${badge(words.otherContents, 'bad')}` : undefined;
  return html`<tr data-key="${text('receivedAt')} ${text('id')}"><td><a href="${href('/report', { id: reference, date: text('paidAt').slice(0, 10) })}"><bdi>${reference}</bdi></a>${doubt === '' ? undefined : html`<br><span class="faint">${sayingOf(frame, doubt)}</span>`}</td>
<td class="number">${amountText(text('amount'))}</td>
<td>${badge(wordIn(words.checked, state), TONES[state] ?? 'quiet')}${other}</td>
<td class="keep">${momentOf(frame, text('receivedAt'))}</td><td class="more">${wordIn(words.kinds, kind)}</td><td class="more"><bdi>${text('transactionId')}</bdi></td><td class="more">${wordIn(words.forwardings, forwarding)}</td></tr>
`;
}
