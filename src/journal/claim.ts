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
  stringifyJson,
  textOf,
} from '../core/json.js';
import type { Message } from '../core/message.js';
import { formatAmount, parseAmount } from '../core/money.js';
import { charging } from '../messages/charging.js';

/** What one charge is known by for its lifetime, and what it was made of. */
export interface Claim {
  /** Names the files of the claim: hash of base URL, operation, company and reference. */
  key: string;
  reference: string;
  company?: string;
  /** Fingerprint of all else that the caller decided. */
  contents: string;
}

export type Credentials = Pick<Connection, 'apiKey' | 'applicationId'>;

/**
 * The claim of a call. Where the operation has no reference field, `reference` is the caller's own
 * word, or else the contents name the charge: the same call twice is one charge. Throws PayctlError
 * USAGE for a reference that could be read in two ways.
 */
export function claimOf(
  baseUrl: string,
  operation: Operation,
  input: Fields,
  reference?: string,
): Claim {
  const named = operation.reference ? nameIn(operation.reference, input) : undefined;
  if (operation.reference && named === undefined) {
    throw unclear(operation.reference, charging.nameMissing(operation.reference));
  }
  const company = operation.company && nameIn(operation.company, input);
  const path = normalizedPath(operation.path);
  const contents = contentsOf(operation, input, path);
  const known = named ?? reference ?? `contents-${contents.slice(0, 24)}`;
  const key = hash([bankOf(baseUrl), operation.id, company ?? '', known]).slice(0, 32);
  return { key, reference: known, contents, ...(company !== undefined && { company }) };
}

/** The text of a field that names a charge; undefined where it is not given. */
function nameIn(field: string, input: Fields): string | undefined {
  const value = at(fromPlain(input), field);
  const problem = referenceProblem(value);
  if (problem !== undefined) throw unclear(field, charging.nameUnusable(field, problem));
  const other = caseCollision(field, input);
  if (other !== undefined) throw unclear(field, charging.nameTwice(field, other));
  return textOf(value) || undefined;
}

function unclear(field: string, problem: Message): PayctlError {
  return new PayctlError('USAGE', problem, { executed: 'no', hint: charging.giveOnce(field) });
}

/** A bank that does not tell capitals apart may read the other one. */
function caseCollision(field: string, input: Fields): string | undefined {
  return Object.keys(input).find(
    (name) => name !== field && name.toLowerCase() === field.toLowerCase(),
  );
}

const LOOPBACKS = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * The normal form of an address: of its host, of the names of this machine, and of its path, which a
 * gateway may read without regard to case and encoding.
 */
export function bankOf(baseUrl: string): string {
  if (!URL.canParse(baseUrl)) return baseUrl;
  const url = new URL(baseUrl);
  const path = url.pathname.replace(/\/+/g, '/').replace(/\/$/, '');
  const host = url.hostname.replace(/\.$/, '');
  url.hostname = LOOPBACKS.includes(host) ? '127.0.0.1' : host;
  return url.origin + normalizedPath(path).replace(/^\/$/, '');
}

/** Tells credentials apart and gives none of them away; a user's token is another than the application's. */
export function credentialsOf({ apiKey, applicationId }: Credentials, grant?: Grant): string {
  const known = [apiKey, applicationId];
  return hash(grant === 'user' ? [...known, grant] : known).slice(0, 16);
}

/** Times and ids that are made per call say nothing of what the caller wanted. */
function contentsOf(operation: Operation, input: Fields, path: string): string {
  const decided = Object.entries(input).filter(
    ([name, value]) =>
      value !== undefined &&
      name !== operation.reference &&
      !Object.hasOwn(operation.generated ?? {}, name),
  );
  const fields = decided.map(([name, value]) => {
    const given = fromPlain(value);
    return [name, name === operation.amount ? sameAmount(given) : given] as const;
  });
  return hash([operation.method, path, Object.fromEntries(fields)]);
}

/** 10, 10.0 and 10.00 are one amount. */
function sameAmount(given: Json): Json {
  const satang = parseAmount(textOf(given) ?? '');
  return satang === undefined ? given : formatAmount(satang);
}

function hash(value: Json): string {
  return sha256(stringifyJson(canonical(value)));
}

/** Keys in one order; a number and its digits as text are the same decision. */
function canonical(value: Json): Json {
  if (isLosslessNumber(value)) return value.toString();
  if (Array.isArray(value)) return value.map(canonical);
  if (!isJsonObject(value)) return value;
  const keys = Object.keys(value).sort();
  return Object.fromEntries(keys.map((key) => [key, canonical(value[key] ?? null)]));
}
