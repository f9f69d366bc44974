import type { ExitClass } from '../../../core/errors.js';
import { isJsonObject, type Json, jsonText } from '../../../core/json.js';
import { HTTP_STATUS } from './terms.js';

/* Conditions and actions of a step of Arazzo, as a plan has them. */

/** The exits that a condition about the status means: none for a success, undefined for any other condition. */
export function parseExits(condition: string): ExitClass[] | undefined {
  if (!/^(\$statusCode\s*==\s*\d{3}(\s*\|\|\s*|$))+$/.test(condition)) return undefined;
  const statuses = Array.from(condition.matchAll(/\d{3}/g), ([digits]) => Number(digits));
  const exits = new Set(statuses.map(exitForStatus));
  if (exits.has(undefined)) return undefined;
  const known = [...exits].flatMap((exit) => exit ?? []);
  return known.length === 1 && known[0] === 'SUCCESS' ? [] : known;
}

function exitForStatus(status: number): ExitClass | undefined {
  if (status === 200 || status === 201) return 'SUCCESS';
  return [...HTTP_STATUS].find(([, all]) => all.includes(status))?.[0];
}

export function parseLiteral(written: string): string | undefined {
  const [, text] = /^'((?:[^']|'')*)'$/.exec(written) ?? [];
  if (text !== undefined) return text.replaceAll("''", "'");
  return /^(-?\d+(\.\d+)?|true|false)$/.test(written) ? written : undefined;
}

/** For how long a failing step is repeated. */
export function retrySeconds(actions: Json | undefined): number | undefined {
  const all = Array.isArray(actions) ? actions.filter(isJsonObject) : [];
  const retry = all.find(({ type }) => type === 'retry');
  if (retry === undefined) return undefined;
  const { retryAfter = '1', retryLimit = '1' } = retry;
  return Math.ceil(Number(jsonText(retryAfter)) * Number(jsonText(retryLimit))) || 1;
}
