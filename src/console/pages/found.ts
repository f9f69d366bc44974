import { isJsonObject, type Json, type JsonObject, textOf } from '../../core/json.js';
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
import { amountText, cellIn, href, momentOf, wordIn } from '../show.js';

export interface Listed {
  ran: Ran;
  /** What was asked may be a reference all the same. */
  mayBeReference: boolean;
}

/** Of a list without payments: nothing is wrong with it. */
const NOT_FOUND = 6;

/** The payments that fit an amount or a name; each leads to its report. */
export function foundPage(
  frame: Frame,
  query: URLSearchParams,
  { ran, mayBeReference }: Listed,
): PageParts {
  const { words } = frame;
  const payments = Array.isArray(ran.data) ? ran.data.filter(isJsonObject) : [];
  const asked = query.get('q') ?? '';
  const body = html`<h1>${words.pages.found}</h1>
<p class="lead"><bdi class="theirs">${asked}</bdi> · ${words.results(payments.length)}</p>
${daysForm(frame, query)}
${ran.exit === NOT_FOUND ? html`<p class="note">${words.foundNone}</p>` : ran.problem && failureOf(frame, ran.problem)}
${payments.length === 0 && mayBeReference ? html`<p><a href="${href('/report', { id: asked })}">${words.asReference}</a></p>` : undefined}
${notesOf(frame, ran.notes)}
${payments.length === 0 ? undefined : listOf(frame, payments)}`;
  return { title: words.pages.found, path: '/search', body, asked };
}

function daysForm({ words }: Frame, query: URLSearchParams): Html {
  const day = (name: 'from' | 'to') =>
    html`<label>${words[name]} <input type="date" name="${name}" value="${query.get(name) ?? ''}"></label>`;
  return html`<form class="line" action="/search" method="get"><input type="hidden" name="q" value="${query.get('q') ?? ''}">
${day('from')} ${day('to')} <button class="second">${words.show}</button></form>`;
}

const TONES: Readonly<Record<string, Tone>> = {
  paid: 'good',
  partial: 'wait',
  pending: 'wait',
  reversed: 'wait',
  refused: 'bad',
  unknown: 'bad',
};

function listOf(frame: Frame, payments: readonly JsonObject[]): Html {
  const { words } = frame;
  const head = html`<th scope="col">${words.reference}</th><th scope="col" class="number">${words.amount}</th><th scope="col">${words.state}</th><th scope="col">${words.payer}</th><th scope="col">${words.time}</th><th scope="col" class="more">${words.kind}</th><th scope="col" class="more">${words.transaction}</th><th scope="col" class="more">${words.sources}</th>`;
  const rows = payments.map((one) => {
    const text = (name: string) => cellIn(one, name);
    const gap = text('contradiction');
    return html`<tr><td><a href="${linkTo(one)}"><bdi>${text('reference') || text('transactionId')}</bdi></a>${gap === '' ? undefined : html`<br><span class="bad">! ${sayingOf(frame, gap)}</span>`}</td><td class="number">${amountText(text('amount'))}</td>
<td>${badge(wordIn(words.payments, text('state')), TONES[text('state')] ?? 'quiet')}</td><td><bdi>${text('payer')}</bdi></td><td class="keep">${momentOf(frame, text('at'))}</td>
<td class="more">${wordIn(words.kinds, text('kind'))}</td><td class="more"><bdi>${text('transactionId')}</bdi></td><td class="more">${sourcesOf(frame, one.sources)}</td></tr>
`;
  });
  return tableOf(words.pages.found, head, rows);
}

function sourcesOf({ words }: Frame, sources: Json | undefined): string {
  const named = Array.isArray(sources) ? sources.map((one) => textOf(one) ?? '') : [];
  return named.map((one) => wordIn(words.knownTo, one)).join(', ');
}

/** A reference that several have paid is asked about on the day of this payment. */
function linkTo(payment: JsonObject): string {
  const id = cellIn(payment, 'reference') || cellIn(payment, 'transactionId');
  return href('/report', { id, date: cellIn(payment, 'at').slice(0, 10) });
}
