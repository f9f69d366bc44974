import type { Fields } from '../bank/define.js';
import { PayctlError } from '../core/errors.js';
import {
  fromPlain,
  isJsonObject,
  type Json,
  type JsonObject,
  number,
  parseJson,
} from '../core/json.js';
import type { Host } from '../host/host.js';
import { withField } from './field-path.js';

const LIMIT = 5 * 1024 * 1024;

/** The raw ways to give fields, beside the named flags. */
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
  let fields = merged(nested(defaults), data);
  for (const [key, value] of typedPairs) fields = withField(fields, key, await typed(host, value));
  for (const [key, value] of texts) fields = withField(fields, key, value);
  for (const [key, value] of Object.entries(flags)) fields = withField(fields, key, value);
  return fields;
}

/** Standard input is there once: whoever came second would read nothing. */
function refuseTwoReaders({ data = '', fields }: RawInput): void {
  const readers = [data, ...fields.map((pair) => pair.replace(/^[^=]*=/, ''))];
  const count = readers.filter((source, at) => source === '@-' || (at === 0 && source === '-'));
  if (count.length < 2) return;
  throw new PayctlError('USAGE', 'standard input is named twice, and can be read once', {
    hint: 'put one of them into a file: @FILE',
  });
}

function refuseTwice(typedPairs: readonly Pair[], texts: readonly Pair[]): void {
  const typedKeys = new Set(typedPairs.map(([key]) => key));
  const [twice] = texts.find(([key]) => typedKeys.has(key) && !key.endsWith('[]')) ?? [];
  if (twice === undefined) return;
  throw new PayctlError('USAGE', `${twice} is given by -F and by -f`, { hint: 'give one of them' });
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
    throw new PayctlError('USAGE', `--data is not JSON: ${why}`, {
      hint: 'give an object, @FILE or -',
    });
  }
  if (isJsonObject(value)) return value;
  throw new PayctlError('USAGE', '--data is not a JSON object; give {"field": …}, @FILE or -');
}

async function readSource(host: Host, source: string, flag: string): Promise<string> {
  if (source !== '-' && !source.startsWith('@')) return source;
  const path = source.slice(1);
  const bytes =
    source === '-' || source === '@-'
      ? await host.stdin.readAll(LIMIT)
      : readGiven(host, path, LIMIT);
  if (!bytes)
    throw new PayctlError('USAGE', `${flag} names the file ${path}, which does not exist`);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new PayctlError('USAGE', `${flag} ${source} is not valid UTF-8`, {
      hint: 'iconv -t UTF-8 converts a file',
    });
  }
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
  throw new PayctlError('USAGE', `${flag} is ${JSON.stringify(pair)}; give key=value`);
}

/** The names of JSON are taken as they are, dots and all. */
function merged(fields: Fields, value: JsonObject): Fields {
  const all = { ...fields };
  for (const [key, item] of Object.entries(value)) {
    const known = all[key];
    all[key] = isJsonObject(item)
      ? merged(isJsonObject(known) ? known : {}, item)
      : fromPlain(item);
  }
  return all;
}

/** A file that the caller named; undefined where there is none. */
export function readGiven(host: Host, path: string, limit: number): Uint8Array | undefined {
  return given(() => host.files.readForeign(absolute(host, path), limit));
}

/** What is done with a file that the caller named: one that cannot be read is a wrong input. */
export function given<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof PayctlError)) throw error;
    throw new PayctlError('USAGE', error.message, { ...error.facts, executed: 'no' });
  }
}

export function absolute(host: Host, path: string): string {
  return path.startsWith('/') ? path : `${host.cwd}/${path}`;
}
