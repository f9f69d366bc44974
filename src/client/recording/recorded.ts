import { PayctlError } from '../../core/errors.js';
import {
  isJsonObject,
  type Json,
  type JsonObject,
  number,
  readJson,
  stringifyJson,
  textOf,
} from '../../core/json.js';
import { visible } from '../../core/text.js';
import { type FailureReason, TransportFailure } from '../transport.js';

/** One exchange as it is kept: without secrets, and without what tells who somebody is. */
export interface Recorded {
  /** Its id, or method and path of a call that is not in the catalogue. */
  operation: string;
  input: JsonObject;
  /** Fields of the input that nobody decided. */
  generated: readonly string[];
  came: Answer | TransportFailure;
}

/** From what a plan of `smoke` drew its random texts: the same calls follow again. */
export interface Seed {
  plan: string;
  seed: string;
}

/** When it was made, in milliseconds since the epoch. */
export interface Start {
  startedAt: number;
}

export interface Answer {
  status: number;
  headers: Record<string, string>;
  /** As JSON, or as the text that it was instead. */
  body?: Json;
  text?: string;
}

export function startLine({ startedAt }: Start): string {
  return stringifyJson({ recorded: new Date(startedAt).toISOString() });
}

export function seedLine({ plan, seed }: Seed): string {
  return stringifyJson({ plan, seed });
}

export function lineOf({ operation, input, generated, came }: Recorded): string {
  return stringifyJson({
    operation,
    input,
    ...(generated.length > 0 && { generated: [...generated] }),
    ...(came instanceof TransportFailure
      ? { failure: { reason: came.reason, sent: came.sent, message: came.message } }
      : { answer: answerJson(came) }),
  });
}

function answerJson({ status, headers, body, text }: Answer): JsonObject {
  return {
    status: number(String(status)),
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(body === undefined ? { text: text ?? '' } : { body }),
  };
}

/** What stands in a recording. Throws USAGE for the first line that is none; `name` is its file. */
export function readRecording(text: string, name: string): (Recorded | Seed | Start)[] {
  return text.split('\n').flatMap((line, at) => {
    if (line.trim() === '') return [];
    const recorded = recordedIn(readJson(line));
    if (recorded) return [recorded];
    throw new PayctlError(
      'USAGE',
      `${visible(name)}:${at + 1}: this line is not a recorded exchange`,
      {
        executed: 'no',
        hint: 'record it again, or delete the line: a run that was killed may have cut its last one off',
      },
    );
  });
}

function recordedIn(line: Json | undefined): Recorded | Seed | Start | undefined {
  if (!isJsonObject(line)) return undefined;
  const { recorded, plan, seed, operation, input, generated = [], answer, failure } = line;
  const startedAt = Date.parse(textOf(recorded) ?? '');
  if (Number.isFinite(startedAt)) return { startedAt };
  if (typeof plan === 'string' && typeof seed === 'string') return { plan, seed };
  const came = isJsonObject(failure) ? failureIn(failure) : answerIn(answer);
  if (typeof operation !== 'string' || !isJsonObject(input) || came === undefined) return undefined;
  if (!Array.isArray(generated)) return undefined;
  return { operation, input, generated: generated.map((name) => textOf(name) ?? ''), came };
}

function answerIn(value: Json | undefined): Answer | undefined {
  if (!isJsonObject(value)) return undefined;
  const { status, headers = {}, body, text } = value;
  const code = Number(textOf(status));
  if (!Number.isInteger(code) || code < 100 || code > 599 || !isJsonObject(headers))
    return undefined;
  if (body === undefined && typeof text !== 'string') return undefined;
  const named = Object.entries(headers).map(([name, one]) => [name, textOf(one) ?? ''] as const);
  return {
    status: code,
    headers: Object.fromEntries(named),
    ...(body === undefined ? { text: textOf(text) ?? '' } : { body }),
  };
}

const REASONS: readonly FailureReason[] = [
  ...(['dns', 'refused', 'connect', 'proxy', 'tls', 'timeout', 'reset'] as const),
  ...(['truncated', 'too-large', 'malformed'] as const),
];

function failureIn({ reason, sent, message }: JsonObject): TransportFailure | undefined {
  const known = REASONS.find((one) => one === reason);
  if (known === undefined || typeof sent !== 'boolean' || typeof message !== 'string') {
    return undefined;
  }
  return new TransportFailure(known, sent, message);
}
