import { consoleWords, pageNames } from '../../messages/console.js';
import { searchWords as words } from '../../messages/console-search.js';
import { type Html, html } from '../../web/html.js';
import type { CommandResult } from '../commands.js';
import { paymentLink } from '../format.js';
import type { Frame, PageParts } from '../frame.js';
import { failureCard, noteList } from '../notices.js';
import { listedIn, paymentTable } from './payment-list.js';

export interface Found {
  ran: CommandResult;
  /** What was asked may be a reference all the same. */
  mayBeReference: boolean;
}

/** Of a list without payments: nothing is wrong with it. */
const NOT_FOUND = 6;

/** The payments that fit an amount or a name; each leads to its page. */
export function resultsPage(
  frame: Frame,
  query: URLSearchParams,
  { ran, mayBeReference }: Found,
): PageParts {
  const rows = listedIn(ran);
  const asked = query.get('q') ?? '';
  const isEmpty = rows.length === 0;
  const body = html`<h1>${words.results(rows.length)}</h1>
<p class="lead"><bdi class="theirs">${asked}</bdi></p>
${daysForm(query)}
${ran.exit === NOT_FOUND ? html`<p class="note">${words.foundNone}</p>` : ran.problem && failureCard(frame, ran.problem)}
${isEmpty && mayBeReference ? html`<p><a href="${paymentLink(asked)}">${words.asReference}</a></p>` : undefined}
${noteList(frame, ran.notes)}
${isEmpty ? undefined : paymentTable(pageNames.payments, rows)}`;
  return { title: pageNames.payments, path: '/payments', body, searchText: asked };
}

function daysForm(query: URLSearchParams): Html {
  const day = (name: 'from' | 'to') =>
    html`<label>${words[name]} <input type="date" name="${name}" value="${query.get(name) ?? ''}"></label>`;
  return html`<form class="line" action="/search" method="get"><input type="hidden" name="q" value="${query.get('q') ?? ''}">
${day('from')} ${day('to')} <button class="second">${consoleWords.show}</button></form>`;
}
