import { describe, expect, it } from 'vitest';
import { sayEnglish, speaker } from '../../src/core/message.js';
import * as THAI from '../../src/messages/th/catalogue.js';
import type { CallObservation, ExpectationMismatch } from '../../src/smoke/expect.js';
import type { PlanStep } from '../../src/smoke/plan.js';
import { smokePage } from '../../src/smoke/report-page.js';
import type { PlanResult, StepResult } from '../../src/smoke/run.js';

const STEP: PlanStep = {
  ...{ n: 1, call: 'slip.verify', line: 7, column: 5, isSandbox: false, always: false },
  ...{ with: new Map(), save: new Map(), expect: { query: new Map() } },
};
const SEEN: CallObservation = {
  exit: 0,
  class: 'SUCCESS',
  ms: 12,
  exchange: 'Somchai',
  data: null,
};

function failed(
  failures: readonly ExpectationMismatch[],
  seen: Partial<CallObservation> = {},
  call = STEP.call,
) {
  return {
    step: { ...STEP, call },
    outcome: 'failed',
    seen: { ...SEEN, ...seen },
    failures,
  } as const;
}

function page(steps: readonly StepResult[], lang: 'en' | 'th' = 'en'): string {
  const plan = {
    name: 'shop <b>',
    file: 'shop.yaml',
    isShipped: false,
    vars: new Map(),
    steps: [STEP],
  };
  const plans: PlanResult[] = [{ plan, steps }];
  const say = speaker({ reader: 'page', catalogue: lang === 'th' ? THAI : undefined });
  return smokePage(plans, { lang, say, now: Date.UTC(2026, 0, 31, 2), banks: ['sandbox'] });
}

/** What a reader sees of the details of a failure. */
function details(...failures: ExpectationMismatch[]): string[] {
  const text = page([failed(failures)]);
  return Array.from(text.matchAll(/<dd><bdi>(.*?)<\/bdi>/g), ([, value]) => value ?? '').slice(
    0,
    -1,
  );
}

describe('the page of a smoke test', () => {
  it('stands alone, in two languages', () => {
    const text = page([{ step: STEP, outcome: 'passed', seen: SEEN, failures: [] }], 'th');
    expect(text).toMatch(/^<!DOCTYPE html>\n<html lang="th">/);
    expect(text).toContain('31 ม.ค. 2569 09:00:00');
    expect(text).toContain('shop &lt;b&gt;');
    expect(text).not.toMatch(/<script|<form|src=|href="(?!#)/);
  });

  it('shows amounts, states, codes, days and ids', () => {
    expect(
      details(
        { what: 'query', path: 'amount', expected: '"250.00"', seen: '"251.00"' },
        { what: 'state', expected: 'SUCCESS', seen: 'USERPAYING' },
        { what: 'code', expected: '1000', seen: '1104' },
        { what: 'query', path: 'transactionId', expected: '"TX20260131ABC"', seen: 'null' },
        { what: 'exit', expected: '0 (SUCCESS)', seen: '6 (NOT_FOUND)' },
        { what: 'save', path: 'codeUrl', expected: 'url' },
        { what: 'within', expected: '500 ms', seen: '612 ms' },
      ),
    ).toEqual([
      'expected 250.00, seen 251.00',
      'expected SUCCESS, seen USERPAYING',
      'expected 1000, seen 1104',
      'expected TX20260131ABC, seen null',
      'expected 0 (SUCCESS), seen 6 (NOT_FOUND)',
      'expected codeUrl, seen none',
      'expected 500 ms, seen 612 ms',
    ]);
  });

  it.each<ExpectationMismatch>([
    { what: 'query', path: 'payerName', expected: '"A1"', seen: '"B2"' },
    { what: 'query', path: 'data[0].sender.displayName', expected: 'MISTER', seen: 'MISTRESS' },
    { what: 'query', path: 'note', expected: '"Somchai Jaidee"', seen: '"สมชาย ใจดี"' },
    { what: 'query', path: 'note', expected: '{"a":"b"}', seen: '"https://pay.example/1"' },
    { what: 'query', path: 'number', expected: '"1112223334"', seen: '4111111111111111' },
    { what: 'state', expected: 'words of the bank', seen: 'ส่ง OTP 123456' },
    { what: 'code', expected: 'paid by Somchai', seen: '<script>alert(1)</script>' },
  ])('leaves out what could tell of somebody: %j', (failure) => {
    expect(details(failure)).toEqual(['expected […], seen […]']);
  });

  it('shows of a call its words and variables, and of an exchange nothing', () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a plan's own variable
    const pay = 'pay ${ref}';
    const calls = ['slip verify 004600060000010103014', 'api GET /v1/accounts/1112223334', pay];
    const text = page(calls.map((call) => failed([], { state: 'made by Somchai' }, call)));
    expect(text).toContain('slip verify […]');
    expect(text).toContain('api GET […]');
    expect(text).toContain(`<td>${pay}</td>`);
    expect(text).not.toMatch(/0046|111222|Somchai/);
  });

  it('has the differences of two banks', () => {
    const one = { plan: 'shop', n: 1, call: 'bill.search', line: 3 };
    const differences = [
      { ...one, what: 'type', field: 'list[].amount', first: 'text', second: 'number' },
      { ...one, what: 'missing', field: 'name of Somchai', first: 'text', second: null },
    ] as const;
    const about = { lang: 'en', say: sayEnglish, now: 0, banks: ['test', 'sandbox'] } as const;
    const text = smokePage([], { ...about, compared: { differences, known: 3 } });
    expect(text).toContain('test compared with sandbox');
    expect(text).toContain('<td>list[].amount</td><td>text</td><td>number</td>');
    expect(text).toContain('<td>[…]</td><td>text</td><td>none</td>');
    expect(text).toContain('3 more are known.');
    expect(text).not.toContain('Somchai');
  });
});
