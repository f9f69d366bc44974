import { checkInput, fieldAt } from '../../bank/check.js';
import type { Fields, Operation } from '../../bank/define.js';
import { type Flag, listFlags, textPaths } from '../../bank/flags.js';
import type { Problem } from '../../core/errors.js';
import { isRecord } from '../../core/fields.js';
import {
  isJsonObject,
  isLosslessNumber,
  type Json,
  type JsonObject,
  parseJson,
  toPlain,
} from '../../core/json.js';
import type { Sqlite } from '../../host/sqlite.js';
import { decryptFields } from '../handlers/encryption.js';
import type { HandlerContext } from '../handlers/handler-context.js';
import { SANDBOX_PROFILE } from '../seed/profile.js';
import { howToAccept, type Leniency } from '../settings.js';
import { missing, Refusal } from './answers.js';

interface Parts {
  inPath: Readonly<Record<string, string>>;
  query: string;
  headers: Readonly<Record<string, string>>;
  body: string | undefined;
}

/** The fields of a call, as they go to its handler. */
interface Intake {
  input: Fields;
  encrypted: boolean;
}

/**
 * The fields of a call, gathered from wherever they travel and held against the catalogue. Throws
 * the business codes for missing (1101), invalid (1102) and empty (1103) ones. What a setting lets
 * through is added to `relaxed`.
 */
export function readInput(
  operation: Operation,
  parts: Parts,
  context: HandlerContext,
  relaxed: Set<Leniency>,
): Intake {
  const { fields, body, encrypted } = gather(operation, parts, context.store);
  const strict = check(operation, toPlain(fields), context);
  const { value, taken } = strict.ok
    ? { ...strict, taken: [] }
    : checkLeniently(operation, fields, context, strict.problems);
  refuseAbsent(operation, fields);
  if (operation.specified) refuseQuotedNumbers(body, value);
  for (const setting of taken) relaxed.add(setting);
  return { input: value, encrypted };
}

/** A second check, of what the settings make of the fields, and which of them it needed. */
function checkLeniently(
  operation: Operation,
  fields: Fields,
  context: HandlerContext,
  problems: readonly Problem[],
): { value: Fields; taken: Leniency[] } {
  const wrongFields = new Set(problems.map(({ field }) => field));
  const deviations = relax(operation, fields, (setting) => context.settings[setting]);
  const notTaken = deviations.filter(({ field, taken }) => !taken && wrongFields.has(field));
  const advice = [...new Set(notTaken.map(({ setting }) => setting))];
  const checked = check(operation, fields, context);
  if (!checked.ok) throw refusalForProblems(checked.problems, fields, advice);
  const taken = deviations.flatMap((one) => (one.taken ? [one.setting] : []));
  return { value: checked.value, taken };
}

function check(operation: Operation, fields: Fields, { settings, now }: HandlerContext) {
  if (settings.tranTypeX === 'everywhere' && fields.tranType === 'X') fields.tranType = 'A';
  const { outTradeNoPrefix } = SANDBOX_PROFILE;
  return checkInput(operation, fields, { environment: 'test', now, outTradeNoPrefix });
}

function gather(
  operation: Operation,
  parts: Parts,
  store: Sqlite,
): { fields: JsonObject; body: JsonObject; encrypted: boolean } {
  const body = readBody(operation, parts);
  const encrypted = 'encryptedValue' in body;
  const fields: JsonObject = Object.assign(
    encrypted ? decryptFields(store, body) : body,
    parts.inPath,
  );
  if (parts.query !== '') {
    for (const [name, value] of new URLSearchParams(parts.query)) fields[name] ??= value;
  }
  for (const name in operation.travels) {
    if (operation.travels[name] !== 'header') continue;
    const value = parts.headers[name.toLowerCase()];
    if (value !== undefined) fields[name] = value;
  }
  return { fields, body, encrypted };
}

function readBody(operation: Operation, { headers, body }: Parts): JsonObject {
  if (operation.method !== 'POST' || body === undefined) return {};
  if (!headers['content-type']?.startsWith('application/json')) {
    throw new Refusal(415, 9900, 'Unsupported content type: application/json is required');
  }
  let parsed: Json;
  try {
    parsed = parseJson(body);
  } catch {
    throw new Refusal(400, 1102, 'Invalid parameters: the body is not JSON');
  }
  if (isJsonObject(parsed)) return parsed;
  throw new Refusal(400, 1102, 'Invalid parameters: the body is not a JSON object');
}

/** Required fields that the catalogue has a default for: it is the client that fills them in, never the bank. */
function refuseAbsent(operation: Operation, fields: Fields): void {
  const required = listFlags(operation).filter(({ fallback }) => fallback);
  const absent = required
    .map(({ field }) => field)
    .filter((field) => {
      const parent = field.split('.').slice(0, -1).join('.');
      return fieldAt(fields, field) === undefined && (!parent || fieldAt(fields, parent));
    });
  if (absent.length > 0) throw missing(absent.join(', '));
}

/** A person may give a number as text; on the wire the field table has it as a Number. */
function refuseQuotedNumbers(body: Fields, input: Fields): void {
  const quoted = Object.keys(body).filter(
    (field) => typeof body[field] === 'string' && isNumber(input[field]),
  );
  if (quoted.length === 0) return;
  throw refusalFor(INVALID, quoted);
}

function isNumber(value: unknown): boolean {
  return typeof value === 'number' || isLosslessNumber(value);
}

function refusalForProblems(
  problems: readonly Problem[],
  fields: Fields,
  advice: readonly Leniency[],
): Refusal {
  const names = problems.map(({ field }) => field);
  const absent = names.filter((name) => fieldAt(fields, name) === undefined);
  if (absent.length > 0) return refusalFor(MISSING, absent, advice);
  const empty = names.filter((name) => isBlank(fieldAt(fields, name)));
  if (empty.length > 0) return refusalFor(EMPTY, empty, advice);
  return refusalFor(INVALID, names, advice);
}

function isBlank(value: unknown): boolean {
  return typeof value === 'string' && value.trim() === '';
}

type Reason = readonly [code: number, text: string];

const MISSING: Reason = [1101, 'Missing required parameters'];
const INVALID: Reason = [1102, 'Invalid parameters'];
const EMPTY: Reason = [1103, 'Empty string value not supported'];

function refusalFor(
  [code, text]: Reason,
  names: readonly string[],
  advice: readonly Leniency[] = [],
): Refusal {
  const fields = [...new Set(names)].join(', ');
  const fix = advice.length === 0 ? '' : `; ${howToAccept(advice)}`;
  return new Refusal(400, code, `${text}: ${fields}${fix}`);
}

/** A field that is not as specified, and the setting that takes it nevertheless. */
interface Deviation {
  field: string;
  setting: Leniency;
  taken: boolean;
}

/**
 * Makes of the fields what the specification has, where a setting allows that: numbers become text
 * in their own digits, empty optional texts and nulls are left out. All other numbers become plain ones.
 */
function relax(
  operation: Operation,
  fields: Fields,
  isOn: (setting: Leniency) => boolean,
): Deviation[] {
  const flags = new Map(listFlags(operation).map((flag) => [flag.field, flag]));
  const texts = textPaths(operation);
  const deviations: Deviation[] = [];
  const note = (field: string, setting: Leniency): boolean => {
    const taken = isOn(setting);
    deviations.push({ field, setting, taken });
    return taken;
  };
  const visit = (parent: Fields, path: string): void => {
    for (const [name, value] of Object.entries(parent)) {
      const field = path === '' ? name : `${path}.${name}`;
      const flag = flags.get(field);
      if (isLosslessNumber(value)) {
        const asText = texts.has(field) && note(field, 'numbersForText');
        parent[name] = asText ? value.toString() : Number(value);
      } else if ((value === '' || value === null) && flag !== undefined && isOptional(flag)) {
        if (note(field, 'emptyTexts')) delete parent[name];
      } else if (isRecord(value)) visit(value, field);
    }
  };
  visit(fields, '');
  return deviations;
}

function isOptional(flag: Flag): boolean {
  return !flag.required && flag.fallback === undefined;
}
