import type { Days } from '../../bank/reference.js';
import { textOf } from '../../core/json.js';
import { joined, type Message } from '../../core/message.js';
import { daysAround } from '../../core/time.js';
import type { Kind, SourceName, State } from '../../find/payment.js';
import { consoleWords, pageNames } from '../../messages/console.js';
import { searchWords as words } from '../../messages/console-search.js';
import { dates } from '../../messages/dates.js';
import { labels } from '../../messages/labels.js';
import { paymentKinds, paymentSources, paymentStates } from '../../messages/payments.js';
import { cellIn, type DataRecord, recordsOf, saidIn, textIn } from '../../web/data.js';
import { type Html, html } from '../../web/html.js';
import { type Column, tableOf } from '../../web/table.js';
import type { CommandResult } from '../commands.js';
import { amountText, href, labelFor, momentOf } from '../format.js';
import type { Frame, PageParts } from '../frame.js';
import { badge, failureCard, noteList, type Tone } from '../notices.js';

export interface Listed {
  ran: CommandResult;
  /** What was asked may be a reference all the same. */
  mayBeReference: boolean;
}

/** Of a list without payments: nothing is wrong with it. */
const NOT_FOUND = 6;

/** The payments that fit an amount or a name; each leads to its report. */
export function resultsPage(
  frame: Frame,
  query: URLSearchParams,
  { ran, mayBeReference }: Listed,
): PageParts {
  const rows = recordsOf(ran.data);
  const asked = query.get('q') ?? '';
  const isEmpty = rows.length === 0;
  const days = { from: textOf(ran.beside?.from) ?? '', to: textOf(ran.beside?.to) ?? '' };
  const body = html`<h1>${pageNames.found}</h1>
<p class="lead"><bdi class="theirs">${asked}</bdi> · ${words.results(rows.length)}</p>
${daysForm(asked, days)}
${ran.exit === NOT_FOUND ? noneIn(asked, days) : ran.problem && failureCard(frame, ran.problem)}
${mayBeReference ? html`<p><a href="${href('/report', { id: asked })}">${words.asReference}</a></p>` : undefined}
${noteList(frame, ran.notes)}
${isEmpty ? undefined : tableOf({ label: pageNames.found, columns: COLUMNS, rows })}`;
  return { title: pageNames.found, path: '/search', body, searchText: asked };
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

const STATES: Readonly<Record<State, Message>> = paymentStates;
const KINDS: Readonly<Record<Kind, Message>> = paymentKinds;
const SOURCES: Readonly<Record<SourceName, Message>> = paymentSources;

const TONES: Readonly<Record<string, Tone>> = {
  paid: 'good',
  partial: 'wait',
  pending: 'wait',
  reversed: 'wait',
  refused: 'bad',
  unknown: 'bad',
};

const COLUMNS: readonly Column<DataRecord>[] = [
  { name: labels.reference, cell: referenceOf },
  { name: labels.amount, look: 'number', cell: (one) => amountText(cellIn(one, 'amount')) },
  { name: labels.state, cell: stateOf },
  { name: labels.payer, cell: (one) => html`<bdi>${cellIn(one, 'payer')}</bdi>` },
  { name: labels.time, look: 'keep', cell: (one) => momentOf(cellIn(one, 'at')) },
  { name: labels.kind, look: 'more', cell: (one) => labelFor(KINDS, cellIn(one, 'kind')) },
  {
    name: labels.transaction,
    look: 'more',
    cell: (one) => html`<bdi>${cellIn(one, 'transactionId')}</bdi>`,
  },
  { name: labels.sources, look: 'more', cell: sourcesOf },
];

/** With what contradicts it. */
function referenceOf(payment: DataRecord): Html {
  const id = nameIn(payment);
  // A reference that several have paid is asked about on the day of this payment.
  const link = href('/report', { id, date: cellIn(payment, 'at').slice(0, 10) });
  const gap = saidIn(payment, 'contradiction');
  return html`<a href="${link}"><bdi>${id}</bdi></a>${gap && html`<br><span class="bad">! <bdi>${gap}</bdi></span>`}`;
}

function nameIn(payment: DataRecord): string {
  return cellIn(payment, 'reference') || cellIn(payment, 'transactionId');
}

function stateOf(payment: DataRecord): Html {
  const state = textIn(payment, 'state');
  return badge(labelFor(STATES, state), TONES[state] ?? 'quiet');
}

function sourcesOf({ sources }: DataRecord): Message | undefined {
  if (!Array.isArray(sources)) return undefined;
  return joined(
    sources.map((source) => labelFor(SOURCES, textOf(source) ?? '')),
    ', ',
  );
}
