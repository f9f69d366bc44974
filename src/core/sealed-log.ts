import { asBuffer } from './bytes.js';
import { sha256 } from './hash.js';
import { type Json, parseJson } from './json.js';
import { tryOrUndefined } from './try-or-undefined.js';

/**
 * Files of JSON lines, each with the checksum (SHA-256) of what is before it on the line: as the last
 * field `sum` of an object, or the last item of a list. It has 64 digits where the next line repeats
 * them (a chain), and 16 where it only detects damage.
 */
type SumDigits = 16 | 64;

/** A line with its checksum. */
export interface SealedLine {
  /** With the line feed. */
  text: string;
  sum: string;
}

/** Adds the checksum to the JSON text of an object or a list that is not empty. */
export function sealLine(json: string, digits: SumDigits): SealedLine {
  const body = json.slice(0, -1);
  const sum = checksum(body, digits);
  const [before, after] = checksumField(json);
  return { text: `${body}${before}${sum}${after}\n`, sum };
}

/** Why a line cannot be trusted: it has no checksum, or a wrong one. */
type SealFlaw = 'no-sum' | 'wrong-sum';

/** The JSON text without its checksum, which is found by its position and not by a pattern. */
export function unsealLine(
  line: string,
  digits: SumDigits,
): { json: string; sum: string } | SealFlaw {
  const [before, after] = checksumField(line);
  const end = line.length - after.length;
  const sum = line.slice(end - digits, end);
  const body = line.slice(0, Math.max(0, end - digits - before.length));
  // Not `sum`: it is a slice, for which the engine would keep the whole line in memory.
  const made = checksum(body, digits);
  const isWhole = line.startsWith(before, body.length) && line.endsWith(after);
  if (isWhole && made === sum) return { json: body + after.slice(-1), sum: made };
  return isWhole && sum.length === digits && /^[0-9a-f]+$/.test(sum) ? 'wrong-sum' : 'no-sum';
}

/** The JSON text of a line with 64 digits of checksum, which was checked before. */
export function withoutSum(line: string): string {
  const [before, after] = checksumField(line);
  return line.slice(0, line.length - 64 - before.length - after.length) + after.slice(-1);
}

/** The value of a line; undefined where its checksum is wrong, or what somebody sealed with a right one. */
export function unsealedJson(line: string, digits: SumDigits = 64): unknown {
  return unsealedBy(JSON.parse, line, digits);
}

/** The same with its numbers as they are written. */
export function unsealedExactly(line: string): Json | undefined {
  return unsealedBy(parseJson, line, 64);
}

function unsealedBy<T>(parse: (json: string) => T, line: string, digits: SumDigits): T | undefined {
  const sealed = unsealLine(line, digits);
  return typeof sealed === 'string' ? undefined : tryOrUndefined(() => parse(sealed.json));
}

/** The complete lines of a file; `torn` where the last has no end, because its writer was killed. */
export function wholeLines(bytes: Uint8Array): {
  lines: string[];
  torn: boolean;
} {
  const lines = asBuffer(bytes).toString().split('\n');
  const torn = lines.pop() !== '';
  return { lines, torn };
}

function checksumField(json: string): [before: string, after: string] {
  return json.endsWith(']') ? [',"', '"]'] : [',"sum":"', '"}'];
}

function checksum(body: string, digits: SumDigits): string {
  return sha256(body).slice(0, digits);
}
