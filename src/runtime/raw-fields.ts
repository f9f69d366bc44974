import type { Fields } from '../bank/define.js';
import { strictUtf8 } from '../core/bytes.js';
import { type PayctlError, usageError } from '../core/errors.js';
import { isJsonObject, type Json, type JsonObject, number, parseJson } from '../core/json.js';
import type { Host } from '../host/host.js';
import { inputMessages } from '../messages/input.js';
import { wording } from '../messages/wording.js';
import { readUserFile } from './user-file.js';

/** Bytes of --data, or of a file that a field names. */
const LIMIT = 5 * 1024 * 1024;

/** The raw ways to give fields, in addition to the named flags. */
export interface RawInput {
  /** `--data @file.json`, `--data -`, or the JSON itself. */
  data?: string;
  /** `-F key=value`: number, boolean, null, `@file`, else a string. */
  fields: readonly string[];
  /** `-f key=value`: always a string. */
  rawFields: readonly string[];
}

/** Named flag beats -f and -F, they beat --data, and that beats environment and profile. */
export async function gatherFields(
  host: Host,
  defaults: Fields,
  raw: RawInput,
  flags: Fields,
): Promise<Fields> {
  refuseTwoReaders(raw);
  const data = raw.data === undefined ? {} : await readData(host, raw.data);
  const typedPairs = raw.fields.map((pair) => split(pair, '-F'));
  const texts = raw.rawFields.map((pair) => split(pair, '-f'));
  refuseTwice(typedPairs, texts);
  let fields = mergeFields(nested(defaults), data);
  for (const [key, value] of typedPairs) fields = withField(fields, key, await typed(host, value));
  for (const [key, value] of texts) fields = withField(fields, key, value);
  for (const [key, value] of Object.entries(flags)) fields = withField(fields, key, value);
  return fields;
}

/** Standard input can be read once; a second reader would get nothing. */
function refuseTwoReaders({ data = '', fields }: RawInput): void {
  const readers = [data, ...fields.map((pair) => pair.replace(/^[^=]*=/, ''))];
  const count = readers.filter((source, at) => source === '@-' || (at === 0 && source === '-'));
  if (count.length < 2) return;
  throw usageError(inputMessages.inputTwice, inputMessages.oneInFile);
}

function refuseTwice(typedPairs: readonly Pair[], texts: readonly Pair[]): void {
  const typedKeys = new Set(typedPairs.map(([key]) => key));
  const [twice] = texts.find(([key]) => typedKeys.has(key) && !key.endsWith('[]')) ?? [];
  if (twice === undefined) return;
  throw usageError(inputMessages.bothFlags(twice), inputMessages.useOne);
}

function nested(fields: Fields): Fields {
  return Object.entries(fields).reduce((all, [key, value]) => withField(all, key, value), {});
}

async function readData(host: Host, source: string): Promise<JsonObject> {
  const text = await readSource(host, source, '--data');
  let value: Json;
  try {
    value = parseJson(text);
  } catch (error) {
    const why = error instanceof Error ? error.message : 'malformed';
    throw usageError(inputMessages.dataNotJson(why), inputMessages.giveJson);
  }
  if (isJsonObject(value)) return value;
  throw usageError(inputMessages.dataNotObject);
}

async function readSource(host: Host, source: string, flag: string): Promise<string> {
  if (source !== '-' && !source.startsWith('@')) return source;
  const path = source.slice(1);
  const bytes =
    source === '-' || source === '@-'
      ? await host.stdin.readAll(LIMIT)
      : await readUserFile(host, path, LIMIT);
  if (!bytes) throw usageError(inputMessages.noFile(flag, path));
  const text = strictUtf8(bytes);
  if (text !== undefined) return text;
  throw usageError(inputMessages.sourceNotUtf8(flag, source), inputMessages.convert);
}

async function typed(host: Host, value: string): Promise<Json> {
  if (value === 'true') return true;
  if (value === 'false') return false;
  if (value === 'null') return null;
  if (/^-?(0|[1-9][0-9]*)(\.[0-9]+)?$/.test(value)) return number(value);
  return value.startsWith('@') ? readSource(host, value, '-F') : value;
}

type Pair = readonly [key: string, value: string];

function split(pair: string, flag: string): Pair {
  const at = pair.indexOf('=');
  if (at > 0) return [pair.slice(0, at), pair.slice(at + 1)];
  throw usageError(inputMessages.notPair(flag, pair));
}

/** Fields over others, objects within them too. Names are taken as they are, dots and all. */
export function mergeFields(below: Fields, above: Fields): Fields {
  const all = { ...below };
  for (const [key, value] of Object.entries(above)) {
    const before = all[key];
    all[key] = isJsonObject(value) ? mergeFields(isJsonObject(before) ? before : {}, value) : value;
  }
  return all;
}

/** A name, or the end of a list. */
type Step = string | typeof APPEND;
const APPEND = Symbol('append');

/**
 * The fields with one more, by its path: `a.b` or `a[b]` is nested, `a[]` is one more item of a
 * list, and `a[][b]` a field of its last item, or of a new one where that has it already.
 */
function withField(fields: Fields, path: string, value: unknown): Fields {
  const [name, ...rest] = parsePath(path);
  if (typeof name !== 'string') throw noNameError(path);
  return { ...fields, [name]: setAtPath(fields[name], rest, value, path) };
}

function parsePath(path: string): Step[] {
  return path.split('.').flatMap((part) => {
    const [, name, brackets = ''] = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(part) ?? [];
    if (name === undefined) throw noNameError(path);
    const inner = [...brackets.matchAll(/\[([^[\]]*)\]/g)].map(([, key]) => key || APPEND);
    const steps = [name, ...inner];
    if (steps.includes('__proto__')) throw noNameError(path);
    return steps;
  });
}

function setAtPath(
  here: unknown,
  [step, ...rest]: readonly Step[],
  value: unknown,
  path: string,
): unknown {
  if (step === undefined) return value;
  const current = here === null ? undefined : here;
  if (step === APPEND) {
    if (current !== undefined && !Array.isArray(current)) throw alreadyGivenError(path);
    const list: readonly unknown[] = current ?? [];
    const last = list.at(-1);
    const [next] = rest;
    const joins = isJsonObject(last) && typeof next === 'string' && !Object.hasOwn(last, next);
    if (joins) return [...list.slice(0, -1), setAtPath(last, rest, value, path)];
    return [...list, setAtPath(undefined, rest, value, path)];
  }
  if (current !== undefined && !isJsonObject(current)) throw alreadyGivenError(path);
  return { ...current, [step]: setAtPath(current?.[step], rest, value, path) };
}

function noNameError(path: string): PayctlError {
  return usageError(inputMessages.notFieldName(path), inputMessages.fieldNames);
}

function alreadyGivenError(path: string): PayctlError {
  return usageError(inputMessages.taken(path), wording.giveOne);
}
