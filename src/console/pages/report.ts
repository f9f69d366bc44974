import type { Step } from '../../investigate/next.js';
import { eventsOf, type PageEvent } from '../../investigate/report-events.js';
import type { Ticket } from '../../investigate/report-page.js';
import { inquiryName, type Parts, partsOf, payloadTitle } from '../../investigate/report-parts.js';
import { sidesOf } from '../../investigate/report-sides.js';
import { isLocal, sourceName } from '../../investigate/statement.js';
import { dates } from '../../messages/dates.js';
import { inquiries } from '../../messages/inquiries.js';
import { reportWords } from '../../messages/report.js';
import { timeline } from '../../messages/timeline.js';
import { type Html, html } from '../../web/page.js';
import { badge, commandLine, type Frame, type PageParts, type Tone, tableOf } from '../layout.js';
import { href, wordIn } from '../show.js';

/** What a page of one ticket is made of. */
export interface Found {
  ticket: Ticket;
  /** Where the payment can be given back. */
  isRefundable: boolean;
  /** The slip that was looked at, as the bank has it. */
  slip?: Html;
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
export function reportPage(frame: Frame, { ticket, isRefundable, slip }: Found): PageParts {
  const { report, evidence } = ticket;
  const parts = partsOf(report, frame.say);
  const title = payloadTitle(evidence, frame.say) ?? frame.say(report.title);
  const isTyped = evidence.decoded.length === 0 && evidence.payloads.includes(report.id);
  const asked = isTyped ? report.id : '';
  const events = eventsOf(evidence, parts);
  const sides = sidesOf(evidence, parts);
  const body = html`${verdictOf(frame, { title, ticket, isRefundable }, parts)}
${slip}
${contradictionsOf(ticket, parts)}
${nextOf(frame, ticket, parts)}
${events.length === 0 ? undefined : html`<section class="card"><h2>${frame.say(reportWords.timeline)}</h2>${timelineOf(events, parts)}</section>`}
${
  sides &&
  html`<section class="card"><h2>${frame.say(reportWords.sides)}</h2>
${sides}</section>`
}
${askedOf(frame, ticket, parts)}
${recognisedOf(frame, ticket, parts)}`;
  return { title: `${frame.words.pages.report} ${title}`, path: '/search', body, asked };
}

interface Shown extends Omit<Found, 'slip'> {
  title: string;
}

function verdictOf(frame: Frame, { title, ticket, isRefundable }: Shown, { say }: Parts): Html {
  const { report } = ticket;
  const { verdict, undone } = report;
  const tone = undone ? 'wait' : (TONES[verdict.class] ?? 'bad');
  return html`<section class="card verdict ${tone}">
<p class="reference"><bdi>${title}</bdi></p>
<h1><span class="sign" aria-hidden="true">${undone ? BACK : SIGNS[tone]}</span> ${say(report.headline)}</h1>
<p class="sentence"><bdi>${say(verdict.sentence)}</bdi></p>
${isRefundable ? refundButton(frame, report.id) : undefined}
</section>`;
}

/** Asks for a page; nothing is sent yet. */
function refundButton({ words }: Frame, id: string): Html {
  return html`<form method="get" action="/refund"><input type="hidden" name="id" value="${id}"><button class="second">${words.refund}</button></form>`;
}

function contradictionsOf({ report }: Ticket, { say }: Parts): Html | undefined {
  const { contradictions } = report;
  if (contradictions.length === 0) return undefined;
  const items = contradictions.map(({ severity, message }) => {
    const tone = severity === 'conflict' ? 'bad' : 'wait';
    return html`<li>${badge(say(reportWords[severity]), tone)} <bdi>${say(message)}</bdi></li>
`;
  });
  return html`<section class="card"><h2>${say(reportWords.contradictions)}</h2><ul class="plain">${items}</ul></section>`;
}

/** What can be done on a page is a link or a field; only the rest is a command. */
function nextOf(frame: Frame, { report, evidence }: Ticket, { say }: Parts): Html {
  const isTyped = evidence.payloads.includes(report.id);
  const steps = report.next.flatMap((step) => stepOf(frame, step, isTyped ? report.id : ''));
  const list =
    steps.length === 0
      ? html`<p>${say(reportWords.nothingNext)}</p>`
      : html`<ol class="plain steps">${steps}</ol>`;
  return html`<section class="card"><h2>${say(reportWords.next)}</h2>${list}</section>`;
}

function stepOf(frame: Frame, { purpose, command, why }: Step, id: string): Html[] {
  const { words } = frame;
  switch (purpose) {
    case 'doctor':
      return [html`<li><a href="/health">${words.seeHealth}</a></li>`];
    case 'again':
    case 'untilFinal':
    case 'untilPaid':
      return id === ''
        ? []
        : [html`<li><a href="${href('/report', { id })}">${words.again}</a></li>`];
    case 'otherDay':
      return id === ''
        ? [html`<li>${words.otherReference}</li>`]
        : [html`<li>${dayForm(frame, id)}</li>`];
    case 'otherReference':
      return [html`<li>${words.otherReference}</li>`];
    case 'recover':
    case 'replay':
    case 'complain':
    case 'askWhereSent':
    case 'explain':
    case 'byTime':
      return [html`<li>${commandLine(frame, frame.say(why), command)}</li>`];
  }
}

function dayForm({ words }: Frame, id: string): Html {
  return html`<form class="line" action="/report" method="get"><input type="hidden" name="id" value="${id}">
<label>${words.paidOn} <input type="date" name="date" required></label> <button class="second">${words.searchDay}</button></form>`;
}

const LANES = [timeline.journal, timeline.confirmations, timeline.bank] as const;

/** Drawn: a line through time, a dot for each event in the colour and shape of its source. */
function timelineOf(events: readonly PageEvent[], { say }: Parts): Html {
  const items = events.map(
    ({ at, lane, what, amount, tone }) => html`<li class="lane${lane} ${tone}">
<time datetime="${new Date(at).toISOString()}">${say(dates.moment(at))}</time>
<span class="lane">${say(LANES[lane])}</span>
<span class="what"><bdi>${what}</bdi>${amount === undefined ? undefined : html` <strong class="number">${amount}</strong>`}</span></li>
`,
  );
  return html`<ol class="timeline">${items}</ol>`;
}

function askedOf({ words }: Frame, { report }: Ticket, parts: Parts): Html {
  const { say } = parts;
  const tones = {
    found: 'good',
    'not-found': 'quiet',
    'no-answer': 'bad',
    'not-asked': 'quiet',
  } as const;
  const rows = report.sources.map((one) => {
    const { source, asked, result, says } = one;
    const name = isLocal(source) ? sourceName(source) : inquiryName(one);
    return html`<tr><td>${say(name)}</td>
<td><bdi>${say(asked)}</bdi></td><td>${badge(say(inquiries[result]), tones[result])}</td><td><bdi>${say(says)}</bdi></td></tr>
`;
  });
  const head = html`<th scope="col">${say(reportWords.source)}</th><th scope="col">${say(reportWords.asked)}</th><th scope="col">${say(reportWords.result)}</th><th scope="col">${words.says}</th>`;
  return html`<details class="card"><summary>${words.asked} (${rows.length})</summary>${tableOf(words.asked, head, rows)}</details>`;
}

function recognisedOf({ words }: Frame, { report }: Ticket, { say }: Parts): Html {
  const rows = report.recognised.map(
    ({
      as,
      value,
      fit,
      why,
    }) => html`<tr><td>${wordIn(words.references, as)}</td><td><bdi>${value}</bdi></td><td>${say(reportWords[fit])}</td><td>${say(why)}</td></tr>
`,
  );
  const head = html`<th scope="col">${words.kind}</th><th scope="col">${words.reference}</th><th scope="col">${words.fit}</th><th scope="col">${words.why}</th>`;
  return html`<details class="card"><summary>${words.recognised} (${rows.length})</summary>${tableOf(words.recognised, head, rows)}</details>`;
}
