import type { Files } from '../host/host.js';
import { type Line, readSegments } from './segments.js';

/** What the inquiry at the bank made of a hint. */
export type State = 'hint' | 'verified' | 'contradicted';

/** One line of the inbox, and the message that it speaks of. */
export type Entry = Arrival | Judgement | Forwarding;

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

export function encodeEntry(entry: Entry): Line {
  return { ...entry };
}

/** All entries of an inbox. `onDamage` gets the place of a line that cannot be trusted. */
export function* readEntries(
  files: Files,
  directory: string,
  onDamage: (place: string) => void,
): Generator<Entry> {
  for (const line of readSegments(files, directory, onDamage)) {
    const entry = decodeEntry(line);
    if (entry) yield entry;
  }
}

/** undefined for what no version up to this one has written. */
function decodeEntry(line: Line): Entry | undefined {
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
