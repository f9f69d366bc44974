import {
  fromPlain,
  isJsonObject,
  isLosslessNumber,
  type Json,
  type JsonObject,
} from '../core/json.js';
import type { CallObservation } from './expect.js';
import { callText } from './report.js';
import type { PlanResult, StepResult } from './run.js';

/** One thing in which two banks differ on the same step. */
export interface ResponseDifference {
  plan: string;
  n: number;
  call: string;
  line: number;
  what: 'exit' | 'state' | 'code' | 'httpStatus' | 'missing' | 'additional' | 'type' | 'format';
  /** Path in the data, by the names that the banks use; `[]` stands for the records of a list. */
  field: string | null;
  first: string | null;
  second: string | null;
}

/** Where the second bank differs from the first, in the order of the steps. */
export function comparePlans(
  first: readonly PlanResult[],
  second: readonly PlanResult[],
): ResponseDifference[] {
  return first.flatMap(({ plan, steps }, at) =>
    steps.flatMap((step, index) => {
      const counterpart = second[at]?.steps[index];
      return counterpart ? stepDifferences(plan.name, step, counterpart) : [];
    }),
  );
}

function stepDifferences(plan: string, one: StepResult, other: StepResult): ResponseDifference[] {
  // A step that reached neither bank says nothing about them.
  if (one.seen?.httpStatus === undefined && other.seen?.httpStatus === undefined) return [];
  if (!one.seen || !other.seen) return [];
  const { step } = one;
  const where = { plan, n: step.n, call: callText(step), line: step.line };
  return [
    ...answerDifferences(one.seen, other.seen),
    ...dataDifferences(one.seen.data, other.seen.data),
  ].map((difference) => ({ ...where, ...difference }));
}

type What = Pick<ResponseDifference, 'what' | 'field' | 'first' | 'second'>;

function answerDifferences(one: CallObservation, other: CallObservation): What[] {
  const facts = ['state', 'code', 'httpStatus'] as const;
  const differences = facts.flatMap((what): What[] => {
    const [first, second] = [textOr(one[what]), textOr(other[what])];
    return first === second ? [] : [{ what, field: null, first, second }];
  });
  // A different state, code or status explains a different exit.
  if (differences.length > 0 || one.exit === other.exit) return differences;
  return [{ what: 'exit', field: null, first: String(one.exit), second: String(other.exit) }];
}

function textOr(value: string | number | undefined): string | null {
  return value === undefined ? null : String(value);
}

interface Leaf {
  type: string;
  format: string;
}

function dataDifferences(one: Json, other: Json): What[] {
  const [before, after] = [listFields(one), listFields(other)];
  const fields = [...new Set([...before.keys(), ...after.keys()])].sort();
  return fields.flatMap((field): What[] => {
    const [first, second] = [before.get(field), after.get(field)];
    // Where its parent is missing too, that is the difference; an empty list says nothing of its records.
    if (!(first && second) && !isKnowable(field, first ? after : before)) return [];
    if (!second) return [{ what: 'missing', field, first: first?.type ?? null, second: null }];
    if (!first) return [{ what: 'additional', field, first: null, second: second.type }];
    if (first.type === 'null' || second.type === 'null') return [];
    if (first.type !== second.type) {
      return [{ what: 'type', field, first: first.type, second: second.type }];
    }
    if (first.format === second.format || !isTelling(first, second)) return [];
    return [{ what: 'format', field, first: first.format, second: second.format }];
  });
}

/** Whether the other answer can have the field: all its parents are there. */
function isKnowable(field: string, others: ReadonlyMap<string, Leaf>): boolean {
  if (field.endsWith('[]')) return false;
  const holders = Array.from(field.matchAll(/\[\]|\./g), ({ 0: sign, index }) =>
    field.slice(0, sign === '.' ? index : index + sign.length),
  );
  return holders.every((holder) => others.has(holder));
}

/** Every field with its type and the form of its value; the records of a list count as one. */
function listFields(data: Json): Map<string, Leaf> {
  const fields = new Map<string, Leaf>();
  const walk = (value: Json, path: string): void => {
    fields.set(path, describeValue(value));
    if (Array.isArray(value)) for (const item of value) walk(item, `${path}[]`);
    else if (isJsonObject(value)) {
      for (const [key, item] of Object.entries(value))
        walk(item, path === '' ? key : `${path}.${key}`);
    }
  };
  walk(data, '');
  fields.delete('');
  return fields;
}

function describeValue(value: Json): Leaf {
  if (value === null) return { type: 'null', format: '' };
  if (Array.isArray(value)) return { type: 'list', format: '' };
  if (isJsonObject(value)) return { type: 'object', format: '' };
  if (isLosslessNumber(value)) return { type: 'number', format: '' };
  return typeof value === 'string'
    ? { type: 'text', format: findFormat(value) }
    : { type: typeof value, format: '' };
}

/** Whether a difference of formats means something: a short id may be all digits by chance. */
function isTelling(...leaves: Leaf[]): boolean {
  const formats = leaves.map(({ format }) => format);
  return !(formats.includes('whole number') && formats.includes('text'));
}

/** Forms that a program reads differently, the narrowest first; ids of digits are text like any other. */
const FORMATS: readonly (readonly [name: string, form: RegExp])[] = [
  ['empty', /^$/],
  ['date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?([+-]\d\d:?\d\d|Z)?$/],
  ['date', /^\d{4}-\d\d-\d\d$/],
  ['decimal', /^-?\d{1,13}\.\d+$/],
  ['whole number', /^(0|[1-9]\d{0,6})$/],
  ['address', /^[a-z][a-z0-9+.-]*:\/\//i],
];

function findFormat(text: string): string {
  return FORMATS.find(([, form]) => form.test(text))?.[0] ?? 'text';
}

/** What makes a difference known: values that change with every run do not count. */
const KEY = ['plan', 'call', 'what', 'field', 'first', 'second'] as const;

export function differenceKey(difference: ResponseDifference): string {
  return JSON.stringify(KEY.map((name) => difference[name]));
}

/** The keys of the differences that a comparison printed earlier. */
export function knownDifferences(report: Json): Set<string> {
  const items = isJsonObject(report) ? report.differences : undefined;
  const keys = (Array.isArray(items) ? items : []).map((item) =>
    JSON.stringify(KEY.map((name) => (isJsonObject(item) ? (item[name] ?? null) : null))),
  );
  return new Set(keys);
}

export function differenceJson(difference: ResponseDifference): JsonObject {
  return Object.fromEntries(
    Object.entries(difference).map(([key, value]) => [key, fromPlain(value)]),
  );
}
