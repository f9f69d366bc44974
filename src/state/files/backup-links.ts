import { join } from 'node:path';
import { shellWord } from '../../core/text.js';
import { tryOrUndefined } from '../../core/try-or-undefined.js';
import type { Files } from '../../host/host.js';
import { damage } from '../../messages/damage.js';
import { type Chain, contentsOf, isArchived, readChain } from '../chain.js';
import type { Fault } from '../store.js';

/**
 * The second name of each file of a claim, a hard link in a directory of its own: by it a file that
 * was deleted is missed, and can be put back whole.
 */
export class BackupLinks {
  readonly directory: string;
  readonly #files: Files;
  #wasDeleted: boolean | undefined;

  constructor(files: Files, directory: string) {
    this.#files = files;
    this.directory = directory;
  }

  /**
   * Whether the directory was deleted since: a mark beside it tells that one was in it. A name that is
   * missing otherwise was never given, by an older version or before a power cut.
   */
  get wasDeleted(): boolean {
    const [inside, beside] = this.#marks.map((mark) => this.#files.stat(mark));
    this.#wasDeleted ??= beside !== undefined && inside === undefined;
    return this.#wasDeleted;
  }

  /** Never fails: unmarked, files that lack their names are given them silently. */
  noteComplete(): void {
    tryOrUndefined(() => {
      this.#files.makeDirectory(this.directory);
      for (const mark of this.#marks) this.#files.create(mark, new TextEncoder().encode('1\n'));
    });
    this.#wasDeleted = undefined;
  }

  /** The one inside is on disk before the one beside the directory. */
  get #marks(): [inside: string, beside: string] {
    return [join(this.directory, 'complete'), `${this.directory}.complete`];
  }

  of(key: string, number: number): string {
    return join(this.directory, `${key}.${number}`);
  }

  /** All of them, as names of files. */
  list(): string[] {
    return this.#files.list(this.directory).map((name) => `${name}.jsonl`);
  }

  /** The file was there once: it is written before its link. */
  has(key: string, number: number): boolean {
    return this.#files.stat(this.of(key, number)) !== undefined;
  }

  /** Never fails: the file itself is what counts, and it is there already. */
  give(file: string, key: string, number: number): void {
    tryOrUndefined(() => {
      this.#files.makeDirectory(this.directory);
      this.#files.link(file, this.of(key, number));
    });
  }

  remove(key: string, number: number): void {
    this.#files.remove(this.of(key, number));
  }

  /** Where the name is not that of the file any more: whether it holds something else. */
  faultOf(file: string, key: string, number: number): Fault | undefined {
    const name = this.of(key, number);
    for (let before: Fault | undefined; ; ) {
      if (this.#files.isSameFile(file, name)) return undefined;
      const [own, other] = [this.#files.read(file), this.#files.read(name)];
      const found = own && other && difference({ file, own, name, other });
      // A file that is made anew has no name for a moment: what counts is found twice.
      if (found === undefined || String(before?.why) === String(found.why)) return found;
      before = found;
    }
  }
}

interface Two {
  file: string;
  own: Uint8Array;
  name: string;
  other: Uint8Array;
}

/** Lines are only ever added: what has more of the same is newer, and where it is sound the other one can be made of it. */
function difference({ file, own, name, other }: Two): Fault | undefined {
  const [ours, theirs] = [readChain(own), readChain(other)];
  const made = (of: Chain, from: string, to: string) =>
    of.broken === undefined ? { fix: `ln -f ${shellWord(from)} ${shellWord(to)}` } : {};
  if (beginsWith(own, other)) {
    if (own.length === other.length) return undefined;
    const why = damage.lacksLines(file);
    return { file: name, line: theirs.links.length + 1, why, ...made(ours, file, name) };
  }
  if (beginsWith(other, own)) {
    const why = damage.linesGone(name);
    return { file, line: ours.links.length + 1, why, ...made(theirs, name, file) };
  }
  const [isOver, wasOver] = [isArchived(contentsOf(ours)), isArchived(contentsOf(theirs))];
  // A run was killed when it had put the archived one in the place of the file before.
  if (isOver && !wasOver) return undefined;
  const why = damage.otherLines(name);
  return { file, line: 1, why, ...((ours.broken || wasOver) && made(theirs, name, file)) };
}

function beginsWith(whole: Uint8Array, part: Uint8Array): boolean {
  return Buffer.compare(whole.subarray(0, part.length), part) === 0;
}
