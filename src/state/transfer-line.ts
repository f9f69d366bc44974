import { sha256 } from '../core/hash.js';
import { type JsonObject, jsonText } from '../core/json.js';
import { readChain, seal } from './chain.js';
import type { TransferRecord } from './store.js';

/**
 * Where the record of another transfer lies that was initiated under the reference of an archived claim: no
 * line can be added to that.
 */
export function otherTransferKey(key: string): string {
  return sha256(`other ${key}`).slice(0, 32);
}

/** The record of a transfer as one line, closed by a checksum, which also names its claim. */
export function sealTransfer(
  key: string,
  { reference, contents, tokenizerId, at }: TransferRecord,
): string {
  return seal({ reference, contents, tokenizerId, at, key }).text;
}

/** The record of this claim; undefined for anything but a whole line of it. */
export function readTransfer(bytes: Uint8Array, key: string): TransferRecord | undefined {
  const { links, torn, broken } = readChain(bytes);
  const [line] = links;
  if (line === undefined || torn || broken || jsonText(line.content.key) !== key) return undefined;
  return toRecord(line.content);
}

function toRecord(content: JsonObject): TransferRecord | undefined {
  const [reference, contents, tokenizerId, at] = [
    content.reference,
    content.contents,
    content.tokenizerId,
    content.at,
  ].map(jsonText);
  if (!reference || !contents || !tokenizerId || !at || Number.isNaN(Date.parse(at))) {
    return undefined;
  }
  return { reference, contents, tokenizerId, at };
}
