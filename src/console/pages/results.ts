import type { Days } from '../../bank/reference.js';
import { textOf } from '../../core/json.js';
import { daysAround } from '../../core/time.js';
import { consoleWords, pageNames } from '../../messages/console.js';
import { searchWords as words } from '../../messages/console-search.js';
import { dates } from '../../messages/dates.js';
import { type Html, html } from '../../web/html.js';
import type { CommandResult } from '../commands.js';
import { href, paymentLink } from '../format.js';
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
  const days = { from: textOf(ran.beside?.from) ?? '', to: textOf(ran.beside?.to) ?? '' };
  const body = html`<h1>${words.results(rows.length)}</h1>
<p class="lead"><bdi class="theirs">${asked}</bdi></p>
${daysForm(asked, days)}
${ran.exit === NOT_FOUND ? noneIn(asked, days) : ran.problem && failureCard(frame, ran.problem)}
${mayBeReference ? html`<p><a href="${paymentLink(asked)}">${words.asReference}</a></p>` : undefined}
${noteList(frame, ran.notes)}
${isEmpty ? undefined : paymentTable(pageNames.payments, rows)}`;
  return { title: pageNames.payments, path: '/payments', body, searchText: asked };
}

const EARLIER_DAYS = 30;

/** With the days that were searched, and the way to earlier ones. */
function noneIn(asked: string, { from, to }: Days): Html {
  const [earlier] = daysAround(from, EARLIER_DAYS, 0);
  const link = href('/search', { q: asked, from: earlier, to });
  return html`<p class="note">${words.foundNone(dates.written(from), dates.written(to))}</p>
<p><a href="${link}">${words.earlier(dates.written(earlier))}</a></p>`;
}

/** The days that were searched, to be changed. */
function daysForm(asked: string, days: Days): Html {
  const day = (name: 'from' | 'to') =>
    html`<label>${words[name]} <input type="date" name="${name}" value="${days[name]}"></label>`;
  return html`<form class="line" action="/search" method="get"><input type="hidden" name="q" value="${asked}">
${day('from')} ${day('to')} <button class="second">${consoleWords.show}</button></form>`;
}
