import { basename } from 'node:path';
import { isHidden } from '../bank/privacy.js';
import type { Language, Message, Say, Text } from '../core/message.js';
import { dates } from '../messages/dates.js';
import { labels } from '../messages/labels.js';
import { smokeFacts, smokeReport as words } from '../messages/smoke.js';
import { type Html, html, type Value } from '../web/html.js';
import { reportDocument } from '../web/report.js';
import { factList, htmlTable, type TableColumn } from '../web/table.js';
import type { ResponseDifference } from './compare.js';
import type { ExpectationMismatch } from './expect.js';
import { countOutcomes, type StepCounts } from './report.js';
import type { PlanResult, StepResult } from './run.js';

/** What the page is about. */
export interface SmokePageContext {
  lang: Language;
  say: Say;
  /** Milliseconds since the epoch. */
  now: number;
  /** Names of the profiles, in the order in which the plans ran on them. */
  banks: readonly string[];
  /** Where the banks differ, if there are two. */
  compared?: { differences: readonly ResponseDifference[]; known: number };
}

/** The page of --report. Of what the bank said it has codes, states, amounts and days, and no words. */
export function smokePage(plans: readonly PlanResult[], about: SmokePageContext): string {
  const { lang, say, compared } = about;
  const body = html`${indexTable(plans)}
${compared && differenceTable(compared)}
${plans.map((result, index) => planSection(result, planAnchor(index), say))}`;
  return reportDocument({ lang, title: words.title, made: reportSubtitle(about), body }, say);
}

function reportSubtitle({ now, banks: [bank = '', other] }: SmokePageContext): Message {
  const at = dates.moment(now);
  return other === undefined ? words.made(at, bank) : words.madeOfTwo({ at, bank, other });
}

const OUTCOMES = ['passed', 'failed', 'skipped'] as const;
const TONES: Readonly<Record<StepResult['outcome'], string>> = {
  passed: 'good',
  failed: 'bad',
  skipped: 'faint',
};

function planAnchor(index: number): string {
  return `plan-${index + 1}`;
}

/** A line of the index: a plan, or all of them together. */
interface Entry {
  name: Value;
  counts: StepCounts;
}

const INDEX: readonly TableColumn<Entry>[] = [
  { name: words.plan, cell: ({ name }) => name },
  ...OUTCOMES.map(
    (outcome): TableColumn<Entry> => ({
      name: words[outcome],
      look: 'number',
      cell: ({ counts }) =>
        counts[outcome] > 0
          ? html`<span class="${TONES[outcome]}">${counts[outcome]}</span>`
          : counts[outcome],
    }),
  ),
];

function indexTable(plans: readonly PlanResult[]): Html {
  const rows = plans.map((result, index) => ({
    name: html`<a href="#${planAnchor(index)}">${result.plan.name}</a>`,
    counts: countOutcomes([result]),
  }));
  const sum = { name: '', counts: countOutcomes(plans) };
  return html`<nav><h2>${words.plans}</h2>
${htmlTable({ label: words.plans, columns: INDEX, rows, sum })}</nav>`;
}

const STEPS: readonly TableColumn<StepResult>[] = [
  { name: words.step, look: 'number', cell: ({ step }) => step.n },
  { name: words.call, cell: ({ step }) => publicCall(step) },
  {
    name: labels.outcome,
    cell: ({ outcome }) => html`<span class="${TONES[outcome]}">${words[outcome]}</span>`,
  },
  { name: words.exit, cell: ({ seen }) => seen && `${seen.exit} ${seen.class}` },
  { name: labels.code, cell: ({ seen }) => shown(seen?.code) },
  { name: labels.state, cell: ({ seen }) => shown(seen?.state) },
  { name: 'ms', look: 'number', cell: ({ seen }) => seen?.ms },
];

function planSection({ plan, steps }: PlanResult, anchor: string, say: Say): Html {
  const failed = steps.filter(({ outcome }) => outcome === 'failed');
  return html`<section id="${anchor}"><h2>${plan.name}</h2>
<p class="faint">${words.file(basename(plan.file))}</p>
${htmlTable({ label: plan.name, columns: STEPS, rows: steps })}
${failed.map((result) => failedStep(result, say))}</section>
`;
}

function failedStep({ step, seen, failures }: StepResult, say: Say): Html {
  const facts = failures.map((failure) => {
    const { what, path, expected, seen: actual } = failure;
    const isOpen = path === undefined || !splitNames(path).some(isHidden);
    const value = (text: Text | undefined): Text => {
      if (text === undefined) return words.none;
      return isOurs(failure) ? text : isOpen ? shown(say(text)) : LEFT_OUT;
    };
    const wanted = what === 'save' ? (path ?? '') : value(expected);
    const name = html`${smokeFacts[what]} ${path && html`<code>${path}</code>`}`;
    return [name, words.unlike(wanted, value(actual))] as const;
  });
  const rest = [
    [words.line, step.line],
    [words.request, shown(seen?.requestUId)],
  ] as const;
  return html`<article><h3>${step.n} ${publicCall(step)} <span class="bad">${words.failed}</span></h3>
${factList([...facts, ...rest])}</article>
`;
}

const DIFFERENCES: readonly TableColumn<ResponseDifference>[] = [
  { name: words.plan, cell: ({ plan }) => plan },
  { name: words.step, look: 'number', cell: ({ n }) => n },
  { name: words.call, cell: ({ call }) => publicCall({ call, isSandbox: false }) },
  { name: words.what, cell: ({ what }) => smokeFacts[what] },
  { name: words.field, cell: ({ field }) => (field === null ? '' : publicField(field)) },
  { name: words.first, cell: ({ first }) => (first === null ? words.none : shown(first)) },
  { name: words.second, cell: ({ second }) => (second === null ? words.none : shown(second)) },
];

function differenceTable({ differences, known }: NonNullable<SmokePageContext['compared']>): Html {
  const table = htmlTable({ label: words.differences, columns: DIFFERENCES, rows: differences });
  return html`<h2>${words.differences}</h2>
${differences.length > 0 ? table : html`<p class="good">${words.noDifference}</p>`}
${known > 0 ? html`<p class="faint">${words.known(known)}</p>` : undefined}`;
}

/** Exits and durations are not the bank's. */
function isOurs({ what }: ExpectationMismatch): boolean {
  return what === 'exit' || what === 'within';
}

const LEFT_OUT = '[…]';

/** Ids, payloads and accounts may stand in a call; its words, methods and variables tell nothing of anybody. */
const CALL_WORD = /^(?:[a-z][a-z-]*(?:\.[A-Za-z]+\d?)?|GET|POST|\$\{[^{}]*\})$/;

function publicCall({ call, isSandbox }: { call: string; isSandbox: boolean }): string {
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
function publicField(field: string): string {
  return /^[A-Za-z][A-Za-z0-9_]{0,40}(?:(?:\[\])|(?:\.[A-Za-z][A-Za-z0-9_]{0,40}))*$/.test(field)
    ? field
    : LEFT_OUT;
}

function splitNames(path: string): string[] {
  return path.match(/[A-Za-z][A-Za-z0-9_]*/g) ?? [];
}
