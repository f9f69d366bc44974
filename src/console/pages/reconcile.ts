import { at, isJsonObject, type Json, type JsonObject, textOf } from '../../core/json.js';
import { speaker } from '../../core/message.js';
import { recordClasses } from '../../messages/record-classes.js';
import { THAI } from '../../messages/th/catalogue.js';
import { CLASSES } from '../../reconcile/classes.js';
import { type Html, html } from '../../web/page.js';
import type { Problem, Ran } from '../commands.js';
import {
  badge,
  type Frame,
  failureOf,
  fileField,
  notesOf,
  type PageParts,
  postForm,
  sayingOf,
  tableOf,
  WITH_FILES,
} from '../layout.js';
import { amountText, href, recordsOf, textIn, wordIn } from '../show.js';

/** More would be no reading matter. */
const MOST = 500;

export function reconcilePage(frame: Frame, ran?: Ran): PageParts {
  const { words } = frame;
  const file = (name: string, label: string) =>
    fileField(frame, { name, label, isRequired: true, accept: '.csv,.txt,.gz' });
  const content = html`<div class="line">${file('orders', words.orders)} ${file('bank', words.bankFile)} <button>${words.compare}</button></div>`;
  const body = html`<h1>${words.pages.reconcile}</h1><p class="lead">${words.reconcileLead}</p>
<section class="card">${postForm(frame, '/reconcile', content, WITH_FILES)}
<p class="help">${words.files}</p></section>
${ran && resultOf(frame, ran)}`;
  return { title: words.pages.reconcile, path: '/reconcile', body };
}

function resultOf(frame: Frame, ran: Ran): Html {
  const { words } = frame;
  const classes = classNames(frame);
  const breaks = recordsOf(at(ran.data, 'breaks'));
  const head = html`<th scope="col">${words.kind}</th><th scope="col">${words.reference}</th><th scope="col" class="number">${words.ordersFile}</th><th scope="col" class="number">${words.theBanksFile}</th><th scope="col" class="more">${words.what}</th>`;
  const rows = breaks.slice(0, MOST).map((one) => {
    const reference = textIn(one, 'reference');
    return html`<tr><td>${badge(wordIn(classes, textIn(one, 'class')), 'bad')}</td>
<td>${reference === '' ? '–' : html`<a href="${href('/report', { id: reference })}"><bdi>${reference}</bdi></a>`}</td>
<td class="number">${amountText(textIn(one.amounts, 'orders'))}</td><td class="number">${amountText(textIn(one.amounts, 'bank'))}</td>
<td class="more">${stepOf(frame, one)}</td></tr>
`;
  });
  const matched = ran.exit === 0 ? html`<p>${badge(words.allMatched, 'good')}</p>` : undefined;
  return html`${ran.problem && problemOf(frame, ran.problem)}
${notesOf(frame, ran.notes)}
${isJsonObject(ran.data) ? html`<section class="card"><h2>${words.classes}</h2>${matched}${summaryOf(frame, at(ran.data, 'summary'))}</section>` : undefined}
${
  rows.length === 0
    ? undefined
    : html`<section class="card"><h2>${words.breaks} (${breaks.length})</h2>
${breaks.length > MOST ? html`<p class="note">${words.cut} <code>${frame.program} reconcile --orders FILE --bank FILE</code></p>` : undefined}
${tableOf(words.breaks, head, rows)}</section>`
}`;
}

/** The command names the files as they lay here; a page names the fields that they were chosen in. */
function problemOf(frame: Frame, problem: Problem): Html {
  const { words } = frame;
  const { hint, ...rest } = problem;
  const message = problem.message
    .replaceAll('orders.csv', words.ordersFile)
    .replaceAll('bank.csv', words.theBanksFile);
  const isMapping = hint?.includes('map');
  return html`${failureOf(frame, { ...rest, message, ...(hint && !isMapping && { hint }) })}
${isMapping ? html`<p class="note">${words.otherColumns} <code>${frame.program} reconcile guess FILE</code></p>` : undefined}`;
}

/** What can be done about a break; what opens its report is the link of its reference. */
function stepOf(frame: Frame, one: JsonObject): Html | undefined {
  const [fault, next] = [textIn(one.where, 'message'), textIn(one, 'next')];
  if (fault !== '') return sayingOf(frame, fault);
  if (next === '') return undefined;
  if (next.startsWith(`${frame.program} journal recover`)) {
    return html`${frame.words.onlyCommand} <code>${next}</code>`;
  }
  if (!next.startsWith(`${frame.program} investigate`)) return sayingOf(frame, next);
  const id = textIn(one, 'reference') || textIn(one, 'transactionId');
  return html`<a href="${href('/report', { id })}">${frame.words.openReport}</a>`;
}

/** What the classes mean, by their names. */
function classNames({ lang }: Frame): Readonly<Record<string, string>> {
  const say = speaker('page', lang === 'th' ? THAI : undefined);
  return Object.fromEntries(CLASSES.map((kind) => [kind, say(recordClasses[kind])]));
}

function summaryOf(frame: Frame, summary: Json | undefined): Html {
  const { words } = frame;
  const classes = classNames(frame);
  const rows = Object.entries(isJsonObject(summary) ? summary : {}).flatMap(([kind, one]) => {
    const count = textOf(at(one, 'count')) ?? '0';
    if (count === '0') return [];
    return html`<tr><td>${badge(wordIn(classes, kind), kind === 'matched' ? 'good' : 'bad')}</td><td class="number">${count}</td><td class="number">${amountText(textOf(at(one, 'amount')) ?? '')}</td></tr>
`;
  });
  const head = html`<th scope="col">${words.kind}</th><th scope="col" class="number">${words.count}</th><th scope="col" class="number">${words.amount}</th>`;
  return tableOf(words.classes, head, rows);
}
