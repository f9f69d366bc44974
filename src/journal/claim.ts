import type { Fields, Operation } from '../bank/define.js';
import { normalizedPath } from '../bank/path.js';
import { referenceProblem } from '../bank/reference.js';
import type { Connection, Grant } from '../client/connection.js';
import { PayctlError } from '../core/errors.js';
import { sha256 } from '../core/hash.js';
import {
  at,
  fromPlain,
  isJsonObject,
  isLosslessNumber,
  type Json,
  jsonText,
  stringifyJson,
} from '../core/json.js';
import type { Message } from '../core/message.js';
import { formatAmount, parseAmount } from '../core/money.js';
import { charging } from '../messages/charging.js';

/** What identifies a charge for ever, and a fingerprint of what it consists of. */
export interface Claim {
  /** Identifies the claim in the store: a hash of base URL, operation, company and reference. */
  key: string;
  reference: string;
  company?: string;
  /** Fingerprint of everything else that the caller decided. */
  contents: string;
}

export type Credentials = Pick<Connection, 'apiKey' | 'applicationId'>;

/**
 * The claim of a call. If the operation has no reference field, `reference` names the charge, or else its
 * contents do: then the same call twice is one charge. Throws PayctlError USAGE for a reference that
 * could be read in two ways.
 */
export function claimFor(
  baseUrl: string,
  operation: Operation,
  input: Fields,
  reference?: string,
): Claim {
  const named = operation.reference ? readReference(operation.reference, input) : undefined;
  if (operation.reference && named === undefined) {
    throw ambiguousError(operation.reference, charging.nameMissing(operation.reference));
  }
  const company = operation.company && readReference(operation.company, input);
  const path = normalizedPath(operation.path);
  const contents = contentsFingerprint(operation, input, path);
  const name = named ?? reference ?? `contents-${contents.slice(0, 24)}`;
  const key = claimKey(baseUrl, operation.id, company, name);
  return { key, reference: name, contents, company };
}

export function claimKey(
  baseUrl: string,
  operation: string,
  company: string | undefined,
  reference: string,
): string {
  return hash([normalizeBankUrl(baseUrl), operation, company ?? '', reference]).slice(0, 32);
}

/** The text of a field that identifies a charge; undefined where it is not given. */
function readReference(field: string, input: Fields): string | undefined {
  const value = at(fromPlain(input), field);
  const problem = referenceProblem(value);
  if (problem !== undefined) throw ambiguousError(field, charging.nameUnusable(field, problem));
  const variant = caseCollision(field, input);
  if (variant !== undefined) throw ambiguousError(field, charging.nameTwice(field, variant));
  return jsonText(value) || undefined;
}

function ambiguousError(field: string, problem: Message): PayctlError {
  return new PayctlError('USAGE', problem, { executed: 'no', hint: charging.giveOnce(field) });
}

/** A bank that ignores case could read the other field instead. */
function caseCollision(field: string, input: Fields): string | undefined {
  return Object.keys(input).find(
    (name) => name !== field && name.toLowerCase() === field.toLowerCase(),
  );
}

const LOOPBACKS = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * The normal form of a bank's address: one spelling for host, loopback names and path, because gateways
 * may ignore case and encoding of a path.
 */
export function normalizeBankUrl(baseUrl: string): string {
  if (!URL.canParse(baseUrl)) return baseUrl;
  const url = new URL(baseUrl);
  const path = url.pathname.replace(/\/+/g, '/').replace(/\/$/, '');
  const host = url.hostname.replace(/\.$/, '');
  url.hostname = LOOPBACKS.includes(host) ? '127.0.0.1' : host;
  return url.origin + normalizedPath(path).replace(/^\/$/, '');
}

/** A fingerprint that distinguishes credentials without revealing them; a user's token differs from the application's. */
export function credentialsFingerprint(
  { apiKey, applicationId }: Credentials,
  grant?: Grant,
): string {
  const ids = [apiKey, applicationId];
  return hash(grant === 'user' ? [...ids, grant] : ids).slice(0, 16);
}

/** Leaves out times and ids that are generated for each call: the caller did not decide them. */
function contentsFingerprint(operation: Operation, input: Fields, path: string): string {
  const decided = Object.entries(input).filter(
    ([name, value]) =>
      value !== undefined &&
      name !== operation.reference &&
      !Object.hasOwn(operation.generated ?? {}, name),
  );
  const fields = decided.map(([name, value]) => {
    const json = fromPlain(value);
    return [name, name === operation.amount ? normalAmount(json) : json] as const;
  });
  return hash([operation.method, path, Object.fromEntries(fields)]);
}

/** 10, 10.0 and 10.00 are one amount. */
function normalAmount(amount: Json): Json {
  const satang = parseAmount(jsonText(amount) ?? '');
  return satang === undefined ? amount : formatAmount(satang);
}

function hash(value: Json): string {
  return sha256(stringifyJson(canonical(value)));
}

/** Keys sorted; a number and the same digits as text are equal. */
function canonical(value: Json): Json {
  if (isLosslessNumber(value)) return value.toString();
  if (Array.isArray(value)) return value.map(canonical);
  if (!isJsonObject(value)) return value;
  const keys = Object.keys(value).sort();
  return Object.fromEntries(keys.map((key) => [key, canonical(value[key] ?? null)]));
}
