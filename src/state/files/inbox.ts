import { join } from 'node:path';
import {
  type Arrival,
  type Forwarding,
  type InboxEntries,
  type InboxEntry,
  type InboxHold,
  type InboxStore,
  type Judgement,
  keyOf,
  type Message,
  type MessageName,
  type Novelty,
} from '../inbox.js';
import { holdLock, type LockHost } from '../lock.js';
import { statePath } from '../paths.js';
import { type Line, readSegments, SegmentWriter } from './segments.js';

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
    for (const entry of this.#read().entries) {
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
    this.#known ??= new KnownMessages(this.#read().entries);
    return this.#known;
  }

  #read(): InboxEntries {
    const damaged: string[] = [];
    const lines = readSegments(this.#host.files, this.place, (place) => damaged.push(place));
    const entries = [...lines].flatMap((line) => decodeEntry(line) ?? []);
    return { entries, damaged };
  }

  #write(entry: InboxEntry): Promise<void> {
    return this.#writer.append({ ...entry });
  }

  #now(): string {
    return new Date(this.#host.clock.now()).toISOString();
  }
}

/** Which messages are kept, by id. */
class KnownMessages {
  /** Fingerprint of the first message of each id. */
  readonly #first = new Map<string, string>();
  /** Keys of those that contradict it, by its id. */
  readonly #contradictions = new Map<string, Set<string>>();

  constructor(entries: readonly InboxEntry[]) {
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

const TYPES = ['received', 'judged', 'delivered', 'dead'] as const;
const STATES = ['hint', 'verified', 'contradicted'] as const;

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
