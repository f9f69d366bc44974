import { closeSync, constants, fsyncSync, linkSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Transform } from 'node:stream';
import { PayctlError, usageError } from '../core/errors.js';
import { disk } from '../messages/disk.js';
import { openInput } from './bulk.js';
import {
  errorCode,
  makeDirectory,
  removeIfThere,
  syncDirectory,
  withDiskErrors,
  withFile,
  writeAll,
} from './disk.js';

/**
 * Decompresses a gzip stream. Errors of the input are thrown as they are; `damaged` makes the error
 * for what is no gzip.
 */
export async function* gunzip(
  packed: AsyncIterable<Uint8Array>,
  damaged: (why: string, cause: unknown) => PayctlError,
): AsyncGenerator<Uint8Array> {
  // Loaded late: most files are not compressed.
  const { createGunzip } = await import('node:zlib');
  yield* decompressed(packed, createGunzip({ chunkSize: PIECE }), damaged);
}

/** What comes out of a decompressor; errors as those of `gunzip`. */
export async function* decompressed(
  packed: AsyncIterable<Uint8Array>,
  unpacked: Transform,
  damaged: (why: string, cause: unknown) => PayctlError,
): AsyncGenerator<Uint8Array> {
  const { Readable } = await import('node:stream');
  const source = Readable.from(packed, { objectMode: false });
  source.on('error', (error) => unpacked.destroy(error));
  source.pipe(unpacked);
  try {
    for await (const chunk of unpacked) if (chunk instanceof Uint8Array) yield chunk;
  } catch (error) {
    if (error instanceof PayctlError) throw error;
    throw damaged(error instanceof Error ? error.message : String(error), error);
  } finally {
    source.destroy();
  }
}

export const PIECE = 256 * 1024;

/**
 * A gzip file of text. `suffix` makes the name of its temporary file different from those of other
 * processes.
 */
export class PackedFile {
  readonly #path: string;
  readonly #suffix: string;

  constructor(path: string, suffix: string) {
    this.#path = path;
    this.#suffix = suffix;
  }

  /** The text as bytes. Throws PayctlError USAGE where it cannot be read, CONFIG where it is no gzip. */
  read(): AsyncGenerator<Uint8Array> {
    return unpacked(this.#path);
  }

  /** Fsyncs the file, whoever wrote it, and its directory. */
  flush(): void {
    const path = this.#path;
    withDiskErrors('write', path, () => {
      // Windows flushes only what may be written.
      const isWindows = process.platform === 'win32';
      withFile(path, isWindows ? constants.O_RDWR : constants.O_RDONLY, fsyncSync);
      syncDirectory(dirname(path));
    });
  }

  /**
   * Creates the file at once, whole and flushed, after `check` has read it back; where anything fails
   * there is none. Rejects with PayctlError USAGE where another has appeared meanwhile.
   */
  async write(
    text: AsyncIterable<string>,
    check: (text: AsyncIterable<Uint8Array>) => Promise<void>,
  ): Promise<void> {
    const path = this.#path;
    const temporary = `${path}.${this.#suffix}.tmp`;
    withDiskErrors('create', path, () => makeDirectory(dirname(path)));
    try {
      await pack(text, temporary);
      await check(unpacked(temporary));
      withDiskErrors('create', path, () => linkTo(temporary, path));
    } finally {
      withDiskErrors('remove', temporary, () => removeIfThere(temporary));
    }
    withDiskErrors('create', path, () => syncDirectory(dirname(path)));
  }
}

async function pack(text: AsyncIterable<string>, path: string): Promise<void> {
  const { Readable } = await import('node:stream');
  const { createGzip } = await import('node:zlib');
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL;
  const fd = withDiskErrors('create', path, () => openSync(path, flags, 0o600));
  try {
    // Faster than by default, and hardly larger: half of an archive is sealed data. Its thread waits for
    // this one whenever a piece of output is full, so these are large.
    const gzip = createGzip({ level: 3, chunkSize: PIECE });
    const source = Readable.from(inBlocks(text), { objectMode: false });
    source.on('error', (error) => gzip.destroy(error));
    source.pipe(gzip);
    for await (const chunk of gzip) {
      if (chunk instanceof Uint8Array) withDiskErrors('write', path, () => writeAll(fd, chunk));
    }
    withDiskErrors('write', path, () => fsyncSync(fd));
  } finally {
    closeSync(fd);
  }
}

/** Joins small pieces: each costs a turn of a thread. */
async function* inBlocks(text: AsyncIterable<string>): AsyncGenerator<string> {
  let block = '';
  for await (const piece of text) {
    block += piece;
    if (block.length < PIECE) continue;
    yield block;
    block = '';
  }
  if (block !== '') yield block;
}

async function* unpacked(path: string): AsyncGenerator<Uint8Array> {
  const input = openInput(path);
  try {
    yield* gunzip(input.chunks(), (why, cause) => {
      return new PayctlError('CONFIG', disk.notGzip(path, why), { cause });
    });
  } finally {
    input.close();
  }
}

function linkTo(temporary: string, path: string): void {
  try {
    linkSync(temporary, path);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
    throw usageError(disk.appeared(path), disk.nameAnother);
  }
}
