import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Message, Text } from '../core/message.js';
import { tryOrUndefined } from '../core/try-or-undefined.js';
import { confirmations } from '../messages/confirmations.js';
import {
  type InboxEntry,
  type InboxPage,
  type InboxQuery,
  type InboxStore,
  type MessageState,
  messageKey,
  type ReceivedMessage,
} from '../state/inbox.js';
import { type Confirmation, differences, readConfirmation } from './confirmation.js';

/** A message of the bank as it is kept, with all that was learnt about it since. */
export interface StoredMessage {
  confirmation: Confirmation;
  /** The body, character by character. */
  body: string;
  /** ISO 8601, in UTC. */
  receivedAt: string;
  /** Which of several machines received it. */
  machine?: string;
  /** Another message has the same id and other contents: either may be the forged one. */
  contradicts: boolean;
  /** The fields in which they differ; known where both were read from the inbox. */
  differs?: string[];
  state: MessageState;
  /** What the bank says was paid, once it was asked. */
  bankAmount?: string;
  /** Why the state is what it is. */
  reason?: Message;
  /** Absent: it was not to be forwarded. */
  forwarding?: InboxQuery['forwarding'];
  /** Why forwarding was given up. */
  failure?: Message;
}

export interface InboxContents {
  /** Oldest first, each message once. */
  stored: StoredMessage[];
  /** Places that cannot be trusted. */
  damaged: Text[];
}

/** All that was received; nothing where there is no inbox. */
export async function readInbox(inbox: Pick<InboxStore, 'read'>): Promise<InboxContents> {
  const { entries, ...rest } = await inbox.read();
  const damaged: Text[] = [...rest.damaged];
  const kept = new Map<string, StoredMessage>();
  const first = new Map<string, StoredMessage>();
  for (const entry of entries) {
    // A crash before the acknowledgement may have left the same message twice.
    if (entry.type !== 'received' || kept.has(messageKey(entry))) continue;
    const stored = readable(entry);
    if (stored === undefined) {
      damaged.push(confirmations.messageNamed(entry.id));
      continue;
    }
    const before = first.get(entry.id);
    if (before === undefined) first.set(entry.id, stored);
    else markContradiction(before, stored);
    kept.set(messageKey(entry), stored);
  }
  for (const entry of entries) {
    const stored = kept.get(messageKey(entry));
    if (stored) applyLearnt(stored, entry);
  }
  return { stored: [...kept.values()], damaged };
}

/** As `readInbox`, some messages at a time. */
export function readPages(
  inbox: Pick<InboxStore, 'pages'>,
  wanted?: InboxQuery,
): AsyncGenerator<InboxContents> {
  return ownPages(inbox.pages(wanted));
}

/** The messages of pages, each once. */
export async function* ownPages(pages: AsyncIterable<InboxPage>): AsyncGenerator<InboxContents> {
  for await (const { own, ...page } of pages) {
    const { stored, damaged } = await readInbox({ read: async () => page });
    yield {
      stored: stored.filter(({ confirmation }) => own.has(messageKey(confirmation))),
      damaged,
    };
    await nextTurn();
  }
}

/** Messages in which a text stands, oldest first; others may come along. */
export async function readMentioning(
  inbox: Pick<InboxStore, 'mentioning'>,
  text: string,
): Promise<InboxContents> {
  const entries = await inbox.mentioning(text);
  return readInbox({ read: async () => entries });
}

/** Throws NotAConfirmation where it cannot be a message of the bank. */
export function toStored(
  arrival: ReceivedMessage,
  confirmation: Confirmation = readConfirmation(arrival.body),
): StoredMessage {
  const { at, id, fingerprint, body, contradicts, forward, machine } = arrival;
  return {
    // As it came: what is personal may have been erased from the body since.
    confirmation: { ...confirmation, id, fingerprint },
    body,
    receivedAt: at,
    machine,
    contradicts,
    state: 'hint',
    ...(forward && { forwarding: 'waiting' }),
  };
}

/** undefined for what no version up to this one takes for a message of the bank. */
export function readable(arrival: ReceivedMessage): StoredMessage | undefined {
  return tryOrUndefined(() => toStored(arrival));
}

function markContradiction(first: StoredMessage, other: StoredMessage): void {
  const differs = differences(first.confirmation, other.confirmation);
  Object.assign(other, { contradicts: true, differs });
  const all = [...new Set([...(first.differs ?? []), ...differs])];
  Object.assign(first, { contradicts: true, differs: all });
}

function applyLearnt(stored: StoredMessage, entry: InboxEntry): void {
  if (entry.type === 'judged') {
    const { state, bankAmount, reason } = entry;
    Object.assign(stored, { state, bankAmount, reason });
  } else if (entry.type !== 'received') {
    Object.assign(stored, { forwarding: entry.type, failure: entry.reason });
  }
}
