import { isJsonObject, type JsonObject, parseJson, stringifyJson } from '../../core/json.js';
import { sealLine, unsealLine } from '../../core/sealed-log.js';
import { damage } from '../../messages/damage.js';
import { isArchived } from '../chain.js';
import type { StoredClaim } from '../claims.js';

const SUM_DIGITS = 64;

/** What is left of a claim: the lines that stand for it, which nothing follows, in the row of the claim. */
export function retiredText(lines: readonly JsonObject[]): string {
  return sealLine(stringifyJson([...lines]), SUM_DIGITS).text.trimEnd();
}

/** A claim of which `retiredText` is left; `newest` is the number of the revision that it stands for. */
export function retiredClaim(key: string, newest: number, text: string): StoredClaim {
  const place = `payctl.claim, key ${key}`;
  const lines = linesIn(text);
  const faults = lines ? [] : [{ file: place, line: 1, why: damage.checksum }];
  return { key, newest, revisions: [{ place, lines: lines ?? [], faults, torn: false }] };
}

/** undefined for what `retiredText` did not write. */
function linesIn(text: string): JsonObject[] | undefined {
  const sealed = unsealLine(text, SUM_DIGITS);
  if (typeof sealed === 'string') return undefined;
  const value = parseJson(sealed.json);
  const lines = Array.isArray(value) ? value.filter(isJsonObject) : [];
  return isArchived(lines) ? lines : undefined;
}
