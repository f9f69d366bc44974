import { isLosslessNumber as isLossless, LosslessNumber, parse, stringify } from 'lossless-json';
import { isDigit, type Outline, outlineJson } from './json-outline.js';
import { tryOrUndefined } from './try-or-undefined.js';

/**
 * JSON whose numbers keep their digits: `100.00` stays `100.00`, and thirteen digits before the
 * point stay exact. Binary floats never carry money here.
 */
export type Json = null | boolean | string | ExactNumber | Json[] | JsonObject;
/** An object of exact JSON. */
export interface JsonObject {
  [key: string]: Json;
}

/** A number with the digits of its text; typed here, so that users of the library need no other package. */
export interface ExactNumber {
  readonly isLosslessNumber: boolean;
  readonly value: string;
  toString(): string;
}

const MAX_DEPTH = 200;

/** Reads JSON text. Throws SyntaxError on malformed, too deeply nested or `__proto__`-bearing text. */
export function parseJson(text: string): Json {
  const outline = outlineJson(text);
  if (outline.depth > MAX_DEPTH) throw new SyntaxError('nested too deeply');
  const fast = parseFast(text, outline);
  return fast === undefined ? new ExactReader([]).value(parse(text)) : fast;
}

/** By `JSON.parse`, twice as fast on a line of a journal; undefined for text that it refuses or may misread. */
function parseFast(text: string, { numbers, names }: Outline): Json | undefined {
  try {
    const reader = new ExactReader(numbers);
    const value = reader.value(JSON.parse(text));
    // Of two fields with one name JSON.parse drops the first.
    return reader.isInOrder && reader.names === names ? value : undefined;
  } catch {
    return undefined;
  }
}

/** As `parseJson`; undefined for text that it refuses. */
export function readJson(text: string): Json | undefined {
  return tryOrUndefined(() => parseJson(text));
}

/** The fields of an object that are texts or numbers, as text; none for anything else. */
export function textFields(value: Json | undefined): Record<string, string> {
  const fields = Object.entries(isJsonObject(value) ? value : {});
  return Object.fromEntries(
    fields.flatMap(([name, field]) => {
      const text = jsonText(field);
      return text === undefined ? [] : [[name, text]];
    }),
  );
}

/** Writes JSON on one line, or indented by `indent` spaces; exact numbers keep their digits. */
export function stringifyJson(value: Json, indent?: number): string {
  const fast = indent === undefined ? stringifyFast(value) : undefined;
  return fast ?? stringify(value, undefined, indent) ?? 'null';
}

/** As `stringifyJson(fromPlain(value))`, in a fraction of the time. */
export function stringifyPlain(value: unknown): string {
  return stringifyFast(value) ?? stringifyJson(fromPlain(value));
}

/** By `JSON.stringify`; undefined where it would write a number with other digits, as in 100.00. */
function stringifyFast(value: unknown): string | undefined {
  return tryOrUndefined(() => JSON.stringify(value, (_name, item) => toSameDigits(item)));
}

/** An exact number as a double. Throws where that has other digits. */
function toSameDigits(value: unknown): unknown {
  if (!isLosslessNumber(value)) return value;
  const double = Number(value.value);
  if (String(double) === value.value) return double;
  throw new RangeError('needs its own digits');
}

/** Whether a value is an object, neither a list nor an exact number. */
export function isJsonObject(value: unknown): value is JsonObject {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !isLosslessNumber(value)
  );
}

/** An exact number of these digits. Throws where they are no JSON number. */
export function number(digits: string): ExactNumber {
  return new LosslessNumber(digits);
}

export function isLosslessNumber(value: unknown): value is ExactNumber {
  return isLossless(value);
}

/** The text of a string or number, for comparing and showing; undefined for anything else. */
export function jsonText(value: Json | undefined): string | undefined {
  if (typeof value === 'string') return value;
  return isLosslessNumber(value) ? value.toString() : undefined;
}

/** The value at a path like `a.b.0.c`; undefined where there is none. */
export function at(value: Json | undefined, path: string): Json | undefined {
  if (!path.includes('.')) return jsonChild(value, path);
  let current = value;
  for (const key of path.split('.')) current = jsonChild(current, key);
  return current;
}

function jsonChild(value: Json | undefined, key: string): Json | undefined {
  if (Array.isArray(value)) return value[Number(key)];
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** Plain JavaScript values for schemas: numbers become doubles, so never use it for money. */
export function toPlain(value: JsonObject): Record<string, unknown>;
export function toPlain(value: Json | undefined): unknown;
export function toPlain(value: Json | undefined): unknown {
  if (value === undefined) return undefined;
  if (isLosslessNumber(value)) return Number(value.toString());
  if (Array.isArray(value)) return value.map(toPlain);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, toPlain(item)]));
}

/**
 * Exact JSON of plain values, without undefined fields; `toJSON` is used where a value has it. Numbers
 * must be safe integers or already exact. Throws TypeError for what is no JSON.
 */
export function fromPlain(value: unknown): Json {
  if (isLosslessNumber(value) || value === null) return value;
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number' || typeof value === 'bigint') return number(String(value));
  if (Array.isArray(value)) return value.map(fromPlain);
  if (typeof value === 'object') {
    if ('toJSON' in value && typeof value.toJSON === 'function') return fromPlain(value.toJSON());
    const entries = Object.entries(value).filter(([, item]) => item !== undefined);
    return Object.fromEntries(entries.map(([key, item]) => [key, fromPlain(item)]));
  }
  throw new TypeError(`not a JSON value: ${typeof value}`);
}

/** Makes exact JSON of parsed values, in place: gives each number the digits with which it was written. */
class ExactReader {
  readonly #numbers: Iterator<string>;
  /** False where a name looks like an index: the engine moves such fields to the front. */
  isInOrder = true;
  names = 0;

  constructor(numbers: readonly string[]) {
    this.#numbers = numbers.values();
  }

  value(parsed: unknown): Json {
    if (parsed === null || typeof parsed === 'string' || typeof parsed === 'boolean') return parsed;
    if (typeof parsed === 'number') return number(this.#numbers.next().value);
    if (isLosslessNumber(parsed)) return parsed;
    if (Array.isArray(parsed)) return parsed.map((item) => this.value(item));
    if (!isJsonObject(parsed)) throw new SyntaxError('not JSON');
    for (const key of Object.keys(parsed)) {
      if (key === '__proto__') throw new SyntaxError('the key __proto__ is not accepted');
      if (isDigit(key.charCodeAt(0))) this.isInOrder = false;
      this.names += 1;
      const exact = this.value(parsed[key]);
      if (exact !== parsed[key]) parsed[key] = exact;
    }
    return parsed;
  }
}
