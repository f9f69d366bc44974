import { checkInput, fieldAt } from '../../bank/check.js';
import type { Fields, Operation } from '../../bank/define.js';
import { flagsOf } from '../../bank/flags.js';
import type { Problem } from '../../core/errors.js';
import { isRecord } from '../../core/fields.js';
import { isLosslessNumber } from '../../core/json.js';
import { decryptFields } from '../handlers/encryption.js';
import type { HandlerContext } from '../handlers/handler-context.js';
import { SANDBOX_PROFILE } from '../seed/seed.js';
import { missing, Refusal } from './answers.js';

export interface Parts {
  inPath: Fields;
  query: string;
  headers: Readonly<Record<string, string>>;
  body: string | undefined;
}

/**
 * The fields of a call, gathered from wherever they travel and held against the catalogue. Throws
 * the business codes for missing (1101), invalid (1102) and empty (1103) ones.
 */
export function readInput(
  operation: Operation,
  parts: Parts,
  { store, settings, now }: HandlerContext,
): { input: Fields; encrypted: boolean } {
  const body = bodyOf(operation, parts);
  const encrypted = 'encryptedValue' in body;
  const fields: Fields = Object.assign(encrypted ? decryptFields(store, body) : body, parts.inPath);
  if (parts.query !== '') {
    for (const [name, value] of new URLSearchParams(parts.query)) fields[name] ??= value;
  }
  for (const name in operation.travels) {
    if (operation.travels[name] !== 'header') continue;
    const value = parts.headers[name.toLowerCase()];
    if (value !== undefined) fields[name] = value;
  }
  const isX = settings.tranTypeX === 'everywhere' && fields.tranType === 'X';
  if (isX) fields.tranType = 'A';
  const { outTradeNoPrefix } = SANDBOX_PROFILE;
  const checked = checkInput(operation, fields, { environment: 'test', now, outTradeNoPrefix });
  if (!checked.ok) throw refusalOf(checked.problems);
  refuseAbsent(operation, fields);
  if (operation.specified) refuseQuotedNumbers(body, checked.value);
  return { input: checked.value, encrypted };
}

function bodyOf(operation: Operation, { headers, body }: Parts): Fields {
  if (operation.method !== 'POST' || body === undefined) return {};
  if (!headers['content-type']?.startsWith('application/json')) {
    throw new Refusal(415, 9900, 'Unsupported content type: application/json is required');
  }
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    throw new Refusal(400, 1102, 'Invalid parameters: the body is not JSON');
  }
  if (isRecord(parsed)) return parsed;
  throw new Refusal(400, 1102, 'Invalid parameters: the body is not a JSON object');
}

/** Required fields that the catalogue has a default for: it is the client that fills them in, never the bank. */
function refuseAbsent(operation: Operation, fields: Fields): void {
  const absent = requiredOf(operation).filter((field) => {
    const parent = field.split('.').slice(0, -1).join('.');
    return fieldAt(fields, field) === undefined && (!parent || fieldAt(fields, parent));
  });
  if (absent.length > 0) throw missing(absent.join(', '));
}

const REQUIRED = new WeakMap<Operation, readonly string[]>();

function requiredOf(operation: Operation): readonly string[] {
  const known = REQUIRED.get(operation);
  if (known) return known;
  const found = flagsOf(operation).flatMap((flag) => (flag.fallback ? [flag.field] : []));
  REQUIRED.set(operation, found);
  return found;
}

/** A person may give a number as text; on the wire the field table has it as a Number. */
function refuseQuotedNumbers(body: Fields, input: Fields): void {
  const quoted = Object.keys(body).filter(
    (field) => typeof body[field] === 'string' && isNumber(input[field]),
  );
  if (quoted.length === 0) return;
  throw refusalOf(quoted.map((field) => ({ field, message: 'must be a JSON number' })));
}

function isNumber(value: unknown): boolean {
  return typeof value === 'number' || isLosslessNumber(value);
}

function refusalOf(problems: readonly Problem[]): Refusal {
  const [code, text] = problems.some(({ message }) => message.startsWith('is missing'))
    ? [1101, 'Missing required parameters']
    : problems.some(({ message }) => message.startsWith('is empty'))
      ? [1103, 'Empty string value not supported']
      : [1102, 'Invalid parameters'];
  return new Refusal(
    400,
    code,
    `${text}: ${[...new Set(problems.map(({ field }) => field))].join(', ')}`,
  );
}
