import { join } from 'node:path';
import type { Files } from '../../host/host.js';
import { SqliteError } from '../../host/sqlite.js';
import {
  type Forwarding,
  type InboxEntries,
  type InboxEntry,
  type InboxHold,
  type InboxPage,
  type InboxQuery,
  type InboxStore,
  type IncomingMessage,
  type MessageJudgement,
  type MessageName,
  messageKey,
  type Novelty,
  type ReadPayment,
  type ReceivedMessage,
  type TimeRange,
  waitingMessages,
} from '../inbox.js';
import { holdLock, type LockHost } from '../lock.js';
import { statePath } from '../paths.js';
import { inboxEntries } from './inbox-files.js';
import { inboxPage, relatedLines, wholePage } from './inbox-pages.js';
import type { InboxView } from './inbox-view.js';
import { SegmentWriter } from './segments.js';

/** Characters of waiting bodies that are held in memory; the rest wait on disk only. */
const MOST_HELD = 16 * 1024 * 1024;

/** One inbox for each profile, so that hints of a test environment never lie beside live ones. */
export function inboxDirectory(stateDir: string, profile: string): string {
  return join(statePath(stateDir, 'callbacks'), encodeURIComponent(profile));
}

export function inboxDirectories(files: Pick<Files, 'list'>, stateDir: string): string[] {
  const parent = statePath(stateDir, 'callbacks');
  return files.list(parent).map((name) => join(parent, name));
}

/** An inbox in files of one directory. One process at a time may receive; any may read and add. */
export class FileInbox implements InboxStore {
  readonly place: string;
  readonly lookMs = undefined;
  readonly #host: LockHost;
  readonly #writer: SegmentWriter;
  readonly #readPayment: ReadPayment;
  #known: KnownMessages | undefined;
  readonly #writing = new Map<string, Promise<void>>();
  /** Messages that wait to be forwarded, by key. */
  readonly #held = new Map<string, ReceivedMessage>();
  /** Characters of their bodies. */
  #heldCharacters = 0;
  /** Whether more messages wait on disk than are held. */
  #hasMore = true;

  /** Unless it is given, the inbox cannot tell when payments were made. */
  constructor(host: LockHost, directory: string, readPayment: ReadPayment = () => undefined) {
    this.place = directory;
    this.#readPayment = readPayment;
    this.#host = host;
    this.#writer = new SegmentWriter(host, directory);
  }

  mark(): string {
    const { files } = this.#host;
    const sizes = files.list(this.place).map((name) => {
      return `${name} ${files.stat(join(this.place, name))?.size}`;
    });
    return sizes.join('\n');
  }

  async read(): Promise<InboxEntries> {
    return this.#read();
  }

  async *pages(wanted: InboxQuery = {}): AsyncGenerator<InboxPage> {
    let failed: InboxView | undefined;
    for (let last: number | undefined, isOver = false; !isOver; ) {
      const view = await this.#view(failed);
      if (view === undefined) {
        yield wholePage(this.#read());
        return;
      }
      try {
        for await (const some of view.messages(wanted, last)) {
          const page = await inboxPage(view, some);
          last = some.at(-1)?.place ?? last;
          yield page;
        }
        isOver = true;
      } catch (error) {
        if (failed || !(error instanceof SqliteError)) throw error;
        failed = view;
      } finally {
        view.close();
      }
    }
  }

  /** Nothing without SQLite: then all messages are on the pages of any query. */
  async *mentioningAny(texts: readonly string[], except: TimeRange): AsyncGenerator<InboxPage> {
    const view = await this.#view(undefined);
    if (view === undefined) return;
    try {
      const found = await view.findAny(texts, except);
      if (found.length > 0) yield await inboxPage(view, found);
    } finally {
      view.close();
    }
  }

  async mentioning(text: string, failed?: InboxView): Promise<InboxEntries> {
    const view = await this.#view(failed);
    // Other messages may be among the results; without SQLite all are.
    if (view === undefined) return this.#read();
    try {
      const messages = [...(await view.find(text)), ...(await view.sealed())];
      const lines = await relatedLines(view, messages);
      return { entries: lines.map(({ entry }) => entry), damaged: view.damaged };
    } catch (error) {
      if (failed || !(error instanceof SqliteError)) throw error;
    } finally {
      view.close();
    }
    return await this.mentioning(text, view);
  }

  /** Rejects with PayctlError CONFIG where the disk fails. */
  async receive({ id, fingerprint, body, forwardTo }: IncomingMessage) {
    const known = this.#knownMessages();
    const key = messageKey({ id, fingerprint });
    const as = known.judge({ id, fingerprint });
    const contradicts = as === 'contradiction';
    const about = { type: 'received', at: this.#now(), id, fingerprint } as const;
    const forward = forwardTo !== undefined;
    const arrival: ReceivedMessage = { ...about, body, forward, contradicts };
    if (as === 'duplicate') await this.#writing.get(key);
    else await this.#keep(known, arrival);
    return { arrival, as };
  }

  async learn(
    { id, fingerprint }: MessageName,
    learnt: MessageJudgement | Forwarding,
  ): Promise<void> {
    await this.#write({ ...learnt, at: this.#now(), id, fingerprint });
    if (learnt.type !== 'judged') this.#release(messageKey({ id, fingerprint }));
  }

  /** Loaded when it is needed: receiving does not need it. */
  async #view(failed: InboxView | undefined): Promise<InboxView | undefined> {
    const { openInboxIndex } = await import('./inbox-index.js');
    return openInboxIndex(this.#host, this.place, this.#readPayment, failed);
  }

  async isContradicted(id: string): Promise<boolean> {
    return this.#knownMessages().isContradicted(id);
  }

  /** `target` is ignored: files have a single forwarder. */
  async next(): Promise<ReceivedMessage | undefined> {
    if (this.#held.size === 0 && this.#hasMore) this.#load();
    const [next] = this.#held.values();
    return next;
  }

  /** One listener for an inbox: two would forward everything twice. */
  async hold(): Promise<InboxHold | undefined> {
    this.#host.files.makeDirectory(this.place);
    const lock = await holdLock(this.#host, this.place, 'listen', { waitMs: 0 });
    return lock && { renew: async () => lock.renew(), release: async () => lock.release() };
  }

  /** A message that could not be written is forgotten, so that the bank's next attempt is stored. */
  async #keep(known: KnownMessages, arrival: ReceivedMessage): Promise<void> {
    const key = messageKey(arrival);
    known.add(arrival);
    const written = this.#write(arrival);
    this.#writing.set(key, written);
    try {
      await written;
      if (arrival.forward && !this.#hasMore) this.#enqueue(arrival);
    } catch (error) {
      known.remove(arrival);
      throw error;
    } finally {
      this.#writing.delete(key);
    }
  }

  #load(): void {
    const waiting = waitingMessages(this.#entries());
    this.#hasMore = false;
    for (const arrival of waiting.values()) if (!this.#hasMore) this.#enqueue(arrival);
  }

  #enqueue(arrival: ReceivedMessage): void {
    const key = messageKey(arrival);
    if (this.#held.has(key)) return;
    this.#hasMore = this.#heldCharacters > MOST_HELD;
    if (this.#hasMore) return;
    this.#held.set(key, arrival);
    this.#heldCharacters += arrival.body.length;
  }

  #release(key: string): void {
    this.#heldCharacters -= this.#held.get(key)?.body.length ?? 0;
    this.#held.delete(key);
  }

  #knownMessages(): KnownMessages {
    this.#known ??= new KnownMessages(this.#entries());
    return this.#known;
  }

  #read(): InboxEntries {
    const damaged: string[] = [];
    const entries = [...this.#entries((place) => damaged.push(place))];
    return { entries, damaged };
  }

  #entries(onDamage?: (place: string) => void): Generator<InboxEntry> {
    return inboxEntries(this.#host.files, this.place, onDamage);
  }

  #write(entry: InboxEntry): Promise<void> {
    return this.#writer.append({ ...entry });
  }

  #now(): string {
    return new Date(this.#host.clock.now()).toISOString();
  }
}

class KnownMessages {
  /** Fingerprint of the first message of each id. */
  readonly #first = new Map<string, string>();
  /** Keys of messages that contradict the first one, by id. */
  readonly #contradictions = new Map<string, Set<string>>();

  constructor(entries: Iterable<InboxEntry>) {
    for (const entry of entries) if (entry.type === 'received') this.add(entry);
  }

  judge({ id, fingerprint }: MessageName): Novelty {
    const first = this.#first.get(id);
    if (first === undefined) return 'new';
    const others = this.#contradictions.get(id);
    const known = first === fingerprint || others?.has(messageKey({ id, fingerprint }));
    return known ? 'duplicate' : 'contradiction';
  }

  isContradicted(id: string): boolean {
    return this.#contradictions.has(id);
  }

  add({ id, fingerprint }: MessageName): void {
    const first = this.#first.get(id);
    if (first === undefined) this.#first.set(id, fingerprint);
    else if (first !== fingerprint) {
      const others = this.#contradictions.get(id) ?? new Set();
      this.#contradictions.set(id, others.add(messageKey({ id, fingerprint })));
    }
  }

  remove({ id, fingerprint }: MessageName): void {
    const others = this.#contradictions.get(id);
    if (!others?.delete(messageKey({ id, fingerprint }))) this.#first.delete(id);
    else if (others.size === 0) this.#contradictions.delete(id);
  }
}
