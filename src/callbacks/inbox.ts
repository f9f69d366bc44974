import type { Host } from '../host/host.js';
import { type Confirmation, readConfirmation } from './confirmation.js';
import { SegmentWriter } from './segments.js';
import {
  asStored,
  encodeEntry,
  type Forwarding,
  type InboxContents,
  type InboxEntry,
  type Judgement,
  keyOf,
  readEntries,
  readInbox,
  type Stored,
} from './stored.js';

export interface Receipt {
  stored: Stored;
  /** A duplicate is on disk already; a contradiction has the id of another message, and other contents. */
  as: 'new' | 'duplicate' | 'contradiction';
}

type InboxHost = Pick<Host, 'files' | 'clock' | 'random'>;

/** The writing side. One process at a time may receive; any may read, judge and forward again. */
export class Inbox {
  readonly #host: InboxHost;
  readonly #directory: string;
  readonly #writer: SegmentWriter;
  /** Fingerprint of the first message of each id. */
  readonly #first = new Map<string, string>();
  /** Keys of those that contradict it, by its id. */
  readonly #contradictions = new Map<string, Set<string>>();
  /** By key, what is on its way to the disk. */
  readonly #writing = new Map<string, Promise<void>>();

  constructor(host: InboxHost, directory: string) {
    this.#host = host;
    this.#directory = directory;
    this.#writer = new SegmentWriter(host, directory);
    for (const entry of readEntries(host.files, directory, () => undefined)) {
      if (entry.type === 'received') this.#remember(entry);
    }
  }

  read(): InboxContents {
    return readInbox(this.#host.files, this.#directory);
  }

  /**
   * Resolves when the message is on disk, so that it may be acknowledged. Rejects with SyntaxError
   * where it cannot be a message of the bank, with PayctlError CONFIG where the disk fails.
   */
  async receive(body: string, forward: boolean): Promise<Receipt> {
    const confirmation = readConfirmation(body);
    const { id, fingerprint } = confirmation;
    const as = this.#judge(confirmation);
    const arrival = {
      type: 'received',
      at: this.#now(),
      id,
      fingerprint,
      body,
      forward,
      contradicts: as === 'contradiction',
    } as const;
    const receipt = { stored: asStored(confirmation, arrival), as };
    if (as === 'duplicate') await this.#writing.get(keyOf(confirmation));
    else await this.#keep(arrival);
    return receipt;
  }

  async judged(
    { id, fingerprint }: Confirmation,
    verdict: Pick<Judgement, 'state' | 'bankAmount' | 'reason'>,
  ): Promise<void> {
    await this.#write({ type: 'judged', at: this.#now(), id, fingerprint, ...verdict });
  }

  async forwarded(
    { id, fingerprint }: Confirmation,
    end: Pick<Forwarding, 'type' | 'to' | 'reason'>,
  ): Promise<void> {
    await this.#write({ ...end, at: this.#now(), id, fingerprint });
  }

  #judge(confirmation: Confirmation): Receipt['as'] {
    const first = this.#first.get(confirmation.id);
    if (first === undefined) return 'new';
    const others = this.#contradictions.get(confirmation.id);
    const known = first === confirmation.fingerprint || others?.has(keyOf(confirmation));
    return known ? 'duplicate' : 'contradiction';
  }

  /** Whether another message has its id and other contents: nobody can tell from here which is genuine. */
  isContradicted({ id }: Confirmation): boolean {
    return this.#contradictions.has(id);
  }

  /** What the disk refused is forgotten, so that the bank's next attempt is stored. */
  async #keep(arrival: InboxEntry): Promise<void> {
    const key = keyOf(arrival);
    this.#remember(arrival);
    const written = this.#write(arrival);
    this.#writing.set(key, written);
    try {
      await written;
    } catch (error) {
      this.#forget(arrival);
      throw error;
    } finally {
      this.#writing.delete(key);
    }
  }

  #remember({ id, fingerprint }: { id: string; fingerprint: string }): void {
    const first = this.#first.get(id);
    if (first === undefined) this.#first.set(id, fingerprint);
    else if (first !== fingerprint) {
      const others = this.#contradictions.get(id) ?? new Set();
      this.#contradictions.set(id, others.add(keyOf({ id, fingerprint })));
    }
  }

  #forget({ id, fingerprint }: { id: string; fingerprint: string }): void {
    const others = this.#contradictions.get(id);
    if (!others?.delete(keyOf({ id, fingerprint }))) this.#first.delete(id);
    else if (others.size === 0) this.#contradictions.delete(id);
  }

  #write(entry: InboxEntry): Promise<void> {
    return this.#writer.append(encodeEntry(entry));
  }

  #now(): string {
    return new Date(this.#host.clock.now()).toISOString();
  }
}
