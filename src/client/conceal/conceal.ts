import { type Patterns, patternsFor } from './patterns.js';
import {
  BASE64,
  type ByteRange,
  type DecodedBytes,
  decodeEscapes,
  HEXADECIMAL,
  readDigits,
  sourceSpan,
} from './reading.js';

/** Stands in place of a secret. */
export const HIDDEN = '[redacted]';

/** The text without the secrets, also where they are escaped, in base64 or in hexadecimal. */
export function conceal(text: string, secrets: readonly string[]): string {
  const bytes = Buffer.from(text);
  const rest = concealBytes(bytes, secrets);
  return rest === bytes ? text : rest.toString();
}

/**
 * The same for bytes; returns its argument where there is no secret. Looks for one layer of each
 * encoding. Time and memory grow with the length of the text alone.
 */
export function concealBytes(bytes: Buffer, secrets: readonly string[]): Buffer {
  const patterns = patternsFor(secrets);
  if (patterns === undefined || bytes.length < patterns.shortest) return bytes;
  const spans = findSecrets({ bytes }, patterns);
  const plain = decodeEscapes(bytes);
  if (plain) for (const span of findSecrets(plain, patterns)) spans.push(span);
  if (spans.length === 0) return bytes;
  const parts: Buffer[] = [];
  let end = 0;
  for (const [from, to] of mergeSpans(spans)) {
    parts.push(bytes.subarray(end, from), Buffer.from(HIDDEN));
    end = to;
  }
  return Buffer.concat([...parts, bytes.subarray(end)]);
}

function findSecrets(
  reading: DecodedBytes,
  { exact, words, base64, hexadecimal }: Patterns,
): ByteRange[] {
  const { bytes } = reading;
  const spans: ByteRange[] = [];
  const add = (from: number, to: number) => spans.push(sourceSpan(reading, from, to));
  for (const secret of exact) {
    for (const at of findOccurrences(secret, bytes)) add(at, at + secret.length);
  }
  for (const word of words) {
    for (const at of findOccurrences(word, bytes)) {
      const end = at + word.length;
      if (!isWordCharacter(bytes[at - 1]) && !isWordCharacter(bytes[end])) add(at, end);
    }
  }
  if (base64.length === 0) return spans;
  const pairs = readDigits(reading, HEXADECIMAL);
  for (const digits of hexadecimal) {
    for (const at of findOccurrences(digits, pairs.bytes)) {
      add(pairs.places[at] ?? 0, (pairs.places[at + digits.length - 1] ?? 0) + 1);
    }
  }
  const sextets = readDigits(reading, BASE64);
  for (const { digits, before, after } of base64) {
    for (const at of findOccurrences(digits, sextets.bytes)) {
      // Where there is no digit, it is zero.
      const first = sextets.bytes[at - before] ? at - before : at;
      const end = at + digits.length;
      const last = sextets.bytes[end - 1 + after] ? end - 1 + after : end - 1;
      add(sextets.places[first] ?? 0, (sextets.places[last] ?? 0) + 1);
    }
  }
  return spans;
}

function* findOccurrences(pattern: Buffer, bytes: Buffer): Generator<number> {
  for (let at = bytes.indexOf(pattern); at >= 0; at = bytes.indexOf(pattern, at + pattern.length)) {
    yield at;
  }
}

function isWordCharacter(byte: number | undefined): boolean {
  return byte !== undefined && /[A-Za-z0-9]/.test(String.fromCharCode(byte));
}

/** In order, and without overlaps. */
function mergeSpans(spans: ByteRange[]): ByteRange[] {
  const result: ByteRange[] = [];
  for (const [from, to] of spans.sort(([a], [b]) => a - b)) {
    const last = result.at(-1);
    if (last === undefined || from > last[1]) result.push([from, to]);
    else result[result.length - 1] = [last[0], Math.max(last[1], to)];
  }
  return result;
}
