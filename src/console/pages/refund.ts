import type { CommandLine } from '../../core/command-line.js';
import type { Text } from '../../core/message.js';
import type { Refundable } from '../../investigate/refundable.js';
import { environments, pageNames } from '../../messages/console.js';
import { refundWords as words } from '../../messages/console-refund.js';
import { labels } from '../../messages/labels.js';
import { payeeNames } from '../../messages/value-names.js';
import { html } from '../../web/html.js';
import { factList } from '../../web/table.js';
import type { CommandProblem, CommandResult } from '../commands.js';
import { amountText, labelFor, paymentLink } from '../format.js';
import { postForm } from '../forms.js';
import type { Frame, PageParts } from '../frame.js';
import { failureCard, noteList } from '../notices.js';

/** What a person reads before the money goes back. */
export interface RefundOffer extends Refundable {
  id: string;
  /** Who was paid, by field of the bank, as the command would send it. */
  payee: readonly (readonly [field: string, value: string])[];
  /** Where it goes: environment, host and profile. */
  place: Text;
  /** The command that is run, as a person would type it. */
  line: CommandLine;
  /** It is above what this person may send: a second one releases it. */
  isProposed: boolean;
  /** Closes over all of this; the form brings it back. */
  seal: string;
}

/** What came of asking about a payment that shall be refunded. */
export interface RefundLookup {
  exit: number;
  /** The bank has said how the payment stands, for good. */
  isKnown: boolean;
  refundable?: Refundable;
  /** The reference that was looked up in place of the one that nobody knows. */
  taken?: string;
  /** The sentence of the verdict. */
  sentence?: Text;
  problem?: CommandProblem;
}

/** The last page before the refund: how much, from whom, and where. */
export function refundPage(frame: Frame, offer: RefundOffer): PageParts {
  const { id, paid, payee, place, reference } = offer;
  const environment = environments[frame.environment];
  const [lead, act] = offer.isProposed
    ? [words.proposedLead, words.propose]
    : [words.lead, words.refund];
  const proposed = html`<input type="hidden" name="proposed" value="yes">`;
  const content = html`<input type="hidden" name="id" value="${id}"><input type="hidden" name="offer" value="${offer.seal}">
${offer.isProposed ? proposed : undefined}<p>${words.wholeOnly}</p>
<div class="stack"><label>${words.reason} <input name="reason" maxlength="500" autocomplete="off"${offer.isProposed ? html` required` : undefined}></label></div>
<p class="actions"><button class="danger">${act} <bdi>${amountText(paid)}</bdi> THB · ${environment}</button> <a href="${paymentLink(id)}">${words.back}</a></p>`;
  const paidTo = payee.map(
    ([field, value]) => html`${labelFor(payeeNames, field)} <bdi>${value}</bdi><br>`,
  );
  const facts = factList(
    [
      [labels.amount, `${amountText(paid)} THB`],
      [labels.payee, paidTo],
      [labels.reference, reference],
      [labels.environment, html`<strong>${environment}</strong> <bdi>${place}</bdi>`],
    ],
    'large',
  );
  const body = html`<h1>${words.refund}</h1>
<p class="lead">${lead}</p>
<section class="card">${facts}
${postForm(frame, '/refund', content)}</section>
<details><summary>${words.exact}</summary><code>${offer.line}</code></details>`;
  return { title: pageNames.refund, path: '/search', body };
}

/** How the refund ended, in the words of the command. Not refunded is said only where that is certain. */
export function refundedPage(
  frame: Frame,
  id: string,
  amount: string,
  ran: CommandResult,
): PageParts {
  const [tone, headline] =
    ran.exit === 0
      ? (['good', words.done] as const)
      : ran.problem?.isUndone
        ? (['bad', words.failed] as const)
        : (['wait', words.open] as const);
  const body = html`<section class="card verdict ${tone}"><p class="reference"><bdi>${id}</bdi></p>
<h1>${headline}</h1><p class="amount"><bdi>${amountText(amount)}</bdi> THB</p></section>
${noteList(frame, ran.notes)}
${ran.problem && failureCard(frame, ran.problem)}
<p class="actions"><a href="${paymentLink(id)}">${words.back}</a></p>`;
  return { title: pageNames.refund, path: '/search', body };
}

/** What waits for a second person now. */
export function proposedPage(
  frame: Frame,
  {
    id,
    amount,
    proposal,
    ran,
  }: { id: string; amount: string; proposal: string; ran: CommandResult },
): PageParts {
  const link = html`<a class="button" href="/approvals/${encodeURIComponent(proposal)}">${words.toProposal}</a>`;
  const body = html`<section class="card verdict wait"><p class="reference"><bdi>${id}</bdi></p>
<h1>${ran.problem ? words.notProposed : words.proposed}</h1><p class="amount"><bdi>${amountText(amount)}</bdi> THB</p></section>
${noteList(frame, ran.notes)}
${ran.problem && failureCard(frame, ran.problem)}
<p class="actions">${proposal === '' ? undefined : link} <a href="${paymentLink(id)}">${words.back}</a></p>`;
  return { title: pageNames.refund, path: '/search', body };
}

/** Never says that money went back where the bank could not be asked. */
export function noRefundPage(
  frame: Frame,
  id: string,
  { isKnown, sentence, problem }: RefundLookup,
): PageParts {
  const body = html`<h1>${words.refund}</h1><p class="note" role="alert">${isKnown ? words.none : words.unknown}</p>
${sentence === undefined ? undefined : html`<p><bdi>${sentence}</bdi></p>`}
${problem && failureCard(frame, problem)}
<p class="actions"><a href="${paymentLink(id)}">${words.back}</a></p>`;
  return { title: pageNames.refund, path: '/search', body };
}

/** The command would not send it, for its own reason. */
export function unsentPage(frame: Frame, id: string, problem: CommandProblem): PageParts {
  const body = html`<h1>${words.refund}</h1>
${failureCard(frame, problem)}
<p class="actions"><a href="${paymentLink(id)}">${words.back}</a></p>`;
  return { title: pageNames.refund, path: '/search', body };
}
