import type { Say } from '../core/message.js';
import { excerpt } from '../core/text.js';
import { dates } from '../messages/dates.js';
import { labels } from '../messages/labels.js';
import { endings } from '../messages/payments.js';
import { reportWords as words } from '../messages/report.js';
import { type Html, html, type Value } from '../web/html.js';
import { htmlTable, type TableColumn } from '../web/table.js';
import { findPayment } from './facts.js';
import { isTypedReference, plainAmount } from './redaction.js';
import type { Report } from './report.js';
import { payloadTitle, type TicketWording } from './report-wording.js';
import type { Carried, FailedTicket, Ticket } from './ticket.js';

/** A ticket as the page shows it. */
export interface ShownTicket {
  ticket: Ticket;
  parts: TicketWording;
  anchor: string;
}

/** A line of the index. */
interface Entry {
  carried?: Carried;
  number?: number;
  name: Value;
  ended: Value;
  time?: Value;
  amount?: Value;
}

const CARRIED = ['ticket', 'customer', 'subject'] as const;

/** More of a subject is for the help desk. */
const LONGEST = 80;

const INDEX: readonly TableColumn<Entry>[] = [
  { look: 'number', cell: ({ number }) => number },
  ...CARRIED.map(
    (name): TableColumn<Entry> => ({
      name: words[name],
      cell: ({ carried }) => html`<bdi>${excerpt(carried?.[name] ?? '', LONGEST)}</bdi>`,
    }),
  ),
  { name: labels.reference, cell: ({ name }) => name },
  { name: words.verdict, cell: ({ ended }) => ended },
  { name: labels.time, look: 'keep', cell: ({ time }) => time },
  { name: labels.amount, look: 'number', cell: ({ amount }) => amount },
];

/** Of several tickets: a line of each, with the way to it. */
export function indexSection(
  shown: readonly ShownTicket[],
  failed: readonly FailedTicket[],
  say: Say,
): Html {
  const rows = [...shown.map(toEntry), ...failed.map(failedEntry)];
  const lacking = CARRIED.filter((name) => rows.every(({ carried }) => !carried?.[name]));
  const columns = INDEX.filter(({ name }) => lacking.every((one) => name !== words[one]));
  return html`<nav aria-label="${words.tickets}"><h2>${words.tickets}</h2>
<p>${countVerdicts(shown, failed, say)}</p>
${htmlTable({ label: words.tickets, columns, rows })}</nav>`;
}

function toEntry({ ticket, parts, anchor }: ShownTicket, index: number): Entry {
  const { amount, paidAt } = findPayment(ticket.evidence);
  return {
    number: index + 1,
    carried: ticket.carried,
    name: html`<a href="#${anchor}">${ticketTitle(ticket, parts)}</a>`,
    ended: html`<span class="${verdictTone(ticket)}">${ticket.report.headline}</span>`,
    time: paidAt === undefined ? undefined : dates.moment(paidAt),
    amount: plainAmount(amount),
  };
}

/** What stands in such a line may name a person: only its place is shown. */
function failedEntry({ line, ended, carried }: FailedTicket): Entry {
  return {
    carried,
    name: words.line(line),
    ended: html`<span class="bad">${words.failed}</span>`,
    time: endings[ended],
  };
}

/** `840 Paid · 160 Not found`, the most first. */
function countVerdicts(
  shown: readonly ShownTicket[],
  failed: readonly FailedTicket[],
  say: Say,
): string {
  const counts = new Map<string, number>();
  for (const { ticket } of shown) {
    const name = say(ticket.report.headline);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  if (failed.length > 0) counts.set(say(words.failed), failed.length);
  const ordered = [...counts].sort(([, a], [, b]) => b - a);
  return ordered.map(([name, count]) => `${name}: ${count}`).join(' · ');
}

/** A payload may name a person, and so may the name of a file. */
export function ticketTitle({ evidence }: Ticket, parts: TicketWording): string {
  const { say, clean } = parts;
  const payload = payloadTitle(evidence, say);
  if (payload) return clean(payload);
  return isTypedReference(evidence) ? clean(evidence.id) : say(words.payload);
}

/** What is not settled yet is neither good nor bad. */
const TONES: Readonly<Partial<Record<Report['verdict']['class'], string>>> = {
  SUCCESS: 'good',
  PENDING: 'open',
  NOT_FOUND: 'open',
};

export function verdictTone({ report }: Ticket): string {
  return report.undone || report.isToCompare ? 'open' : (TONES[report.verdict.class] ?? 'bad');
}
