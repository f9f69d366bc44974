import { join } from 'node:path';
import {
  type Arrival,
  decodeEntry,
  type Forwarding,
  type InboxEntries,
  type InboxEntry,
  type InboxHold,
  type InboxPage,
  type InboxStore,
  type Judgement,
  keyOf,
  type Message,
  type MessageName,
  type Novelty,
} from '../inbox.js';
import { holdLock, type LockHost } from '../lock.js';
import { statePath } from '../paths.js';
import type { FoundLine, InboxView } from './index/inbox-index.js';
import { readSegments, SegmentWriter } from './segments.js';

/** Characters of waiting bodies that are held in memory; the rest waits on disk alone. */
const MOST_HELD = 16 * 1024 * 1024;

/** One inbox for each profile, so that hints of a test environment never lie beside live ones. */
export function inboxDirectory(stateDir: string, profile: string): string {
  return join(statePath(stateDir, 'callbacks'), encodeURIComponent(profile));
}

/** An inbox in files of one directory. One process at a time may receive; any may read and add. */
export class FileInbox implements InboxStore {
  readonly place: string;
  readonly lookMs = undefined;
  readonly #host: LockHost;
  readonly #writer: SegmentWriter;
  #known: KnownMessages | undefined;
  /** By key, what is on its way to the disk. */
  readonly #writing = new Map<string, Promise<void>>();
  /** By key, what waits to be forwarded. */
  readonly #held = new Map<string, Arrival>();
  #weight = 0;
  /** Whether more waits on disk than is held. */
  #more = true;

  constructor(host: LockHost, directory: string) {
    this.place = directory;
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

  async *pages(newestFirst = false): AsyncGenerator<InboxPage> {
    let last: number | undefined;
    for (let isOver = false, anew = false; !isOver; ) {
      const view = await this.#view(anew);
      try {
        for (const some of together(view.messages(newestFirst, last), newestFirst)) {
          const page = pageOf(view, some);
          last = some.at(-1)?.place ?? last;
          yield page;
        }
        isOver = true;
      } catch (error) {
        if (anew || !(error instanceof Error) || error.name !== 'Damaged') throw error;
        anew = true;
      } finally {
        view.close();
      }
    }
  }

  async mentioning(text: string, anew = false): Promise<InboxEntries> {
    const view = await this.#view(anew);
    try {
      const messages = [...view.find(text), ...view.sealed()];
      return { entries: aboutAll(view, messages).map(({ entry }) => entry), damaged: view.damaged };
    } catch (error) {
      if (anew || !(error instanceof Error) || error.name !== 'Damaged') throw error;
      return await this.mentioning(text, true);
    } finally {
      view.close();
    }
  }

  /** Rejects with PayctlError CONFIG where the disk fails. */
  async receive({ id, fingerprint, body, forwardTo }: Message) {
    const known = this.#knownMessages();
    const key = keyOf({ id, fingerprint });
    const as = known.judge({ id, fingerprint });
    const contradicts = as === 'contradiction';
    const about = { type: 'received', at: this.#now(), id, fingerprint } as const;
    const forward = forwardTo !== undefined;
    const arrival: Arrival = { ...about, body, forward, contradicts };
    if (as === 'duplicate') await this.#writing.get(key);
    else await this.#keep(known, arrival);
    return { arrival, as };
  }

  async learn({ id, fingerprint }: MessageName, learnt: Judgement | Forwarding): Promise<void> {
    await this.#write({ ...learnt, at: this.#now(), id, fingerprint });
    if (learnt.type !== 'judged') this.#letGo(keyOf({ id, fingerprint }));
  }

  async #view(anew: boolean): Promise<InboxView> {
    const { InboxIndex } = await import('./index/inbox-index.js');
    return new InboxIndex(this.#host, this.place, join(this.place, 'index')).open(anew);
  }

  async isContradicted(id: string): Promise<boolean> {
    return this.#knownMessages().isContradicted(id);
  }

  /** The target does not count: there is but one that forwards. */
  async next(): Promise<Arrival | undefined> {
    if (this.#held.size === 0 && this.#more) this.#load();
    const [next] = this.#held.values();
    return next;
  }

  /** One listener for an inbox: two would forward everything twice. */
  async hold(): Promise<InboxHold | undefined> {
    this.#host.files.makeDirectory(this.place);
    const lock = await holdLock(this.#host, this.place, 'listen', { waitMs: 0 });
    return lock && { renew: async () => lock.renew(), release: async () => lock.release() };
  }

  /** What the disk refused is forgotten, so that the bank's next attempt is stored. */
  async #keep(known: KnownMessages, arrival: Arrival): Promise<void> {
    const key = keyOf(arrival);
    known.add(arrival);
    const written = this.#write(arrival);
    this.#writing.set(key, written);
    try {
      await written;
      if (arrival.forward && !this.#more) this.#wait(arrival);
    } catch (error) {
      known.remove(arrival);
      throw error;
    } finally {
      this.#writing.delete(key);
    }
  }

  #load(): void {
    const waiting = new Map<string, Arrival>();
    for (const entry of this.#entries()) {
      const key = keyOf(entry);
      if (entry.type === 'delivered' || entry.type === 'dead') waiting.delete(key);
      else if (entry.type === 'received' && entry.forward) waiting.set(key, entry);
    }
    this.#more = false;
    for (const arrival of waiting.values()) if (!this.#more) this.#wait(arrival);
  }

  #wait(arrival: Arrival): void {
    const key = keyOf(arrival);
    if (this.#held.has(key)) return;
    this.#more = this.#weight > MOST_HELD;
    if (this.#more) return;
    this.#held.set(key, arrival);
    this.#weight += arrival.body.length;
  }

  #letGo(key: string): void {
    this.#weight -= this.#held.get(key)?.body.length ?? 0;
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

  /** One by one: all of them may not fit into memory. */
  *#entries(onDamage: (place: string) => void = () => undefined): Generator<InboxEntry> {
    for (const line of readSegments(this.#host.files, this.place, onDamage)) {
      const entry = decodeEntry(line);
      if (entry) yield entry;
    }
  }

  #write(entry: InboxEntry): Promise<void> {
    return this.#writer.append({ ...entry });
  }

  #now(): string {
    return new Date(this.#host.clock.now()).toISOString();
  }
}

/** Messages whose lines are looked up together; of the newest few may be wanted. */
const AT_ONCE = { oldest: 200, newest: 25 };

/** The last may be empty. */
function* together(
  messages: Iterable<FoundLine>,
  newestFirst: boolean,
): Generator<readonly FoundLine[]> {
  const most = newestFirst ? AT_ONCE.newest : AT_ONCE.oldest;
  let some: FoundLine[] = [];
  for (const message of messages) {
    some.push(message);
    if (some.length < most) continue;
    yield some;
    some = [];
  }
  yield some;
}

function pageOf(view: InboxView, messages: readonly FoundLine[]): InboxPage {
  const lines = aboutAll(view, messages);
  const first = new Map<string, number>();
  for (const { entry, place } of lines) {
    const key = keyOf(entry);
    if (entry.type === 'received' && !first.has(key)) first.set(key, place);
  }
  // What came twice belongs where it came first.
  const own = messages.filter(({ entry, place }) => first.get(keyOf(entry)) === place);
  return {
    entries: lines.map(({ entry }) => entry),
    own: new Set(own.map(({ entry }) => keyOf(entry))),
    damaged: view.damaged,
  };
}

/** All lines about these messages and others of their ids, in order. */
function aboutAll(view: InboxView, messages: readonly FoundLine[]): FoundLine[] {
  const ids = new Set(messages.map(({ entry: { id } }) => id));
  const found = [...ids].flatMap((id) => view.find(id).filter(({ entry }) => entry.id === id));
  return found.sort((a, b) => a.place - b.place);
}

/** Which messages are kept, by id. */
class KnownMessages {
  /** Fingerprint of the first message of each id. */
  readonly #first = new Map<string, string>();
  /** Keys of those that contradict it, by its id. */
  readonly #contradictions = new Map<string, Set<string>>();

  constructor(entries: Iterable<InboxEntry>) {
    for (const entry of entries) if (entry.type === 'received') this.add(entry);
  }

  judge({ id, fingerprint }: MessageName): Novelty {
    const first = this.#first.get(id);
    if (first === undefined) return 'new';
    const others = this.#contradictions.get(id);
    const known = first === fingerprint || others?.has(keyOf({ id, fingerprint }));
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
      this.#contradictions.set(id, others.add(keyOf({ id, fingerprint })));
    }
  }

  remove({ id, fingerprint }: MessageName): void {
    const others = this.#contradictions.get(id);
    if (!others?.delete(keyOf({ id, fingerprint }))) this.#first.delete(id);
    else if (others.size === 0) this.#contradictions.delete(id);
  }
}
