import type { Message } from '../core/message.js';
import { dates } from '../messages/dates.js';
import { chargeStates } from '../messages/payments.js';
import { reportWords as words } from '../messages/report.js';
import { timeline } from '../messages/timeline.js';
import { type Html, html } from '../web/page.js';
import { amountIn, idOf } from './bundle.js';
import type { Evidence } from './evidence.js';
import { inquiryName, type Parts } from './report-parts.js';

/** What one source says, by the rows of the table. */
interface Side {
  name: string;
  standing?: string | undefined;
  amount?: string | undefined;
  at?: number | undefined;
  transaction?: string | undefined;
  reference?: string | undefined;
}

/** So many stand beside each other on A4. */
const BESIDE = 4;

/** The sources side by side, a column for each; more than fit the page go on below. */
export function sidesOf(evidence: Evidence, parts: Parts): Html | undefined {
  const { say } = parts;
  const sides = [
    ...ofJournal(evidence, parts),
    ...ofMessages(evidence, parts),
    ...ofBank(evidence, parts),
  ];
  const tables: Html[] = [];
  for (let from = 0; from < sides.length; from += BESIDE) {
    const beside = sides.slice(from, from + BESIDE);
    const row = (name: Message, cell: (side: Side) => string | undefined) =>
      html`<tr><th scope="row">${say(name)}</th>${beside.map((side) => html`<td><bdi>${cell(side) ?? '–'}</bdi></td>`)}</tr>
`;
    tables.push(html`<div class="wide whole" tabindex="0"><table><thead><tr><td></td>${beside.map(({ name }) => html`<th scope="col">${name}</th>`)}</tr></thead><tbody>
${row(words.standing, ({ standing }) => standing)}${row(words.amount, ({ amount }) => amount)}${row(words.time, ({ at }) => (at === undefined ? undefined : say(dates.moment(at))))}${row(words.transaction, ({ transaction }) => transaction)}${row(words.reference, ({ reference }) => reference)}</tbody></table></div>
`);
  }
  return tables.length === 0 ? undefined : html`${tables}`;
}

function ofJournal({ sent }: Evidence, { say, clean }: Parts): Side[] {
  return sent.map(({ command, state, amount, at, reference }) => ({
    name: say(words.ofSource(timeline.journal, command)),
    standing: say(chargeStates[state]),
    amount: amountIn(amount),
    at,
    reference: clean(reference),
  }));
}

function ofMessages({ confirmed }: Evidence, { say }: Parts): Side[] {
  return confirmed.map(({ amount, paidAt, transactionId, reference }) => ({
    name: say(timeline.confirmations),
    amount: amountIn(amount),
    at: paidAt,
    transaction: idOf(transactionId),
    reference: idOf(reference),
  }));
}

function ofBank({ statements }: Evidence, { say, clean, standing }: Parts): Side[] {
  return statements.map((statement) => ({
    name: say(words.ofSource(timeline.bank, inquiryName(statement))),
    standing: say(standing(statement)),
    amount: amountIn(statement.amount),
    at: statement.paidAt,
    transaction: idOf(statement.transactionId),
    reference: clean(statement.reference),
  }));
}
