import { describe, expect, it } from 'vitest';
import { type Json, parseJson } from '../../src/core/json.js';
import {
  comparePlans,
  differenceJson,
  differenceKey,
  knownDifferences,
} from '../../src/smoke/compare.js';
import type { PlanStep } from '../../src/smoke/plan.js';
import type { PlanResult } from '../../src/smoke/run.js';

const STEP: PlanStep = {
  ...{ n: 1, call: 'bill.search', line: 3, column: 5, isSandbox: false, always: false },
  ...{ with: new Map(), save: new Map(), expect: { query: new Map() } },
};

function answered(data: Json, facts = {}): PlanResult[] {
  const seen = { exit: 0, class: 'SUCCESS', httpStatus: 200, ms: 1, exchange: '', data } as const;
  const plan = { name: 'p', file: 'p.yaml', isShipped: false, vars: new Map(), steps: [STEP] };
  return [
    { plan, steps: [{ step: STEP, outcome: 'passed', failures: [], seen: { ...seen, ...facts } }] },
  ];
}

function differences(one: string, other: string, facts = {}) {
  return comparePlans(answered(parseJson(one)), answered(parseJson(other), facts));
}

const told = (one: string, other: string, facts = {}) =>
  differences(one, other, facts).map(({ what, field, first, second }) =>
    [what, field, first, second].join(' '),
  );

describe('two banks', () => {
  it('differ in state, code and HTTP status; in the exit only if those agree', () => {
    expect(told('{}', '{}', { exit: 6, httpStatus: 404, code: '1104', state: 'NONE' })).toEqual([
      'state   NONE',
      'code   1104',
      'httpStatus  200 404',
    ]);
    expect(told('{}', '{}', { exit: 14 })).toEqual(['exit  0 14']);
  });

  it('differ in fields, types and formats, each reported at its topmost field', () => {
    expect(
      told(
        '{"a":{"b":"1","c":{"d":1}},"when":"2026-01-31","list":[{"x":"1"},{"y":"2"}],"amount":"1.00"}',
        '{"a":{"b":1,"C":{"d":1}},"when":"2026-01-31T10:00:00+07:00","list":[{"x":"9","z":[]}],"amount":null}',
      ),
    ).toEqual([
      'additional a.C  object',
      'type a.b text number',
      'missing a.c object ',
      'missing list[].y text ',
      'additional list[].z  list',
      'format when date date-time',
    ]);
  });

  it('do not differ in the records of an empty list, unless it is no list', () => {
    expect(told('{"list":[{"x":"1"}]}', '{"list":[]}')).toEqual([]);
    expect(told('{"list":[]}', '{"list":{}}')).toEqual(['type list list object']);
    expect(told('{"list":[]}', '{}')).toEqual(['missing list list ']);
  });

  it('have known differences by an earlier report, whatever the step number is', () => {
    const found = differences('{"a":"1","b":1}', '{"b":"1"}');
    const report = { differences: found.map(differenceJson) };
    expect(
      found.map((one) => knownDifferences(report).has(differenceKey({ ...one, n: 7, line: 99 }))),
    ).toEqual([true, true]);
    expect(knownDifferences({}).size).toBe(0);
  });
});
