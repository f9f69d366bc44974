import type { Text } from '../core/message.js';

export const STATES = ['hint', 'verified', 'contradicted'] as const;

/** The field of a message that came encrypted: only who has the key can tell what it is about. */
export const ENCRYPTED_FIELD = 'encryptedValue';

/** What the inquiry at the bank made of a hint. */
export type State = (typeof STATES)[number];

/** One entry of an inbox, and the message that it speaks of. */
export type InboxEntry = Arrival | Learnt;

/** Tells two messages apart, also where they claim the same id. */
export interface MessageName {
  id: string;
  /** Hash of the contents. */
  fingerprint: string;
}

interface About extends MessageName {
  /** ISO 8601, in UTC. */
  at: string;
}

/** For who forwards first: where it was received, nobody noted to whom it shall go. */
export const ANYWHERE = '';

/** A message as it came. */
export interface IncomingMessage extends MessageName {
  /** Character by character. */
  body: string;
  /** Where it shall be forwarded to, or `ANYWHERE`. */
  forwardTo?: string | undefined;
}

export interface Arrival extends About {
  type: 'received';
  /** Character by character. */
  body: string;
  /** Shall be forwarded. */
  forward: boolean;
  /** A message before it has the same id and other contents. */
  contradicts: boolean;
  /** Which of several machines received it. */
  machine?: string;
}

export interface Judgement {
  type: 'judged';
  state: State;
  /** What the bank says was paid. */
  bankAmount?: string;
  reason: string;
}

export interface Forwarding {
  type: 'delivered' | 'dead';
  to: string;
  /** Why it was given up. */
  reason?: string;
}

/** What was learnt of a message since it came. */
export type Learnt = About & (Judgement | Forwarding);

export interface InboxEntries {
  /** Oldest first. */
  entries: InboxEntry[];
  /** Places that cannot be trusted, in words for a person. */
  damaged: string[];
}

/** Some messages. */
export interface InboxPage extends InboxEntries {
  /** Their keys; messages of the same ids come along. */
  own: ReadonlySet<string>;
}

/** A duplicate is kept already; a contradiction has the id of another message, and other contents. */
export type Novelty = 'new' | 'duplicate' | 'contradiction';

/** The confirmations of one profile, and what became of them. */
export interface InboxStore {
  /** Where people find it. */
  readonly place: Text;
  /** How often to look for what other processes received; undefined where only one can. */
  readonly lookMs: number | undefined;
  /** Another text after every change; absent where that costs as much as reading. */
  mark?(): string;
  read(): Promise<InboxEntries>;
  /** All messages with what was learnt of them, some at a time, the oldest first or the newest. */
  pages(newestFirst?: boolean): AsyncIterable<InboxPage>;
  /** All about messages that have a text as a reference, and those of the same ids; others may come along. */
  mentioning(text: string): Promise<InboxEntries>;
  /** Resolves when the message is kept for good, so that it may be acknowledged. */
  receive(message: IncomingMessage): Promise<{ arrival: Arrival; as: Novelty }>;
  learn(about: MessageName, learnt: Judgement | Forwarding): Promise<void>;
  /** Whether another message has its id and other contents. */
  isContradicted(id: string): Promise<boolean>;
  /**
   * The oldest message that waits to be forwarded. undefined: there is none, or another process
   * forwards to this target.
   */
  next(target: string): Promise<Arrival | undefined>;
  /** To be held while messages are received; undefined where another process receives, and only one can. */
  hold(): Promise<InboxHold | undefined>;
}

export interface InboxHold {
  /** Says on that this process lives; false where another one receives now. */
  renew(): Promise<boolean>;
  release(): Promise<void>;
}

/** One text for one message. */
export function keyOf({ id, fingerprint }: MessageName): string {
  return `${fingerprint} ${id}`;
}

const TYPES = ['received', 'judged', 'delivered', 'dead'] as const;

/** An entry as it is kept; undefined for what no version up to this one has written. */
export function decodeEntry(line: Readonly<Record<string, unknown>>): InboxEntry | undefined {
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
