import { createHash } from 'node:crypto';
import type { Fields, Operation } from '../api/operation.js';
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
  const bank = URL.canParse(baseUrl) ? new URL(baseUrl).href : baseUrl;
  const key = hash([bank.replace(/\/+$/, ''), operation.id, company ?? '', known]);
  const claim: Claim = { key: key.slice(0, 32), reference: known, contents };
  if (company !== undefined) claim.company = company;
  return claim;
}

/** Times and ids that are made per call say nothing of what the caller wanted. */
function contentsOf(operation: Operation, input: Fields): string {
  const decided = Object.entries(input).filter(
    ([name, value]) =>
      value !== undefined &&
      name !== operation.reference &&
      !Object.hasOwn(operation.generated ?? {}, name),
  );
  return hash([operation.method, operation.path, fromPlain(Object.fromEntries(decided))]);
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
