import { stringOrUndefined } from '../core/fields.js';
import type { Text } from '../core/message.js';
import type { Ordering } from './ordering.js';

export const STATES = ['hint', 'verified', 'contradicted'] as const;

/** The field of a message that came encrypted: only who has the key can tell what it is about. */
export const ENCRYPTED_FIELD = 'encryptedValue';

/** What an inquiry at the bank made of a confirmation, which is only a hint before. */
export type MessageState = (typeof STATES)[number];

export type InboxEntry = ReceivedMessage | Learnt;

/** Identifies a message, also where another one claims the same id. */
export interface MessageName {
  id: string;
  fingerprint: string;
}

interface About extends MessageName {
  /** ISO 8601, in UTC. */
  at: string;
}

/** A message to be forwarded to whatever target a forwarder has: it came without one. */
export const ANYWHERE = '';

export interface IncomingMessage extends MessageName {
  /** As it came, character by character. */
  body: string;
  /** Where it shall be forwarded to, or `ANYWHERE`. */
  forwardTo?: string | undefined;
}

export interface ReceivedMessage extends About {
  type: 'received';
  /** Character by character. */
  body: string;
  forward: boolean;
  /** Whether an earlier message has the same id and other contents. */
  contradicts: boolean;
  machine?: string;
}

export interface MessageJudgement {
  type: 'judged';
  state: MessageState;
  /** What the bank says was paid. */
  bankAmount?: string;
  reason: string;
}

export interface Forwarding {
  type: 'delivered' | 'dead';
  to: string;
  reason?: string;
}

/** What was learnt of a message since it came. */
export type Learnt = About & (MessageJudgement | Forwarding);

export interface InboxEntries {
  /** Oldest first. */
  entries: InboxEntry[];
  /** Places of damaged entries, in words for a person. */
  damaged: string[];
}

export const FORWARDINGS = ['waiting', 'delivered', 'dead'] as const;

/** From when until when, milliseconds since the epoch; the end does not belong to it. */
export interface TimeRange {
  since: number;
  until: number;
}

/** What a message says of its payment. */
export interface StatedPayment {
  /** Milliseconds since the epoch, or `arrival` where it says nothing. */
  paidAt: number | 'arrival';
  /** A decimal number in baht; `0` where it says none. */
  amount: string;
}

/** What a message says of its payment; undefined where the store cannot tell: it is encrypted. */
export type ReadPayment = (body: string) => StatedPayment | undefined;

/**
 * Which messages are wanted; all of them unless it says otherwise. They come in the order of their arrival,
 * those of a span in that of their payments, or by amount: as the bank says it where it was asked.
 */
export interface InboxQuery extends Ordering {
  state?: MessageState | undefined;
  forwarding?: (typeof FORWARDINGS)[number] | undefined;
  /** Of payments that were made then; or those of which the store cannot tell. */
  paid?: TimeRange | 'unknown' | undefined;
  /** Of those of a span, the ones that have this text as a reference. */
  mentioning?: string | undefined;
  /** How many are wanted, so that no more are read at once; whoever goes on gets more. */
  limit?: number | undefined;
}

/** How many messages to read at once for a query, of so many at most. */
export function messagesInPage(
  { limit = Number.POSITIVE_INFINITY }: InboxQuery,
  most: number,
): number {
  return Math.max(1, Math.min(limit, most));
}

export interface InboxPage extends InboxEntries {
  /** Keys of the messages of this page; others of the same ids come with them. */
  own: ReadonlySet<string>;
}

/** A duplicate is stored already; a contradiction has the id of another message and other contents. */
export type Novelty = 'new' | 'duplicate' | 'contradiction';

/** The confirmations of one profile, and what became of them. */
export interface InboxStore {
  /** Where people find the inbox. */
  readonly place: Text;
  /** How often to look for what other processes received; undefined where only one can. */
  readonly lookMs: number | undefined;
  /** A text that changes with the inbox; absent where computing it costs as much as reading. */
  mark?(): string;
  read(): Promise<InboxEntries>;
  /** Pages of messages with what was learnt of them. */
  pages(wanted?: InboxQuery): AsyncIterable<InboxPage>;
  /** Entries of messages that have a text as a reference, and of others of the same ids; more may be among the results. */
  mentioning(text: string): Promise<InboxEntries>;
  /** Messages that have one of these texts as a reference, of payments that were made at another time. */
  mentioningAny(texts: readonly string[], except: TimeRange): AsyncIterable<InboxPage>;
  /** Resolves when the message is stored durably, so that it may be acknowledged. */
  receive(message: IncomingMessage): Promise<{ arrival: ReceivedMessage; as: Novelty }>;
  learn(about: MessageName, learnt: MessageJudgement | Forwarding): Promise<void>;
  /** Whether another message has its id and other contents. */
  isContradicted(id: string): Promise<boolean>;
  /**
   * The oldest message that waits to be forwarded. undefined: there is none, or another process
   * forwards to this target.
   */
  next(target: string): Promise<ReceivedMessage | undefined>;
  /** The right to receive, to be held meanwhile; undefined where only one process can have it and another one does. */
  hold(): Promise<InboxHold | undefined>;
}

export interface InboxHold {
  /** Shows that this process lives; false if another one has taken the right. */
  renew(): Promise<boolean>;
  release(): Promise<void>;
}

export function messageKey({ id, fingerprint }: MessageName): string {
  return `${fingerprint} ${id}`;
}

/** The messages that nobody has forwarded yet, by their keys, in the order in which they came. */
export function waitingMessages(entries: Iterable<InboxEntry>): Map<string, ReceivedMessage> {
  const waiting = new Map<string, ReceivedMessage>();
  for (const entry of entries) {
    const key = messageKey(entry);
    if (entry.type === 'received' && entry.forward) waiting.set(key, entry);
    else if (entry.type === 'delivered' || entry.type === 'dead') waiting.delete(key);
  }
  return waiting;
}

const TYPES = ['received', 'judged', 'delivered', 'dead'] as const;

/** Reads a stored entry; undefined for one of a later version. */
export function decodeEntry(line: Readonly<Record<string, unknown>>): InboxEntry | undefined {
  const type = TYPES.find((known) => known === line.type);
  const [at, id, fingerprint] = [
    stringOrUndefined(line.at),
    stringOrUndefined(line.id),
    stringOrUndefined(line.fingerprint),
  ];
  const [body, reason] = [stringOrUndefined(line.body), stringOrUndefined(line.reason)];
  if (type === undefined || !at || !id || !fingerprint) return undefined;
  const about = { at, id, fingerprint };
  if (type === 'received') {
    if (body === undefined) return undefined;
    const [forward, contradicts] = [line.forward === true, line.contradicts === true];
    return { type, ...about, body, forward, contradicts };
  }
  if (type === 'judged') {
    const state = STATES.find((known) => known === line.state);
    const bankAmount = stringOrUndefined(line.bankAmount);
    if (state === undefined || reason === undefined) return undefined;
    return { type, ...about, state, reason, ...(bankAmount !== undefined && { bankAmount }) };
  }
  return {
    type,
    ...about,
    to: stringOrUndefined(line.to) ?? '',
    ...(reason !== undefined && { reason }),
  };
}
