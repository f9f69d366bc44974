import type { WireRequest, WireResponse } from '../api/wire.js';
import type { Secret } from './connection.js';
import { SECRETS, secretsOf, without } from './redact.js';

/**
 * The answer as it came, unless the other side has echoed a secret of the request, or one that this
 * run holds and another call took there: then without it. The owner of the call is no secret, and
 * may well be part of the data.
 */
export function withoutEcho(
  response: WireResponse,
  request: WireRequest,
  held: readonly Secret[],
): WireResponse {
  const long = held.map((secret) => secret.reveal()).filter((value) => value.length >= MIN_HELD);
  const secrets = [...new Set([...secretsOf(request, SECRETS), ...long])];
  return withoutForms(response, secrets.flatMap(formsOf));
}

/** What is shorter may well be part of an answer that nobody echoed. */
const MIN_HELD = 8;

function withoutForms(response: WireResponse, secrets: string[]): WireResponse {
  const { buffer, byteOffset, byteLength } = response.body;
  const body = Buffer.from(buffer, byteOffset, byteLength);
  const values = Object.values(response.headers);
  if (!secrets.some((secret) => body.includes(secret) || values.some((v) => v.includes(secret)))) {
    return response;
  }
  const headers = Object.entries(response.headers).map(([name, value]) => [
    name,
    without(secrets, value),
  ]);
  const text = without(secrets, body.toString('latin1'));
  return { ...response, headers: Object.fromEntries(headers), body: Buffer.from(text, 'latin1') };
}

/** A secret as it may come back: as it is, in JSON, in a URL, in base64. */
function formsOf(secret: string): readonly string[] {
  const known = formsKnown.get(secret);
  if (known !== undefined) return known;
  const forms = new Set([
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    Buffer.from(secret).toString('base64'),
  ]);
  if (formsKnown.size > 7) formsKnown.clear();
  formsKnown.set(secret, [...forms]);
  return [...forms];
}

/** Those of the token and the application's secret, which the calls of a batch share. */
const formsKnown = new Map<string, readonly string[]>();
