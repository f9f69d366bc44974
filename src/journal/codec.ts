import { maskSensitive } from '../bank/privacy.js';
import { type Outcome, type OutcomeClass, toPlainOutcome } from '../client/outcome.js';
import type { Executed } from '../core/errors.js';
import {
  at,
  fromPlain,
  isJsonObject,
  type Json,
  type JsonObject,
  jsonText,
  stringifyPlain,
} from '../core/json.js';
import type { ProcessMark } from '../host/host.js';
import { wording } from '../messages/wording.js';
import { ARCHIVED } from '../state/chain.js';
import type { Moment } from '../state/shared-store.js';
import { readWho } from '../state/who.js';
import type { Authorship, Entry, Intent, LineMetadata, ReleasedProposal } from './journal.js';

const VERSION = '1';

const CLASSES = [
  'SUCCESS',
  'AUTH',
  'REJECTED',
  'NOT_FOUND',
  'RATE_LIMITED',
  'PENDING',
  'UNAVAILABLE',
  'OUTCOME_UNKNOWN',
  'PARTIAL',
  'CONFLICT',
  'TLS',
  'BAD_DATA',
] as const satisfies readonly OutcomeClass[];

/** The content of a line, before it is chained; its sentences are in English. */
export function encodeEntry(entry: Entry): JsonObject {
  return object(fromPlain(toPlainEntry(entry)));
}

export function entriesText(entries: readonly Entry[]): string {
  return stringifyPlain(entries.map(toPlainEntry));
}

function toPlainEntry(entry: Entry) {
  const plain = { v: VERSION, ...entry, metadata: undefined };
  return 'outcome' in plain ? { ...plain, outcome: toPlainOutcome(plain.outcome) } : plain;
}

/** An outcome for the disk: personal data masked, without the raw body and what concerns only one run. */
export function recordable(outcome: Outcome): Outcome {
  const { raw: _raw, replayed: _replayed, recovered: _recovered, ...more } = outcome;
  const { retryAfterMs: _wait, ...lasting } = more;
  // The query of an address may hold anything.
  const url = outcome.request.url.split('?', 1).join('');
  const recorded: Outcome = { ...lasting, request: { ...outcome.request, url } };
  if (outcome.data !== undefined) recorded.data = maskSensitive(outcome.data);
  if (outcome.status?.details !== undefined) {
    recorded.status = { ...outcome.status, details: maskSensitive(outcome.status.details) };
  }
  return recorded;
}

/** What `recordable` masks, unmasked, for a store that can seal it. */
export function originalMetadata({ data, status }: Outcome): { metadata?: LineMetadata } {
  const details = status?.details;
  if (data === undefined && details === undefined) return {};
  return { metadata: { original: fromPlain({ data, details }) } };
}

export function unmasked(outcome: Outcome, original: Json | undefined): Outcome {
  const [data, details] = [at(original, 'data'), at(original, 'details')];
  return {
    ...outcome,
    ...(data !== undefined && { data }),
    ...(details !== undefined && outcome.status && { status: { ...outcome.status, details } }),
  };
}

/** Reads what `encodeEntry` wrote; undefined for anything else, a later version included. */
export function decodeEntry(json: JsonObject): Entry | undefined {
  try {
    return json.v === VERSION ? parseEntry(json) : undefined;
  } catch (error) {
    if (error instanceof UnreadableEntry) return undefined;
    throw error;
  }
}

/** The entry is not one that this version writes. */
class UnreadableEntry extends Error {}

function parseEntry(json: JsonObject): Entry {
  const written: Authorship = {
    ...{ at: text(json, 'at'), by: parseMark(object(json.by)), up: integer(json, 'up') },
    // Lines of the first builds have none; the directories of such a build are read in a test.
    user: jsonText(json.user) ?? '',
  };
  for (const name of ['machine', 'sudoUser', 'subject', 'name'] as const) {
    if (json[name] !== undefined) written[name] = text(json, name);
  }
  const type = text(json, 'type');
  switch (type) {
    case 'intent':
      return { type, ...written, ...parseIntent(json) };
    case 'outcome':
    case 'resolution':
      return { type, ...written, outcome: parseOutcome(object(json.outcome)) };
    case 'inquiry':
      return {
        type,
        ...written,
        operation: text(json, 'operation'),
        requestUId: text(json, 'requestUId'),
        found: oneOf(['absent', 'pending', 'silent'], text(json, 'found')),
        ...optionalText(json.state, (state) => ({ state })),
        ...(json.asked === undefined ? {} : { asked: parseMoment(object(json.asked)) }),
      };
    case 'settlement':
      return {
        type,
        ...written,
        as: oneOf(['executed', 'not-executed'], text(json, 'as')),
        note: text(json, 'note'),
      };
    case ARCHIVED:
      return {
        type,
        ...written,
        file: text(json, 'file'),
        attempts: integer(json, 'attempts'),
        ...(json.contents === undefined ? {} : { contents: readTexts(json.contents) }),
      };
    default:
      throw new UnreadableEntry();
  }
}

function parseIntent(json: JsonObject): Omit<Intent, keyof Authorship | 'type'> {
  return {
    operation: text(json, 'operation'),
    reference: text(json, 'reference'),
    ...optionalText(json.company, (company) => ({ company })),
    profile: text(json, 'profile'),
    baseUrl: text(json, 'baseUrl'),
    method: text(json, 'method'),
    path: text(json, 'path'),
    ...optionalText(json.amount, (amount) => ({ amount })),
    contents: text(json, 'contents'),
    credentials: text(json, 'credentials'),
    requestUId: text(json, 'requestUId'),
    ...optionalText(json.trace, (trace) => ({ trace })),
    ...(json.proposal === undefined ? {} : { proposal: parseProposal(object(json.proposal)) }),
    input: object(json.input),
  };
}

function parseProposal(json: JsonObject): ReleasedProposal {
  const [proposedBy, releasedBy] = [readWho(json.proposedBy), readWho(json.releasedBy)];
  if (!proposedBy || !releasedBy) throw new UnreadableEntry();
  return { id: text(json, 'id'), proposedBy, releasedBy };
}

function parseOutcome(json: JsonObject): Outcome {
  const { http, status, data } = json;
  const request = object(json.request);
  return {
    class: oneOf(CLASSES, text(json, 'class')),
    executed: oneOf<Executed>(['yes', 'no', 'unknown'], text(json, 'executed')),
    operation: text(json, 'operation'),
    request: {
      method: text(request, 'method'),
      url: text(request, 'url'),
      requestUId: text(request, 'requestUId'),
    },
    ...(http === undefined ? {} : { http: parseHttp(object(http)) }),
    ...(status === undefined ? {} : { status: parseStatus(object(status)) }),
    ...(data === undefined ? {} : { data }),
    ...optionalText(json.state, (state) => ({ state })),
    message: wording.quoted(text(json, 'message')),
    ...optionalText(json.hint, (hint) => ({ hint: wording.quoted(hint) })),
    ...optionalText(json.code, (code) => ({ code })),
  };
}

function parseHttp(json: JsonObject): NonNullable<Outcome['http']> {
  return { status: integer(json, 'status'), ms: integer(json, 'ms') };
}

function parseStatus(json: JsonObject): NonNullable<Outcome['status']> {
  const { code = null, description = null, details } = json;
  return details === undefined ? { code, description } : { code, description, details };
}

function parseMark(json: JsonObject): ProcessMark {
  return {
    pid: integer(json, 'pid'),
    start: text(json, 'start'),
    boot: text(json, 'boot'),
  };
}

function parseMoment(json: JsonObject): Moment {
  return { clock: text(json, 'clock'), at: integer(json, 'at') };
}

function text(json: JsonObject, name: string): string {
  const value = json[name];
  if (typeof value !== 'string') throw new UnreadableEntry();
  return value;
}

function readTexts(value: Json): string[] {
  if (!Array.isArray(value)) throw new UnreadableEntry();
  return value.map((item) => {
    if (typeof item !== 'string') throw new UnreadableEntry();
    return item;
  });
}

function optionalText<T extends object>(
  value: Json | undefined,
  make: (text: string) => T,
): T | object {
  if (value === undefined) return {};
  if (typeof value !== 'string') throw new UnreadableEntry();
  return make(value);
}

function integer(json: JsonObject, name: string): number {
  const value = Number(jsonText(json[name]) ?? Number.NaN);
  if (!Number.isFinite(value)) throw new UnreadableEntry();
  return value;
}

function object(value: Json | undefined): JsonObject {
  if (!isJsonObject(value)) throw new UnreadableEntry();
  return value;
}

function oneOf<Word extends string>(words: readonly Word[], given: string): Word {
  const word = words.find((candidate) => candidate === given);
  if (word === undefined) throw new UnreadableEntry();
  return word;
}
