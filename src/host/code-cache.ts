import { closeSync, constants, fstatSync, lstatSync, mkdirSync, openSync, readSync } from 'node:fs';
import { flawOf } from './trust.js';

/**
 * What V8 made of our own files in earlier runs. It is executed, so it is read only from where
 * nobody else can write, and only where it is whole and of the very file that it is for. Whatever
 * is wrong with it, the run goes on without. What a run without any needs of it is here, and
 * nothing else: each line costs every command; the rest is `keep-code.ts`.
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

  read(): Kept[] {
    return (this.isSound() ? orNothing(() => unpackTwice(readOurs(this.path))) : undefined) ?? [];
  }

  isSound(): boolean {
    return this.directories.every(isPrivate);
  }
}

/** Compiled code of one file, as it came with the package; undefined where it is not to be used. */
export function shippedCode(directory: string, name: string): Kept | undefined {
  return orNothing(() => unpack(readOurs(`${directory}/${name}`))?.[0]);
}

/** A directory that nobody else can write to, and no link to one either. */
export function isPrivate(directory: string): boolean {
  const found = orNothing(() => lstatSync(directory));
  return found?.isDirectory() === true && flawOf(found) === undefined;
}

/** Whether there is, now at the latest, a directory that nobody else can write to. */
function makePrivate(directory: string): boolean {
  orNothing(() => mkdirSync(directory, { recursive: true, mode: 0o700 }));
  return isPrivate(directory);
}

function readOurs(path: string): Buffer {
  const fd = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    const found = fstatSync(fd);
    const isOurs = found.isFile() && flawOf(found) === undefined;
    const bytes = Buffer.allocUnsafeSlow(isOurs ? found.size : 0);
    let read = 0;
    for (let count = -1; read < bytes.length && count !== 0; read += count) {
      count = readSync(fd, bytes, read, bytes.length - read, read);
    }
    return bytes.subarray(0, read);
  } finally {
    closeSync(fd);
  }
}

export function orNothing<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
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

/** undefined for what is damaged. */
export function unpack(bytes: Buffer): Kept[] | undefined {
  if (bytes.length < HEAD_BYTES) return undefined;
  return checksumOf(bytes.subarray(4)) === bytes.readUInt32LE(0) ? entriesOf(bytes) : undefined;
}

/** Twice the same: comparing the two takes a run a tenth of the time that it takes to load a checksum. */
export function unpackTwice(bytes: Buffer): Kept[] | undefined {
  const once = bytes.subarray(0, bytes.length / 2);
  return once.equals(bytes.subarray(once.length)) ? entriesOf(once) : undefined;
}

function entriesOf(bytes: Buffer): Kept[] | undefined {
  if (bytes.length < HEAD_BYTES || bytes.readUInt32LE(4) !== bytes.length) return undefined;
  let at = HEAD_BYTES + bytes.readUInt32LE(8);
  const table: [string, number, number, number, number][] = JSON.parse(
    bytes.toString('latin1', HEAD_BYTES, at),
  );
  return table.map(([name, size, modifiedAt, checksum, length]) => {
    const code = bytes.subarray(at, at + length);
    at += aligned(length);
    return { name, size, modifiedAt, checksum, code };
  });
}

/** V8 copies code that lies elsewhere than at a multiple of it. */
const ALIGNMENT = 8;

export function aligned(length: number): number {
  return Math.ceil(length / ALIGNMENT) * ALIGNMENT;
}

/** Loaded late: what only prints needs none. */
export function checksumOf(bytes: Uint8Array): number {
  return process.getBuiltinModule('node:zlib').crc32(bytes);
}
