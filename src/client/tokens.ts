import { isJsonObject, type Json, parseJson, stringifyJson } from '../json.js';
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
