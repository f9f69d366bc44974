import { EXIT } from '../../core/errors.js';
import type { Message } from '../../core/message.js';
import { ORDERS } from '../../find/order.js';
import { KINDS, STATES } from '../../find/payment.js';
import { consoleWords, pageNames } from '../../messages/console.js';
import { paymentListWords as words } from '../../messages/console-payments.js';
import { dates } from '../../messages/dates.js';
import { labels } from '../../messages/labels.js';
import { paymentKinds, paymentStates } from '../../messages/payments.js';
import { fieldText } from '../../web/data.js';
import { type Html, html } from '../../web/html.js';
import type { CommandResult } from '../commands.js';
import { href, paymentLink } from '../format.js';
import type { Frame, PageParts } from '../frame.js';
import { badge, failureCard, noteList } from '../notices.js';
import { type Listed, paymentTable } from './payment-list.js';

/** What narrows the list: the fields of its form, as they stand in the address. */
const FILTERS = ['from', 'start', 'to', 'end', 'amount', 'payer', 'kind', 'state', 'sort'];

/** One page of the payments that fit. */
export interface PaymentPage {
  ran: CommandResult;
  rows: readonly Listed[];
  /** Where the next ones are. */
  next?: string | undefined;
  /** Earlier days, where these have no more. */
  earlier?: string | undefined;
}

export function paymentsPage(frame: Frame, query: URLSearchParams, page: PaymentPage): PageParts {
  const { ran, rows, next, earlier } = page;
  const isNone = ran.exit === EXIT.NOT_FOUND || (rows.length === 0 && !ran.problem);
  const warnings = ran.notes.filter(({ kind }) => kind === 'warning');
  const links = [
    ...(query.has('begin')
      ? [html`<a href="${href('/payments', readFilters(query))}">${words.first}</a>`]
      : []),
    ...(next === undefined ? [] : [html`<a href="${next}">${words.more}</a>`]),
    ...(earlier === undefined ? [] : [html`<a href="${earlier}">${words.earlier}</a>`]),
  ];
  const day = (name: string) => dates.written(fieldText(ran.beside, name));
  const typed = query.get('q');
  const body = html`<h1>${pageNames.payments}</h1>
${filterForm(query)}
${typed === null ? undefined : html`<p><a href="${paymentLink(typed)}">${words.asReference}</a></p>`}
${isNone ? html`<p class="note">${words.none(day('from'), day('to'))}</p>` : ran.problem && failureCard(frame, ran.problem)}
${noteList(frame, warnings)}
${rows.length === 0 ? undefined : paymentTable(pageNames.payments, rows)}
${links.length === 0 ? undefined : html`<nav class="pager" aria-label="${consoleWords.show}">${links}</nav>`}
${rows.length === 0 ? undefined : exportLinks(query)}`;
  return { title: pageNames.payments, path: '/payments', body };
}

export function readFilters(query: URLSearchParams): Record<string, string> {
  return Object.fromEntries(FILTERS.map((name) => [name, query.get(name) ?? '']));
}

function exportLinks(query: URLSearchParams): Html {
  const link = (kind: string, name: Message) =>
    html`<a class="button second" href="${href(`/payments.${kind}`, readFilters(query))}">${name}</a>`;
  return html`<p class="actions">${link('csv', words.csv)} ${link('xlsx', words.xlsx)} <span class="help">${words.exports}</span></p>`;
}

function filterForm(query: URLSearchParams): Html {
  const value = (name: string) => query.get(name) ?? '';
  const input = (name: string, label: Message, about: Html) =>
    html`<label>${label} <input name="${name}" value="${value(name)}"${about}></label>
`;
  const choice = (name: string, label: Message, names: readonly Choice[]) => {
    const options = names.map(([one, text]) => {
      const chosen = value(name) === one ? html` selected` : undefined;
      return html`<option value="${one}"${chosen}>${text}</option>`;
    });
    return html`<label>${label} <select name="${name}">${options}</select></label>
`;
  };
  const [date, time] = [html` type="date"`, html` type="time"`];
  const set = FILTERS.filter((name) => !['', 'newest'].includes(value(name))).length;
  const count = set === 0 ? undefined : html` ${badge(String(set), 'quiet')}`;
  return html`<details class="card fold"><summary>${words.filter}${count}</summary>
<form class="filters" action="/payments" method="get" aria-label="${words.filter}">
<div class="pair">${input('from', labels.from, date)}${input('start', words.start, time)}</div>
<div class="pair">${input('to', labels.to, date)}${input('end', words.end, time)}</div>
${input('amount', labels.amountBaht, html` inputmode="decimal" maxlength="20" autocomplete="off" size="10"`)}
${input('payer', labels.payer, html` maxlength="100" autocomplete="off" size="12"`)}
${choice('kind', labels.kind, [['', words.all], ...KINDS.map((one): Choice => [one, paymentKinds[one]])])}
${choice('state', labels.state, [['', words.all], ...STATES.map((one): Choice => [one, paymentStates[one]])])}
${choice(
  'sort',
  words.sort,
  ORDERS.map((sort): Choice => [sort, words[sort]]),
)}
<div class="actions"><button class="second">${consoleWords.show}</button> <a href="/payments">${words.reset}</a></div></form></details>`;
}

type Choice = readonly [value: string, name: Message];
