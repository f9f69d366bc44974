import { at, isJsonObject, type Json, textOf } from '../../core/json.js';
import { type Html, html } from '../../web/page.js';
import type { Ran } from '../commands.js';
import {
  badge,
  type Frame,
  failureOf,
  type PageParts,
  postForm,
  tableOf,
  WITH_FILES,
} from '../layout.js';
import { href, recordsOf, textIn } from '../show.js';

/** More would be no reading matter. */
const MOST = 500;

export function reconcilePage(frame: Frame, ran?: Ran): PageParts {
  const { words } = frame;
  const file = (name: string, label: string) =>
    html`<label>${label} <input type="file" name="${name}" accept=".csv,.txt,.gz" required></label>`;
  const content = html`<div class="line">${file('orders', words.orders)} ${file('bank', words.bankFile)} <button>${words.compare}</button></div>`;
  const body = html`<h1>${words.pages.reconcile}</h1><p class="lead">${words.reconcileLead}</p>
${postForm(frame, '/reconcile', content, WITH_FILES)}
${ran && resultOf(frame, ran)}`;
  return { title: words.pages.reconcile, path: '/reconcile', body };
}

function resultOf(frame: Frame, ran: Ran): Html {
  const { words } = frame;
  const breaks = recordsOf(at(ran.data, 'breaks'));
  const head = html`<th scope="col">${words.kind}</th><th scope="col">${words.reference}</th><th scope="col" class="number">${words.orders}</th><th scope="col" class="number">${words.bankFile}</th><th scope="col" class="more">${words.what}</th>`;
  const rows = breaks.slice(0, MOST).map((one) => {
    const reference = textIn(one, 'reference');
    return html`<tr><td>${badge(textIn(one, 'class'), 'bad')}</td>
<td>${reference === '' ? '–' : html`<a href="${href('/report', { id: reference })}"><bdi>${reference}</bdi></a>`}</td>
<td class="number">${textIn(one.amounts, 'orders')}</td><td class="number">${textIn(one.amounts, 'bank')}</td>
<td class="more" lang="en"><bdi>${textIn(one.where, 'message') || textIn(one, 'next')}</bdi></td></tr>
`;
  });
  const matched = ran.exit === 0 ? html`<p>${badge(words.allMatched, 'good')}</p>` : undefined;
  return html`${ran.problem && failureOf(frame, ran.problem)}
${ran.notes.map((note) => html`<p class="note" lang="en">${note}</p>`)}
${isJsonObject(ran.data) ? html`<section class="card"><h2>${words.classes}</h2>${matched}${summaryOf(frame, at(ran.data, 'summary'))}</section>` : undefined}
${
  rows.length === 0
    ? undefined
    : html`<section class="card"><h2>${words.breaks} (${breaks.length})</h2>
${breaks.length > MOST ? html`<p class="note">${words.cut} <code>payctl reconcile --orders FILE --bank FILE</code></p>` : undefined}
${tableOf(words.breaks, head, rows)}</section>`
}`;
}

function summaryOf({ words }: Frame, summary: Json | undefined): Html {
  const rows = Object.entries(isJsonObject(summary) ? summary : {}).flatMap(([kind, one]) => {
    const count = textOf(at(one, 'count')) ?? '0';
    if (count === '0') return [];
    return html`<tr><td>${badge(kind, kind === 'matched' ? 'good' : 'bad')}</td><td class="number">${count}</td><td class="number">${textOf(at(one, 'amount'))}</td></tr>
`;
  });
  const head = html`<th scope="col">${words.kind}</th><th scope="col" class="number">${words.count}</th><th scope="col" class="number">${words.amount}</th>`;
  return tableOf(words.classes, head, rows);
}
