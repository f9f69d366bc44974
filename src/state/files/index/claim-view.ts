import type { OpenFile } from '../../../host/host.js';
import type { ClaimQuery, ClaimView, EndedClaim, OpenClaim } from '../../store.js';
import { valuesIn } from '../ends.js';
import { LineReader } from '../lines.js';
import { Damaged } from './blocks.js';
import { type Entry, isBefore, termOf } from './entry.js';
import { nameOf } from './names.js';
import type { Runs } from './runs.js';

/** What a view reads. */
export interface Sources {
  runs: Runs;
  log: OpenFile | undefined;
  /** By key, the newest part of claims that must be read themselves. */
  open: ReadonlyMap<string, number>;
}

/** The index as it was at one moment. */
export class FileClaimView implements ClaimView {
  #from: Sources;
  #lines: LineReader | undefined;
  /** Makes the index anew where a part of it turns out to be damaged. */
  readonly #anew: () => Promise<Sources>;

  constructor(from: Sources, anew: () => Promise<Sources>) {
    this.#from = from;
    this.#lines = from.log && new LineReader(from.log);
    this.#anew = anew;
  }

  get open(): readonly OpenClaim[] {
    return [...this.#from.open].map(([key, newest]) => ({ key, newest }));
  }

  async *ended({ text, all = false, ...span }: ClaimQuery = {}): AsyncGenerator<EndedClaim> {
    const { open } = this.#from;
    const told = new Told();
    for (let last: Entry | undefined; ; ) {
      try {
        for (const entry of this.#entries(text, resumed(span, last))) {
          if (entry.kind === 'withdrawn' || (entry.kind === 'silent' && !all)) continue;
          if (this.#from.open.has(entry.key) || told.isLast(entry)) continue;
          if (text !== undefined && told.has(entry)) continue;
          told.add(entry);
          last = entry;
          yield this.#endOf(entry);
        }
        return;
      } catch (error) {
        if (!(error instanceof Damaged)) throw error;
        await this.#renew();
        // What it said has ended it may not know any more.
        for (const [key, newest] of told.without(this.#from.open)) {
          if (!open.has(key)) yield { key, newest, at: 0 };
        }
      }
    }
  }

  async last(key: string): Promise<EndedClaim | undefined> {
    for (;;) {
      try {
        const found = this.#found(key).filter((entry) => entry.key === key);
        const [newest] = found.toSorted((a, b) => b.newest - a.newest);
        return newest && this.#endOf(newest);
      } catch (error) {
        if (!(error instanceof Damaged)) throw error;
        await this.#renew();
      }
    }
  }

  close(): void {
    this.#from.runs.close();
    this.#from.log?.close();
  }

  #entries(text: string | undefined, span: Omit<ClaimQuery, 'text' | 'all'>): Iterable<Entry> {
    return text === undefined ? this.#from.runs.scan(span) : this.#found(text, span.newestFirst);
  }

  /** The newest version of each claim that may have the text. */
  #found(text: string, newestFirst = false): Entry[] {
    const newest = new Map<string, Entry>();
    for (const entry of this.#from.runs.find(termOf(text))) {
      // Newer runs are looked at first.
      if (!newest.has(entry.key)) newest.set(entry.key, entry);
    }
    const found = [...newest.values()].sort((a, b) => (isBefore(a, b) ? -1 : 1));
    return newestFirst ? found.reverse() : found;
  }

  #endOf(entry: Entry): EndedClaim {
    const line = this.#lines?.read(entry);
    const values = line === undefined ? undefined : valuesIn(line);
    const { key, newest, at } = entry;
    return values === undefined ? { key, newest, at } : { key, newest, at, values };
  }

  async #renew(): Promise<void> {
    this.close();
    this.#from = await this.#anew();
    this.#lines = this.#from.log && new LineReader(this.#from.log);
  }
}

/** Goes on at the last that was told. */
function resumed(span: Omit<ClaimQuery, 'text' | 'all'>, last: Entry | undefined) {
  if (last === undefined) return span;
  return span.newestFirst ? { ...span, until: last.at + 1 } : { ...span, since: last.at };
}

/** Claims that were told, and those at the last place of the order. */
class Told {
  /** The first 48 bits of each key: a million of them fit into memory. */
  readonly #keys: number[] = [];
  #at: number | undefined;
  #last = new Set<string>();

  add({ key, at }: Entry): void {
    if (at !== this.#at) this.#last = new Set();
    this.#at = at;
    this.#last.add(key);
    this.#keys.push(nameOf(key));
  }

  has({ key }: Entry): boolean {
    return this.#keys.includes(nameOf(key));
  }

  /** An index that was made anew goes on at the place that was told last. */
  isLast({ key, at }: Entry): boolean {
    return at === this.#at && this.#last.has(key);
  }

  without<T>(claims: ReadonlyMap<string, T>): [string, T][] {
    const told = new Set(this.#keys);
    return [...claims].filter(([key]) => !told.has(nameOf(key)));
  }
}
