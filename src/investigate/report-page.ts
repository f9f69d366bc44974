import { sha256 } from '../core/hash.js';
import type { Language, Say } from '../core/message.js';
import { dates } from '../messages/dates.js';
import { inquiries } from '../messages/inquiries.js';
import { labels } from '../messages/labels.js';
import { reportWords as words } from '../messages/report.js';
import { timeline } from '../messages/timeline.js';
import { type Html, html } from '../web/html.js';
import { reportDocument } from '../web/report.js';
import { htmlTable, type TableColumn } from '../web/table.js';
import type { Evidence, EvidenceSource } from './evidence.js';
import { isTypedReference, plainId, redactingSay } from './redaction.js';
import type { Report } from './report.js';
import { listEvents, type PageEvent } from './report-events.js';
import { indexSection, type ShownTicket, ticketTitle, verdictTone } from './report-index.js';
import { sidesTable } from './report-sides.js';
import { slipSection } from './report-slip.js';
import { inquiryName, type TicketWording, ticketWording } from './report-wording.js';
import { isLocal, sourceName } from './statement.js';
import type { FailedTicket, Ticket } from './ticket.js';

export interface PageContext {
  lang: Language;
  /** Words a text for a page. */
  say: Say;
  /** Milliseconds since the epoch. */
  now: number;
  /** Must not appear, wherever they might, and however spelled. */
  secrets: readonly string[];
}

/** The page of --report: one ticket, or several behind an index. It needs no other file. */
export function reportPage(
  tickets: readonly Ticket[],
  about: PageContext,
  failed: readonly FailedTicket[] = [],
): string {
  const { lang, say, now } = about;
  const shown = tickets.map((ticket, index) => {
    return { ticket, parts: discreetParts(ticket, about), anchor: `ticket-${index + 1}` };
  });
  const isList = tickets.length > 1 || failed.length > 0;
  const index = isList ? indexSection(shown, failed, say) : undefined;
  const body = html`${index}
${shown.map(ticketSection)}`;
  const made = words.made(dates.moment(now));
  return reportDocument({ lang, title: words.title, made, body }, say);
}

function discreetParts({ evidence, report }: Ticket, { say, secrets }: PageContext): TicketWording {
  return ticketWording(report, say, redactingSay(evidence, secrets, say));
}

function ticketSection({ ticket, parts, anchor }: ShownTicket): Html {
  const { report, evidence } = ticket;
  const { clean } = parts;
  const { sentence } = report.verdict;
  const events = listEvents(evidence, parts);
  const sides = sidesTable(evidence, parts);
  return html`<section id="${anchor}" class="ticket">
<h2>${ticketTitle(ticket, parts)}</h2>
<article class="verdict ${verdictTone(ticket)}"><h3>${report.headline}</h3>
<p><bdi>${clean(sentence)}</bdi></p></article>
${slipSection(evidence, parts)}
${hashes(ticket)}
${
  events.length === 0
    ? undefined
    : html`<h3>${words.timeline}</h3>
${timelineDrawing(events)}${timelineTable(events)}`
}
${
  sides &&
  html`<h3>${words.sides}</h3>
${sides}`
}
<h3>${words.contradictions}</h3>
${contradictionsSection(report, parts)}
<h3>${words.next}</h3>
${nextSteps(report, evidence, parts)}
<h3>${words.inquiries}</h3>
${inquiryTable(report, parts)}
</section>
`;
}

function hashes({ evidence, picture }: Ticket): Html {
  const payloads = isTypedReference(evidence) ? [] : evidence.payloads;
  const lines = payloads.map(
    (text) => html`<p class="faint">${words.payloadSum} <code>${sha256(text)}</code></p>
`,
  );
  const left =
    picture === undefined
      ? undefined
      : html`<p class="faint">${words.picture} <code>${picture}</code></p>
`;
  return html`${left}${lines}`;
}

const ROW = 26;
const LANES = [250, 470, 690];
const LANE_NAMES = [timeline.journal, timeline.confirmations, timeline.bank] as const;

/** A dot for each event in the column of its source, in order of time, numbered as in the table. */
function timelineDrawing(events: readonly PageEvent[]): Html {
  const height = 40 + events.length * ROW;
  const y = (index: number) => 44 + index * ROW;
  const heads = LANE_NAMES.map(
    (name, lane) => html`<text x="${LANES[lane]}" y="16" text-anchor="middle">${name}</text>
<line x1="${LANES[lane]}" y1="26" x2="${LANES[lane]}" y2="${height}" stroke="var(--line)"/>
`,
  );
  const path = events.map(({ lane }, index) => `${LANES[lane]},${y(index)}`).join(' ');
  const dots = events.map(({ at, lane, tone, amount, isNow }, index) => {
    const fill = isNow ? 'var(--page)' : `var(--${tone})`;
    return html`<text x="0" y="${y(index) + 4}">${dates.moment(at)}</text>
<circle cx="${LANES[lane]}" cy="${y(index)}" r="6" fill="${fill}" stroke="var(--${tone})" stroke-width="2"/>
<text x="${(LANES[lane] ?? 0) + 14}" y="${y(index) + 4}">${[index + 1, amount].filter(Boolean).join(' · ')}</text>
`;
  });
  return html`<figure class="scroll" tabindex="0"><svg viewBox="0 0 800 ${height + 8}" role="img" aria-label="${words.drawn}">
${heads}<polyline points="${path}" fill="none" stroke="var(--bar)" stroke-width="1.5"/>
${dots}</svg></figure>
`;
}

const LIST: readonly TableColumn<PageEvent>[] = [
  { look: 'number', cell: (_, index) => index + 1 },
  { name: labels.time, look: 'keep', cell: ({ at }) => dates.moment(at) },
  { name: words.source, look: 'keep', cell: ({ lane }) => LANE_NAMES[lane] },
  { name: labels.what, cell: ({ what }) => html`<bdi>${what}</bdi>` },
  { name: labels.amount, look: 'number', cell: ({ amount }) => amount },
];

function timelineTable(events: readonly PageEvent[]): Html {
  return htmlTable({ label: words.timeline, columns: LIST, rows: events });
}

/** Every question and how it went; what the bank answered in words is not shown. */
function inquiryTable({ sources }: Report, { clean }: TicketWording): Html {
  const columns: readonly TableColumn<EvidenceSource>[] = [
    { name: words.source, look: 'keep', cell: sourceCell },
    { name: words.asked, cell: ({ asked }) => html`<bdi>${clean(asked)}</bdi>` },
    { name: words.result, look: 'keep', cell: ({ result }) => inquiries[result] },
    { name: labels.code, look: 'keep', cell: ({ code }) => plainId(code) },
    {
      name: words.request,
      cell: ({ requestUId }) => html`<code class="faint">${requestUId}</code>`,
    },
  ];
  return htmlTable({ label: words.inquiries, columns, rows: sources });
}

function sourceCell(asked: EvidenceSource): Html {
  if (isLocal(asked.source)) return html`${sourceName(asked.source)}`;
  return html`${inquiryName(asked)} <code class="faint">${asked.source}</code>`;
}

function contradictionsSection({ contradictions }: Report, { clean }: TicketWording): Html {
  if (contradictions.length === 0) return html`<p>${words.noContradictions}</p>`;
  const items = contradictions.map(
    ({
      severity,
      message,
    }) => html`<li><strong class="${severity === 'conflict' ? 'bad' : 'faint'}">${words[severity]}</strong>
<bdi>${clean(message)}</bdi></li>
`,
  );
  return html`<ul>${items}</ul>`;
}

/** Commands as they can be pasted: a payload is not shown, and no command takes its hash. */
function nextSteps({ next }: Report, evidence: Evidence, { clean }: TicketWording): Html {
  if (next.length === 0) return html`<p>${words.nothingNext}</p>`;
  const payloads = isTypedReference(evidence) ? [] : [evidence.id, ...evidence.payloads];
  const shown = (word: string) => (payloads.includes(word) ? 'SLIP' : word);
  const items = next.map(
    ({
      command,
      why,
    }) => html`<li><code>${clean(command.mapTexts(shown))}</code><br><span class="faint">${clean(why)}</span></li>
`,
  );
  return html`<ol>${items}</ol>`;
}
