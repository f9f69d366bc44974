import type { Message, Text } from '../core/message.js';
import { dates } from '../messages/dates.js';
import { labels } from '../messages/labels.js';
import { chargeStates } from '../messages/payments.js';
import { reportWords as words } from '../messages/report.js';
import { timeline } from '../messages/timeline.js';
import { type Html, html } from '../web/html.js';
import { htmlTable } from '../web/table.js';
import type { Evidence } from './evidence.js';
import { plainAmount, plainId } from './redaction.js';
import { inquiryName, type TicketWording } from './report-wording.js';

/** What one source says, by the rows of the table. */
interface Side {
  name: Text;
  standing?: Text;
  amount?: string;
  at?: number;
  transaction?: string;
  reference?: string;
}

interface Row {
  name: Message;
  cell(side: Side): Text | undefined;
}

const ROWS: readonly Row[] = [
  { name: labels.state, cell: ({ standing }) => standing },
  { name: labels.amount, cell: ({ amount }) => amount },
  { name: labels.time, cell: ({ at }) => (at === undefined ? undefined : dates.moment(at)) },
  { name: labels.transaction, cell: ({ transaction }) => transaction },
  { name: labels.reference, cell: ({ reference }) => reference },
];

/** So many stand beside each other on A4. */
const BESIDE = 4;

/** The sources side by side, a column for each; more than fit the page go on below. */
export function sidesTable(evidence: Evidence, parts: TicketWording): Html | undefined {
  const sides = [
    ...journalSides(evidence, parts),
    ...confirmationSides(evidence),
    ...bankSides(evidence, parts),
  ];
  const tables: Html[] = [];
  for (let from = 0; from < sides.length; from += BESIDE) {
    tables.push(tableBeside(sides.slice(from, from + BESIDE)));
  }
  return tables.length === 0 ? undefined : html`${tables}`;
}

function tableBeside(sides: readonly Side[]): Html {
  const columns = sides.map((side) => ({
    name: side.name,
    cell: (row: Row) => html`<bdi>${row.cell(side) ?? '–'}</bdi>`,
  }));
  const names = { isHead: true, cell: ({ name }: Row) => name };
  return html`<div class="whole">${htmlTable({ label: words.sides, columns: [names, ...columns], rows: ROWS })}</div>
`;
}

function journalSides({ sent }: Evidence, { clean }: TicketWording): Side[] {
  return sent.map(({ name, state, amount, at, reference }) => ({
    name: words.ofSource(timeline.journal, name),
    standing: chargeStates[state],
    amount: plainAmount(amount),
    at,
    reference: clean(reference),
  }));
}

function confirmationSides({ confirmed }: Evidence): Side[] {
  return confirmed.map(({ amount, paidAt, transactionId, reference }) => ({
    name: timeline.confirmations,
    amount: plainAmount(amount),
    at: paidAt,
    transaction: plainId(transactionId),
    reference: plainId(reference),
  }));
}

function bankSides({ statements }: Evidence, { clean, standing }: TicketWording): Side[] {
  return statements.map((statement) => ({
    name: words.ofSource(timeline.bank, inquiryName(statement)),
    standing: standing(statement),
    amount: plainAmount(statement.amount),
    at: statement.paidAt,
    transaction: plainId(statement.transactionId),
    reference: clean(statement.reference),
  }));
}
