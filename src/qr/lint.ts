import type { Message } from '../core/message.js';
import { visible } from '../core/text.js';
import { payload as says } from '../messages/payload.js';
import { type PayloadReading, readPayload } from './reading.js';
import type { LintRule, PayloadPlace, Severity } from './rules.js';
import { CONTENT_RULES } from './rules-contents.js';
import { GRAMMAR_RULES, VALUE_RULES } from './rules-form.js';

/** A place that breaks a rule. */
export interface Finding<Words = Message> extends PayloadPlace<Words> {
  code: string;
  severity: Severity;
  fix: Words;
}

/** All rules. */
export const RULES: readonly LintRule[] = [...GRAMMAR_RULES, ...VALUE_RULES, ...CONTENT_RULES];

const RANK: Readonly<Record<Severity, number>> = { error: 0, warning: 1 };

/** Checks a payload against all rules: errors first, then by place. Never throws. */
export function lint(payload: string): Finding[] {
  return lintReading(readPayload(payload));
}

/** The first error of grammar, checksum or amount: a banking app takes no code that has one. Never throws. */
export function whyUnpayable(payload: string): Finding | undefined {
  const isOfGrammar = (code: string) => GRAMMAR_RULES.some((rule) => rule.code === code);
  return lint(payload).find(
    ({ severity, code, path }) => severity === 'error' && (path === '54' || isOfGrammar(code)),
  );
}

/** As `lint`, of a payload that has been read. */
export function lintReading(reading: PayloadReading): Finding[] {
  const findings = RULES.flatMap(({ code, severity, fix, find }) =>
    find(reading).map((place) => ({ code, severity, ...place, fix })),
  );
  return findings.sort((a, b) => RANK[a.severity] - RANK[b.severity] || a.offset - b.offset);
}

/** A finding for people: where, what, and how to fix it. */
export function describeFinding({ severity, code, path, offset, message, fix }: Finding): Message {
  const problem = message.mapTexts(visible);
  return says.finding({ severity, code, tag: visible(path), offset, problem, fix });
}
