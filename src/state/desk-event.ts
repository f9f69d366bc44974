import { payctl } from '../core/command-line.js';
import { PayctlError } from '../core/errors.js';
import { randomName, sha256 } from '../core/hash.js';
import { isJsonObject, type JsonObject, jsonText, readJson, stringifyJson } from '../core/json.js';
import type { Message } from '../core/message.js';
import { unsealedExactly, unsealLine } from '../core/sealed-log.js';
import { visible } from '../core/text.js';
import type { Random } from '../host/host.js';
import { damage } from '../messages/damage.js';
import { deskMessages } from '../messages/desk.js';
import { CHAIN_START, chainLines } from './chain.js';
import type { Desk, DeskEvent, DeskSubject } from './desk.js';

/** An entry to be written: what stays, and what is confidential and may be erased. */
export interface NewEntry {
  /** ISO 8601 in UTC. */
  at: string;
  /** Never personal, never secret. */
  lasting: JsonObject;
  details: JsonObject;
}

export interface DeskEntry extends NewEntry {
  seq: number;
  isErased: boolean;
}

export interface DeskWriter {
  desk: Pick<Desk, 'read' | 'append'>;
  random: Random;
  stopping: AbortSignal;
}

/**
 * Adds what `next` makes of the events that are there, and asks it again where somebody else was first;
 * undefined adds nothing. Resolves to the events as they are then. Rejects with CONFIG where the newest
 * one is gone: nobody knows what it said.
 */
export async function addEvent(
  { desk, random, stopping }: DeskWriter,
  subject: DeskSubject,
  next: (events: readonly DeskEvent[]) => Promise<NewEntry | undefined>,
): Promise<DeskEvent[]> {
  for (;;) {
    const { events, isWhole } = await desk.read(subject);
    if (!isWhole) {
      throw new PayctlError('CONFIG', deskMessages.damaged(visible(subject.subject)), {
        hint: payctl`journal verify`,
        executed: 'no',
      });
    }
    const said = await next(events);
    if (said === undefined) return events;
    const event = nextEvent(subject, events.at(-1), said, random);
    if (await desk.append(event)) return [...events, event];
    if (stopping.aborted) {
      throw new PayctlError('UNAVAILABLE', deskMessages.stopped, { executed: 'no' });
    }
  }
}

export function nextEvent(
  { kind, subject }: DeskSubject,
  before: DeskEvent | undefined,
  { at, lasting, details }: NewEntry,
  random: Random,
): DeskEvent {
  // The checksum of a short text would give it away.
  const salt = randomName({ random });
  const confidential = stringifyJson({ ...details, salt });
  const content = { kind, subject, at, ...lasting, details: sha256(confidential) };
  const [link] = chainLines([content], before ?? CHAIN_START);
  if (link === undefined) throw new TypeError('a line was not chained');
  const seq = (before?.seq ?? 0) + 1;
  return {
    kind,
    subject,
    seq,
    at,
    line: link.text.trimEnd(),
    sum: link.sum,
    details: confidential,
  };
}

/** What was released waits until an event says how it ended. */
const FOR_EVER = 8_640_000_000_000_000;

/**
 * Until when the subject waits for somebody while this is its newest event: milliseconds since the epoch;
 * undefined where it does not. Found by this, recorded beside the events, and checked by it.
 */
export function openUntil({ line }: DeskEvent): number | undefined {
  const content = unsealedExactly(line);
  if (!isJsonObject(content)) return undefined;
  if (content.type === 'released') return FOR_EVER;
  return content.expires === undefined ? undefined : Date.parse(jsonText(content.expires) ?? '');
}

/**
 * What an event says, or why it cannot be trusted. `before` is the event that it must follow on; `any`
 * where that is not known.
 */
export function readEvent(
  event: DeskEvent,
  before: DeskEvent | undefined | 'any',
): DeskEntry | Message {
  const sealed = unsealLine(event.line, 64);
  if (typeof sealed === 'string' || sealed.sum !== event.sum) return damage.checksum;
  const content = readJson(sealed.json);
  if (!isJsonObject(content)) return damage.notObject;
  const { kind, subject, at, seq, prev, details: digest, ...lasting } = content;
  const after = before ?? CHAIN_START;
  if (jsonText(seq) !== String(event.seq)) return damage.numberJumps;
  if (after !== 'any') {
    if (jsonText(prev) !== after.sum) return damage.notContinued;
    if (event.seq !== after.seq + 1) return damage.numberJumps;
  }
  const isIts = kind === event.kind && subject === event.subject && at === event.at;
  if (!isIts) return damage.notContinued;
  const entry = { seq: event.seq, at: event.at, lasting };
  if (event.details === null) return { ...entry, details: {}, isErased: true };
  const details = readJson(event.details);
  if (sha256(event.details) !== jsonText(digest) || !isJsonObject(details)) return damage.checksum;
  const { salt: _salt, ...confidential } = details;
  return { ...entry, details: confidential, isErased: false };
}
