import { exitClassOf } from '../../core/errors.js';
import {
  at,
  isJsonObject,
  type Json,
  type JsonObject,
  stringifyJson,
  textOf,
} from '../../core/json.js';
import { endings } from '../../messages/payments.js';
import { type Html, html } from '../../web/page.js';
import type { Ran } from '../commands.js';
import { badge, type Frame, failureOf, type PageParts, sayingOf, tableOf } from '../layout.js';
import { amountText, commandOf, href, momentOf, recordsOf, textIn, wordIn } from '../show.js';
import { TONES } from './journal.js';

/** What was sent under one reference, and how it ended; how it is kept, for those who want it. */
export function chargePage(frame: Frame, reference: string, ran: Ran): PageParts {
  const { words } = frame;
  const body = html`<h1><bdi>${reference}</bdi></h1>
${ran.problem && failureOf(frame, ran.problem)}
${recordsOf(ran.data).map((charge) => chargeCard(frame, charge))}
<p class="actions"><a href="${href('/report', { id: reference })}">${words.investigate}</a></p>`;
  return { title: `${words.pages.journal} ${reference}`, path: '/journal', body };
}

function chargeCard(frame: Frame, charge: JsonObject): Html {
  const { words } = frame;
  const state = textIn(charge, 'state');
  const facts = factsOf(frame, charge).flatMap(([name, value]) =>
    value === undefined || value === false || value === ''
      ? []
      : html`<dt>${name}</dt><dd><bdi>${value}</bdi></dd>
`,
  );
  return html`<section class="card"><h2><code>${commandOf(textIn(charge, 'operation'))}</code> ${badge(wordIn(words.charges, state), TONES[state] ?? 'bad')}</h2>
<dl>${facts}</dl>
${linesOf(frame, recordsOf(charge.lines))}</section>
`;
}

type Fact = readonly [name: string, value: Html | string | false | undefined];

function factsOf(frame: Frame, charge: JsonObject): Fact[] {
  const { words } = frame;
  const text = (name: string) => textIn(charge, name);
  const [last] = recordsOf(charge.lines)
    .filter((line) => isJsonObject(line.outcome))
    .slice(-1);
  const outcome = last?.outcome ?? null;
  const ended = exitClassOf(text('class'));
  const attempts = text('attempts');
  return [
    [words.amount, text('amount') && `${amountText(text('amount'))} THB`],
    [words.outcome, ended && ended !== 'SUCCESS' && frame.say(endings[ended])],
    [words.answer, answerOf(frame, outcome)],
    [words.code, textOf(at(outcome, 'code') ?? null)],
    [words.sentAt, momentOf(frame, text('startedAt'))],
    [words.endedAt, momentOf(frame, text('endedAt'))],
    [words.request, text('requestUId')],
    [words.attempts, attempts === '1' ? '' : attempts],
    [words.profile, text('profile')],
    [words.machine, text('machine')],
  ];
}

/** What the bank said, in its words; where it said nothing, why. */
function answerOf(frame: Frame, outcome: Json): Html | undefined {
  const words = textOf(at(outcome, 'status.description') ?? null);
  if (words) return html`<bdi class="theirs">${words}</bdi>`;
  const message = textOf(at(outcome, 'message') ?? null);
  return message ? sayingOf(frame, message) : undefined;
}

function linesOf(frame: Frame, lines: readonly JsonObject[]): Html {
  const { words } = frame;
  const rows = lines.map(
    (
      line,
    ) => html`<tr><td class="keep">${momentOf(frame, textIn(line, 'at'))}</td><td>${wordIn(words.lineTypes, textIn(line, 'type'))}</td><td><code class="theirs">${rest(line)}</code></td></tr>
`,
  );
  const head = html`<th scope="col">${words.time}</th><th scope="col">${words.what}</th><th scope="col">${words.raw}</th>`;
  return html`<details><summary>${words.raw} (${rows.length})</summary>${tableOf(words.raw, head, rows)}</details>`;
}

/** What stands in columns of its own is left out. */
function rest(line: JsonObject): string {
  const more = Object.entries(line).filter(([name]) => name !== 'at' && name !== 'type');
  return stringifyJson(Object.fromEntries(more));
}
