import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { attempt } from './disk.js';
import { flawOf } from './trust.js';

/**
 * What V8 made of our own files in earlier runs. It is executed, so it is read only from where
 * nobody else can write, and only where it is whole and of the very file that it is for. Nothing is
 * made or deleted through a link. Whatever is wrong with it, the run goes on without.
 */
export interface CodeCache {
  /** Whether a run of this build has made its place. */
  isMade(): boolean;
  read(): Kept[];
  /**
   * The first run of a build only makes the place: where each run has a home of its own, what it
   * keeps is never read.
   */
  write(collect: () => readonly Kept[]): void;
}

/** Commands, and builds of payctl and Node, that lie side by side. */
const MOST = { commands: 24, builds: 4 };

/**
 * @param root directory of all compiled code, in a directory of payctl's own
 * @param build what it depends on: payctl's own files, Node and the processor
 * @param command each has the code that it needs, in one file
 */
export function openCodeCache(root: string, build: string, command: string): CodeCache {
  const directory = join(root, build);
  const path = join(directory, command);
  const above = [dirname(root), root];
  const isSound = () => [...above, directory].every(isPrivate);
  const isMade = () => orNothing(() => lstatSync(directory)) !== undefined;
  return {
    isMade,
    read: () => (isSound() ? orNothing(() => unpackTwice(readOurs(path))) : undefined) ?? [],
    write(collect) {
      orNothing(() => {
        if (!isMade()) {
          [...above, directory].every(makePrivate);
          return;
        }
        if (!isSound()) return;
        writeAside(path, packTwice(collect()));
        prune(directory, MOST.commands);
        prune(root, MOST.builds);
      });
    },
  };
}

/** Directories of builds in which nothing was kept since `before`, but those of this version. */
export function oldCode(root: string, version: string, before: number): string[] {
  if (![dirname(root), root].every(isPrivate)) return [];
  return readdirSync(root)
    .filter((name) => !name.startsWith(`${version}-`))
    .map((name) => join(root, name))
    .filter((path) => isPrivate(path) && lstatSync(path).mtimeMs < before);
}

export function removeCode(directory: string): void {
  attempt('remove', directory, () => rmSync(directory, { recursive: true, force: true }));
}

/** Compiled code of one file, as it came with the package; undefined where it is not to be used. */
export function shippedCode(directory: string, name: string): Kept | undefined {
  return orNothing(() => unpack(readOurs(join(directory, name)))?.[0]);
}

function readOurs(path: string): Buffer {
  const fd = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    const found = fstatSync(fd);
    return found.isFile() && flawOf(found) === undefined ? readFileSync(fd) : Buffer.alloc(0);
  } finally {
    closeSync(fd);
  }
}

/** Whole or not at all: other runs read while this one writes. */
function writeAside(path: string, bytes: Buffer): void {
  const aside = join(dirname(path), `.${process.pid}`);
  try {
    rmSync(aside, { force: true });
    writeFileSync(aside, bytes, { flag: 'wx', mode: 0o600 });
    renameSync(aside, path);
  } catch (error) {
    rmSync(aside, { force: true });
    throw error;
  }
}

/** Those that were written least lately give way. */
function prune(directory: string, most: number): void {
  const entries = readdirSync(directory).map((name) => join(directory, name));
  if (entries.length <= most) return;
  const writtenAt = new Map(entries.map((path) => [path, lstatSync(path).mtimeMs]));
  entries.sort((a, b) => (writtenAt.get(b) ?? 0) - (writtenAt.get(a) ?? 0));
  for (const path of entries.slice(most)) rmSync(path, { recursive: true, force: true });
}

/** Whether there is, now at the latest, a directory that nobody else can write to. */
function makePrivate(directory: string): boolean {
  orNothing(() => mkdirSync(directory, { recursive: true, mode: 0o700 }));
  return isPrivate(directory);
}

/** No link to one either. */
function isPrivate(directory: string): boolean {
  const found = orNothing(() => lstatSync(directory));
  return found?.isDirectory() === true && flawOf(found) === undefined;
}

function orNothing<T>(work: () => T): T | undefined {
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
const HEAD_BYTES = 16;
/** V8 copies code that lies elsewhere than at a multiple of it. */
const ALIGNMENT = 8;

/**
 * The head, the table as JSON, the code of each. V8 checks little of what it is given (of the source
 * its length, of the code nothing), so that a damaged or a foreign one must not reach it.
 */
export function pack(kept: readonly Kept[]): Buffer {
  const rows = kept.map(({ code, ...file }) => [
    file.name,
    file.size,
    file.modifiedAt,
    file.checksum,
    code.length,
  ]);
  const table = filled(Buffer.from(JSON.stringify(rows)), ' ');
  const codes = kept.map(({ code }) => filled(code, '\0'));
  const whole = Buffer.concat([Buffer.alloc(HEAD_BYTES), table, ...codes]);
  whole.writeUInt32LE(whole.length, 4);
  whole.writeUInt32LE(table.length, 8);
  whole.writeUInt32LE(checksumOf(whole.subarray(4)), 0);
  return whole;
}

/** undefined for what is damaged. */
export function unpack(bytes: Buffer): Kept[] | undefined {
  if (bytes.length < HEAD_BYTES) return undefined;
  return checksumOf(bytes.subarray(4)) === bytes.readUInt32LE(0) ? entriesOf(bytes) : undefined;
}

/** Twice the same: comparing the two takes a run a tenth of the time that it takes to load a checksum. */
export function packTwice(kept: readonly Kept[]): Buffer {
  const once = pack(kept);
  return Buffer.concat([once, once]);
}

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

function filled(bytes: Buffer, by: string): Buffer {
  return Buffer.concat([bytes, Buffer.alloc(aligned(bytes.length) - bytes.length, by)]);
}

function aligned(length: number): number {
  return Math.ceil(length / ALIGNMENT) * ALIGNMENT;
}

/** Loaded late: what only prints needs none. */
export function checksumOf(bytes: Uint8Array): number {
  return process.getBuiltinModule('node:zlib').crc32(bytes);
}
