import type * as z from 'zod/mini';
import type { Problem } from '../core/errors.js';
import { isRecord, withoutUndefined } from '../core/fields.js';
import { fromPlain, isLosslessNumber, jsonText } from '../core/json.js';
import type { Message } from '../core/message.js';
import { oncePer } from '../core/once.js';
import { field as says } from '../messages/bank.js';
import type { Fields, InputContext, Operation } from './define.js';
import { listFlags } from './flags.js';
import { referenceProblem } from './reference.js';
import { ruleMessage } from './rule.js';

/** The fields as they are sent, or every problem that they have. */
type Checked =
  | { ok: true; value: Fields; warnings: Message[] }
  | { ok: false; problems: Problem[] };

/**
 * Checks an input against the specification: the field tables of "Endpoints", then the rules over
 * several fields and those of the test environment. Reports all problems at once; `value` is what is
 * sent.
 */
export function checkInput(operation: Operation, fields: Fields, context: InputContext): Checked {
  const parsed = operation.input.safeParse(fields);
  const problems = parsed.success
    ? []
    : parsed.error.issues.flatMap((issue) => toProblems(operation, fields, issue));
  problems.push(...numbersInPlaceOfObjects(operation, fields));
  const wrong = new Set(problems.map(({ field }) => field));
  problems.push(...ambiguousReferences(operation, fields).filter(({ field }) => !wrong.has(field)));
  problems.push(...(operation.check?.(fields, context) ?? []));
  if (!parsed.success || problems.length > 0) return { ok: false, problems };
  if (!isRecord(parsed.data)) throw new TypeError(`${operation.id} does not take named fields`);
  return { ok: true, value: parsed.data, warnings: operation.warn?.(fields, context) ?? [] };
}

/**
 * A reference that could be read as another one must not name a charge. Inquiries may ask for such a
 * reference all the same: it may be an old one.
 */
function ambiguousReferences({ effect, reference, company }: Operation, fields: Fields): Problem[] {
  if (effect === 'read') return [];
  return [reference, company].flatMap((field) => {
    const value = field === undefined ? undefined : fieldAt(fields, field);
    // What is no text at all is a problem of its schema.
    const message = typeof value === 'string' ? referenceProblem(value) : undefined;
    return field !== undefined && message !== undefined ? [{ field, message }] : [];
  });
}

/** An exact number is an object to the schemas, so they take it where named fields belong. */
function numbersInPlaceOfObjects(operation: Operation, fields: Fields): Problem[] {
  return objectPaths(operation)
    .filter((path) => isLosslessNumber(fieldAt(fields, path)))
    .map((field) => ({ field, message: says.notObject }));
}

/** The paths at which the input of an operation has nested fields: `bp`, `payer.accountInfo`. */
const objectPaths = oncePer((operation: Operation): readonly string[] => {
  const paths = listFlags(operation).flatMap(({ field }) => {
    const keys = field.split('.');
    return keys.slice(1).map((_, index) => keys.slice(0, index + 1).join('.'));
  });
  return [...new Set(paths)];
});

/** The value at a dotted path of an input; undefined where there is none. */
export function fieldAt(fields: Fields, path: string): unknown {
  if (!path.includes('.')) return Object.hasOwn(fields, path) ? fields[path] : undefined;
  let current: unknown = fields;
  for (const key of path.split('.')) {
    if (!isRecord(current) || !Object.hasOwn(current, key)) return undefined;
    current = current[key];
  }
  return current;
}

/** The text of a string or number at a dotted path of an input; undefined for anything else. */
export function inputText(fields: Fields, path: string): string | undefined {
  return jsonText(fromPlain(fieldAt(fields, path) ?? null));
}

/** A copy with another value at a dotted path; what is on the way and no object becomes one. */
export function withFieldAt(fields: Fields, path: string, value: unknown): Fields {
  const [key = '', ...rest] = path.split('.');
  if (rest.length === 0) return { ...fields, [key]: value };
  const current = fields[key];
  const inner = typeof current === 'object' && current !== null ? { ...current } : {};
  return { ...fields, [key]: withFieldAt(inner, rest.join('.'), value) };
}

/** A problem for each of these fields that is not given, though `by` (a field, or its value) needs it. */
export function missingFields(fields: Fields, needed: readonly string[], by: string): Problem[] {
  return needed
    .filter((field) => fieldAt(fields, field) === undefined)
    .map((field) => ({ field, message: says.missing({ by }) }));
}

function toProblems(operation: Operation, fields: Fields, issue: z.core.$ZodIssue): Problem[] {
  const field = issue.path.map(String).join('.');
  const value = fieldAt(fields, field);
  if (value !== undefined)
    return [{ field, message: issueMessage(operation, field, value, issue) }];
  const isObject = issue.code === 'invalid_type' && issue.expected === 'object';
  // A person gives the fields of a missing object one by one: name those.
  const names = isObject
    ? listFlags(operation).flatMap((flag) =>
        flag.required && flag.field.startsWith(`${field}.`) ? [flag.field] : [],
      )
    : [field];
  const choices = issue.code === 'invalid_value' ? issue.values.map(String) : undefined;
  return names.map((name) => ({
    field: name,
    message: says.missing({ choices, setting: operation.settings?.[name] }),
  }));
}

/** What is wrong with a value that was given. */
function issueMessage(
  operation: Operation,
  field: string,
  value: unknown,
  issue: z.core.$ZodIssue,
): Message {
  const message = ruleMessage(issue);
  if (message) return message;
  if (issue.code === 'invalid_value') return choiceMessage(value, issue.values.map(String));
  if (issue.code !== 'invalid_type') return says.misshapen;
  if (issue.expected === 'object') return says.notObject;
  if (issue.expected === 'boolean') return says.notYesNo;
  if (issue.expected !== 'string') return says.misshapen;
  const { kind } = listFlags(operation).find((flag) => flag.field === field) ?? {};
  return kind === 'amount' ? says.amountNotText : says.notText;
}

function choiceMessage(value: unknown, choices: readonly string[]): Message {
  const shown = typeof value === 'string' ? JSON.stringify(value.slice(0, 20)) : says.noText;
  const [only = '', ...others] = choices;
  return others.length === 0 ? says.onlyAllowed(shown, only) : says.otherChoice(shown, choices);
}

/**
 * Dotted names to nested fields: `{'bp.bpReference': 'X'}` → `{bp: {bpReference: 'X'}}`; undefined
 * is left out.
 */
export function nestFields(flat: Fields): Fields {
  return Object.entries(withoutUndefined(flat)).reduce<Fields>(
    (fields, [path, value]) => withFieldAt(fields, path, value),
    {},
  );
}
