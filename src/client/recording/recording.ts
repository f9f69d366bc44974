import type { Fields, Operation } from '../../bank/define.js';
import { generatedValues } from '../../bank/generate.js';
import {
  isCredential,
  isPicture,
  maskCards,
  maskInShape,
  privateTexts,
  scramble,
} from '../../bank/privacy.js';
import type { WireResponse } from '../../bank/wire.js';
import { PayctlError } from '../../core/errors.js';
import {
  fromPlain,
  isJsonObject,
  type Json,
  type JsonObject,
  number,
  readJson,
  stringifyJson,
  textOf,
} from '../../core/json.js';
import { visible } from '../../core/text.js';
import { recording } from '../../messages/recording.js';
import { maskPayload } from '../../qr/decode.js';
import { concealed, HIDDEN } from '../conceal/conceal.js';
import type { Outcome } from '../outcome.js';
import { fieldNames } from '../redact.js';
import { type FailureReason, TransportFailure } from '../transport.js';

/** One exchange as it is kept: without secrets, and without what tells who somebody is. */
export interface Recorded {
  /** Its id, or method and path of a call that is not in the catalogue. */
  operation: string;
  input: JsonObject;
  /** Fields of the input that were generated. */
  generated: readonly string[];
  received: Answer | TransportFailure;
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

function lineOf({ operation, input, generated, received: came }: Recorded): string {
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

/** Parses a recording. Throws USAGE for the first line that is not an exchange; `name` is its file. */
export function readRecording(text: string, name: string): (Recorded | Seed | Start)[] {
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

function parseLine(line: Json | undefined): Recorded | Seed | Start | undefined {
  if (!isJsonObject(line)) return undefined;
  const { recorded, plan, seed, operation, input, generated = [], answer, failure } = line;
  const startedAt = Date.parse(textOf(recorded) ?? '');
  if (Number.isFinite(startedAt)) return { startedAt };
  if (typeof plan === 'string' && typeof seed === 'string') return { plan, seed };
  const received = isJsonObject(failure) ? parseFailure(failure) : parseAnswer(answer);
  if (typeof operation !== 'string' || !isJsonObject(input) || received === undefined)
    return undefined;
  if (!Array.isArray(generated)) return undefined;
  return {
    operation,
    input,
    generated: generated.map((name) => textOf(name) ?? ''),
    received: received,
  };
}

function parseAnswer(value: Json | undefined): Answer | undefined {
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

function parseFailure({ reason, sent, message }: JsonObject): TransportFailure | undefined {
  const knownReason = REASONS.find((one) => one === reason);
  if (knownReason === undefined || typeof sent !== 'boolean' || typeof message !== 'string') {
    return undefined;
  }
  return new TransportFailure(knownReason, sent, message);
}

/** A shorter text may be a part of many that are not private. */
const SHORTEST = 5;

/** Takes secrets and personal data out of what is recorded of one operation. */
export class Redaction {
  readonly #known: ReadonlySet<string>;
  readonly #secrets: readonly string[];

  constructor(operation: Operation, secrets: readonly string[] = []) {
    this.#known = fieldNames(operation);
    this.#secrets = secrets;
  }

  /** The same on both sides: what is recorded is found again by it. */
  input(fields: Fields): JsonObject {
    const shown = this.json(fromPlain(fields));
    return isJsonObject(shown) ? shown : {};
  }

  /** `sent` is what the other side may have repeated in its words. */
  json(data: Json, sent: Json = null): Json {
    const isKnown = (field: string) => this.#known.has(field);
    const persons = [data, sent].flatMap((part) => [...privateTexts(part, isKnown)]);
    const masked = maskInShape(withoutCredentials(data), isKnown, (value) =>
      typeof value === 'string' ? this.text(value, persons) : value,
    );
    return this.#named(masked);
  }

  text(text: string, persons: readonly string[] = []): string {
    const open = maskPayload(concealed(text, this.#secrets), scramble);
    return persons.filter(({ length }) => length >= SHORTEST).reduce(replaceWord, maskCards(open));
  }

  /** A name may be one that the other side chose. */
  #named(value: Json): Json {
    if (Array.isArray(value)) return value.map((item) => this.#named(item));
    if (!isJsonObject(value)) return value;
    const entries = Object.entries(value);
    return Object.fromEntries(entries.map(([name, item]) => [this.text(name), this.#named(item)]));
  }
}

function withoutCredentials(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutCredentials);
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).map(([name, item]) => {
    const isHidden = item !== null && (isCredential(name) || isPicture(name));
    return [name, isHidden ? HIDDEN : withoutCredentials(item)] as const;
  });
  return Object.fromEntries(entries);
}

function replaceWord(text: string, word: string): string {
  if (!text.includes(word)) return text;
  const spelled = word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  const alone = new RegExp(`(?<![\\p{L}\\p{N}])${spelled}(?![\\p{L}\\p{N}])`, 'gu');
  return text.replace(alone, scramble(word));
}

/** An exchange as it was: what is kept of it is decided here alone. */
export interface Exchanged {
  operation: Operation;
  input: Fields;
  received: WireResponse | TransportFailure;
  /** What came encrypted, opened. */
  opened?: Pick<Outcome, 'status' | 'data'>;
  /** All that this caller knows. */
  secrets: readonly string[];
}

export type Recorder = (exchange: Exchanged) => Promise<void>;

/** Writes exchanges as lines of a recording; `write` gets each whole, without its end. */
export function recorder(write: (line: string) => void | Promise<void>): Recorder {
  return async ({ operation, input, received: came, opened, secrets }) => {
    // Nothing was exchanged.
    if (came instanceof TransportFailure && NOT_SENT.has(came.reason)) return;
    const redaction = new Redaction(operation, secrets);
    const line = lineOf({
      operation: callKey(operation),
      input: redaction.input(input),
      generated: generatedFieldsOf(input),
      received:
        came instanceof TransportFailure
          ? new TransportFailure(came.reason, came.sent, redaction.text(came.message))
          : recordedAnswer(came, opened, redaction, fromPlain(input)),
    });
    await write(line);
  };
}

const NOT_SENT: ReadonlySet<string> = new Set(['withheld', 'aborted']);

/** What a call that is not in the catalogue is known by is its path. */
export function callKey({ id, command }: Operation): string {
  return id.includes('.') ? id : command.join(' ');
}

export function generatedFieldsOf(input: Fields): string[] {
  return Object.keys(input).filter((field) => generatedValues.has(input[field]));
}

/** What decides how an answer is judged. */
const HEADERS = ['content-type', 'retry-after'];

function recordedAnswer(
  { status, headers, body }: WireResponse,
  opened: Exchanged['opened'],
  redaction: Redaction,
  sent: Json,
): Answer {
  const keptHeaders = HEADERS.flatMap((name) => {
    const value = headers[name];
    return value === undefined ? [] : [[name, redaction.text(value)] as const];
  });
  const head = { status, headers: Object.fromEntries(keptHeaders) };
  const text = new TextDecoder().decode(body);
  const data = opened?.status === undefined ? readJson(text) : fromPlain({ ...opened });
  if (data === undefined) return { ...head, text: redaction.text(text) };
  return { ...head, body: redaction.json(data, sent) };
}
