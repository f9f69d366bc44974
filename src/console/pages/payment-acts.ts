import type { Message } from '../../core/message.js';
import type { Evidence, SentCharge } from '../../investigate/evidence.js';
import type { Ticket } from '../../investigate/ticket.js';
import { isOpen } from '../../journal/state.js';
import { actWords as words } from '../../messages/console-payments.js';
import { refundWords } from '../../messages/console-refund.js';
import { teamWords } from '../../messages/console-team.js';
import { dates } from '../../messages/dates.js';
import { type Html, html } from '../../web/html.js';
import { href } from '../format.js';
import { postForm } from '../forms.js';
import type { Frame } from '../frame.js';

/** Buttons for what is next: first what moves money or ends something, then what can be taken away. */
export function actionBar(frame: Frame, ticket: Ticket, isRefundable: boolean): Html {
  const { report, evidence } = ticket;
  const { id } = report;
  const isTyped = evidence.payloads.includes(id);
  const open = findOpenCharge(evidence);
  const recover =
    open !== undefined && frame.may('recover')
      ? postForm(frame, '/recover', html`${idField(id, open)}${recoverButton(ticket)}`)
      : undefined;
  const link = (path: string, name: Message) =>
    html`<a class="button second" href="${path}">${name}</a>`;
  const files =
    isTyped && frame.may('export')
      ? html`${link(href('/report.html', { id }), words.report)} ${link(href('/case.zip', { id }), words.caseFile)}`
      : undefined;
  return html`<div class="actions">${isRefundable && frame.may('refund') ? refundButton(id) : undefined}
${recover}
${files}
${unmaskForm(frame, id, evidence)}</div>`;
}

/** Where no inquiry decides, asking again is not what is next. */
function recoverButton(ticket: Ticket): Html {
  const look = isUndecidable(ticket) ? html` class="second"` : undefined;
  return html`<button${look}>${words.recover}</button>`;
}

function isUndecidable({ report }: Ticket): boolean {
  return report.next.some(({ purpose }) => purpose === 'settle');
}

/** Each use is in the audit. */
function unmaskForm(frame: Frame, id: string, { statements }: Evidence): Html | undefined {
  if (!frame.may('unmask') || !statements.some(({ payer }) => payer)) return undefined;
  const field = html`<input type="hidden" name="id" value="${id}">`;
  return postForm(
    frame,
    '/unmask',
    html`${field}<button class="second">${teamWords.unmask}</button>`,
  );
}

/** A charge of this payment whose outcome nobody knows yet. */
function findOpenCharge({ sent }: Evidence): SentCharge | undefined {
  return sent.find(({ state }) => isOpen(state));
}

function idField(id: string, { reference }: SentCharge): Html {
  return html`<input type="hidden" name="id" value="${id}"><input type="hidden" name="reference" value="${reference}">`;
}

/** Asks for a page; nothing is sent yet. */
function refundButton(id: string): Html {
  return html`<form method="get" action="/refund"><input type="hidden" name="id" value="${id}"><button>${refundWords.refund}</button></form>`;
}

/** Where no inquiry can decide, the word of a person does. */
export function settleCard(frame: Frame, ticket: Ticket): Html | undefined {
  const { evidence } = ticket;
  const open = findOpenCharge(evidence);
  if (open === undefined || !frame.may('settle')) return undefined;
  const choice = (as: string, name: typeof words.executed) =>
    html`<label class="check"><input type="radio" name="as" value="${as}" required> ${name}</label>
`;
  const content = html`<div class="stack">${idField(evidence.id, open)}<input type="hidden" name="operation" value="${open.operation}">
<div role="group" aria-label="${words.whatHappened}">${choice('executed', words.executed)} ${choice('not-executed', words.notExecuted)}</div>
<label>${words.howKnown} <input name="note" required maxlength="500" autocomplete="off"></label>
<button class="second">${words.settle}</button></div>`;
  return html`<details class="card screen"${isUndecidable(ticket) ? html` open` : undefined}><summary>${words.settleLead}</summary>
<p class="help">${words.settleHelp}</p>
${postForm(frame, '/settle', content)}</details>`;
}

/** What people wrote about it, and a field for more; nothing of it is ever deleted. */
export function notesCard(
  frame: Frame,
  { id, notes = [] }: Evidence,
  reference: string,
): Html | undefined {
  const mayWrite = frame.may('note');
  if (notes.length === 0 && !mayWrite) return undefined;
  const items = notes.map(
    ({
      at,
      by,
      text,
    }) => html`<li><bdi class="theirs">${text}</bdi><br><span class="faint"><bdi class="theirs">${by}</bdi> · ${dates.moment(at)}</span></li>
`,
  );
  const content = html`<input type="hidden" name="id" value="${id}"><input type="hidden" name="reference" value="${reference}">
<div class="line"><label>${words.note} <input name="text" required maxlength="500" autocomplete="off" size="40"></label> <button class="second">${words.addNote}</button></div>`;
  return html`<section class="card${notes.length === 0 ? ' screen' : undefined}"><h2>${words.notes}</h2>
${notes.length === 0 ? undefined : html`<ul class="plain">${items}</ul>`}
${mayWrite ? postForm(frame, '/note', content) : undefined}</section>`;
}
