import { type FieldPlace, type Fields, fieldPlace, type Operation } from '../bank/define.js';
import { segmentProblem } from '../bank/path.js';
import type { WireRequest } from '../bank/wire.js';
import { payctl } from '../core/command-line.js';
import { configError, type PayctlError, usageError } from '../core/errors.js';
import { fromPlain, isLosslessNumber, stringifyJson } from '../core/json.js';
import type { Message } from '../core/message.js';
import { isPlain } from '../core/text.js';
import { VERSION } from '../core/version.js';
import { field } from '../messages/bank.js';
import { request as says } from '../messages/calls.js';
import { checkedBaseUrl } from './address.js';
import type { Connection, Token } from './connection.js';
import { sealFields } from './direct-debit.js';

/** What a request is made of. */
export interface RequestParts {
  operation: Operation;
  /** Validated: the output of the operation's input schema. */
  input: Fields;
  requestUId: string;
  /** One of the operation's methods; default: its first. */
  method?: 'GET' | 'POST';
  /** Absent for the token endpoint. */
  token?: Token;
  /** The user's, for calls about a user. */
  resourceOwnerId?: string;
}

/** Builds the HTTP requests of one connection. */
export class RequestBuilder {
  readonly #connection: Connection;
  #base: URL | undefined;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /**
   * The request with its headers ("Common request headers"). Throws PayctlError: CONFIG for a base URL
   * that credentials must not be sent to or a value that no header can have, USAGE for a path that
   * would lead elsewhere.
   */
  build(parts: RequestParts): WireRequest {
    const { operation } = parts;
    const method = parts.method ?? operation.method;
    const fields = byPlace(operation, this.#sealed(parts), method);
    const body = requestBody(operation, fields.body, method);
    const headers = requestHeaders(parts, this.#connection, body !== undefined);
    const request: WireRequest = {
      method,
      url: this.#url(operation, fields.path, fields.query),
      headers: checkedHeaders({ ...headers, ...textValues(fields.header) }),
    };
    if (body !== undefined) request.body = body;
    return request;
  }

  #sealed({ operation, input }: RequestParts): Fields {
    const key = operation.clearFields && this.#connection.directDebitKey?.();
    return key ? sealFields(operation, input, key) : input;
  }

  #url(operation: Operation, fields: Fields, query: Fields): string {
    this.#base ??= checkedBaseUrl(this.#connection.baseUrl, this.#connection.environment);
    const filled = filledPath(operation.path, fields);
    const parameters = textValues(query);
    const search =
      Object.keys(parameters).length > 0 ? new URLSearchParams(parameters).toString() : '';
    const path = `${this.#base.pathname.replace(/\/+$/, '')}${filled}${querySuffix(filled, search)}`;
    const url = new URL(this.#base.origin + path);
    // If parsing changed anything (dot segments, backslashes, a fragment), another address would be called.
    if (url.pathname + url.search !== path) throw unusablePathError(says.notAsWritten);
    return url.href;
  }
}

function byPlace(operation: Operation, input: Fields, method: string): Record<FieldPlace, Fields> {
  const places: Record<FieldPlace, Fields> = { path: {}, query: {}, header: {}, body: {} };
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined) continue;
    places[fieldPlace(operation, name, method)][name] = value;
  }
  return places;
}

function requestBody(operation: Operation, fields: Fields, method: string): string | undefined {
  if (method === 'GET') return undefined;
  // The POST variant of a GET has no body in the specification's example.
  if (operation.method === 'GET' && Object.keys(fields).length === 0) return undefined;
  return stringifyJson(fromPlain(fields));
}

function filledPath(template: string, fields: Fields): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const text = textOfField(fields[name]);
    const problem = text === '' ? field.missing({}) : segmentProblem(text);
    if (problem !== undefined) throw unusablePathError(field.of(name, problem));
    return encodeURIComponent(text);
  });
}

function querySuffix(path: string, search: string): string {
  if (search === '') return '';
  return (path.includes('?') ? '&' : '?') + search;
}

function unusablePathError(why: Message): PayctlError {
  return usageError(says.unusablePath(why), says.asInDocument);
}

function requestHeaders(
  parts: RequestParts,
  connection: Connection,
  hasBody: boolean,
): Record<string, string> {
  const { operation, token, requestUId } = parts;
  const headers: Record<string, string> = {
    accept: 'application/json',
    'accept-encoding': 'identity',
    'user-agent': `payctl/${VERSION}`,
    resourceOwnerId: resourceOwner(parts, connection),
    requestUId,
  };
  if (hasBody || operation.contentType) headers['content-type'] = 'application/json';
  if (token !== undefined) headers.authorization = `${token.tokenType} ${token.accessToken}`;
  const language = acceptLanguage(operation, connection.lang);
  if (language !== undefined) headers['accept-language'] = language;
  return headers;
}

/** Other characters in a header would fail late and without its name, or begin a second header. */
function checkedHeaders(headers: Record<string, string>): Record<string, string> {
  for (const [name, value] of Object.entries(headers)) {
    if (!isPlain(value)) {
      throw configError(says.header(name), payctl`doctor`);
    }
  }
  return headers;
}

function resourceOwner(
  { operation, token, resourceOwnerId }: RequestParts,
  connection: Connection,
): string {
  if (operation.owner === 'apiKey') return connection.apiKey;
  const userOrApplication =
    resourceOwnerId ?? connection.resourceOwnerId ?? connection.applicationId;
  return operation.owner === 'customer'
    ? (token?.resourceOwnerId ?? userOrApplication)
    : userOrApplication;
}

/** Absent for the bank's default, and where the operation does not have the language. */
function acceptLanguage(operation: Operation, lang: 'en' | 'th' | undefined): string | undefined {
  if (lang === undefined) return undefined;
  if (operation.language === 'EN/TH') return lang.toUpperCase();
  if (operation.language === 'th') return lang === 'th' ? 'th' : undefined;
  return lang;
}

function textValues(fields: Fields): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, textOfField(value)]),
  );
}

function textOfField(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (isLosslessNumber(value)) return value.toString();
  return value === undefined || value === null ? '' : stringifyJson(fromPlain(value));
}
