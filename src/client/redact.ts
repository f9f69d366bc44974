import type { Operation } from '../bank/define.js';
import { CREDENTIALS, isCredential, isHidden, isToken } from '../bank/privacy.js';
import type { WireRequest } from '../bank/wire.js';
import { isRecord } from '../core/fields.js';
import { isJsonObject, type Json, readJson, stringifyJson } from '../core/json.js';
import { conceal, HIDDEN } from './conceal/conceal.js';
import type { Outcome } from './outcome.js';

/** The headers that a log may show, in lower case. */
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

/** Fields of the "Common response envelope". */
const ENVELOPE = ['status', 'code', 'description', 'details', 'data'];

/** Headers for a log, by allow-list. */
export function loggableHeaders(headers: Record<string, string>): Record<string, string> {
  return hideHeaders(headers, (name) => LOGGED_HEADERS.has(name.toLowerCase()));
}

/**
 * The body of a request, or of its answer, for a log: only the values of fields that the operation's
 * record names and that are not private, without the credentials of the request where they are echoed.
 * undefined where it is not JSON.
 */
export function loggableBody(
  operation: Operation,
  request: WireRequest,
  body: string | undefined,
): Json | undefined {
  const value = readJson(body ?? '');
  if (value === undefined) return undefined;
  const named = fieldNames(operation);
  const secrets = credentialValues(request);
  return hideFields(
    value,
    (name) => named.has(name) && !isHidden(name),
    (text) => conceal(text, secrets),
  );
}

/** The names of all fields in the record of an operation. */
export function fieldNames({ input, data }: Operation): ReadonlySet<string> {
  const named = new Set(ENVELOPE);
  addNames(input, named);
  addNames(data, named);
  return named;
}

/** The request without its credentials. */
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

/** The text without the credentials of the request, which the other side may have echoed. */
export function scrubbed(text: string, request: WireRequest): string {
  return conceal(text, credentialValues(request));
}

/** The values of the request's credentials, or of other `names` in lower case. */
export function credentialValues({ headers, body }: WireRequest, names = CREDENTIALS): string[] {
  const values: string[] = [];
  for (const [name, value] of Object.entries(headers)) {
    if (!names.has(name.toLowerCase())) continue;
    values.push(name === 'authorization' ? value.replace(/^\S+ /, '') : value);
  }
  const sent = readJson(body ?? '');
  if (isJsonObject(sent)) {
    for (const [name, value] of Object.entries(sent)) {
      if (names.has(name.toLowerCase()) && typeof value === 'string') values.push(value);
    }
  }
  return values;
}

function hideHeaders(headers: Record<string, string>, isOpen: (name: string) => boolean) {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, isOpen(name) ? value : HIDDEN]),
  );
}

/** The value with every field hidden that is not open, at any depth, and the texts of the others cleaned. */
export function hideFields(
  value: Json,
  isOpen: (name: string, item: Json) => boolean,
  clean = (text: string) => text,
): Json {
  if (typeof value === 'string') return clean(value);
  if (Array.isArray(value)) return value.map((item) => hideFields(item, isOpen, clean));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      isOpen(name, item) ? hideFields(item, isOpen, clean) : HIDDEN,
    ]),
  );
}

/** Adds the field names of a schema, however deep; by its shape, so that zod is not loaded for it. */
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

/** The outcome without the tokens and secrets in its answer: only the session needs them, from `CallResult`. */
export function withoutTokens(outcome: Outcome): Outcome {
  const { data, raw, status } = outcome;
  return {
    ...outcome,
    ...(data !== undefined && { data: withoutTokenFields(data) }),
    ...(status?.details !== undefined && {
      status: { ...status, details: withoutTokenFields(status.details) },
    }),
    ...(raw !== undefined && { raw: withoutBodyTokens(raw) }),
  };
}

function withoutTokenFields(value: Json): Json {
  return hideFields(value, (name, item) => item === null || !isToken(name));
}

/** Byte for byte as it came, unless it has a token. */
function withoutBodyTokens(raw: Uint8Array): Uint8Array {
  const value = readJson(Buffer.from(raw).toString());
  if (value === undefined) return raw;
  const shown = stringifyJson(withoutTokenFields(value));
  return shown === stringifyJson(value) ? raw : Buffer.from(shown);
}
