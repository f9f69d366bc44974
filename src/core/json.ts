import { isLosslessNumber as isLossless, LosslessNumber, parse, stringify } from 'lossless-json';
import { isDigit, type Outline, outlineOf } from './json-outline.js';

/**
 * JSON whose numbers keep their digits: `100.00` stays `100.00`, and thirteen digits before the
 * point stay exact. Binary floats never carry money here.
 */
export type Json = null | boolean | string | ExactNumber | Json[] | JsonObject;
export interface JsonObject {
  [key: string]: Json;
}

/** A number digit by digit, typed here so that users of the library need no other package. */
export interface ExactNumber {
  readonly isLosslessNumber: boolean;
  readonly value: string;
  toString(): string;
}

const MAX_DEPTH = 200;

/** Reads JSON text. Throws SyntaxError on malformed, too deeply nested or `__proto__`-bearing text. */
export function parseJson(text: string): Json {
  const outline = outlineOf(text);
  if (outline.depth > MAX_DEPTH) throw new SyntaxError('nested too deeply');
  const quick = readQuickly(text, outline);
  return quick === undefined ? new Exact([]).value(parse(text)) : quick;
}

/** By the engine's own reader, five times as fast; undefined for text that it refuses or may misread. */
function readQuickly(text: string, { numbers, names }: Outline): Json | undefined {
  try {
    const exact = new Exact(numbers);
    const value = exact.value(JSON.parse(text));
    // The engine takes the last of two fields of one name.
    return exact.isInOrder && exact.names === names ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The same; undefined for text that is refused. */
export function readJson(text: string): Json | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** Writes JSON on one line, or indented by `indent` spaces; numbers come out digit by digit as they came in. */
export function stringifyJson(value: Json, indent?: number): string {
  return stringify(value, undefined, indent) ?? 'null';
}

export function isJsonObject(value: unknown): value is JsonObject {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !isLosslessNumber(value)
  );
}

export function number(digits: string): ExactNumber {
  return new LosslessNumber(digits);
}

export function isLosslessNumber(value: unknown): value is ExactNumber {
  return isLossless(value);
}

/** The text of a string or number, for comparing and showing; undefined for anything else. */
export function textOf(value: Json | undefined): string | undefined {
  if (typeof value === 'string') return value;
  return isLosslessNumber(value) ? value.toString() : undefined;
}

/** Walks `a.b.0.c`; undefined where the path leads nowhere. */
export function at(value: Json | undefined, path: string): Json | undefined {
  if (!path.includes('.')) return childOf(value, path);
  let current = value;
  for (const key of path.split('.')) current = childOf(current, key);
  return current;
}

function childOf(value: Json | undefined, key: string): Json | undefined {
  if (Array.isArray(value)) return value[Number(key)];
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** Plain JavaScript values for schemas: numbers as binary floats, so never for money. */
export function toPlain(value: Json | undefined): unknown {
  if (value === undefined) return undefined;
  if (isLosslessNumber(value)) return Number(value.toString());
  if (Array.isArray(value)) return value.map(toPlain);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, toPlain(item)]));
}

/**
 * Turns plain values back into exact ones; numbers must be safe integers or already exact. What says
 * itself how it is written as JSON is written so.
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

/** Checks what a reader made of a text, and gives its numbers the digits with which they are written. */
class Exact {
  readonly #numbers: Iterator<string>;
  /** False where a name looks like an index: the engine moves those to the front. */
  isInOrder = true;
  names = 0;

  constructor(numbers: readonly string[]) {
    this.#numbers = numbers.values();
  }

  value(read: unknown): Json {
    if (read === null || typeof read === 'string' || typeof read === 'boolean') return read;
    if (typeof read === 'number') return number(this.#numbers.next().value);
    if (isLosslessNumber(read)) return read;
    if (Array.isArray(read)) return read.map((item) => this.value(item));
    if (typeof read !== 'object') throw new SyntaxError('not JSON');
    const result: JsonObject = {};
    for (const [key, item] of Object.entries(read)) {
      if (key === '__proto__') throw new SyntaxError('the key __proto__ is not accepted');
      if (isDigit(key.charCodeAt(0))) this.isInOrder = false;
      this.names += 1;
      result[key] = this.value(item);
    }
    return result;
  }
}
