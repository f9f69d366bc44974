import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { isJsonObject, type JsonObject, parseJson } from '../../core/json.js';
import { sealLine, unsealLine } from '../../core/sealed-log.js';
import { tryOrUndefined } from '../../core/try-or-undefined.js';
import { damage } from '../../messages/damage.js';
import { isArchived } from '../chain.js';
import type { StoredClaim } from '../claims.js';

/** What is left of a claim: the lines that stand for it, as JSON, in the row of the claim. It stays for ever, so it is packed. */
export function packRetired(lines: readonly string[]): Uint8Array {
  const text = sealLine(`[${lines.join()}]`, 64).text.trimEnd();
  return deflateRawSync(text);
}

/** A claim of which `packRetired` is left; `newest` is the number of the revision that stands for it. */
export function retiredClaim(key: string, newest: number, packed: Uint8Array): StoredClaim {
  const place = `payctl.claim, key ${key}`;
  const lines = unpackRetired(packed);
  const faults = lines ? [] : [{ file: place, line: 1, why: damage.checksum }];
  return { key, newest, revisions: [{ place, lines: lines ?? [], faults, torn: false }] };
}

/** undefined for what `packRetired` did not write. */
function unpackRetired(packed: Uint8Array): JsonObject[] | undefined {
  const text = tryOrUndefined(() => inflateRawSync(packed).toString());
  const sealed = text === undefined ? 'no-sum' : unsealLine(text, 64);
  if (typeof sealed === 'string') return undefined;
  const value = parseJson(sealed.json);
  const lines = Array.isArray(value) ? value.filter(isJsonObject) : [];
  return isArchived(lines) ? lines : undefined;
}
