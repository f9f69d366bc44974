import { PHRASES } from '../../investigate/phrases.js';
import { eventsOf, type PageEvent } from '../../investigate/report-events.js';
import type { Ticket } from '../../investigate/report-page.js';
import { sidesOf } from '../../investigate/report-sides.js';
import { type Parts, WORDS } from '../../investigate/report-words.js';
import { type Html, html } from '../../web/page.js';
import { badge, type Frame, type PageParts, type Tone, tableOf } from '../layout.js';

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
  REJECTED: 'wait',
};

const SIGNS: Readonly<Record<Tone, string>> = { good: '✓', wait: '…', bad: '!', quiet: '?' };
/** It was found out, and nothing is waited for. */
const SETTLED = '×';

/** The verdict first, then what to do, then why. */
export function reportPage(frame: Frame, { ticket, isRefundable, slip }: Found): PageParts {
  const { words } = frame;
  const { report, evidence } = ticket;
  const { moment, days } = frame;
  const { state } = PHRASES[frame.lang];
  const parts: Parts = { words: WORDS[frame.lang], moment, state, clean: days };
  const events = eventsOf(evidence, parts);
  const body = html`${verdictOf(frame, ticket, isRefundable)}
${slip}
${contradictionsOf(ticket, parts)}
${nextOf(ticket, parts)}
${events.length === 0 ? undefined : html`<section class="card"><h2>${parts.words.timeline}</h2>${timelineOf(events, parts)}</section>`}
<section class="card"><h2>${parts.words.sides}</h2>
${sidesOf(evidence, parts)}</section>
${askedOf(frame, ticket, parts)}
${recognisedOf(frame, ticket)}`;
  return { title: `${words.pages.report} ${report.title}`, path: '/search', body };
}

function verdictOf(frame: Frame, { report }: Ticket, isRefundable: boolean): Html {
  const { words } = frame;
  const { verdicts } = WORDS[frame.lang];
  const { class: ended, exit, sentence } = report.verdict;
  const tone = TONES[ended] ?? 'bad';
  return html`<section class="card verdict ${tone}">
<p class="reference"><bdi>${report.title}</bdi></p>
<h1><span class="sign" aria-hidden="true">${ended === 'REJECTED' ? SETTLED : SIGNS[tone]}</span> ${verdicts[ended] ?? verdicts.other}</h1>
<p class="sentence"><bdi>${sentence}</bdi></p>
<p class="faint">${ended}, ${words.exit} ${exit}</p>
${isRefundable ? refundButton(frame, report.id) : undefined}
</section>`;
}

/** Asks for a page; nothing is sent yet. */
function refundButton({ words }: Frame, id: string): Html {
  return html`<form method="get" action="/refund"><input type="hidden" name="id" value="${id}"><button class="second">${words.refund}</button></form>`;
}

function contradictionsOf({ report }: Ticket, { words, clean }: Parts): Html | undefined {
  const { contradictions } = report;
  if (contradictions.length === 0) return undefined;
  const items = contradictions.map(({ severity, message }) => {
    const tone = severity === 'conflict' ? 'bad' : 'wait';
    return html`<li>${badge(words.severity[severity], tone)} <bdi>${clean(message)}</bdi></li>
`;
  });
  return html`<section class="card"><h2>${words.contradictions}</h2><ul class="plain">${items}</ul></section>`;
}

function nextOf({ report }: Ticket, { words, clean }: Parts): Html {
  const items = report.next.map(
    ({ command, why }) => html`<li><code>${command}</code>
<span class="faint">${clean(why)}</span></li>
`,
  );
  const list =
    items.length === 0 ? html`<p>${words.nothingNext}</p>` : html`<ol class="plain">${items}</ol>`;
  return html`<section class="card"><h2>${words.next}</h2>${list}</section>`;
}

/** Drawn: a line through time, a dot for each event in the colour and shape of its source. */
function timelineOf(events: readonly PageEvent[], { words, moment }: Parts): Html {
  const items = events.map(
    ({ at, lane, what, amount, tone }) => html`<li class="lane${lane} ${tone}">
<time datetime="${new Date(at).toISOString()}">${moment(at)}</time>
<span class="lane">${words.lanes[lane]}</span>
<span class="what"><bdi>${what}</bdi>${amount === undefined ? undefined : html` <strong class="number">${amount}</strong>`}</span></li>
`,
  );
  return html`<ol class="timeline">${items}</ol>`;
}

function askedOf({ words }: Frame, { report }: Ticket, parts: Parts): Html {
  const { results } = parts.words;
  const tones = {
    found: 'good',
    'not-found': 'quiet',
    'no-answer': 'bad',
    'not-asked': 'quiet',
  } as const;
  const rows = report.sources.map(
    ({ source, asked, result, says }) => html`<tr><td><code>${source}</code></td>
<td><bdi lang="en">${asked}</bdi></td><td>${badge(results[result], tones[result])}</td><td><bdi lang="en">${says}</bdi></td></tr>
`,
  );
  const head = html`<th scope="col">${parts.words.source}</th><th scope="col">${parts.words.asked}</th><th scope="col">${parts.words.result}</th><th scope="col">${words.says}</th>`;
  return html`<details class="card"><summary>${words.asked} (${rows.length})</summary>${tableOf(words.asked, head, rows)}</details>`;
}

function recognisedOf({ words }: Frame, { report }: Ticket): Html {
  const rows = report.recognised.map(
    ({
      as,
      value,
      fit,
      why,
    }) => html`<tr><td><code>${as}</code></td><td><bdi>${value}</bdi></td><td lang="en">${fit}</td><td lang="en">${why}</td></tr>
`,
  );
  const head = html`<th scope="col">${words.kind}</th><th scope="col">${words.reference}</th><th scope="col">${words.state}</th><th scope="col">${words.why}</th>`;
  return html`<details class="card"><summary>${words.recognised} (${rows.length})</summary>${tableOf(words.recognised, head, rows)}</details>`;
}
