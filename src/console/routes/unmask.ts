import { uniqueBy } from '../../core/fields.js';
import type { PaymentStatement } from '../../investigate/evidence.js';
import { pageNames } from '../../messages/console.js';
import { refundWords } from '../../messages/console-refund.js';
import { teamWords as words } from '../../messages/console-team.js';
import { dates } from '../../messages/dates.js';
import { labels } from '../../messages/labels.js';
import { html } from '../../web/html.js';
import { factList } from '../../web/table.js';
import type { RequestContext, Route, RouteResult } from '../console.js';
import { amountText, paymentLink } from '../format.js';
import type { PageParts } from '../frame.js';
import { messagePage } from '../layout.js';

/** Who paid, unmasked. By a form: a link that somebody follows by accident shows nothing. */
export const unmaskRoutes: readonly Route[] = [
  { method: 'POST', path: '/unmask', act: 'unmask', answer: unmask },
];

async function unmask({ commands, field, audit }: RequestContext): Promise<RouteResult> {
  const id = field('id');
  const { ran, ticket } = await commands.investigate({ command: ['investigate'], typed: id });
  audit.write({ action: 'unmask', what: id, exit: ran.exit });
  const statements = ticket?.evidence.statements.filter(({ payer }) => payer) ?? [];
  if (statements.length === 0) return { page: messagePage(words.nothingMasked), status: 404 };
  const payers = uniqueBy(statements, ({ payer, transactionId }) => `${payer} ${transactionId}`);
  return { page: unmaskedPage(id, payers) };
}

/** Who made a payment, as the bank has them. */
function unmaskedPage(id: string, statements: readonly PaymentStatement[]): PageParts {
  const cards = statements.map(({ payer, amount = '', transactionId, paidAt }) => {
    const facts = factList([
      [labels.payer, html`<span class="theirs">${payer}</span>`],
      [labels.amount, amount && `${amountText(amount)} THB`],
      [labels.transaction, transactionId],
      [labels.time, paidAt === undefined ? undefined : dates.moment(paidAt)],
    ]);
    return html`<section class="card">${facts}</section>
`;
  });
  const body = html`<h1><bdi>${id}</bdi></h1><p class="lead">${words.unmaskedLead}</p>
${cards}
<p class="actions"><a href="${paymentLink(id)}">${refundWords.back}</a></p>`;
  return { title: html`${pageNames.payment} ${id}`, path: '/search', body };
}
