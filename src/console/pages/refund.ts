import type { Refundable } from '../../investigate/next.js';
import { html } from '../../web/page.js';
import type { Problem, Ran } from '../commands.js';
import { type Frame, failureOf, notesOf, type PageParts, postForm, sayingOf } from '../layout.js';
import { amountText, href, wordIn } from '../show.js';

/** What a person reads before the money goes back. */
export interface Offer extends Refundable {
  id: string;
  /** Who was paid, by field of the bank, as the command would send it. */
  payee: readonly (readonly [field: string, value: string])[];
  /** Where it goes: environment, host and profile. */
  place: string;
  /** The command that is run, as a person would type it. */
  line: string;
  /** Closes over all of this; the form brings it back. */
  seal: string;
}

/** What came of asking about a payment that shall be given back. */
export interface LookedUp {
  exit: number;
  /** The bank has said how the payment stands, for good. */
  isKnown: boolean;
  found?: Refundable;
  /** The sentence of the verdict. */
  sentence?: string;
  problem?: Problem;
}

/** The last page before the refund: how much, from whom, and where. */
export function refundPage(frame: Frame, offer: Offer): PageParts {
  const { words } = frame;
  const { id, paid, payee, place, reference } = offer;
  const content = html`<input type="hidden" name="id" value="${id}"><input type="hidden" name="offer" value="${offer.seal}">
<p>${words.refundAll}</p>
<p class="actions"><button class="danger">${words.refund} <bdi>${amountText(paid)}</bdi> THB · ${words.environments[frame.environment]}</button> <a href="${href('/report', { id })}">${words.back}</a></p>`;
  const body = html`<h1>${words.refund}</h1>
<p class="lead">${words.refundLead}</p>
<section class="card"><dl class="large">
<dt>${words.amount}</dt><dd class="number"><bdi>${amountText(paid)}</bdi> THB</dd>
<dt>${words.payee}</dt><dd>${payee.map(([field, value]) => html`${wordIn(words.payeeFields, field)} <bdi>${value}</bdi><br>`)}</dd>
<dt>${words.reference}</dt><dd><bdi>${reference}</bdi></dd>
<dt>${words.environment}</dt><dd><strong>${words.environments[frame.environment]}</strong> ${sayingOf(frame, place)}</dd>
</dl></section>
${postForm(frame, '/refund', content)}
<details><summary>${words.exact}</summary><code>${offer.line}</code></details>`;
  return { title: words.pages.refund, path: '/search', body };
}

/** How the refund ended, in the words of the command. Not refunded is said only where that is certain. */
export function refundedPage(frame: Frame, id: string, amount: string, ran: Ran): PageParts {
  const { words } = frame;
  const [tone, headline] =
    ran.exit === 0
      ? (['good', words.refundDone] as const)
      : ran.problem?.isUndone
        ? (['bad', words.refundFailed] as const)
        : (['wait', words.refundOpen] as const);
  const body = html`<section class="card verdict ${tone}"><p class="reference"><bdi>${id}</bdi></p>
<h1>${headline}</h1><p class="amount"><bdi>${amountText(amount)}</bdi> THB</p></section>
${notesOf(frame, ran.notes)}
${ran.problem && failureOf(frame, ran.problem)}
<p class="actions"><a href="${href('/report', { id })}">${words.back}</a> <a href="${href('/journal/charge', { ref: id })}">${words.inJournal}</a></p>`;
  return { title: words.pages.refund, path: '/search', body };
}

/** Never says that money went back where the bank could not be asked. */
export function noRefundPage(
  frame: Frame,
  id: string,
  { isKnown, sentence, problem }: LookedUp,
): PageParts {
  const { words } = frame;
  const body = html`<h1>${words.refund}</h1><p class="note" role="alert">${isKnown ? words.refundNone : words.refundUnknown}</p>
${sentence === undefined ? undefined : html`<p><bdi>${sentence}</bdi></p>`}
${problem && failureOf(frame, problem)}
<p class="actions"><a href="${href('/report', { id })}">${words.back}</a></p>`;
  return { title: words.pages.refund, path: '/search', body };
}

/** The command would not send it, for its own reason. */
export function unsentPage(frame: Frame, id: string, problem: Problem): PageParts {
  const { words } = frame;
  const body = html`<h1>${words.refund}</h1>
${failureOf(frame, problem)}
<p class="actions"><a href="${href('/report', { id })}">${words.back}</a></p>`;
  return { title: words.pages.refund, path: '/search', body };
}
