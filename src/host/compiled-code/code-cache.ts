import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import { tryOrUndefined } from '../../core/try-or-undefined.js';
import { findFlaw } from '../trust.js';

export interface CompiledCode {
  name: string;
  /** Size of the source in bytes. */
  size: number;
  /** When the source was written, in milliseconds since the epoch. */
  modifiedAt: number;
  code: Buffer;
}

/**
 * The compiled code of one command, in the file `OWN/code/BUILD/COMMAND`. It is executed, so it is read
 * only from where nobody else can write, and only if its checksum is right. Otherwise the run compiles
 * as if there were none.
 */
export class CodeCache {
  /** Payctl's cache directory, that of all code, that of this build. */
  readonly directories: readonly string[];
  readonly path: string;
  readonly #build: string;

  /**
   * @param own payctl's cache directory
   * @param build what compiled code depends on: payctl's own files, Node and the processor
   */
  constructor(own: string, build: string, command: string) {
    this.#build = `${own}/code/${build}`;
    this.directories = [own, `${own}/code`, this.#build];
    this.path = `${this.#build}/${command}`;
  }

  /** Whether an earlier run of this build has created the directory. */
  exists(): boolean {
    return tryOrUndefined(() => lstatSync(this.#build)) !== undefined;
  }

  /**
   * Creates the directories. The first run of a build saves nothing: where each run has a new home,
   * nobody would read it.
   */
  create(): void {
    const [own = ''] = this.directories;
    makeDirectory(dirname(own));
    this.directories.every(makePrivate);
  }

  /** Whether only this user and root can write to its directories. */
  isPrivate(): boolean {
    return this.directories.every(isPrivate);
  }

  /** The saved code; none where it is missing, damaged or not private. */
  read(): CompiledCode[] {
    return tryOrUndefined(() => (this.isPrivate() ? decode(readOwn(this.path)) : [])) ?? [];
  }
}

/** Whether it is a directory that nobody else can write to. */
export function isPrivate(directory: string): boolean {
  const stats = tryOrUndefined(() => lstatSync(directory));
  return stats?.isDirectory() === true && findFlaw(stats) === undefined;
}

function makePrivate(directory: string): boolean {
  makeDirectory(directory);
  return isPrivate(directory);
}

/** One level at a time: below /proc, Node's recursive mkdir never returns. */
function makeDirectory(path: string): void {
  tryOrUndefined(() => mkdirSync(path, 0o700));
}

function readOwn(path: string): Buffer {
  const fd = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    const stats = fstatSync(fd);
    if (!stats.isFile() || findFlaw(stats) !== undefined) throw new Error('not ours');
    return readFileSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** A checksum of the rest, and the length of the table. */
const HEAD_BYTES = 8;
/** V8 copies code that is not aligned to so many bytes. */
const ALIGNMENT = 8;

type Row = [name: string, size: number, modifiedAt: number, from: number, to: number];

/** Head, table as JSON, code of each file. The checksum is needed because V8 does not check the code. */
export function encode(compiled: readonly CompiledCode[]): Buffer {
  let end = 0;
  const rows = compiled.map(({ name, size, modifiedAt, code }): Row => {
    const from = end;
    end += aligned(code.length);
    return [name, size, modifiedAt, from, from + code.length];
  });
  const table = padded(Buffer.from(JSON.stringify(rows)), ' ');
  const codes = compiled.map(({ code }) => padded(code, '\0'));
  const whole = Buffer.concat([Buffer.alloc(HEAD_BYTES), table, ...codes]);
  whole.writeUInt32LE(table.length, 4);
  whole.writeUInt32LE(crc32(whole.subarray(4)), 0);
  return whole;
}

/** The reverse of `encode`. Throws for damaged bytes. */
export function decode(bytes: Buffer): CompiledCode[] {
  if (crc32(bytes.subarray(4)) !== bytes.readUInt32LE(0)) throw new Error('damaged');
  const codes = HEAD_BYTES + bytes.readUInt32LE(4);
  const rows: Row[] = JSON.parse(bytes.toString('utf8', HEAD_BYTES, codes));
  return rows.map(([name, size, modifiedAt, from, to]) => ({
    ...{ name, size, modifiedAt },
    code: bytes.subarray(codes + from, codes + to),
  }));
}

function aligned(length: number): number {
  return Math.ceil(length / ALIGNMENT) * ALIGNMENT;
}

function padded(bytes: Buffer, by: string): Buffer {
  return Buffer.concat([bytes, Buffer.alloc(aligned(bytes.length) - bytes.length, by)]);
}
