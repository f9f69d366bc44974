import type { Text } from '../../core/message.js';
import type { Source } from '../../investigate/evidence.js';
import type { Step } from '../../investigate/next.js';
import { isTypedReference } from '../../investigate/redaction.js';
import { eventsOf, type PageEvent } from '../../investigate/report-events.js';
import type { Ticket } from '../../investigate/report-page.js';
import { sidesOf } from '../../investigate/report-sides.js';
import { inquiryName, payloadTitle, ticketWording } from '../../investigate/report-wording.js';
import { isLocal, sourceName } from '../../investigate/statement.js';
import { consoleWords, pageNames } from '../../messages/console.js';
import { refundWords } from '../../messages/console-refund.js';
import { searchWords as words } from '../../messages/console-search.js';
import { dates } from '../../messages/dates.js';
import { inquiries } from '../../messages/inquiries.js';
import { labels } from '../../messages/labels.js';
import { reportWords } from '../../messages/report.js';
import { timeline } from '../../messages/timeline.js';
import { referenceNames } from '../../messages/value-names.js';
import { type Html, html } from '../../web/html.js';
import { type Column, tableOf } from '../../web/table.js';
import { href, labelFor } from '../format.js';
import type { Frame, PageParts } from '../frame.js';
import { badge, commandLine, type Tone } from '../notices.js';

/** What a page of one ticket is made of. */
export interface ReportedTicket {
  ticket: Ticket;
  /** Where the payment can be given back. */
  isRefundable: boolean;
  /** The slip that was looked at, as the bank has it, and how it stands. */
  slip?: { card: Html; tone: Tone };
}

const TONES: Readonly<Partial<Record<string, Tone>>> = {
  SUCCESS: 'good',
  PENDING: 'wait',
  NOT_FOUND: 'quiet',
  REJECTED: 'bad',
};

const SIGNS: Readonly<Record<Tone, string>> = { good: '✓', wait: '…', bad: '×', quiet: '?' };
/** Paid and then reversed. */
const BACK = '↩';

/** The verdict first, then what to do, then why. */
export function reportPage(
  frame: Frame,
  { ticket, isRefundable, slip }: ReportedTicket,
): PageParts {
  const { report, evidence } = ticket;
  const parts = ticketWording(report, frame.say);
  const title = payloadTitle(evidence, frame.say) ?? report.title;
  const asked = isTypedReference(evidence) ? report.id : '';
  const events = eventsOf(evidence, parts);
  const sides = sidesOf(evidence, parts);
  const body = html`${verdictOf({ title, ticket, isRefundable, slip })}
${slip?.card}
${contradictionsOf(ticket)}
${nextOf(frame, ticket)}
${events.length === 0 ? undefined : html`<section class="card"><h2>${reportWords.timeline}</h2>${timelineOf(events)}</section>`}
${
  sides &&
  html`<section class="card"><h2>${reportWords.sides}</h2>
${sides}</section>`
}
${askedOf(ticket)}
${recognisedOf(ticket)}`;
  return { title: html`${pageNames.report} ${title}`, path: '/search', body, searchText: asked };
}

interface Shown extends ReportedTicket {
  title: Text;
}

function verdictOf({ title, ticket, isRefundable, slip }: Shown): Html {
  const { report } = ticket;
  const { verdict, undone, isToCompare } = report;
  const own = undone || isToCompare ? 'wait' : (TONES[verdict.class] ?? 'bad');
  // A payment is no better than the slip that shall prove it.
  const tone = own === 'good' && slip ? slip.tone : own;
  return html`<section class="card verdict ${tone}">
<p class="reference"><bdi>${title}</bdi></p>
<h1><span class="sign" aria-hidden="true">${undone ? BACK : SIGNS[tone]}</span> ${report.headline}</h1>
<p class="sentence"><bdi>${verdict.sentence}</bdi></p>
${isRefundable ? refundButton(report.id) : undefined}
</section>`;
}

/** Asks for a page; nothing is sent yet. */
function refundButton(id: string): Html {
  return html`<form method="get" action="/refund"><input type="hidden" name="id" value="${id}"><button class="second">${refundWords.refund}</button></form>`;
}

function contradictionsOf({ report }: Ticket): Html | undefined {
  const { contradictions } = report;
  if (contradictions.length === 0) return undefined;
  const items = contradictions.map(({ severity, message }) => {
    const tone = severity === 'conflict' ? 'bad' : 'wait';
    return html`<li>${badge(reportWords[severity], tone)} <bdi>${message}</bdi></li>
`;
  });
  return html`<section class="card"><h2>${reportWords.contradictions}</h2><ul class="plain">${items}</ul></section>`;
}

/** What can be done on a page is a link or a field; only the rest is a command. */
function nextOf(frame: Frame, { report, evidence }: Ticket): Html {
  const isTyped = evidence.payloads.includes(report.id);
  const steps = report.next.flatMap((step) => stepOf(frame, step, isTyped ? report.id : ''));
  const list =
    steps.length === 0
      ? html`<p>${reportWords.nothingNext}</p>`
      : html`<ol class="plain steps">${steps}</ol>`;
  return html`<section class="card"><h2>${reportWords.next}</h2>${list}</section>`;
}

function stepOf(frame: Frame, { purpose, command, why, since }: Step, id: string): Html[] {
  switch (purpose) {
    case 'doctor':
      return [html`<li><a href="/health">${consoleWords.seeHealth}</a></li>`];
    case 'again':
    case 'untilFinal':
    case 'untilPaid':
      return id === ''
        ? []
        : [html`<li><a href="${href('/report', { id })}">${words.again}</a></li>`];
    case 'earlier':
      return id === '' || since === undefined
        ? []
        : [
            html`<li><a href="${href('/report', { id, since })}">${words.earlier(dates.written(since))}</a></li>`,
          ];
    case 'otherDay':
      return id === '' ? [html`<li>${words.otherReference}</li>`] : [html`<li>${dayForm(id)}</li>`];
    case 'otherReference':
      return [html`<li>${words.otherReference}</li>`];
    case 'settle':
    case 'recover':
    case 'replay':
    case 'complain':
    case 'askWhereSent':
    case 'explain':
    case 'byTime':
      return [html`<li>${why}<br>${commandLine(frame, command)}</li>`];
  }
}

function dayForm(id: string): Html {
  return html`<form class="line" action="/report" method="get"><input type="hidden" name="id" value="${id}">
<label>${words.paidOn} <input type="date" name="date" required></label> <button class="second">${words.searchDay}</button></form>`;
}

const LANES = [timeline.journal, timeline.confirmations, timeline.bank] as const;

/** Drawn: a line through time, a dot for each event in the colour and shape of its source. */
function timelineOf(events: readonly PageEvent[]): Html {
  const items = events.map(
    ({ at, lane, what, amount, tone }) => html`<li class="lane${lane} ${tone}">
<time datetime="${new Date(at).toISOString()}">${dates.moment(at)}</time>
<span class="lane">${LANES[lane]}</span>
<span class="what"><bdi>${what}</bdi>${amount === undefined ? undefined : html` <strong class="number">${amount}</strong>`}</span></li>
`,
  );
  return html`<ol class="timeline">${items}</ol>`;
}

const ASKED_TONES: Readonly<Record<Source['result'], Tone>> = {
  found: 'good',
  'not-found': 'quiet',
  'no-answer': 'bad',
  'not-asked': 'quiet',
};

const ASKED: readonly Column<Source>[] = [
  {
    name: reportWords.source,
    cell: (one) => (isLocal(one.source) ? sourceName(one.source) : inquiryName(one)),
  },
  { name: reportWords.asked, cell: ({ asked }) => html`<bdi>${asked}</bdi>` },
  { name: reportWords.result, cell: ({ result }) => badge(inquiries[result], ASKED_TONES[result]) },
  { name: words.says, cell: ({ says }) => html`<bdi>${says}</bdi>` },
];

function askedOf({ report: { sources } }: Ticket): Html {
  const table = tableOf({ label: words.asked, columns: ASKED, rows: sources });
  return html`<details class="card"><summary>${words.asked} (${sources.length})</summary>${table}</details>`;
}

function recognisedOf({ report: { recognised } }: Ticket): Html {
  const table = tableOf({
    label: words.recognised,
    columns: [
      { name: labels.kind, cell: ({ as }) => labelFor(referenceNames, as) },
      { name: labels.reference, cell: ({ value }) => html`<bdi>${value}</bdi>` },
      { name: labels.fit, cell: ({ fit }) => reportWords[fit] },
      { name: labels.why, cell: ({ why }) => why },
    ],
    rows: recognised,
  });
  return html`<details class="card"><summary>${words.recognised} (${recognised.length})</summary>${table}</details>`;
}
