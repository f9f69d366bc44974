import { PayctlError } from '../../core/errors.js';
import {
  isJsonObject,
  type Json,
  type JsonObject,
  jsonText,
  number,
  readJson,
  stringifyJson,
} from '../../core/json.js';
import { visible } from '../../core/text.js';
import { recording } from '../../messages/calls.js';
import { type FailureReason, TransportFailure } from '../transport.js';

/** One exchange of a recording, without secrets and personal data. */
export interface RecordedExchange {
  /** Id of the operation, or method and path of a call that is not in the catalogue. */
  operation: string;
  input: JsonObject;
  generated: readonly string[];
  received: RecordedAnswer | TransportFailure;
}

/** The seed of the random texts in a plan of `smoke`: with it the same calls follow again. */
export interface Seed {
  plan: string;
  seed: string;
}

/** When the recorded run began, in milliseconds since the epoch. */
interface Start {
  startedAt: number;
}

export interface RecordedAnswer {
  status: number;
  headers: Record<string, string>;
  /** The body as JSON, or as text where it is none. */
  body?: Json;
  text?: string;
}

/** The line of a recording that says when it began. */
export function startLine({ startedAt }: Start): string {
  return stringifyJson({ recorded: new Date(startedAt).toISOString() });
}

/** The line of a recording with a seed. */
export function seedLine({ plan, seed }: Seed): string {
  return stringifyJson({ plan, seed });
}

/** The line of a recording with an exchange; all without line feeds. */
export function exchangeLine({ operation, input, generated, received }: RecordedExchange): string {
  return stringifyJson({
    operation,
    input,
    ...(generated.length > 0 && { generated: [...generated] }),
    ...(received instanceof TransportFailure
      ? { failure: { reason: received.reason, sent: received.sent, message: received.message } }
      : { answer: answerJson(received) }),
  });
}

function answerJson({ status, headers, body, text }: RecordedAnswer): JsonObject {
  return {
    status: number(String(status)),
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(body === undefined ? { text: text ?? '' } : { body }),
  };
}

/** Parses a recording. Throws USAGE for the first line that is not an exchange; `name` is its file. */
export function readRecording(text: string, name: string): (RecordedExchange | Seed | Start)[] {
  return text.split('\n').flatMap((line, at) => {
    if (line.trim() === '') return [];
    const recorded = parseLine(readJson(line));
    if (recorded) return [recorded];
    throw new PayctlError('USAGE', recording.notRecording(visible(name), at + 1), {
      executed: 'no',
      hint: recording.recordAgain,
    });
  });
}

function parseLine(line: Json | undefined): RecordedExchange | Seed | Start | undefined {
  if (!isJsonObject(line)) return undefined;
  const { recorded, plan, seed, operation, input, generated = [], answer, failure } = line;
  const startedAt = Date.parse(jsonText(recorded) ?? '');
  if (Number.isFinite(startedAt)) return { startedAt };
  if (typeof plan === 'string' && typeof seed === 'string') return { plan, seed };
  const received = isJsonObject(failure) ? parseFailure(failure) : parseAnswer(answer);
  if (typeof operation !== 'string' || !isJsonObject(input) || received === undefined)
    return undefined;
  if (!Array.isArray(generated)) return undefined;
  return {
    operation,
    input,
    generated: generated.map((name) => jsonText(name) ?? ''),
    received,
  };
}

function parseAnswer(value: Json | undefined): RecordedAnswer | undefined {
  if (!isJsonObject(value)) return undefined;
  const { status, headers = {}, body, text } = value;
  const code = Number(jsonText(status));
  if (!Number.isInteger(code) || code < 100 || code > 599 || !isJsonObject(headers))
    return undefined;
  if (body === undefined && typeof text !== 'string') return undefined;
  const named = Object.entries(headers).map(([name, one]) => [name, jsonText(one) ?? ''] as const);
  return {
    status: code,
    headers: Object.fromEntries(named),
    ...(body === undefined ? { text: jsonText(text) ?? '' } : { body }),
  };
}

const REASONS: readonly FailureReason[] = [
  ...(['dns', 'refused', 'connect', 'proxy', 'tls', 'timeout', 'reset'] as const),
  ...(['truncated', 'too-large', 'malformed'] as const),
];

function parseFailure({ reason, sent, message }: JsonObject): TransportFailure | undefined {
  const knownReason = REASONS.find((one) => one === reason);
  if (knownReason === undefined || typeof sent !== 'boolean' || typeof message !== 'string') {
    return undefined;
  }
  return new TransportFailure(knownReason, sent, message);
}
