import type { WireResponse } from '../../bank/wire.js';
import {
  fromPlain,
  isJsonObject,
  isLosslessNumber,
  type Json,
  readJson,
  stringifyJson,
} from '../../core/json.js';
import type { Connection, Grant, Token, TokenStore } from '../connection.js';
import type { Outcome } from '../outcome.js';
import { concealed, concealedBytes } from './conceal.js';
import { LONG } from './needles.js';

/**
 * The answer as it came, byte for byte, unless the other side has sent back one of the secrets: then
 * without it. All that is read, shown, logged and kept of an answer is made of this.
 */
export function withoutEcho(response: WireResponse, secrets: readonly string[]): WireResponse {
  const { buffer, byteOffset, byteLength } = response.body;
  const body = Buffer.from(buffer, byteOffset, byteLength).toString('latin1');
  const headers = Object.entries(response.headers);
  // In one pass: hardly any answer holds one.
  const all = `${headers.map(([, value]) => value).join(' ')} ${body}`;
  if (concealedBytes(all, secrets) === all) return response;
  const clean = headers.map(([name, value]) => [name, concealed(value, secrets)]);
  const rest = Buffer.from(concealedBytes(body, secrets), 'latin1');
  return { ...response, headers: Object.fromEntries(clean), body: stillJson(body, rest, secrets) };
}

/** The same for what came encrypted, and was opened only when it was read. */
export function withoutOpenedEcho(outcome: Outcome, secrets: readonly string[]): Outcome {
  const { data, status, message, state, code } = outcome;
  if (data === undefined) return outcome;
  const clean = cleaned(data, secrets);
  if (stringifyJson(clean) === stringifyJson(data)) return outcome;
  const text = (value: string) => concealed(value, secrets);
  return {
    ...outcome,
    message: text(message),
    data: clean,
    // Anyone with the bank's public key can open what came.
    raw: Buffer.from(stringifyJson(fromPlain({ status, data: clean }))),
    ...(state !== undefined && { state: text(state) }),
    ...(code !== undefined && { code: text(code) }),
  };
}

/** A secret that is a number stood without quotes: what was JSON stays JSON, and can be believed. */
function stillJson(before: string, after: Buffer, secrets: readonly string[]): Uint8Array {
  if (readJson(after.toString()) !== undefined) return after;
  const value = readJson(Buffer.from(before, 'latin1').toString());
  return value === undefined ? after : Buffer.from(stringifyJson(cleaned(value, secrets)));
}

function cleaned(value: Json, secrets: readonly string[]): Json {
  if (typeof value === 'string') return concealed(value, secrets);
  if (isLosslessNumber(value)) {
    const text = value.toString();
    const rest = concealed(text, secrets);
    return rest === text ? value : rest;
  }
  if (Array.isArray(value)) return value.map((item) => cleaned(item, secrets));
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value);
  return Object.fromEntries(
    entries.map(([name, item]) => [concealed(name, secrets), cleaned(item, secrets)]),
  );
}

/** The secrets that one caller knows, sent in this call or not: no answer may bring them back. */
export interface HeldSecrets {
  /** With those of the call itself. */
  with(own: readonly string[]): Promise<readonly string[]>;
  /** What the store has of a grant, which is then not asked for it again. */
  learn(grant: Grant, token: Token | undefined): void;
}

const GRANTS: readonly Grant[] = ['application', 'user'];
/** Of a process that runs for weeks, which gets a token each half an hour. */
const MOST = 32;

export function heldSecrets(
  connection: Pick<Connection, 'held'>,
  store: Pick<TokenStore, 'read'>,
): HeldSecrets {
  const known = new Set<string>();
  const learnt = new Set<Grant>();
  let reading: Promise<void> | undefined;

  function keep(secrets: readonly (string | undefined)[]): void {
    for (const secret of secrets) {
      if (secret !== undefined && secret.length >= LONG) known.add(secret);
    }
    for (const oldest of known) {
      if (known.size <= MOST) break;
      known.delete(oldest);
    }
  }

  function learn(grant: Grant, token: Token | undefined): void {
    learnt.add(grant);
    keep([token?.accessToken, token?.refreshToken]);
  }

  async function readTokens(): Promise<void> {
    try {
      for (const grant of GRANTS) if (!learnt.has(grant)) learn(grant, await store.read(grant));
    } catch {
      // An answer came, whatever there is to read; a call that needs the token is told.
    }
  }

  return {
    async with(own) {
      reading ??= readTokens();
      await reading;
      keep(own);
      const held = (connection.held?.() ?? []).map((secret) => secret.reveal());
      return [...new Set([...own, ...known, ...held.filter(({ length }) => length >= LONG)])];
    },
    learn,
  };
}
