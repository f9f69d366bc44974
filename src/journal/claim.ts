import { createHash } from 'node:crypto';
import { formatAmount, parseAmount } from '../api/money.js';
import type { Fields, Operation } from '../api/operation.js';
import type { Connection, Grant } from '../client/connection.js';
import {
  at,
  fromPlain,
  isJsonObject,
  isLosslessNumber,
  type Json,
  stringifyJson,
  textOf,
} from '../json.js';

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
 * word, or else the contents name the charge: the same call twice is one charge.
 */
export function claimOf(
  baseUrl: string,
  operation: Operation,
  input: Fields,
  reference?: string,
): Claim {
  const contents = contentsOf(operation, input);
  const given = fromPlain(input);
  const named = (operation.reference && textOf(at(given, operation.reference))) || reference;
  const company = (operation.company && textOf(at(given, operation.company))) || undefined;
  const known = named ?? `contents-${contents.slice(0, 24)}`;
  const key = hash([bankOf(baseUrl), operation.id, company ?? '', known]);
  const claim: Claim = { key: key.slice(0, 32), reference: known, contents };
  if (company !== undefined) claim.company = company;
  return claim;
}

/** One spelling of an address. */
export function bankOf(baseUrl: string): string {
  if (!URL.canParse(baseUrl)) return baseUrl;
  const { origin, pathname } = new URL(baseUrl);
  return origin + pathname.replace(/\/+/g, '/').replace(/\/$/, '');
}

/** Tells credentials apart and gives none of them away; a user's token is another than the application's. */
export function credentialsOf({ apiKey, applicationId }: Credentials, grant?: Grant): string {
  const known = [apiKey, applicationId];
  return hash(grant === 'user' ? [...known, grant] : known).slice(0, 16);
}

/** Times and ids that are made per call say nothing of what the caller wanted. */
function contentsOf(operation: Operation, input: Fields): string {
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
  return hash([operation.method, operation.path, Object.fromEntries(fields)]);
}

/** 10, 10.0 and 10.00 are one amount. */
function sameAmount(given: Json): Json {
  const satang = parseAmount(textOf(given) ?? '');
  return satang === undefined ? given : formatAmount(satang);
}

function hash(value: Json): string {
  return createHash('sha256')
    .update(stringifyJson(canonical(value)))
    .digest('hex');
}

/** Keys in one order; a number and its digits as text are the same decision. */
function canonical(value: Json): Json {
  if (isLosslessNumber(value)) return value.toString();
  if (Array.isArray(value)) return value.map(canonical);
  if (!isJsonObject(value)) return value;
  const keys = Object.keys(value).sort();
  return Object.fromEntries(keys.map((key) => [key, canonical(value[key] ?? null)]));
}
