import { html } from '../../web/page.js';
import type { Ran } from '../commands.js';
import { badge, type Frame, failureOf, type PageParts, type Tone, tableOf } from '../layout.js';
import { pager } from '../pager.js';
import {
  amountText,
  commandOf,
  href,
  momentOf,
  pageOf,
  recordsOf,
  SIZE,
  textIn,
  wordIn,
} from '../show.js';

/** How a charge stands, in colour. */
export const TONES: Readonly<Record<string, Tone>> = {
  succeeded: 'good',
  'settled-executed': 'good',
  rejected: 'quiet',
  'not-executed': 'quiet',
  'settled-not-executed': 'quiet',
  pending: 'wait',
  'in-flight': 'wait',
};

export function journalPage(frame: Frame, query: URLSearchParams, ran: Ran): PageParts {
  const { words } = frame;
  const shown = pageOf(recordsOf(ran.data).reverse(), query.get('page'), SIZE);
  const rows = shown.rows.map((row) => {
    const text = (name: string) => textIn(row, name);
    return html`<tr><td><a href="${href('/journal/charge', { ref: text('reference') })}"><bdi>${text('reference')}</bdi></a></td>
<td class="number">${amountText(text('amount'))}</td><td>${badge(wordIn(words.charges, text('state')), TONES[text('state')] ?? 'bad')}</td><td class="keep">${momentOf(frame, text('startedAt'))}</td>
<td class="more"><code>${commandOf(text('operation'))}</code></td><td class="more">${text('profile')}</td></tr>
`;
  });
  const head = html`<th scope="col">${words.reference}</th><th scope="col" class="number">${words.amount}</th><th scope="col">${words.state}</th><th scope="col">${words.time}</th><th scope="col" class="more">${words.operation}</th><th scope="col" class="more">${words.profile}</th>`;
  const list =
    rows.length === 0
      ? html`<p class="note">${words.journalNone}</p>`
      : tableOf(words.pages.journal, head, rows);
  const body = html`<h1>${words.pages.journal}</h1><p class="lead">${words.journalLead}</p>
${ran.problem && failureOf(frame, ran.problem)}
${ran.notes.map((note) => html`<p class="note" lang="en">${note}</p>`)}
${ran.problem ? undefined : list}
${pager(frame, '/journal', shown)}`;
  return { title: words.pages.journal, path: '/journal', body };
}
