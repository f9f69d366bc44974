import type { Fields, Operation } from '../../bank/define.js';
import { generatedValues } from '../../bank/generate.js';
import type { WireResponse } from '../../bank/wire.js';
import {
  isJsonObject,
  type Json,
  type JsonObject,
  stringifyJson,
  textOf,
} from '../../core/json.js';
import { TransportFailure } from '../transport.js';
import {
  type Answer,
  callKey,
  generatedFieldsOf,
  type Recorded,
  Redaction,
  readRecording,
  type Seed,
} from './recording.js';

/** What was recorded for a call: the input that it answers, and what came. */
export interface Replayed {
  input: Fields;
  received: WireResponse | TransportFailure;
}

interface Entry extends Recorded {
  used: boolean;
}

/** Answers calls from a recording. Those of one call come in their order, and the last one stays. */
export class Replay {
  /** How people know it. */
  readonly name: string;
  /** When it was recorded: today is that day. */
  readonly startedAt: number | undefined;
  readonly #entries = new Map<string, Entry[]>();
  readonly #seeds: Seed[] = [];
  /** What was made in this run, and in its place in the recording. */
  readonly #recordedValues = new Map<string, string>();

  /** Throws USAGE for a line that is no exchange. */
  constructor(text: string, name: string) {
    this.name = name;
    for (const recorded of readRecording(text, name)) {
      if ('startedAt' in recorded) this.startedAt ??= recorded.startedAt;
      else if ('seed' in recorded) this.#seeds.push(recorded);
      else this.#add(recorded);
    }
  }

  #add(recorded: Recorded): void {
    const entries = this.#entries.get(recorded.operation) ?? [];
    entries.push({ ...recorded, used: false });
    this.#entries.set(recorded.operation, entries);
  }

  /** The next of a plan; the last one stays. */
  seedOf(plan: string): string | undefined {
    const [first, second] = this.#seeds.filter((one) => one.plan === plan);
    if (first && second) this.#seeds.splice(this.#seeds.indexOf(first), 1);
    return first?.seed;
  }

  /** undefined where the call was not recorded. */
  answer(operation: Operation, input: Fields): Replayed | undefined {
    const matches = this.#matching(operation, input);
    const entry = matches.find(({ used }) => !used) ?? matches.at(-1);
    if (entry === undefined) return undefined;
    entry.used = true;
    const renamed = this.#renamed(input, entry);
    const { received: came } = entry;
    return {
      input: renameObjectValues(entry.input, renamed),
      received: came instanceof TransportFailure ? came : responseOf(came, renamed),
    };
  }

  /** As it was decided, first; then without what was made, because it differs from run to run. */
  #matching(operation: Operation, input: Fields): Entry[] {
    const all = this.#entries.get(callKey(operation)) ?? [];
    const recordedInput = new Redaction(operation).input(this.#withRecordedValues(input));
    const generated = generatedFieldsOf(input);
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

  /** Values of this call and those of the recording, where they differ because they were made. */
  #renamed(input: Fields, { input: recorded }: Entry): Map<string, string> {
    const renamed = new Map<string, string>();
    for (const [field, value] of Object.entries(input)) {
      const now = stringOrEmpty(value);
      const then = textOf(recorded[field]);
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

/** The same, but for fields that were made then as they are now. */
function isSame(
  asked: JsonObject,
  { input, generated }: Entry,
  apart: ReadonlySet<string>,
): boolean {
  const fields = new Set([...Object.keys(asked), ...Object.keys(input)]);
  return [...fields].every((field) => {
    if (apart.has(field) && generated.includes(field)) return true;
    const [one, other] = [asked[field], input[field]];
    return one !== undefined && other !== undefined && sorted(one) === sorted(other);
  });
}

/** With the names of each object in order. */
function sorted(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(sorted).join()}]`;
  if (!isJsonObject(value)) return stringifyJson(value);
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${sorted(value[name] ?? null)}`).join()}}`;
}

function responseOf(
  { status, headers, body, text }: Answer,
  renamed: ReadonlyMap<string, string>,
): WireResponse {
  const words = body === undefined ? (text ?? '') : stringifyJson(renameValues(body, renamed));
  return { status, headers, body: new TextEncoder().encode(words) };
}

/** With what this run made in place of what the recorded one did. */
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
