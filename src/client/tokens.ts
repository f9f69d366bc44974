import { isJsonObject, type Json, parseJson, stringifyJson } from '../core/json.js';
import type { Clock } from '../host/host.js';
import type { Grant, Token, TokenStore } from './connection.js';
import type { Outcome } from './outcome.js';

/** What stands in place of a secret. */
export const HIDDEN = '[redacted]';

/** Spelled in any of the ways of JSON. */
const TOKEN = /^(?:(?:access|refresh|id)[_-]?token|(?:api|application|client)[_-]?secret)$/i;

/** What a body without such a name never holds; an escape may spell one. */
const SUSPECT = /token|secret|\\u00/i;

/**
 * The outcome of a call without the tokens and secrets that its answer carries, whatever was called:
 * only the session has use for them, and it does not come this way.
 */
export function withoutTokens(outcome: Outcome): Outcome {
  const { data, raw, status } = outcome;
  return {
    ...outcome,
    ...(data !== undefined && { data: hidden(data) }),
    ...(status?.details !== undefined && {
      status: { ...status, details: hidden(status.details) },
    }),
    ...(raw !== undefined && { raw: hiddenIn(raw) }),
  };
}

/** Whether a field of this name holds a token or a secret. */
export function isToken(name: string): boolean {
  return TOKEN.test(name);
}

function hidden(value: Json): Json {
  if (Array.isArray(value)) return value.map(hidden);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      isToken(name) && item !== null ? HIDDEN : hidden(item),
    ]),
  );
}

/** Byte for byte as it came, unless there is something to hide. */
function hiddenIn(raw: Uint8Array): Uint8Array {
  const text = Buffer.from(raw).toString();
  if (!SUSPECT.test(text)) return raw;
  try {
    const value = parseJson(text);
    const shown = stringifyJson(hidden(value));
    return shown === stringifyJson(value) ? raw : Buffer.from(shown);
  } catch {
    return raw;
  }
}

/** How long a failed token call answers for all who ask again. */
const FAILURE_REMEMBERED_MS = 10_000;

/** Tokens of one process, for the library and for machines without a writable disk. */
export function memoryTokenStore(clock: Clock): TokenStore {
  const tokens = new Map<Grant, Token>();
  const flights = new Map<Grant, Promise<Token>>();
  const failures = new Map<Grant, { error: unknown; at: number }>();

  async function renewed(
    grant: Grant,
    obtain: (stored: Token | undefined) => Promise<Token>,
  ): Promise<Token> {
    const failure = failures.get(grant);
    if (failure && clock.now() - failure.at < FAILURE_REMEMBERED_MS) throw failure.error;
    try {
      const token = await obtain(tokens.get(grant));
      tokens.set(grant, token);
      failures.delete(grant);
      return token;
    } catch (error) {
      failures.set(grant, { error, at: clock.now() });
      throw error;
    }
  }

  return {
    async read(grant) {
      return tokens.get(grant);
    },
    async renew(grant, isStale, obtain) {
      // Whoever comes second takes the first one's token, unless that one is refused as well.
      for (;;) {
        const stored = tokens.get(grant);
        if (stored && !isStale(stored)) return stored;
        const flight = flights.get(grant);
        if (flight === undefined) break;
        await flight;
      }
      const flight = renewed(grant, obtain).finally(() => flights.delete(grant));
      flights.set(grant, flight);
      return flight;
    },
    async write(grant, token) {
      tokens.set(grant, token);
      failures.delete(grant);
    },
    async clear(grant) {
      const grants = grant === undefined ? [...tokens.keys(), ...failures.keys()] : [grant];
      for (const each of grants) {
        tokens.delete(each);
        failures.delete(each);
      }
    },
  };
}
