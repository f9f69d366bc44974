import type { OpenFile } from '../../../host/host.js';
import { endIn, type KnownEnd, type MadePart, madeIn } from '../../end-line.js';
import { valuesIn } from '../ends.js';
import type { PlacedLine } from '../lines.js';
import { type FoundBy, termOf } from './entry.js';
import { type FileProgress, type Manifest, tailOf } from './manifest.js';
import type { Runs } from './runs.js';

/** What the lines of the log say of claims, beyond what the runs hold. */
export class LogReading {
  readonly #runs: Runs;
  /** By key, what is not in a run yet. */
  #ended = new Map<string, FoundBy>();
  #withdrawn: FoundBy[] = [];
  /** By key, the newest part of claims that must be read themselves. */
  readonly #open: Map<string, number>;
  readonly #marks: Set<number>;
  #doubtful = false;
  #lines = 0;
  #to: number;

  constructor(runs: Runs, { open, marks }: Pick<Manifest, 'open' | 'marks'>, from: number) {
    this.#runs = runs;
    this.#open = new Map(open);
    this.#marks = new Set(marks);
    this.#to = from;
  }

  get lines(): number {
    return this.#lines;
  }

  /** How many entries it holds. */
  get held(): number {
    return this.#ended.size + this.#withdrawn.length;
  }

  get entries(): FoundBy[] {
    return [...this.#withdrawn, ...this.#ended.values()];
  }

  get open(): [string, number][] {
    return [...this.#open];
  }

  get marks(): number[] {
    return [...this.#marks];
  }

  /** A line is damaged, or a part was made while the directory had changed for another reason. */
  get isDoubtful(): boolean {
    return this.#doubtful;
  }

  take({ text, offset, length }: PlacedLine): void {
    this.#lines += 1;
    this.#to = offset + length;
    const values = valuesIn(text);
    const made = values && madeIn(values);
    const end = values && endIn(values);
    if (made) this.#takeMade(made);
    else if (end?.terms) this.#takeEnd({ ...end, terms: end.terms }, { offset, length });
    // An older version wrote it, or nobody knows what it said.
    else if (end) this.#await(end.key, end.newest);
    else this.#doubtful = true;
  }

  #takeMade({ key, number, before, after }: MadePart): void {
    if (!this.#marks.has(before)) this.#doubtful = true;
    this.#marks.add(after);
    if ((this.#ended.get(key)?.newest ?? 0) < number) this.#await(key, number);
  }

  #takeEnd(
    { key, newest, at, again, archived, shows, terms }: Required<KnownEnd>,
    place: Pick<PlacedLine, 'offset' | 'length'>,
  ): void {
    const known = Math.max(this.#ended.get(key)?.newest ?? 0, this.#open.get(key) ?? 0);
    // Who was taken for dead has told late how its own part ended.
    if (known > newest && !archived) {
      this.#await(key, known);
      return;
    }
    if (again) this.#withdraw(key, at);
    this.#ended.set(key, {
      ...{ at, key, newest, file: 0, ...place },
      kind: shows ? 'shown' : 'silent',
      terms: [termOf(key), ...terms],
    });
    this.#open.delete(key);
  }

  /** The claim itself must be looked at. */
  doubt(key: string): void {
    const known = this.#ended.get(key)?.newest ?? this.#newestIn(key);
    this.#await(key, known);
  }

  /** Whether an end of the claim was ever noted. */
  remembers(key: string): boolean {
    return this.#ended.has(key) || this.#newestIn(key) > 0;
  }

  forget(key: string): void {
    this.#open.delete(key);
  }

  /** What it held is in a run now. */
  folded(): void {
    this.#ended = new Map();
    this.#withdrawn = [];
  }

  progress(log: OpenFile | undefined): FileProgress[] {
    return log ? [{ name: 'log', to: this.#to, tail: tailOf(log, this.#to) }] : [];
  }

  #await(key: string, newest: number): void {
    this.#open.set(key, Math.max(newest, this.#open.get(key) ?? 0));
  }

  /** A claim that was tried again is in another place of the order. */
  #withdraw(key: string, at: number): void {
    for (const entry of this.#runs.find(termOf(key))) {
      if (entry.key !== key || entry.at === at || entry.kind === 'withdrawn') continue;
      this.#withdrawn.push({ ...entry, kind: 'withdrawn', terms: [] });
    }
  }

  #newestIn(key: string): number {
    let newest = 0;
    for (const entry of this.#runs.find(termOf(key))) {
      if (entry.key === key) newest = Math.max(newest, entry.newest);
    }
    return newest;
  }
}
