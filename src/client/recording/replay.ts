import type { Fields, Operation } from '../../bank/define.js';
import { generatedValues } from '../../bank/generate.js';
import type { WireResponse } from '../../bank/wire.js';
import {
  isJsonObject,
  type Json,
  type JsonObject,
  jsonText,
  stringifyJson,
} from '../../core/json.js';
import { TransportFailure } from '../transport.js';
import { callKey, findGeneratedFields } from './recorder.js';
import {
  type RecordedAnswer,
  type RecordedExchange,
  readRecording,
  type Seed,
} from './recording.js';
import { Redaction } from './redaction.js';

/** What was recorded for a call: its input and the answer, with the values that this run generated. */
interface Replayed {
  input: Fields;
  received: WireResponse | TransportFailure;
}

interface Entry extends RecordedExchange {
  used: boolean;
}

/** Answers calls from a recording: those that match a call in their order, the last one again and again. */
export class Replay {
  /** Of the file, for messages. */
  readonly name: string;
  /** When it was recorded, in milliseconds since the epoch: a replayed run takes it for today. */
  readonly startedAt: number | undefined;
  readonly #entries = new Map<string, Entry[]>();
  readonly #seeds: Seed[] = [];
  /** Values that this run generated, and those of the recording in their place. */
  readonly #recordedValues = new Map<string, string>();

  /** Throws PayctlError USAGE for a line that is not of a recording. */
  constructor(text: string, name: string) {
    this.name = name;
    for (const recorded of readRecording(text, name)) {
      if ('startedAt' in recorded) this.startedAt ??= recorded.startedAt;
      else if ('seed' in recorded) this.#seeds.push(recorded);
      else this.#add(recorded);
    }
  }

  #add(recorded: RecordedExchange): void {
    const entries = this.#entries.get(recorded.operation) ?? [];
    entries.push({ ...recorded, used: false });
    this.#entries.set(recorded.operation, entries);
  }

  /** The next seed of a plan; the last one again and again. */
  nextSeed(plan: string): string | undefined {
    const [first, second] = this.#seeds.filter((one) => one.plan === plan);
    if (first && second) this.#seeds.splice(this.#seeds.indexOf(first), 1);
    return first?.seed;
  }

  /** undefined where no such call was recorded. */
  answer(operation: Operation, input: Fields): Replayed | undefined {
    const matches = this.#matching(operation, input);
    const entry = matches.find(({ used }) => !used) ?? matches.at(-1);
    if (entry === undefined) return undefined;
    entry.used = true;
    const renamed = this.#renamed(input, entry);
    const { received } = entry;
    return {
      input: renameObjectValues(entry.input, renamed),
      received: received instanceof TransportFailure ? received : toWireResponse(received, renamed),
    };
  }

  /** First with all fields, then without those that were generated, which differ from run to run. */
  #matching(operation: Operation, input: Fields): Entry[] {
    const all = this.#entries.get(callKey(operation)) ?? [];
    const recordedInput = new Redaction(operation).input(this.#withRecordedValues(input));
    const generated = findGeneratedFields(input);
    const unbound = generated.filter(
      (field) => !this.#recordedValues.has(stringOrEmpty(input[field])),
    );
    for (const ignored of [[], unbound, generated]) {
      const matches = all.filter((entry) => isSame(recordedInput, entry, new Set(ignored)));
      if (matches.length > 0) return matches;
    }
    return [];
  }

  #withRecordedValues(input: Fields): Fields {
    const entries = Object.entries(input).map(([field, value]) => {
      return [field, this.#recordedValues.get(stringOrEmpty(value)) ?? value] as const;
    });
    return Object.fromEntries(entries);
  }

  /** Generated values of the recording, each with that of this call. */
  #renamed(input: Fields, { input: recorded }: Entry): Map<string, string> {
    const renamed = new Map<string, string>();
    for (const [field, value] of Object.entries(input)) {
      const now = stringOrEmpty(value);
      const then = jsonText(recorded[field]);
      if (!generatedValues.has(now) || then === undefined || then === now) continue;
      renamed.set(then, now);
      if (!this.#recordedValues.has(now)) this.#recordedValues.set(now, then);
    }
    return renamed;
  }
}

function stringOrEmpty(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Whether a recorded call has the same input, apart from `ignored` fields that were generated then, too. */
function isSame(
  current: JsonObject,
  { input, generated }: Entry,
  ignored: ReadonlySet<string>,
): boolean {
  const fields = new Set([...Object.keys(current), ...Object.keys(input)]);
  return [...fields].every((field) => {
    if (ignored.has(field) && generated.includes(field)) return true;
    const [one, other] = [current[field], input[field]];
    return one !== undefined && other !== undefined && sorted(one) === sorted(other);
  });
}

/** As JSON, with the names of each object in order. */
function sorted(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(sorted).join()}]`;
  if (!isJsonObject(value)) return stringifyJson(value);
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${sorted(value[name] ?? null)}`).join()}}`;
}

function toWireResponse(
  { status, headers, body, text }: RecordedAnswer,
  renamed: ReadonlyMap<string, string>,
): WireResponse {
  const words = body === undefined ? (text ?? '') : stringifyJson(renameValues(body, renamed));
  return { status, headers, body: new TextEncoder().encode(words) };
}

/** A copy with the values of this run in place of the recorded ones. */
function renameValues(value: Json, renamed: ReadonlyMap<string, string>): Json {
  if (renamed.size === 0) return value;
  if (typeof value === 'string') return renamed.get(value) ?? value;
  if (Array.isArray(value)) return value.map((item) => renameValues(item, renamed));
  return isJsonObject(value) ? renameObjectValues(value, renamed) : value;
}

function renameObjectValues(value: JsonObject, renamed: ReadonlyMap<string, string>): JsonObject {
  const entries = Object.entries(value);
  return Object.fromEntries(entries.map(([name, item]) => [name, renameValues(item, renamed)]));
}
