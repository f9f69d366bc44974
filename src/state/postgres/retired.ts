import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { isJsonObject, type JsonObject, parseJson } from '../../core/json.js';
import { sealLine, unsealLine } from '../../core/sealed-log.js';
import { asBuffer } from '../../core/bytes.js';
import { tryOrUndefined } from '../../core/try-or-undefined.js';
import { damage } from '../../messages/damage.js';
import { isArchived } from '../chain.js';
import type { StoredClaim } from '../claims.js';

/** A kilobyte of text: for it, most of the time and memory that is usual would go into what it never fills. */
const SMALL = { level: 1, windowBits: 11, memLevel: 4, chunkSize: 1024 };

/** What is left of a claim, `Retirement.remains`, in the row of the claim. It stays for ever, so it is packed. */
export function packRetired(remains: Uint8Array): Uint8Array {
  const text = sealLine(asBuffer(remains).toString(), 64).text.trimEnd();
  return deflateRawSync(text, SMALL);
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
