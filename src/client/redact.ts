import type { Operation } from '../bank/define.js';
import { CREDENTIALS, isCredential, isHidden, isToken } from '../bank/privacy.js';
import type { WireRequest } from '../bank/wire.js';
import { isRecord } from '../core/fields.js';
import { isJsonObject, type Json, readJson, stringifyJson } from '../core/json.js';
import { concealed, HIDDEN } from './conceal/conceal.js';
import type { Outcome } from './outcome.js';

/** All that a log may show of headers, in lower case. */
const LOGGED_HEADERS = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'cache-control',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'date',
  'host',
  'keep-alive',
  'requestuid',
  'retry-after',
  'server',
  'transfer-encoding',
  'user-agent',
  'vary',
]);

/** Fields of every answer. */
const ENVELOPE = ['status', 'code', 'description', 'details', 'data'];

/** Headers for a log: by allow-list. */
export function loggableHeaders(headers: Record<string, string>): Record<string, string> {
  return hideHeaders(headers, (name) => LOGGED_HEADERS.has(name.toLowerCase()));
}

/**
 * The body of a request, or of its answer, for a log: fields that the operation's record names and
 * that are not private, by allow-list; the values of all others are hidden, and so are the
 * credentials of the request wherever they are echoed. undefined where it is not JSON.
 */
export function loggableBody(
  operation: Operation,
  request: WireRequest,
  body: string | undefined,
): Json | undefined {
  const value = readJson(body ?? '');
  if (value === undefined) return undefined;
  const named = fieldNames(operation);
  const secrets = secretsOf(request);
  return hideFields(
    value,
    (name) => named.has(name) && !isHidden(name),
    (text) => concealed(text, secrets),
  );
}

/** All names of fields that the record of an operation knows. */
export function fieldNames({ input, data }: Operation): ReadonlySet<string> {
  const named = new Set(ENVELOPE);
  addNames(input, named);
  addNames(data, named);
  return named;
}

/** The request as it would be sent, without what opens doors. */
export function withoutCredentials(request: WireRequest): WireRequest {
  const headers = hideHeaders(request.headers, (name) => !isCredential(name));
  if (request.headers.authorization) {
    headers.authorization = `${request.headers.authorization.split(' ', 1).join('')} ${HIDDEN}`;
  }
  const body = readJson(request.body ?? '');
  if (body === undefined) return { ...request, headers };
  return {
    ...request,
    headers,
    body: stringifyJson(hideFields(body, (name) => !isCredential(name))),
  };
}

/** The text without any credential of the request, should the other side have echoed one. */
export function scrubbed(text: string, request: WireRequest): string {
  return concealed(text, secretsOf(request));
}

/** A look that costs less than reading: most bodies name no credential, and it is on the way of every call. */
function namesAny(body: string): boolean {
  const text = body.toLowerCase();
  return [...CREDENTIALS].some((name) => text.includes(`"${name}"`));
}

export function secretsOf({ headers, body }: WireRequest, names = CREDENTIALS): string[] {
  const values: string[] = [];
  for (const [name, value] of Object.entries(headers)) {
    if (!names.has(name.toLowerCase())) continue;
    values.push(name === 'authorization' ? value.replace(/^\S+ /, '') : value);
  }
  const sent = body !== undefined && namesAny(body) ? readJson(body) : undefined;
  if (isJsonObject(sent)) {
    for (const [name, value] of Object.entries(sent)) {
      if (names.has(name.toLowerCase()) && typeof value === 'string') values.push(value);
    }
  }
  return values;
}

function hideHeaders(headers: Record<string, string>, open: (name: string) => boolean) {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, open(name) ? value : HIDDEN]),
  );
}

function hideFields(value: Json, open: (name: string) => boolean, clean = unchanged): Json {
  if (typeof value === 'string') return clean(value);
  if (Array.isArray(value)) return value.map((item) => hideFields(item, open, clean));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      open(name) ? hideFields(item, open, clean) : HIDDEN,
    ]),
  );
}

function unchanged(text: string): string {
  return text;
}

/** Field names of a schema, however deep: walked by shape, so that no schema library is loaded for it. */
function addNames(schema: unknown, names: Set<string>): void {
  if (Array.isArray(schema)) {
    for (const item of schema) addNames(item, names);
    return;
  }
  if (!isRecord(schema) || !isRecord(schema.def)) return;
  const { shape, innerType, element, options, in: input, out } = schema.def;
  for (const [name, field] of Object.entries(isRecord(shape) ? shape : {})) {
    names.add(name);
    addNames(field, names);
  }
  for (const part of [innerType, element, options, input, out]) addNames(part, names);
}

/** What a body without such a name never holds, in lower case; an escape may spell one. */
const SUSPECT = ['token', 'secret', '\\u00'];

/**
 * The outcome of any call without the tokens and secrets that its answer carries:
 * only the session has use for them, and it does not come this way.
 */
export function withoutTokens(outcome: Outcome): Outcome {
  const { data, raw, status } = outcome;
  return {
    ...outcome,
    ...(data !== undefined && { data: withoutTokenFields(data) }),
    ...(status?.details !== undefined && {
      status: { ...status, details: withoutTokenFields(status.details) },
    }),
    ...(raw !== undefined && { raw: hiddenIn(raw) }),
  };
}

function withoutTokenFields(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutTokenFields);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      isToken(name) && item !== null ? HIDDEN : withoutTokenFields(item),
    ]),
  );
}

/** Byte for byte as it came, unless there is something to hide. */
function hiddenIn(raw: Uint8Array): Uint8Array {
  const text = Buffer.from(raw).toString();
  const lower = text.toLowerCase();
  if (!SUSPECT.some((part) => lower.includes(part))) return raw;
  const value = readJson(text);
  if (value === undefined) return raw;
  const shown = stringifyJson(withoutTokenFields(value));
  return shown === stringifyJson(value) ? raw : Buffer.from(shown);
}
