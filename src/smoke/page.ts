import { basename } from 'node:path';
import { isHidden } from '../bank/privacy.js';
import type { Language, Message, Say, Text } from '../core/message.js';
import { bangkokDateTime, thaiDates } from '../core/time.js';
import { smokeFacts } from '../messages/smoke-facts.js';
import { smokeReport as words } from '../messages/smoke-report.js';
import { type Html, html, pageText } from '../web/page.js';
import type { Difference } from './compare.js';
import type { Failure } from './expect.js';
import { type Counts, countsOf } from './report.js';
import type { PlanResult, StepResult } from './run.js';

/** What the page is about. */
export interface About {
  lang: Language;
  say: Say;
  /** Milliseconds since the epoch. */
  now: number;
  /** Names of the profiles, in the order in which the plans ran on them. */
  banks: readonly string[];
  /** Where the banks differ, if there are two. */
  compared?: { differences: readonly Difference[]; known: number };
}

/** The page of --report. Of what the bank said it has codes, states, amounts and days, and no words. */
export function smokePage(plans: readonly PlanResult[], about: About): string {
  const { lang, say, compared } = about;
  const body = html`<h1>${say(words.title)}</h1>
<p class="faint">${say(madeOf(about))}</p>
${indexOf(plans, say)}
${compared && differencesOf(compared, say)}
${plans.map((result, index) => planOf(result, anchorOf(index), say))}`;
  return pageText({ lang, title: say(words.title), body });
}

function madeOf({ lang, now, banks: [bank = '', other] }: About): Message {
  const made = bangkokDateTime(now);
  const at = lang === 'th' ? thaiDates(made) : made;
  return other === undefined ? words.made(at, bank) : words.madeOfTwo({ at, bank, other });
}

const OUTCOMES = ['passed', 'failed', 'skipped'] as const;
const TONES: Readonly<Record<StepResult['outcome'], string>> = {
  passed: 'good',
  failed: 'bad',
  skipped: 'faint',
};

function anchorOf(index: number): string {
  return `plan-${index + 1}`;
}

function indexOf(plans: readonly PlanResult[], say: Say): Html {
  const cells = (counts: Counts) =>
    OUTCOMES.map(
      (outcome) =>
        html`<td class="number ${counts[outcome] > 0 ? TONES[outcome] : ''}">${counts[outcome]}</td>`,
    );
  const rows = plans.map(
    (
      result,
      index,
    ) => html`<tr><td><a href="#${anchorOf(index)}">${result.plan.name}</a></td>${cells(countsOf([result]))}</tr>
`,
  );
  const heads = OUTCOMES.map((outcome) => html`<th class="number">${say(words[outcome])}</th>`);
  return html`<nav><h2>${say(words.plans)}</h2>
<table><thead><tr><th>${say(words.plan)}</th>${heads}</tr></thead>
<tbody>${rows}<tr class="sum"><th></th>${cells(countsOf(plans))}</tr></tbody></table></nav>`;
}

function planOf({ plan, steps }: PlanResult, anchor: string, say: Say): Html {
  const failed = steps.filter(({ outcome }) => outcome === 'failed');
  return html`<section id="${anchor}"><h2>${plan.name}</h2>
<p class="faint">${say(words.file(basename(plan.file)))}</p>
<table><thead><tr><th class="number">${say(words.step)}</th><th>${say(words.call)}</th><th>${say(words.outcome)}</th>
<th>${say(words.exit)}</th><th>${say(words.code)}</th><th>${say(words.state)}</th><th class="number">ms</th></tr></thead>
<tbody>${steps.map((result) => rowOf(result, say))}</tbody></table>
${failed.map((result) => failedOf(result, say))}</section>
`;
}

function rowOf({ step, outcome, seen }: StepResult, say: Say): Html {
  return html`<tr><td class="number">${step.n}</td><td>${wordsOf(step)}</td>
<td class="${TONES[outcome]}">${say(words[outcome])}</td>
<td>${seen && `${seen.exit} ${seen.class}`}</td><td>${shown(seen?.code)}</td><td>${shown(seen?.state)}</td>
<td class="number">${seen?.ms}</td></tr>
`;
}

function failedOf({ step, seen, failures }: StepResult, say: Say): Html {
  const facts = failures.map((failure) => {
    const { what, path, expected, seen: found } = failure;
    const isOpen = path === undefined || !namesIn(path).some(isHidden);
    const value = (text: Text | undefined): Text => {
      if (text === undefined) return words.none;
      return isOurs(failure) ? text : isOpen ? shown(say(text)) : LEFT_OUT;
    };
    const wanted = what === 'save' ? (path ?? '') : value(expected);
    return html`<dt>${say(smokeFacts[what])} ${path && html`<code>${path}</code>`}</dt>
<dd>${say(words.unlike(wanted, value(found)))}</dd>`;
  });
  const uid =
    seen?.requestUId && html`<dt>${say(words.request)}</dt><dd>${shown(seen.requestUId)}</dd>`;
  return html`<article><h3>${step.n} ${wordsOf(step)} <span class="bad">${say(words.failed)}</span></h3>
<dl>${facts}<dt>${say(words.line)}</dt><dd>${step.line}</dd>${uid}</dl></article>
`;
}

function differencesOf({ differences, known }: NonNullable<About['compared']>, say: Say): Html {
  const rows = differences.map(
    ({
      plan,
      n,
      call,
      what,
      field,
      first,
      second,
    }) => html`<tr><td>${plan}</td><td class="number">${n}</td>
<td>${wordsOf({ call, isSandbox: false })}</td><td>${say(smokeFacts[what])}</td>
<td>${field === null ? '' : nameOf(field)}</td><td>${first === null ? say(words.none) : shown(first)}</td>
<td>${second === null ? say(words.none) : shown(second)}</td></tr>
`,
  );
  const heads = [words.plan, words.step, words.call, words.what, words.field];
  const all = [...heads, words.first, words.second];
  const table = html`<table><thead><tr>${all.map((head) => html`<th>${say(head)}</th>`)}</tr></thead>
<tbody>${rows}</tbody></table>`;
  return html`<h2>${say(words.differences)}</h2>
${rows.length > 0 ? table : html`<p class="good">${say(words.noDifference)}</p>`}
${known > 0 ? html`<p class="faint">${say(words.known(known))}</p>` : ''}`;
}

/** Exits and durations are not the bank's. */
function isOurs({ what }: Failure): boolean {
  return what === 'exit' || what === 'within';
}

const LEFT_OUT = '[…]';

/** Ids, payloads and accounts may stand in a call; its words, methods and variables tell nothing of anybody. */
const CALL_WORD = /^(?:[a-z][a-z-]*(?:\.[A-Za-z]+\d?)?|GET|POST|\$\{[^{}]*\})$/;

function wordsOf({ call, isSandbox }: { call: string; isSandbox: boolean }): string {
  const words = (isSandbox ? `sandbox ${call}` : call).split(/\s+/).filter(Boolean);
  return words.map((word) => (CALL_WORD.test(word) ? word : LEFT_OUT)).join(' ');
}

/**
 * What a value may be to be shown: a word of a table, a short number, an amount, a day, a type, or an
 * id with letters. A long number could be that of an account.
 */
const OPEN: readonly RegExp[] = [
  /^(?:true|false|null)$/,
  /^-?\d{1,7}$/,
  /^-?\d{1,13}\.\d{1,4}$/,
  /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)?)?$/,
  /^(?:[A-Z]+(?:_[A-Z]+)*|Partial|Full)$/,
  /^(?:text|number|list|object|boolean|empty|date|date-time|decimal|whole number|address)$/,
  /^(?=.*\d)(?=.*[A-Za-z])[A-Za-z0-9]{2,40}$/,
];

function shown(text: string | undefined): string {
  if (text === undefined) return '';
  const bare = text.replace(/^"(.*)"$/s, '$1');
  return OPEN.some((form) => form.test(bare)) ? bare : LEFT_OUT;
}

/** A field by the name that a bank gave it, which is a name and no sentence. */
function nameOf(field: string): string {
  return /^[A-Za-z][A-Za-z0-9_]{0,40}(?:(?:\[\])|(?:\.[A-Za-z][A-Za-z0-9_]{0,40}))*$/.test(field)
    ? field
    : LEFT_OUT;
}

function namesIn(path: string): string[] {
  return path.match(/[A-Za-z][A-Za-z0-9_]*/g) ?? [];
}
