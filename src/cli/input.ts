import type { Fields, Operation } from '../api/operation.js';
import { PayctlError } from '../errors.js';
import type { Host } from '../host/host.js';
import { fromPlain, isJsonObject, type Json, number, parseJson } from '../json.js';

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
  const fields: Fields = {};
  for (const [key, value] of Object.entries(defaults)) assign(fields, key, value);
  if (raw.data !== undefined) merge(fields, await readData(host, raw.data));
  for (const pair of raw.fields) {
    const [key, value] = split(pair, '-F');
    assign(fields, key, await typed(host, value));
  }
  for (const pair of raw.rawFields) assign(fields, ...split(pair, '-f'));
  for (const [key, value] of Object.entries(flags)) assign(fields, key, value);
  return fields;
}

/** Defaults of an operation from profile settings. */
export function defaultsOf(
  operation: Operation,
  setting: (name: string) => string | undefined,
): Fields {
  const entries = Object.entries(operation.settings ?? {})
    .map(([field, name]) => [field, setting(name)] as const)
    .filter(([, value]) => value !== undefined && value !== '');
  return Object.fromEntries(entries);
}

async function readData(host: Host, source: string): Promise<Json> {
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

function split(pair: string, flag: string): [string, string] {
  const at = pair.indexOf('=');
  if (at > 0) return [pair.slice(0, at), pair.slice(at + 1)];
  throw new PayctlError('USAGE', `${flag} is ${JSON.stringify(pair)}; give key=value`);
}

/** Sets `a.b` as nested fields. */
function assign(fields: Fields, path: string, value: unknown): void {
  const keys = path.split('.');
  const last = keys.pop();
  if (last === undefined || [...keys, last].some((key) => key === '__proto__' || key === '')) {
    throw new PayctlError('USAGE', `${JSON.stringify(path)} is not a field name`);
  }
  let here = fields;
  for (const key of keys) {
    const next = here[key];
    const inner: Fields = isJsonObject(next) ? { ...next } : {};
    here[key] = inner;
    here = inner;
  }
  here[last] = value;
}

function merge(fields: Fields, value: Json, prefix = ''): void {
  if (!isJsonObject(value)) return;
  for (const [key, item] of Object.entries(value)) {
    if (isJsonObject(item)) merge(fields, item, `${prefix}${key}.`);
    else assign(fields, `${prefix}${key}`, fromPlain(item));
  }
}

/** A file that the caller named; undefined where there is none. One that cannot be read is a wrong input. */
export function readGiven(host: Host, path: string, limit: number): Uint8Array | undefined {
  try {
    return host.files.readForeign(absolute(host, path), limit);
  } catch (error) {
    if (!(error instanceof PayctlError)) throw error;
    throw new PayctlError('USAGE', error.message, { ...error.facts, executed: 'no' });
  }
}

export function absolute(host: Host, path: string): string {
  return path.startsWith('/') ? path : `${host.cwd}/${path}`;
}
