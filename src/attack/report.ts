import type { Language, Say } from '../core/message.js';
import { shellWord } from '../core/text.js';
import { attack, attackReport as words } from '../messages/attack.js';
import { dates } from '../messages/dates.js';
import { labels } from '../messages/labels.js';
import { type Html, html } from '../web/html.js';
import { reportDocument } from '../web/report.js';
import { factList, htmlTable, type TableColumn } from '../web/table.js';
import type { AttackResult, ScenarioResult } from './attack.js';
import { findingMeaning } from './event-words.js';
import type { Finding } from './finding.js';
import { sequenceDiagram } from './sequence.js';
import { countOrders, unclearWarnings } from './unjudged.js';

/** What the page is about. */
interface About {
  lang: Language;
  say: Say;
  /** Milliseconds since the epoch. */
  now: number;
}

/** The page of --report: each finding with its history, drawn as who said what to whom. */
export function attackPage(result: AttackResult, { lang, say, now }: About): string {
  const { scenarios, findings, seed } = result;
  const rows = scenarios.map((scenario) => ({
    ...scenario,
    found: findings.filter((finding) => finding.scenario === scenario.name).length,
  }));
  const shown =
    findings.length === 0
      ? html`<p class="good">${attack.nothingFound(countOrders(result).judged, scenarios.length)}</p>`
      : html`<h2>${words.findings}</h2>${findings.map((finding) => findingPart(finding, say))}`;
  const body = html`<h2>${words.scenarios}</h2>
${htmlTable({ label: words.scenarios, columns: SCENARIO_COLUMNS, rows })}
${unclearWarnings(result).map((why) => html`<p>${why}</p>`)}
${shown}`;
  return reportDocument(
    { lang, title: words.title, made: words.made(dates.moment(now), seed), body },
    say,
  );
}

const SCENARIO_COLUMNS: readonly TableColumn<ScenarioResult & { found: number }>[] = [
  { name: words.scenario, isHead: true, cell: ({ name }) => name },
  { name: words.histories, look: 'number', cell: ({ histories }) => histories },
  { name: labels.orders, look: 'number', cell: ({ orders }) => orders },
  {
    name: words.findings,
    look: 'number',
    cell: ({ found }) => (found > 0 ? html`<span class="bad">${found}</span>` : found),
  },
];

function findingPart(finding: Finding, say: Say): Html {
  const { id, scenario, seed, reference, bank, application, isShortest } = finding;
  const facts = [
    [words.scenario, scenario],
    [words.order, reference],
    [words.bank, html`${words[bank.state]} ${bank.amount}`],
    [words.application, `${application.state ?? '-'} ${application.amount ?? ''}`],
    [words.seed, seed],
    [words.again, html`<code>payctl attack --seed ${seed} --only ${shellWord(id)}</code>`],
  ] as const;
  return html`<article><h3 class="bad">${finding.class}</h3>
<p>${findingMeaning(finding)}</p>
${factList(facts)}
<h3>${words.sequence}</h3>
<figure>${sequenceDiagram(finding.events, say)}</figure>
<p class="faint">${isShortest ? words.shortest : words.notShortest}</p></article>
`;
}
