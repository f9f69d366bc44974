import { sha256 } from '../core/hash.js';
import { bangkokDateTime } from '../core/time.js';
import { type Html, html, pageText } from '../web/page.js';
import { discreetly, idOf, isGiven } from './discreet.js';
import type { Evidence } from './evidence.js';
import type { Language } from './phrases.js';
import type { Report } from './report.js';
import { eventsOf, type PageEvent } from './report-events.js';
import { sidesOf } from './report-sides.js';
import { type Parts, WORDS, type Words } from './report-words.js';

/** One investigation, with what it was made of. */
export interface Ticket {
  report: Report;
  evidence: Evidence;
  /** SHA-256 of the picture that it was read from. */
  picture?: string;
}

export interface About {
  lang: Language;
  /** Milliseconds since the epoch. */
  now: number;
  /** Must not appear, wherever they might, and however spelled. */
  secrets: readonly string[];
}

/** The page of --report: one ticket, or several behind an index. It needs no other file. */
export function reportPage(tickets: readonly Ticket[], about: About): string {
  const { lang, now } = about;
  const words = WORDS[lang];
  const year = (text: string) => (lang === 'th' ? buddhist(text) : text);
  const moment = (at: number) => year(bangkokDateTime(at));
  const shown = tickets.map((ticket, index) => {
    const clean = discreetly(ticket.evidence, about.secrets);
    const parts = { words, moment, clean: (text: string) => year(clean(text)) };
    return { ticket, parts, anchor: `ticket-${index + 1}` };
  });
  const index = tickets.length > 1 ? indexOf(shown, words) : undefined;
  const body = html`<h1>${words.title}</h1>
<p class="faint">${words.made} ${moment(now)}</p>
${index}
${shown.map(({ ticket, parts, anchor }) => ticketOf(ticket, parts, anchor))}`;
  return pageText({ lang, title: words.title, body });
}

/** `2569-01-31` of `2026-01-31`, wherever a day stands. */
function buddhist(text: string): string {
  return text.replace(/(?<![0-9A-Za-z])(20[0-9]{2})(?=-[0-9]{2}-[0-9]{2}(?![0-9]))/g, (year) =>
    String(Number(year) + 543),
  );
}

interface Shown {
  ticket: Ticket;
  parts: Parts;
  anchor: string;
}

function indexOf(shown: readonly Shown[], words: Words): Html {
  const rows = shown.map(
    ({ ticket, parts, anchor }, index) => html`<tr><td class="number">${index + 1}</td>
<td><a href="#${anchor}">${titleOf(ticket, parts)}</a></td><td>${headline(ticket, words)}</td></tr>
`,
  );
  return html`<nav><h2>${words.tickets}</h2><table><tbody>${rows}</tbody></table></nav>`;
}

function headline({ report }: Ticket, { verdicts }: Words): string {
  return verdicts[report.verdict.class] ?? verdicts.other;
}

/** A payload may name a person, and so may the name of a file. */
function titleOf({ evidence }: Ticket, { words, clean }: Parts): string {
  const [payload] = evidence.decoded;
  if (payload) return `${words.payloadIs}: ${payload.kind}`;
  return isGiven(evidence) ? clean(evidence.id) : words.payloadIs;
}

const TONES: Readonly<Partial<Record<Report['verdict']['class'], string>>> = { SUCCESS: 'good' };

function ticketOf(ticket: Ticket, parts: Parts, anchor: string): Html {
  const { report, evidence } = ticket;
  const { words, clean } = parts;
  const { class: ended, exit, sentence } = report.verdict;
  const events = eventsOf(evidence, parts);
  return html`<section id="${anchor}">
<h2>${titleOf(ticket, parts)}</h2>
<article><h3 class="${TONES[ended] ?? 'bad'}">${headline(ticket, words)}</h3>
<p lang="en"><bdi>${clean(sentence)}</bdi></p><p class="faint">${ended}, ${words.exit} ${exit}</p></article>
${hashesOf(ticket, parts)}
<h3>${words.timeline}</h3>
${drawn(events, parts)}
${listOf(events, parts)}
<h3>${words.sides}</h3>
${sidesOf(evidence, parts)}
${askedOf(report, parts)}
<h3>${words.contradictions}</h3>
${contradictionsOf(report, parts)}
<h3>${words.next}</h3>
${nextOf(report, parts)}
</section>
`;
}

function hashesOf({ evidence, picture }: Ticket, { words }: Parts): Html {
  const payloads = isGiven(evidence) ? [] : evidence.payloads;
  const lines = payloads.map(
    (text) => html`<p class="faint">${words.payload} <code>${sha256(text)}</code></p>
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
const LANES = [250, 440, 630];

/** A dot for each event in the column of its source, in order of time, numbered as in the table. */
function drawn(events: readonly PageEvent[], { words, moment }: Parts): Html {
  if (events.length === 0) return html``;
  const height = 40 + events.length * ROW;
  const y = (index: number) => 44 + index * ROW;
  const heads = words.lanes.map(
    (name, lane) => html`<text x="${LANES[lane]}" y="16" text-anchor="middle">${name}</text>
<line x1="${LANES[lane]}" y1="26" x2="${LANES[lane]}" y2="${height}" stroke="var(--line)"/>
`,
  );
  const path = events.map(({ lane }, index) => `${LANES[lane]},${y(index)}`).join(' ');
  const dots = events.map(
    ({ at, lane, tone }, index) => html`<text x="0" y="${y(index) + 4}">${moment(at)}</text>
<circle cx="${LANES[lane]}" cy="${y(index)}" r="6" fill="var(--${tone})"/>
<text x="${(LANES[lane] ?? 0) + 12}" y="${y(index) + 4}">${index + 1}</text>
`,
  );
  return html`<figure><svg viewBox="0 0 720 ${height + 8}" role="img" aria-label="${words.drawn}">
${heads}<polyline points="${path}" fill="none" stroke="var(--bar)" stroke-width="1.5"/>
${dots}</svg></figure>`;
}

function listOf(events: readonly PageEvent[], { words, moment }: Parts): Html {
  const rows = events.map(
    ({ at, lane, what, amount }, index) => html`<tr><td class="number">${index + 1}</td>
<td>${moment(at)}</td><td>${words.lanes[lane]}</td><td><bdi>${what}</bdi></td><td class="number">${amount}</td></tr>
`,
  );
  return html`<table><thead><tr><th></th><th>${words.time}</th><th>${words.source}</th><th>${words.what}</th><th class="number">${words.amount}</th></tr></thead>
<tbody>${rows}</tbody></table>`;
}

/** Every question and how it went; what the bank answered in words is not shown. */
function askedOf({ sources }: Report, { words, clean }: Parts): Html {
  const rows = sources.map(
    (
      one,
    ) => html`<tr><td><code>${one.source}</code></td><td><bdi lang="en">${clean(one.asked)}</bdi></td>
<td>${words.results[one.result]}</td><td>${idOf(one.code)}</td><td class="faint"><code>${one.requestUId}</code></td></tr>
`,
  );
  return html`<table><thead><tr><th>${words.source}</th><th>${words.asked}</th><th>${words.result}</th><th>${words.code}</th><th>${words.request}</th></tr></thead>
<tbody>${rows}</tbody></table>`;
}

function contradictionsOf({ contradictions }: Report, { words, clean }: Parts): Html {
  if (contradictions.length === 0) return html`<p>${words.noContradictions}</p>`;
  const items = contradictions.map(
    ({
      severity,
      rule,
      message,
    }) => html`<li><strong class="${severity === 'conflict' ? 'bad' : 'faint'}">${words.severity[severity]}</strong>
<code>${rule}</code> <bdi lang="en">${clean(message)}</bdi></li>
`,
  );
  return html`<ul>${items}</ul>`;
}

function nextOf({ next }: Report, { words, clean }: Parts): Html {
  if (next.length === 0) return html`<p>${words.nothingNext}</p>`;
  const items = next.map(
    ({
      command,
      why,
    }) => html`<li><code>${clean(command)}</code><br><span class="faint" lang="en">${clean(why)}</span></li>
`,
  );
  return html`<ol>${items}</ol>`;
}
