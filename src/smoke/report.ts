import { EXIT } from '../core/errors.js';
import { withoutUndefined } from '../core/fields.js';
import { fromPlain, type Json, type JsonObject } from '../core/json.js';
import { type Data, joinTexts, type Message, type Say, toData } from '../core/message.js';
import { visible, visibleLines } from '../core/text.js';
import { type JunitCase, junitXml } from '../format/junit.js';
import { pad } from '../format/width.js';
import { smokeMessages as words } from '../messages/smoke.js';
import { failureText } from './expect.js';
import type { Expectation } from './plan.js';
import type { PlanResult, StepResult } from './run.js';

export interface StepCounts {
  passed: number;
  failed: number;
  skipped: number;
}

export function countOutcomes(plans: readonly PlanResult[]): StepCounts {
  const outcomes = plans.flatMap(({ steps }) => steps.map(({ outcome }) => outcome));
  const count = (wanted: StepResult['outcome']) =>
    outcomes.filter((outcome) => outcome === wanted).length;
  return { passed: count('passed'), failed: count('failed'), skipped: count('skipped') };
}

/** Every step of every plan, as `-o json` prints them. */
export function reportData(plans: readonly PlanResult[]): { plans: Data; summary: Data } {
  return {
    plans: plans.map(({ plan, steps }) => ({
      name: plan.name,
      file: plan.file,
      steps: steps.map(stepData),
    })),
    summary: fromPlain(countOutcomes(plans)),
  };
}

/** What was expected and is not so; or why the step was skipped. */
function failureTexts({ failures, skipped }: StepResult): Message[] {
  return skipped === undefined ? failures.map(failureText) : [skipped];
}

function stepData(result: StepResult): Data {
  const { step, outcome, seen } = result;
  return toData({
    n: step.n,
    call: callText(step),
    line: step.line,
    outcome,
    exit: seen?.exit ?? null,
    class: seen?.class ?? null,
    code: seen?.code ?? null,
    state: seen?.state ?? null,
    requestUId: seen?.requestUId ?? null,
    ms: seen?.ms ?? null,
    expected: expectedJson(step.expect),
    seen: outcome === 'passed' ? null : failureTexts(result),
    exchange: outcome === 'failed' ? (seen?.exchange ?? null) : null,
  });
}

function expectedJson({ exit, code, state, query, withinMs }: Expectation): JsonObject {
  const exits = exit?.map((name) => EXIT[name]);
  return withoutUndefined<Json>({
    exit: exits && fromPlain(exits.length === 1 ? exits[0] : exits),
    code,
    state,
    query: query.size > 0 ? Object.fromEntries(query) : undefined,
    within: withinMs === undefined ? undefined : `${withinMs}ms`,
  });
}

export function callText({ call, isSandbox }: StepResult['step']): string {
  return isSandbox ? `sandbox ${call}` : call;
}

/** The lines of one step for a person. */
function stepLines(result: StepResult, say: Say): string[] {
  const { step, outcome, seen } = result;
  const why = failureTexts(result).map(say);
  const facts = [
    outcome === 'failed' && seen ? say(words.exit(seen.exit)) : undefined,
    seen ? `${seen.ms} ms` : undefined,
    outcome === 'skipped' ? why.join('; ') : undefined,
  ].filter((fact) => fact !== undefined);
  const mark = pad(say(words[outcome]), 7);
  const head = `  ${mark} ${String(step.n).padStart(2)}  ${visible(callText(step))}  ${facts.join(', ')}`;
  if (outcome !== 'failed') return [head.trimEnd()];
  const more = [...why, ...(seen?.requestUId ? [`requestUId ${seen.requestUId}`] : [])];
  return [
    head,
    ...more.map((line) => `             ${visible(line)}`),
    ...visibleLines(say(seen?.exchange ?? ''))
      .split('\n')
      .filter(Boolean)
      .map((line) => `             | ${line}`),
  ];
}

/** All plans for a person, with the counts at the end. */
export function plansText(plans: readonly PlanResult[], say: Say): string {
  const lines = plans.flatMap(({ plan, steps }) => [
    `${visible(plan.name)} (${visible(plan.file)})`,
    ...steps.flatMap((step) => stepLines(step, say)),
    '',
  ]);
  return `${[...lines, say(summarize(plans))].join('\n')}\n`;
}

export function summarize(plans: readonly PlanResult[]): Message {
  return words.summary({ plans: plans.length, ...countOutcomes(plans) });
}

/** JUnit XML: a suite for a plan, a case for a step. */
export function smokeJunit(plans: readonly PlanResult[], say: Say): string {
  const suites = plans.map(({ plan: { name, file }, steps }) => {
    return { name, file, cases: steps.map((step) => stepCase(step, name, say)) };
  });
  return junitXml('payctl smoke', suites);
}

function stepCase(result: StepResult, classname: string, say: Say): JunitCase {
  const { step, outcome, seen } = result;
  const why = failureTexts(result);
  const about = { name: `${step.n} ${callText(step)}`, classname, ms: seen?.ms ?? 0 };
  if (outcome === 'passed') return about;
  const message = say(joinTexts(why));
  if (outcome === 'skipped') return { ...about, skipped: message };
  const text = say(joinTexts([...why, seen?.exchange ?? ''], '\n'));
  return { ...about, failure: { message, text } };
}

/** What GitHub shows beside the lines of a plan. */
export function toAnnotations(plans: readonly PlanResult[], say: Say): string[] {
  return plans.flatMap(({ plan, steps }) =>
    steps
      .filter(({ outcome }) => outcome === 'failed')
      .map((result) => {
        const { step } = result;
        const text = escaped(
          `${callText(step)}: ${say(joinTexts(failureTexts(result)))}`,
          /[%\r\n]/g,
        );
        return `::error file=${escaped(plan.file, /[%\r\n:,]/g)},line=${step.line}::${text}`;
      }),
  );
}

/** The properties and messages of a workflow command, as its runner reads them. */
function escaped(text: string, signs: RegExp): string {
  return visibleLines(text).replace(
    signs,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
}
