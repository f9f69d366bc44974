import type { Message, Text } from '../../core/message.js';
import type { Evidence, EvidenceSource } from '../../investigate/evidence.js';
import type { NextStep } from '../../investigate/next-steps.js';
import { listPaid, type PaidBy, summarizePayment } from '../../investigate/paid.js';
import { isTypedReference } from '../../investigate/redaction.js';
import { contradictionsBeside } from '../../investigate/report.js';
import { listEvents, type PageEvent } from '../../investigate/report-events.js';
import { sidesTable } from '../../investigate/report-sides.js';
import { inquiryName, payloadTitle, ticketWording } from '../../investigate/report-wording.js';
import { isLocal, sourceName } from '../../investigate/statement.js';
import type { Ticket } from '../../investigate/ticket.js';
import { consoleWords, pageNames } from '../../messages/console.js';
import { searchWords as words } from '../../messages/console-search.js';
import { dates } from '../../messages/dates.js';
import { inquiries } from '../../messages/inquiries.js';
import { labels } from '../../messages/labels.js';
import { reportWords } from '../../messages/report.js';
import { timeline } from '../../messages/timeline.js';
import { referenceNames } from '../../messages/value-names.js';
import type { DataRecord } from '../../web/data.js';
import { type Html, html, type Value } from '../../web/html.js';
import { htmlTable, type TableColumn } from '../../web/table.js';
import { amountText, href, labelFor, paymentLink } from '../format.js';
import type { Frame, PageParts } from '../frame.js';
import { badge, commandLine, type Tone } from '../notices.js';
import { chargesCard } from './charge.js';
import { actionBar, notesCard, settleCard } from './payment-acts.js';
import type { JudgedSlip } from './slip.js';

/** What a page of one ticket is made of. */
export interface ReportedTicket {
  ticket: Ticket;
  /** Where the payment can be refunded. */
  isRefundable: boolean;
  /** The slip that was looked at, as the bank has it. */
  slip?: JudgedSlip;
  /** What `journal show` has of it. */
  charges?: readonly DataRecord[];
  /** What came of the last button. */
  notice?: Html;
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

/** The verdict and what can be done, then what happened; what was asked is folded away. */
export function reportPage(frame: Frame, reported: ReportedTicket): PageParts {
  const { ticket, slip, charges, notice } = reported;
  const { report, evidence } = ticket;
  const parts = ticketWording(report, frame.say);
  const title = payloadTitle(evidence, frame.say) ?? report.title;
  const asked = isTypedReference(evidence) ? report.id : '';
  const events = listEvents(evidence, parts);
  const happened = selectHappened(events);
  const body = html`${notice}
${verdictCard(frame, title, reported)}
${slip?.card}
${contradictionsCard(ticket)}
${paymentsCard(evidence)}
<div class="report">
${happened.length === 0 ? undefined : html`<section class="card"><h2>${words.happened}</h2>${timelineList(happened)}</section>`}
<div class="aside">${nextStepsCard(frame, ticket)}
${settleCard(frame, ticket)}
${asked === '' ? undefined : notesCard(frame, evidence, evidence.sent[0]?.reference ?? asked)}</div>
<div>${askedDetails(ticket, sidesTable(evidence, parts))}
${charges && chargesCard(frame, charges)}
${recognisedDetails(ticket)}</div></div>`;
  return { title: html`${pageNames.payment} ${title}`, path: '/search', body, searchText: asked };
}

/** Without what the bank says now, unless only that tells how it ended. */
function selectHappened(events: readonly PageEvent[]): PageEvent[] {
  const happened = events.filter(({ isNow }) => !isNow);
  const [said] = events.filter(({ isNow, tone }) => isNow && tone !== 'bar');
  const isTold = happened.some(({ lane }) => LANES[lane] === timeline.bank);
  return isTold || said === undefined ? happened : [...happened, said];
}

function verdictCard(
  frame: Frame,
  title: Text,
  { ticket, isRefundable, slip }: ReportedTicket,
): Html {
  const { report, evidence } = ticket;
  const { verdict, undone, isToCompare } = report;
  const own = undone || isToCompare ? 'wait' : (TONES[verdict.class] ?? 'bad');
  // A payment is no better than the slip that shall prove it.
  const tone = slip && (own === 'good' || slip.tone === 'bad') ? slip.tone : own;
  const isOfSlip = slip !== undefined && (own !== 'bad' || slip.tone === 'bad');
  const headline = (isOfSlip && slip.headline) || report.headline;
  return html`<section class="card verdict ${tone}">
<h1><span class="sign" aria-hidden="true">${undone ? BACK : SIGNS[tone]}</span> ${headline}</h1>
${factStrip(evidence, title)}
<p class="sentence"><bdi>${verdict.sentence}</bdi></p>
${actionBar(frame, ticket, isRefundable)}
</section>`;
}

/** What everybody asks for first: how much, who, when, and under which reference. */
function factStrip(evidence: Evidence, title: Text): Html {
  const { amount, payer, at } = summarizePayment(evidence);
  const facts: [name: Message, value: Value][] = [
    [labels.amount, amount && `${amountText(amount)} THB`],
    [labels.payer, payer],
    [labels.time, at === undefined ? undefined : dates.moment(at)],
    [labels.reference, title],
  ];
  const shown = facts.filter(([, value]) => value !== undefined && value !== '');
  return html`<dl class="strip">${shown.map(
    ([name, value]) => html`<div><dt>${name}</dt><dd><bdi>${value}</bdi></dd></div>
`,
  )}</dl>`;
}

/** Both of a double payment, and how often an amount was paid. */
function paymentsCard(evidence: Evidence): Html | undefined {
  const payments = listPaid(evidence);
  if (payments.length < 2) return undefined;
  const counts = new Map<string, number>();
  for (const { amount = '' } of payments) counts.set(amount, (counts.get(amount) ?? 0) + 1);
  const groups = [...counts].map(([amount, count]) => {
    const tone = count > 1 ? 'wait' : 'quiet';
    return html` ${badge(`${count} × ${amountText(amount)} THB`, tone)}`;
  });
  const table = htmlTable({
    label: pageNames.payments,
    columns: PAID,
    rows: payments,
    asCards: true,
  });
  return html`<section class="card"><h2>${words.paidTimes(payments.length)}${groups}</h2>${table}</section>`;
}

const PAID: readonly TableColumn<PaidBy>[] = [
  {
    name: labels.transaction,
    cell: ({ transactionId }) => html`<bdi>${transactionId ?? '–'}</bdi>`,
  },
  { name: labels.amount, look: 'number', cell: ({ amount = '' }) => amountText(amount) },
  { name: labels.payer, cell: ({ payer }) => payer && html`<bdi>${payer}</bdi>` },
  {
    name: labels.time,
    look: 'keep',
    cell: ({ at }) => dates.moment(at),
  },
];

function contradictionsCard({ report }: Ticket): Html | undefined {
  const contradictions = contradictionsBeside(report);
  if (contradictions.length === 0) return undefined;
  const items = contradictions.map(({ severity, message }) => {
    const tone = severity === 'conflict' ? 'bad' : 'wait';
    return html`<li>${badge(reportWords[severity], tone)} <bdi>${message}</bdi></li>
`;
  });
  return html`<section class="card"><h2>${reportWords.contradictions}</h2><ul class="plain">${items}</ul></section>`;
}

/** What can be done on a page is a button above or a field; only the rest is a command. */
function nextStepsCard(frame: Frame, { report, evidence }: Ticket): Html | undefined {
  const id = evidence.payloads.includes(report.id) ? report.id : '';
  const caseFile = id !== '' && frame.may('export') ? html` ${words.sendCaseFile}` : undefined;
  const steps = report.next.flatMap((step) => stepItems(step, id, caseFile));
  const isUnknown = report.verdict.class === 'NOT_FOUND';
  if (id !== '') steps.push(html`<li>${dayForm(id, isUnknown)}</li>`);
  if (steps.length === 0) return undefined;
  return html`<section class="card screen"><h2>${reportWords.next}</h2><ol class="plain steps">${steps}</ol></section>`;
}

/** @param caseFile stands behind what the bank is to be asked */
function stepItems(
  { purpose, command, why, since, value = '' }: NextStep,
  id: string,
  caseFile?: Html,
): Html[] {
  switch (purpose) {
    case 'doctor':
      return [html`<li><a href="/health">${consoleWords.seeHealth}</a></li>`];
    case 'again':
    case 'untilFinal':
    case 'untilPaid':
    case 'otherDay':
      return [];
    case 'earlier':
      return id === '' || since === undefined
        ? []
        : [
            html`<li><a class="button" href="${paymentLink(id, { since })}">${words.earlier(dates.written(since))}</a></li>`,
          ];
    case 'byAmount':
      return [
        html`<li><a class="button" href="${href('/payments', { amount: value })}">${words.byAmount(amountText(value))}</a></li>`,
      ];
    case 'oneOfSeveral':
      return [
        html`<li><a class="button" href="${paymentLink(value)}">${words.lookUp(value)}</a></li>`,
      ];
    case 'otherReference':
      return [html`<li>${words.otherReference}</li>`];
    case 'settle':
      return [html`<li>${words.undecidable}${caseFile}</li>`];
    case 'recover':
    case 'complain':
      // There is a button for it.
      return [];
    case 'askWhereSent':
      return [html`<li>${words.askWhereSent}${caseFile}</li>`];
    case 'byTime':
      return id === '' ? [] : [html`<li>${timeForm(id)}</li>`];
    case 'replay':
    case 'explain':
      return [html`<li>${why}<br>${commandLine(command)}</li>`];
  }
}

/** A direct debit is known to the bank by the second at which it was sent. */
function timeForm(id: string): Html {
  return html`<form class="line" action="${paymentLink(id)}" method="get">
<label>${words.chargedAt} <input type="datetime-local" name="charged" step="1" required></label> <button class="second">${words.again}</button></form>`;
}

function dayForm(id: string, isNotFound: boolean): Html {
  return html`<form class="line" action="${paymentLink(id)}" method="get">
<label>${isNotFound ? words.paidOn : words.dayOfPayment} <input type="date" name="date"></label> <button class="second">${words.again}</button></form>`;
}

/** Drawn: a line through time, a dot for each event in the colour and shape of its source. */
const LANES = [timeline.journal, timeline.confirmations, timeline.bank] as const;

function timelineList(events: readonly PageEvent[]): Html {
  const items = events.map(
    ({ at, lane, what, amount, tone }) => html`<li class="lane${lane} ${tone}">
<time datetime="${new Date(at).toISOString()}">${dates.moment(at)}</time>
<span class="lane">${LANES[lane]}</span>
<span class="what"><bdi>${what}</bdi>${amount === undefined ? undefined : html` <strong class="number">${amount}</strong>`}</span></li>
`,
  );
  return html`<ol class="timeline">${items}</ol>`;
}

const ASKED_TONES: Readonly<Record<EvidenceSource['result'], Tone>> = {
  found: 'good',
  'not-found': 'quiet',
  'no-answer': 'bad',
  'not-asked': 'quiet',
};

const ASKED: readonly TableColumn<EvidenceSource>[] = [
  {
    name: reportWords.source,
    cell: (one) => (isLocal(one.source) ? sourceName(one.source) : inquiryName(one)),
  },
  { name: reportWords.asked, cell: ({ asked }) => html`<bdi>${asked}</bdi>` },
  { name: reportWords.result, cell: ({ result }) => badge(inquiries[result], ASKED_TONES[result]) },
  { name: words.says, cell: ({ says }) => html`<bdi>${says}</bdi>` },
];

function askedDetails({ report: { sources } }: Ticket, sides: Html | undefined): Html {
  const table = htmlTable({ label: words.asked, columns: ASKED, rows: sources, asCards: true });
  const beside = sides && html`<h3>${reportWords.sides}</h3>${sides}`;
  return html`<details class="card"><summary>${words.asked} (${sources.length})</summary>${table}${beside}</details>`;
}

function recognisedDetails({ report: { recognised } }: Ticket): Html {
  const table = htmlTable({
    label: words.recognised,
    columns: [
      { name: labels.kind, cell: ({ as }) => labelFor(referenceNames, as) },
      { name: labels.reference, cell: ({ value }) => html`<bdi>${value}</bdi>` },
      { name: labels.fit, cell: ({ fit }) => reportWords[fit] },
      { name: labels.why, cell: ({ why }) => why },
    ],
    rows: recognised,
    asCards: true,
  });
  return html`<details class="card"><summary>${words.recognised} (${recognised.length})</summary>${table}</details>`;
}
