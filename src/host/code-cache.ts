import { closeSync, constants, fstatSync, lstatSync, mkdirSync, openSync, readSync } from 'node:fs';
import { flawOf } from './trust.js';

/**
 * What V8 made of our own files in earlier runs. It is executed, so it is read only from where
 * nobody else can write, and only where it is whole and of the very file that it is for. Whatever
 * is wrong with it, the run goes on without. What a run without any needs of it is here, and
 * nothing else: each line costs every command, and each function more than its lines; the rest is
 * `keep-code.ts`.
 */
export class CodeCache {
  /** From payctl's own directory down: all code, and that of this build. */
  readonly directories: readonly string[];
  /** The code of one command, which has all that it needs in one file. */
  readonly path: string;
  readonly #build: string;

  /**
   * @param own directory of what can be made again
   * @param build what it depends on: payctl's own files, Node and the processor
   */
  constructor(own: string, build: string, command: string) {
    this.#build = `${own}/code/${build}`;
    this.directories = [own, `${own}/code`, this.#build];
    this.path = `${this.#build}/${command}`;
  }

  /** Whether a run of this build has made its place. */
  isMade(): boolean {
    return orNothing(() => lstatSync(this.#build)) !== undefined;
  }

  /**
   * All that the first run of a build does: where each run has a home of its own, what it keeps is
   * never read. Nothing is made through a link.
   */
  make(): void {
    this.directories.every(makePrivate);
  }

  /** @param buffer in which the second of two copies is looked at, piece by piece */
  read(buffer = Buffer.allocUnsafeSlow(65_536)): Kept[] {
    try {
      return this.isSound() ? entriesOf(readOurs(this.path, buffer)) : [];
    } catch {
      return [];
    }
  }

  isSound(): boolean {
    return this.directories.every(isPrivate);
  }
}

/** Compiled code of one file, as it came with the package; undefined where it is not to be used. */
export function shippedCode(directory: string, name: string): Kept | undefined {
  return orNothing(() => unpack(readOurs(`${directory}/${name}`))[0]);
}

/** A directory that nobody else can write to, and no link to one either. */
export function isPrivate(directory: string): boolean {
  try {
    const found = lstatSync(directory);
    return found.isDirectory() && flawOf(found) === undefined;
  } catch {
    return false;
  }
}

/** Whether there is, now at the latest, a directory that nobody else can write to. */
function makePrivate(directory: string): boolean {
  orNothing(() => mkdirSync(directory, { recursive: true, mode: 0o700 }));
  return isPrivate(directory);
}

export function orNothing<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/**
 * What is in a file that nobody else can write. Throws for a file of somebody else, and for what is
 * not whole.
 *
 * @param buffer for one that has it twice: comparing the two takes a run a tenth of the time that
 *   it takes to load a checksum
 */
function readOurs(path: string, buffer?: Buffer): Buffer {
  const fd = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    const found = fstatSync(fd);
    if (!found.isFile() || flawOf(found) !== undefined) throw new Error('not ours');
    const copies = buffer ? 2 : 1;
    const bytes = Buffer.allocUnsafeSlow(found.size / copies);
    if (bytes.length * copies !== found.size) throw new Error('cut');
    for (let at = 0, count = 0; at < bytes.length; at += count) {
      count = readSync(fd, bytes, at, bytes.length - at, at);
      if (count === 0) throw new Error('cut');
    }
    for (let at = 0, count = 0; buffer && at < bytes.length; at += count) {
      count = readSync(fd, buffer, 0, buffer.length, bytes.length + at);
      const isSame = bytes.subarray(at, at + count).equals(buffer.subarray(0, count));
      if (count === 0 || !isSame) throw new Error('damaged');
    }
    return bytes;
  } finally {
    closeSync(fd);
  }
}

/** Compiled code, and the file that it was made of. */
export interface Kept {
  name: string;
  size: number;
  /** When the file was written. */
  modifiedAt: number;
  checksum: number;
  code: Buffer;
}

/** A checksum of the rest, the length of all, the length of the table. */
export const HEAD_BYTES = 16;

/** Throws for what is damaged. */
export function unpack(bytes: Buffer): Kept[] {
  if (checksumOf(bytes.subarray(4)) !== bytes.readUInt32LE(0)) throw new Error('damaged');
  return entriesOf(bytes);
}

function entriesOf(bytes: Buffer): Kept[] {
  if (bytes.readUInt32LE(4) !== bytes.length) throw new Error('cut');
  const start = HEAD_BYTES + bytes.readUInt32LE(8);
  const table: [string, number, number, number, number, number][] = JSON.parse(
    bytes.toString('latin1', HEAD_BYTES, start),
  );
  const entries: Kept[] = [];
  for (const [name, size, modifiedAt, checksum, from, to] of table) {
    const code = bytes.subarray(start + from, start + to);
    entries.push({ name, size, modifiedAt, checksum, code });
  }
  return entries;
}

/** Loaded late: what only prints needs none. */
export function checksumOf(bytes: Uint8Array): number {
  return process.getBuiltinModule('node:zlib').crc32(bytes);
}
