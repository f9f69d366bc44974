import { join } from 'node:path';
import type { Files } from '../host/host.js';
import { statePath } from '../state/paths.js';
import { type Confirmation, differences, readConfirmation } from './confirmation.js';
import { type Line, readSegments } from './segments.js';

/** What the inquiry at the bank made of a hint. */
export type State = 'hint' | 'verified' | 'contradicted';

/** One line of the inbox, and the message that it speaks of. */
export type InboxEntry = Arrival | Judgement | Forwarding;

interface About {
  /** ISO 8601, in UTC. */
  at: string;
  id: string;
  fingerprint: string;
}

export interface Arrival extends About {
  type: 'received';
  /** The body, character by character. */
  body: string;
  /** Shall be forwarded. */
  forward: boolean;
  /** A message before it has the same id and other contents. */
  contradicts: boolean;
}

export interface Judgement extends About {
  type: 'judged';
  state: State;
  /** What the bank says was paid. */
  bankAmount?: string;
  reason: string;
}

export interface Forwarding extends About {
  type: 'delivered' | 'dead';
  to: string;
  /** Why it was given up. */
  reason?: string;
}

const TYPES = ['received', 'judged', 'delivered', 'dead'] as const;
const STATES = ['hint', 'verified', 'contradicted'] as const;

export function encodeEntry(entry: InboxEntry): Line {
  return { ...entry };
}

/** All entries of an inbox. `onDamage` gets the place of a line that cannot be trusted. */
export function* readEntries(
  files: Files,
  directory: string,
  onDamage: (place: string) => void,
): Generator<InboxEntry> {
  for (const line of readSegments(files, directory, onDamage)) {
    const entry = decodeEntry(line);
    if (entry) yield entry;
  }
}

/** undefined for what no version up to this one has written. */
function decodeEntry(line: Line): InboxEntry | undefined {
  const type = TYPES.find((known) => known === line.type);
  const [at, id, fingerprint] = [text(line.at), text(line.id), text(line.fingerprint)];
  const [body, reason] = [text(line.body), text(line.reason)];
  if (type === undefined || !at || !id || !fingerprint) return undefined;
  const about = { at, id, fingerprint };
  if (type === 'received') {
    if (body === undefined) return undefined;
    const [forward, contradicts] = [line.forward === true, line.contradicts === true];
    return { type, ...about, body, forward, contradicts };
  }
  if (type === 'judged') {
    const state = STATES.find((known) => known === line.state);
    const bankAmount = text(line.bankAmount);
    if (state === undefined || reason === undefined) return undefined;
    return { type, ...about, state, reason, ...(bankAmount !== undefined && { bankAmount }) };
  }
  return { type, ...about, to: text(line.to) ?? '', ...(reason !== undefined && { reason }) };
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** A message of the bank as it is kept, with all that was learnt about it since. */
export interface Stored {
  confirmation: Confirmation;
  /** The body, character by character. */
  body: string;
  /** ISO 8601, in UTC. */
  receivedAt: string;
  /** Another message has the same id and other contents: either may be the forged one. */
  contradicts: boolean;
  /** The fields in which they differ; known where both were read from disk. */
  differs?: string[];
  state: State;
  /** What the bank says was paid, once it was asked. */
  bankAmount?: string;
  /** Why the state is what it is. */
  reason?: string;
  /** Absent: it was not to be forwarded. */
  forwarding?: 'waiting' | 'delivered' | 'dead';
  /** Why forwarding was given up. */
  failure?: string;
}

export interface InboxContents {
  /** Oldest first, each message once. */
  stored: Stored[];
  /** Places of lines that cannot be trusted, as `file:line`. */
  damaged: string[];
}

/** One inbox for each profile, so that hints of a test environment never lie beside live ones. */
export function inboxDirectory(stateDir: string, profile: string): string {
  return join(statePath(stateDir, 'callbacks'), encodeURIComponent(profile));
}

/** All that was received; nothing where there is no inbox. */
export function readInbox(files: Files, directory: string): InboxContents {
  const damaged: string[] = [];
  const entries = [...readEntries(files, directory, (place) => damaged.push(place))];
  const kept = new Map<string, Stored>();
  const first = new Map<string, Stored>();
  for (const entry of entries) {
    // A crash before the acknowledgement may have left the same message twice.
    if (entry.type !== 'received' || kept.has(keyOf(entry))) continue;
    const stored = storedOf(entry);
    if (stored === undefined) {
      damaged.push(`the message ${entry.id}`);
      continue;
    }
    const before = first.get(entry.id);
    if (before === undefined) first.set(entry.id, stored);
    else contradict(before, stored);
    kept.set(keyOf(entry), stored);
  }
  for (const entry of entries) {
    const stored = kept.get(keyOf(entry));
    if (stored) learn(stored, entry);
  }
  return { stored: [...kept.values()], damaged };
}

export function asStored(confirmation: Confirmation, arrival: Arrival): Stored {
  return {
    confirmation,
    body: arrival.body,
    receivedAt: arrival.at,
    contradicts: arrival.contradicts,
    state: 'hint',
    ...(arrival.forward && { forwarding: 'waiting' }),
  };
}

/** Tells two messages apart, also where they claim the same id. */
export function keyOf({ id, fingerprint }: { id: string; fingerprint: string }): string {
  return `${fingerprint} ${id}`;
}

function contradict(first: Stored, other: Stored): void {
  const differs = differences(first.confirmation, other.confirmation);
  Object.assign(other, { contradicts: true, differs });
  const all = [...new Set([...(first.differs ?? []), ...differs])];
  Object.assign(first, { contradicts: true, differs: all });
}

function storedOf(arrival: Arrival): Stored | undefined {
  try {
    return asStored(readConfirmation(arrival.body), arrival);
  } catch {
    return undefined;
  }
}

function learn(stored: Stored, entry: InboxEntry): void {
  if (entry.type === 'judged') {
    const { state, bankAmount, reason } = entry;
    Object.assign(stored, { state, bankAmount, reason });
  } else if (entry.type !== 'received') {
    Object.assign(stored, { forwarding: entry.type, failure: entry.reason });
  }
}
