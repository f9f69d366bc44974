import type { ExitClass } from '../core/errors.js';
import { sha256 } from '../core/hash.js';
import type { Language, Say } from '../core/message.js';
import { dates } from '../messages/dates.js';
import { inquiries } from '../messages/inquiries.js';
import { endings } from '../messages/payments.js';
import { reportWords as words } from '../messages/report.js';
import { timeline } from '../messages/timeline.js';
import { type Html, html, pageText } from '../web/page.js';
import { amountIn, discreetly, idOf, isGiven } from './bundle.js';
import { type Evidence, paymentIn, type Source } from './evidence.js';
import { commandLine } from './next.js';
import type { Report } from './report.js';
import { eventsOf, type PageEvent } from './report-events.js';
import { inquiryName, type Parts, partsOf, payloadTitle } from './report-parts.js';
import { sidesOf } from './report-sides.js';
import { slipOf } from './report-slip.js';
import { isLocal, sourceName } from './statement.js';

/** One investigation, with what it was made of. */
export interface Ticket {
  report: Report;
  evidence: Evidence;
  /** SHA-256 of the picture that it was read from. */
  picture?: string;
}

export interface About {
  lang: Language;
  /** Words a text for a page. */
  say: Say;
  /** Milliseconds since the epoch. */
  now: number;
  /** Must not appear, wherever they might, and however spelled. */
  secrets: readonly string[];
}

/** A line of the file that has no ticket, and how looking it up ended. */
export type Failed = readonly [line: number, ended: ExitClass];

/** The page of --report: one ticket, or several behind an index. It needs no other file. */
export function reportPage(
  tickets: readonly Ticket[],
  about: About,
  failed: readonly Failed[] = [],
): string {
  const { lang, say, now } = about;
  const shown = tickets.map((ticket, index) => {
    return { ticket, parts: discreetParts(ticket, about), anchor: `ticket-${index + 1}` };
  });
  const isList = tickets.length > 1 || failed.length > 0;
  const index = isList ? indexOf(shown, failed, say) : undefined;
  const body = html`<main>
<h1>${say(words.title)}</h1>
<p class="faint">${say(words.made(dates.moment(now)))}</p>
${index}
${shown.map(ticketOf)}</main>`;
  return pageText({ lang, title: say(words.title), body });
}

function discreetParts({ evidence, report }: Ticket, { say, secrets }: About): Parts {
  return partsOf(report, say, discreetly(evidence, secrets, say));
}

interface Shown {
  ticket: Ticket;
  parts: Parts;
  anchor: string;
}

function indexOf(shown: readonly Shown[], failed: readonly Failed[], say: Say): Html {
  const rows = shown.map(({ ticket, parts, anchor }, index) => {
    const { amount, paidAt } = paymentIn(ticket.evidence);
    return html`<tr><td class="number">${index + 1}</td>
<td><a href="#${anchor}">${titleOf(ticket, parts)}</a></td><td class="${toneOf(ticket)}">${say(ticket.report.headline)}</td>
<td class="keep">${paidAt === undefined ? undefined : say(dates.moment(paidAt))}</td><td class="number">${amountIn(amount)}</td></tr>
`;
  });
  // What stands in such a line may name a person: only its place is shown.
  const missing = failed.map(
    ([
      line,
      ended,
    ]) => html`<tr><td></td><td>${say(words.line(line))}</td><td class="bad">${say(words.failed)}</td><td colspan="2">${say(endings[ended])}</td></tr>
`,
  );
  return html`<nav aria-label="${say(words.tickets)}"><h2>${say(words.tickets)}</h2>
<p>${summaryOf(shown, failed, say)}</p>
<table><thead><tr><th></th><th>${say(words.reference)}</th><th>${say(words.verdict)}</th><th>${say(words.time)}</th><th class="number">${say(words.amount)}</th></tr></thead>
<tbody>${rows}${missing}</tbody></table></nav>`;
}

/** `840 Paid · 160 Not found`, the most first. */
function summaryOf(shown: readonly Shown[], failed: readonly Failed[], say: Say): string {
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
function titleOf({ evidence }: Ticket, parts: Parts): string {
  const { say, clean } = parts;
  const payload = payloadTitle(evidence, say);
  if (payload) return clean(payload);
  return isGiven(evidence) ? clean(evidence.id) : say(words.payload);
}

/** What is not settled yet is neither good nor bad. */
const TONES: Readonly<Partial<Record<Report['verdict']['class'], string>>> = {
  SUCCESS: 'good',
  PENDING: 'open',
  NOT_FOUND: 'open',
};

function toneOf({ report }: Ticket): string {
  return report.undone ? 'open' : (TONES[report.verdict.class] ?? 'bad');
}

function ticketOf({ ticket, parts, anchor }: Shown): Html {
  const { report, evidence } = ticket;
  const { say, clean } = parts;
  const { sentence } = report.verdict;
  const events = eventsOf(evidence, parts);
  const sides = sidesOf(evidence, parts);
  return html`<section id="${anchor}" class="ticket">
<h2>${titleOf(ticket, parts)}</h2>
<article class="verdict ${toneOf(ticket)}"><h3>${say(report.headline)}</h3>
<p><bdi>${clean(sentence)}</bdi></p></article>
${slipOf(evidence, parts)}
${hashesOf(ticket, parts)}
${
  events.length === 0
    ? undefined
    : html`<h3>${say(words.timeline)}</h3>
${drawn(events, parts)}${listOf(events, parts)}`
}
${
  sides &&
  html`<h3>${say(words.sides)}</h3>
${sides}`
}
<h3>${say(words.contradictions)}</h3>
${contradictionsOf(report, parts)}
<h3>${say(words.next)}</h3>
${nextOf(report, evidence, parts)}
<h3>${say(words.inquiries)}</h3>
${askedOf(report, parts)}
</section>
`;
}

function hashesOf({ evidence, picture }: Ticket, { say }: Parts): Html {
  const payloads = isGiven(evidence) ? [] : evidence.payloads;
  const lines = payloads.map(
    (text) => html`<p class="faint">${say(words.payloadSum)} <code>${sha256(text)}</code></p>
`,
  );
  const left =
    picture === undefined
      ? undefined
      : html`<p class="faint">${say(words.picture)} <code>${picture}</code></p>
`;
  return html`${left}${lines}`;
}

const ROW = 26;
const LANES = [250, 470, 690];
const LANE_NAMES = [timeline.journal, timeline.confirmations, timeline.bank] as const;

/** A dot for each event in the column of its source, in order of time, numbered as in the table. */
function drawn(events: readonly PageEvent[], { say }: Parts): Html {
  const height = 40 + events.length * ROW;
  const y = (index: number) => 44 + index * ROW;
  const heads = LANE_NAMES.map(
    (name, lane) => html`<text x="${LANES[lane]}" y="16" text-anchor="middle">${say(name)}</text>
<line x1="${LANES[lane]}" y1="26" x2="${LANES[lane]}" y2="${height}" stroke="var(--line)"/>
`,
  );
  const path = events.map(({ lane }, index) => `${LANES[lane]},${y(index)}`).join(' ');
  const dots = events.map(({ at, lane, tone, amount, isNow }, index) => {
    const fill = isNow ? 'var(--page)' : `var(--${tone})`;
    return html`<text x="0" y="${y(index) + 4}">${say(dates.moment(at))}</text>
<circle cx="${LANES[lane]}" cy="${y(index)}" r="6" fill="${fill}" stroke="var(--${tone})" stroke-width="2"/>
<text x="${(LANES[lane] ?? 0) + 14}" y="${y(index) + 4}">${[index + 1, amount].filter(Boolean).join(' · ')}</text>
`;
  });
  return html`<figure class="wide" tabindex="0"><svg viewBox="0 0 800 ${height + 8}" role="img" aria-label="${say(words.drawn)}">
${heads}<polyline points="${path}" fill="none" stroke="var(--bar)" stroke-width="1.5"/>
${dots}</svg></figure>
`;
}

function listOf(events: readonly PageEvent[], { say }: Parts): Html {
  const rows = events.map(
    ({ at, lane, what, amount }, index) => html`<tr><td class="number">${index + 1}</td>
<td class="keep">${say(dates.moment(at))}</td><td class="keep">${say(LANE_NAMES[lane])}</td><td><bdi>${what}</bdi></td><td class="number">${amount}</td></tr>
`,
  );
  return html`<div class="wide" tabindex="0"><table><thead><tr><th></th><th>${say(words.time)}</th><th>${say(words.source)}</th><th>${say(words.what)}</th><th class="number">${say(words.amount)}</th></tr></thead>
<tbody>${rows}</tbody></table></div>`;
}

/** Every question and how it went; what the bank answered in words is not shown. */
function askedOf({ sources }: Report, parts: Parts): Html {
  const { clean, say } = parts;
  const rows = sources.map(
    (
      one,
    ) => html`<tr><td class="keep">${sourceNameOf(one, parts)}</td><td><bdi>${clean(one.asked)}</bdi></td>
<td class="keep">${say(inquiries[one.result])}</td><td class="keep">${idOf(one.code)}</td><td class="faint"><code>${one.requestUId}</code></td></tr>
`,
  );
  return html`<div class="wide" tabindex="0"><table><thead><tr><th>${say(words.source)}</th><th>${say(words.asked)}</th><th>${say(words.result)}</th><th>${say(words.code)}</th><th>${say(words.request)}</th></tr></thead>
<tbody>${rows}</tbody></table></div>`;
}

function sourceNameOf(asked: Source, { say }: Parts): Html {
  if (isLocal(asked.source)) return html`${say(sourceName(asked.source))}`;
  return html`${say(inquiryName(asked))} <code class="faint">${asked.source}</code>`;
}

function contradictionsOf({ contradictions }: Report, { say, clean }: Parts): Html {
  if (contradictions.length === 0) return html`<p>${say(words.noContradictions)}</p>`;
  const items = contradictions.map(
    ({
      severity,
      message,
    }) => html`<li><strong class="${severity === 'conflict' ? 'bad' : 'faint'}">${say(words[severity])}</strong>
<bdi>${clean(message)}</bdi></li>
`,
  );
  return html`<ul>${items}</ul>`;
}

/** The command as it can be pasted: a payload is not shown, and no command takes its hash. */
function commandFor(words: readonly string[], evidence: Evidence, { clean }: Parts): string {
  const hidden = isGiven(evidence) ? [] : [evidence.id, ...evidence.payloads];
  const shown = words.map((word) => (hidden.includes(word) ? 'SLIP' : clean(commandLine([word]))));
  return shown.join(' ');
}

function nextOf({ next }: Report, evidence: Evidence, parts: Parts): Html {
  const { say, clean } = parts;
  if (next.length === 0) return html`<p>${say(words.nothingNext)}</p>`;
  const items = next.map(
    ({
      words: command,
      why,
    }) => html`<li><code>${commandFor(command, evidence, parts)}</code><br><span class="faint">${clean(why)}</span></li>
`,
  );
  return html`<ol>${items}</ol>`;
}
