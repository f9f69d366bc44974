import { join } from 'node:path';
import { shell } from '../../core/command-line.js';
import { tryOrUndefined } from '../../core/try-or-undefined.js';
import type { Files } from '../../host/host.js';
import { damage } from '../../messages/damage.js';
import { type Chain, chainContents, isArchived, readChain } from '../chain.js';
import type { Damage } from '../claims.js';

/**
 * A hard link to each file of a claim, in another directory: with it a deleted file is noticed, and can
 * be restored.
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
   * Whether the directory of links was deleted: the mark beside it exists, and the one inside does not.
   * A link that is missing otherwise was never made, because of a kill or a power cut.
   */
  get wasDeleted(): boolean {
    const [inside, beside] = this.#marks.map((mark) => this.#files.stat(mark));
    this.#wasDeleted ??= beside !== undefined && inside === undefined;
    return this.#wasDeleted;
  }

  /** Never fails: without the marks, missing links are made silently. */
  noteComplete(): void {
    tryOrUndefined(() => {
      this.#files.makeDirectory(this.directory);
      for (const mark of this.#marks) this.#files.create(mark, new TextEncoder().encode('1\n'));
    });
    this.#wasDeleted = undefined;
  }

  /** The mark inside is written before the one beside the directory. */
  get #marks(): [inside: string, beside: string] {
    return [join(this.directory, 'complete'), `${this.directory}.complete`];
  }

  linkPath(key: string, number: number): string {
    return join(this.directory, `${key}.${number}`);
  }

  /** All of them, as names of files. */
  list(): string[] {
    return this.#files.list(this.directory).map((name) => `${name}.jsonl`);
  }

  /** If the link exists, so did the file: it is created first. */
  has(key: string, number: number): boolean {
    return this.#files.stat(this.linkPath(key, number)) !== undefined;
  }

  isLinked(file: string, key: string, number: number): boolean {
    return this.#files.isSameFile(file, this.linkPath(key, number));
  }

  /** Never fails, because the file itself is what counts, and it exists. */
  create(file: string, key: string, number: number): void {
    tryOrUndefined(() => {
      this.#files.makeDirectory(this.directory);
      this.#files.link(file, this.linkPath(key, number));
    });
  }

  remove(key: string, number: number): void {
    this.#files.remove(this.linkPath(key, number));
  }

  /** The fault where the link points to another file with other contents. */
  findFault(file: string, key: string, number: number): Damage | undefined {
    const name = this.linkPath(key, number);
    for (let before: Damage | undefined; ; ) {
      if (this.isLinked(file, key, number)) return undefined;
      const [own, other] = [this.#files.read(file), this.#files.read(name)];
      const found = own && other && difference({ file, own, name, other });
      // A recreated file has no link for a moment, so a fault counts if it is found twice.
      if (found === undefined || String(before?.why) === String(found.why)) return found;
      before = found;
    }
  }
}

interface Copies {
  file: string;
  own: Uint8Array;
  name: string;
  other: Uint8Array;
}

/** Lines are only ever added, so the longer of two copies is the newer one, and if it is sound the other can be restored from it. */
function difference({ file, own, name, other }: Copies): Damage | undefined {
  const [ours, theirs] = [readChain(own), readChain(other)];
  const repair = (of: Chain, from: string, to: string) =>
    of.broken === undefined ? { fix: shell`ln -f ${from} ${to}` } : {};
  if (beginsWith(own, other)) {
    if (own.length === other.length) return undefined;
    const why = damage.lacksLines(file);
    return { file: name, line: theirs.links.length + 1, why, ...repair(ours, file, name) };
  }
  if (beginsWith(other, own)) {
    const why = damage.linesGone(name);
    return { file, line: ours.links.length + 1, why, ...repair(theirs, name, file) };
  }
  const [isOver, wasOver] = [isArchived(chainContents(ours)), isArchived(chainContents(theirs))];
  // A run was killed after it had replaced the first file by the archived one: see `compact`.
  if (isOver && !wasOver) return undefined;
  const why = damage.otherLines(name);
  return { file, line: 1, why, ...((ours.broken || wasOver) && repair(theirs, name, file)) };
}

function beginsWith(whole: Uint8Array, part: Uint8Array): boolean {
  return Buffer.compare(whole.subarray(0, part.length), part) === 0;
}
