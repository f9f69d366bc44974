import type { WireResponse } from '../bank/wire.js';
import { utf8Text } from '../core/bytes.js';
import { isJsonObject, type Json, jsonText, readJson } from '../core/json.js';
import type { Message } from '../core/message.js';
import { field } from '../messages/bank.js';
import { verdict as says } from '../messages/verdict.js';
import type { Outcome } from './outcome.js';

/** A body with the bank's envelope ("Common response envelope"). */
export interface ValidAnswer {
  valid: true;
  status: NonNullable<Outcome['status']>;
  /** `status.code` as digits, whether it came as an integer, a string or `1000.0`. */
  code: string;
  data?: Json;
  /** The status alone: no data, and no field that is not the envelope's. */
  isBare: boolean;
}

/** Any other body. */
export interface InvalidAnswer {
  valid: false;
  /** Continues "the answer …". */
  why: Message;
  /** A page that is not JSON. Broken JSON is never quoted, because of what may be in it. */
  page?: string;
}

export type Answer = ValidAnswer | InvalidAnswer;

/** Reads the envelope out of a body; never throws. */
export function readAnswer({ headers, body }: WireResponse): Answer {
  if (body.length === 0) return { valid: false, why: field.empty };
  const text = decoded(body, headers['content-type'] ?? '');
  if (text === undefined) return { valid: false, why: says.notUtf8 };
  const value = readJson(text);
  if (value === undefined) return notJson(text);
  const status = isJsonObject(value) ? value.status : undefined;
  if (!isJsonObject(value) || !isJsonObject(status)) {
    return { valid: false, why: says.withoutStatus };
  }
  const code = /^([1-9]\d{0,8}|0)(?:\.0+)?$/.exec(jsonText(status.code) ?? '')?.[1];
  if (code === undefined) return { valid: false, why: says.withoutCode };
  const answer: Answer = {
    valid: true,
    status: { code: status.code ?? null, description: status.description ?? null },
    code,
    isBare: isEmpty(value.data) && Object.keys(value).every((key) => ENVELOPE.has(key)),
  };
  if (status.details !== undefined) answer.status.details = status.details;
  if (value.data !== undefined) answer.data = value.data;
  return answer;
}

const ENVELOPE: ReadonlySet<string> = new Set(['status', 'data']);

/** Nothing, null, or a list or object without contents. */
export function isEmpty(data: Json | undefined): boolean {
  if (data === undefined || data === null) return true;
  if (Array.isArray(data)) return data.length === 0;
  return isJsonObject(data) && Object.keys(data).length === 0;
}

function notJson(text: string): Answer {
  if (/^\s*[{[]/.test(text)) return { valid: false, why: says.brokenJson };
  return { valid: false, why: says.notJson, page: text };
}

/**
 * undefined where the bytes are not UTF-8, or would mean something else in the charset that the
 * answer names. A byte order mark stays and fails as JSON, as the standard has it.
 */
function decoded(body: Uint8Array, contentType: string): string | undefined {
  const [, charset] = /charset\s*=\s*"?([^";\s]+)/.exec(contentType.toLowerCase()) ?? [];
  const foreign = !['utf-8', 'utf8', 'us-ascii'].includes(charset ?? 'utf-8');
  if (foreign && body.some((byte) => byte > 0x7f)) return undefined;
  return utf8Text(body);
}

/**
 * Milliseconds that `Retry-After` asks for, from seconds or an HTTP date; undefined where it is
 * absent or makes no sense (negative, not a number).
 */
export function retryAfterMs(value: string | undefined, now: number): number | undefined {
  const text = value?.trim() ?? '';
  if (/^\d{1,12}$/.test(text)) return Number(text) * 1000;
  // A date has letters; Date.parse alone would take `-5` for a month.
  const date = /^[A-Za-z]{3,9},? /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
