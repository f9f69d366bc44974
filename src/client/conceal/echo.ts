import type { WireResponse } from '../../bank/wire.js';
import { asBuffer } from '../../core/bytes.js';
import {
  fromPlain,
  isJsonObject,
  isLosslessNumber,
  type Json,
  readJson,
  stringifyJson,
} from '../../core/json.js';
import { type Connection, GRANTS, type Grant, type Token, type TokenStore } from '../connection.js';
import type { Outcome } from '../outcome.js';
import { conceal, concealBytes } from './conceal.js';
import { LONG_SECRET } from './patterns.js';

/**
 * The answer byte for byte as it came, but without any of the secrets where the other side echoes one.
 * All that is read, shown, logged and kept of an answer is made from this.
 */
export function withoutEcho(response: WireResponse, secrets: readonly string[]): WireResponse {
  const body = asBuffer(response.body);
  const rest = withoutEchoInJson(body, concealBytes(body, secrets), secrets);
  const headers = withoutEchoInHeaders(response.headers, secrets);
  if (rest === body && headers === response.headers) return response;
  return { ...response, headers, body: rest };
}

/** In names, too, which arrive in lower case. */
function withoutEchoInHeaders(
  headers: Readonly<Record<string, string>>,
  secrets: readonly string[],
) {
  const entries = Object.entries(headers);
  // All in one pass first: hardly any answer has one.
  const [names, values] = [Object.keys(headers).join('\n'), Object.values(headers).join('\n')];
  const inNames = [...secrets, ...secrets.map((secret) => secret.toLowerCase())];
  if (conceal(names, inNames) === names && conceal(values, secrets) === values) return headers;
  return Object.fromEntries(
    entries.map(([name, value]) => [conceal(name, inNames), conceal(value, secrets)]),
  );
}

/** The same for the answers of direct debit, which are decrypted only when they are classified. */
export function withoutOpenedEcho(outcome: Outcome, secrets: readonly string[]): Outcome {
  const { data, status, message, state, code } = outcome;
  if (data === undefined) return outcome;
  const clean = cleaned(data, secrets);
  if (stringifyJson(clean) === stringifyJson(data)) return outcome;
  const text = (value: string) => conceal(value, secrets);
  return {
    ...outcome,
    message: message.mapTexts(text),
    data: clean,
    // Anyone with the bank's public key can decrypt the body.
    raw: Buffer.from(stringifyJson(fromPlain({ status, data: clean }))),
    ...(state !== undefined && { state: text(state) }),
    ...(code !== undefined && { code: text(code) }),
  };
}

/** JSON escapes of a backslash, `%` or `&`, with which an escape in the value of a string may begin. */
const ESCAPED_SIGNS = ['\\\\', '\\u002', '\\u005'];

/**
 * `after` is `before` without the secrets that were found in the whole body. A JSON string whose value is
 * itself escaped hides a second layer, so there each value is searched by itself. And what was JSON must
 * stay JSON: a secret that was a number had no quotation marks.
 */
function withoutEchoInJson(before: Buffer, after: Buffer, secrets: readonly string[]): Buffer {
  const isWhole = after === before || readJson(after.toString()) !== undefined;
  if (isWhole && !ESCAPED_SIGNS.some((sign) => after.includes(sign))) return after;
  const value = readJson((isWhole ? after : before).toString());
  if (value === undefined) return after;
  const clean = stringifyJson(cleaned(value, secrets));
  return isWhole && clean === stringifyJson(value) ? after : Buffer.from(clean);
}

function cleaned(value: Json, secrets: readonly string[]): Json {
  if (typeof value === 'string') return conceal(value, secrets);
  if (isLosslessNumber(value)) {
    const text = value.toString();
    const rest = conceal(text, secrets);
    return rest === text ? value : rest;
  }
  if (Array.isArray(value)) return value.map((item) => cleaned(item, secrets));
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value);
  return Object.fromEntries(
    entries.map(([name, item]) => [conceal(name, secrets), cleaned(item, secrets)]),
  );
}

/** The secrets that one caller knows, sent in this call or not. */
export interface KnownSecrets {
  /** All of them, and those of the call itself. */
  with(own: readonly string[]): Promise<readonly string[]>;
  /** The token that the store has of a grant; the store is then not read for it. */
  learn(grant: Grant, token: Token | undefined): void;
}

/** A process may run for weeks and get a token every half an hour. */
const MAX_REMEMBERED = 32;

/**
 * The secrets of a connection, the tokens in its store and those that were sent, at least eight
 * characters each.
 */
export function createKnownSecrets(
  connection: Pick<Connection, 'knownSecrets'>,
  store: Pick<TokenStore, 'read'>,
): KnownSecrets {
  const remembered = new Set<string>();
  const learnt = new Set<Grant>();
  let reading: Promise<void> | undefined;

  function remember(secrets: readonly (string | undefined)[]): void {
    for (const secret of secrets) {
      if (secret !== undefined && secret.length >= LONG_SECRET) remembered.add(secret);
    }
    for (const oldest of remembered) {
      if (remembered.size <= MAX_REMEMBERED) break;
      remembered.delete(oldest);
    }
  }

  function learn(grant: Grant, token: Token | undefined): void {
    learnt.add(grant);
    remember([token?.accessToken, token?.refreshToken]);
  }

  async function readTokens(): Promise<void> {
    try {
      for (const grant of GRANTS) if (!learnt.has(grant)) learn(grant, await store.read(grant));
    } catch {
      // An unreadable store must not hide the answer; a call that needs the token reports it.
    }
  }

  return {
    async with(own) {
      reading ??= readTokens();
      await reading;
      remember(own);
      const configured = (connection.knownSecrets?.() ?? []).map((secret) => secret.reveal());
      return [
        ...new Set([
          ...own,
          ...remembered,
          ...configured.filter(({ length }) => length >= LONG_SECRET),
        ]),
      ];
    },
    learn,
  };
}
