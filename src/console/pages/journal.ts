import { isJsonObject, type Json, stringifyJson } from '../../core/json.js';
import { html } from '../../web/page.js';
import type { Ran } from '../commands.js';
import { badge, type Frame, failureOf, type PageParts, type Tone, tableOf } from '../layout.js';
import { pager } from '../pager.js';
import { href, momentOf, pageOf, recordsOf, textIn } from '../show.js';

const SIZE = 50;

const TONES: Readonly<Record<string, Tone>> = {
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
    return html`<tr><td>${momentOf(frame, text('startedAt'))}</td><td><code>${text('operation')}</code></td>
<td><a href="${href('/journal/charge', { ref: text('reference') })}"><bdi>${text('reference')}</bdi></a></td>
<td class="number">${text('amount')}</td><td>${badge(text('state'), TONES[text('state')] ?? 'bad')}</td><td class="more">${text('profile')}</td></tr>
`;
  });
  const head = html`<th scope="col">${words.time}</th><th scope="col">${words.operation}</th><th scope="col">${words.reference}</th><th scope="col" class="number">${words.amount}</th><th scope="col">${words.state}</th><th scope="col" class="more">${words.profile}</th>`;
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

export function chargePage(frame: Frame, reference: string, ran: Ran): PageParts {
  const { words } = frame;
  const charges = recordsOf(ran.data).map((row) => {
    const lines = recordsOf(row.lines).map(
      (
        line,
      ) => html`<tr><td>${momentOf(frame, textIn(line, 'at'))}</td><td>${textIn(line, 'type')}</td><td><code>${rest(line)}</code></td></tr>
`,
    );
    const head = html`<th scope="col">${words.time}</th><th scope="col">${words.kind}</th><th scope="col">${words.what}</th>`;
    const state = textIn(row, 'state');
    return html`<section class="card"><h2><code>${textIn(row, 'operation')}</code> ${badge(state, TONES[state] ?? 'bad')}</h2>
<p class="number"><bdi>${textIn(row, 'amount')}</bdi></p>${tableOf(words.lines, head, lines)}</section>
`;
  });
  const body = html`<h1><bdi>${reference}</bdi></h1>
${ran.problem && failureOf(frame, ran.problem)}
${charges}
<p class="actions"><a href="${href('/report', { id: reference })}">${words.investigate}</a></p>`;
  return { title: words.pages.journal, path: '/journal', body };
}

function rest(line: Json): string {
  if (!isJsonObject(line)) return '';
  const { at: _, type: __, ...more } = line;
  return stringifyJson(more);
}
