import { closeSync, constants, fstatSync, lstatSync, mkdirSync, openSync, readSync } from 'node:fs';
import { orNothing } from '../core/or-nothing.js';
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
  #file: Opened | undefined;

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

  /** What is kept of files; their code is read when it is asked for. */
  entries(): Entry[] {
    try {
      return this.isSound() ? this.#opened() : [];
    } catch {
      return [];
    }
  }

  /**
   * The code of one file, undefined where it is damaged or cannot be read. All is read through one
   * buffer, and lies in it until the next is read: each page of memory costs the process a
   * microsecond and a half when it is first touched.
   */
  codeOf(entry: Entry, buffer: Buffer): Buffer | undefined {
    try {
      return this.#file && compared(this.#file, entry, buffer);
    } catch {
      return undefined;
    }
  }

  /** The file stays open for `codeOf`, as long as the process lives. */
  #opened(): Entry[] {
    const fd = openSync(this.path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
    const copy = sizeOfOurs(fd) / 2;
    const head = Buffer.allocUnsafe(HEAD_BYTES);
    if (!filled(head, fd, 0) || head.readUInt32LE(4) !== copy) throw new Error('cut');
    const codes = HEAD_BYTES + head.readUInt32LE(8);
    const [once, again] = [Buffer.allocUnsafe(codes), Buffer.allocUnsafe(codes)];
    const isWhole = filled(once, fd, 0) && filled(again, fd, copy) && once.equals(again);
    if (!isWhole) throw new Error('damaged');
    this.#file = { fd, codes, copy };
    return entriesIn(once);
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

/** A file of kept code: where code begins in it, and the second copy of all. */
interface Opened {
  fd: number;
  codes: number;
  copy: number;
}

/** What is in a file that nobody else can write. Throws for any other. */
function readOurs(path: string): Buffer {
  const fd = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    const bytes = Buffer.allocUnsafeSlow(sizeOfOurs(fd));
    if (!filled(bytes, fd, 0)) throw new Error('cut');
    return bytes;
  } finally {
    closeSync(fd);
  }
}

function sizeOfOurs(fd: number): number {
  const found = fstatSync(fd);
  if (!found.isFile() || flawOf(found) !== undefined) throw new Error('not ours');
  return found.size;
}

/** The code of one file, undefined where its two copies differ. */
function compared(
  { fd, codes, copy }: Opened,
  { from, to }: Entry,
  buffer: Buffer,
): Buffer | undefined {
  const length = to - from;
  const room = buffer.length < length + PIECE ? Buffer.allocUnsafeSlow(length + PIECE) : buffer;
  const code = room.subarray(0, length);
  if (!filled(code, fd, codes + from)) return undefined;
  for (let at = 0; at < length; at += PIECE) {
    const piece = room.subarray(length, length + Math.min(PIECE, length - at));
    if (!filled(piece, fd, copy + codes + from + at)) return undefined;
    if (!piece.equals(code.subarray(at, at + piece.length))) return undefined;
  }
  return code;
}

/** Whether the file had enough to fill the bytes from there on. */
function filled(bytes: Buffer, fd: number, from: number): boolean {
  for (let at = 0, count = 0; at < bytes.length; at += count) {
    count = readSync(fd, bytes, at, bytes.length - at, from + at);
    if (count === 0) return false;
  }
  return true;
}

/** What is compared at once of the two copies. */
const PIECE = 32_768;

/** The file that code was made of, and where the code lies among that of others. */
export interface Entry {
  name: string;
  size: number;
  /** When the file was written. */
  modifiedAt: number;
  checksum: number;
  from: number;
  to: number;
}

/** Compiled code, and the file that it was made of. */
export interface Kept extends Omit<Entry, 'from' | 'to'> {
  code: Buffer;
}

/** A checksum of the rest, the length of all, the length of the table. */
export const HEAD_BYTES = 16;

/** Throws for what is damaged. */
export function unpack(bytes: Buffer): Kept[] {
  if (checksumOf(bytes.subarray(4)) !== bytes.readUInt32LE(0)) throw new Error('damaged');
  if (bytes.readUInt32LE(4) !== bytes.length) throw new Error('cut');
  const codes = HEAD_BYTES + bytes.readUInt32LE(8);
  return entriesIn(bytes.subarray(0, codes)).map(({ from, to, ...about }) => ({
    ...about,
    code: bytes.subarray(codes + from, codes + to),
  }));
}

function entriesIn(table: Buffer): Entry[] {
  const rows: [string, number, number, number, number, number][] = JSON.parse(
    table.toString('latin1', HEAD_BYTES),
  );
  const entries: Entry[] = [];
  for (const [name, size, modifiedAt, checksum, from, to] of rows) {
    entries.push({ name, size, modifiedAt, checksum, from, to });
  }
  return entries;
}

/** Loaded late: what only prints needs none. */
export function checksumOf(bytes: Uint8Array): number {
  return process.getBuiltinModule('node:zlib').crc32(bytes);
}
