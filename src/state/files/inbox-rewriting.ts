import { join } from 'node:path';
import { PayctlError } from '../../core/errors.js';
import { sealLine } from '../../core/sealed-log.js';
import { retention } from '../../messages/retention.js';
import { decodeEntry, type InboxEntry, messageKey, waitingMessages } from '../inbox.js';
import { holdLock, type LockHost } from '../lock.js';
import { inboxEntries } from './inbox-files.js';
import { readLines } from './lines.js';
import { listSegments, readLine, SUM_DIGITS } from './segments.js';

/** Removes messages that came before, with what was learnt of them, unless they wait to be forwarded. */
export async function removeMessages(
  host: LockHost,
  directory: string,
  before: number,
): Promise<number> {
  return withoutListener(host, directory, () => {
    const removed = oldKeys(host, directory, before);
    rewriteSegments(host, directory, (entry) =>
      removed.has(messageKey(entry)) ? undefined : entry,
    );
    return removed.size;
  });
}

/** Changes the bodies of messages that came before; resolves to how many are others now. */
export async function changeBodies(
  host: LockHost,
  directory: string,
  before: number,
  change: (body: string) => string,
): Promise<number> {
  let changed = 0;
  await withoutListener(host, directory, () =>
    rewriteSegments(host, directory, (entry) => {
      if (entry.type !== 'received' || !isBefore(entry, before)) return entry;
      const body = change(entry.body);
      if (body === entry.body) return entry;
      changed += 1;
      return { ...entry, body };
    }),
  );
  return changed;
}

function isBefore({ at }: InboxEntry, before: number): boolean {
  return Date.parse(at) < before;
}

/** How many messages `removeMessages` would remove. */
export async function countMessages(
  host: LockHost,
  directory: string,
  before: number,
): Promise<number> {
  return oldKeys(host, directory, before).size;
}

/** Messages that came before, and do not wait to be forwarded. */
function oldKeys(host: LockHost, directory: string, before: number): Set<string> {
  const waiting = waitingMessages(inboxEntries(host.files, directory));
  const old = new Set<string>();
  for (const entry of inboxEntries(host.files, directory)) {
    const isOld = entry.type === 'received' && isBefore(entry, before);
    if (isOld && !waiting.has(messageKey(entry))) old.add(messageKey(entry));
  }
  return old;
}

/** A listener appends to its file, which is rewritten here. Rejects with CONFLICT where one runs. */
async function withoutListener<T>(
  host: LockHost,
  directory: string,
  work: () => T,
): Promise<T | 0> {
  if (host.files.stat(directory) === undefined) return 0;
  const lock = await holdLock(host, directory, 'listen', { waitMs: 0 });
  if (lock === undefined) {
    throw new PayctlError('CONFLICT', retention.listenerRuns, {
      executed: 'no',
      hint: retention.stopListener,
    });
  }
  try {
    return work();
  } finally {
    lock.release();
  }
}

/** Replaces each file at once that `change` changes. Lines that cannot be read stay as they are. */
function rewriteSegments(
  host: LockHost,
  directory: string,
  change: (entry: InboxEntry) => InboxEntry | undefined,
): void {
  const { files } = host;
  for (const name of listSegments(files, directory)) {
    const path = join(directory, name);
    const file = files.open(path);
    if (file === undefined) continue;
    let isChanged = false;
    const kept: string[] = [];
    try {
      for (const { text } of readLines(file, 0)) {
        const line = rewritten(text, change);
        isChanged ||= line !== text;
        if (line !== undefined) kept.push(`${line}\n`);
      }
    } finally {
      file.close();
    }
    if (!isChanged) continue;
    if (kept.length > 0) files.replace(path, Buffer.from(kept.join('')));
    else files.remove(path);
  }
}

function rewritten(
  text: string,
  change: (entry: InboxEntry) => InboxEntry | undefined,
): string | undefined {
  const line = readLine(text);
  const entry = line && decodeEntry(line);
  if (entry === undefined) return text;
  const next = change(entry);
  if (next === undefined || next === entry) return next && text;
  return sealLine(JSON.stringify({ ...line, ...next }), SUM_DIGITS).text.trimEnd();
}
