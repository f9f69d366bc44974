import { randomUUID } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  read as readCallback,
  readSync,
  statSync,
  unlinkSync,
} from 'node:fs';
import { Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { PayctlError } from '../core/errors.js';
import { disk } from '../messages/disk.js';
import { attempt, diskError, errorCode, makeDirectory, NO_FOLLOW, writeAll } from './disk.js';
import { chunksOf } from './streams.js';

/** Input that may be larger than memory. */
export interface BulkInput {
  /** Whether it can be read more than once. */
  readonly isRereadable: boolean;
  chunks(): AsyncIterable<Uint8Array>;
  close(): void;
}

const CHUNK = 256 * 1024;
const read = promisify(readCallback);

/** Opens what the caller was told to read; a named pipe can be read once. USAGE where it cannot. */
export function openInput(path: string): BulkInput {
  try {
    const stats = statSync(path);
    if (stats.isDirectory()) throw Object.assign(new Error('directory'), { code: 'EISDIR' });
    if (stats.isFIFO()) return openPipe(path);
    const fd = openSync(path, constants.O_RDONLY);
    return inputOf(fd, stats.isFile(), path);
  } catch (error) {
    throw unreadable(path, error);
  }
}

/** Without waiting for its writer in the kernel, where no signal would be heard. */
function openPipe(path: string): BulkInput {
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const stream = new Socket({ fd, readable: true, writable: false });
  return {
    isRereadable: false,
    chunks: () => chunksOf(path, () => stream),
    close: () => stream.destroy(),
  };
}

/** Keeps a stream in a file that has no name, so that it is gone whenever the process is. */
export async function spool(
  chunks: AsyncIterable<Uint8Array>,
  directory: string,
): Promise<BulkInput> {
  makeDirectory(directory);
  const path = join(directory, `input-${randomUUID()}`);
  const flags = constants.O_RDWR | constants.O_CREAT | constants.O_EXCL;
  const fd = attempt('create', path, () => openSync(path, flags, 0o600));
  // Windows refuses: there the file goes when the input is closed.
  const unnamed = tryRemove(path);
  try {
    for await (const chunk of chunks) attempt('write', path, () => writeAll(fd, chunk));
  } catch (error) {
    closeSync(fd);
    if (!unnamed) tryRemove(path);
    throw error;
  }
  const input = inputOf(fd, true, path);
  return {
    ...input,
    close() {
      input.close();
      if (!unnamed) tryRemove(path);
    },
  };
}

function inputOf(fd: number, again: boolean, path: string): BulkInput {
  const first = fstatSync(fd);
  return {
    isRereadable: again,
    async *chunks() {
      if (again && first.size <= CHUNK) {
        // A stream would cost more than to read it.
        yield* wholeOf(fd, first.size, path);
        return;
      }
      try {
        // By hand: a stream that is not read to its end closes what is not its own.
        for (let place = 0; ; ) {
          const bytes = Buffer.allocUnsafe(CHUNK);
          const { bytesRead } = await read(fd, bytes, 0, CHUNK, again ? place : null);
          if (bytesRead === 0) break;
          place += bytesRead;
          yield bytes.subarray(0, bytesRead);
        }
      } catch (error) {
        throw error instanceof PayctlError ? error : unreadable(path, error);
      }
      const last = fstatSync(fd);
      if (again && (last.size !== first.size || last.mtimeMs !== first.mtimeMs)) {
        throw new PayctlError('USAGE', disk.changedMeanwhile(path));
      }
    },
    close: () => closeSync(fd),
  };
}

/** All of a small file. USAGE where it is no longer as it was. */
function* wholeOf(fd: number, size: number, path: string): Generator<Uint8Array> {
  const bytes = Buffer.alloc(size + 1);
  let length = 0;
  try {
    for (let read = -1; read !== 0 && length <= size; length += read) {
      read = readSync(fd, bytes, length, bytes.length - length, length);
    }
  } catch (error) {
    throw unreadable(path, error);
  }
  if (length !== size) throw new PayctlError('USAGE', disk.changedMeanwhile(path));
  if (length > 0) yield bytes.subarray(0, length);
}

function unreadable(path: string, error: unknown): PayctlError {
  const isMissing = errorCode(error) === 'ENOENT';
  const message = isMissing ? disk.missing(path) : diskError('read', path, error).said;
  return new PayctlError('USAGE', message, { cause: error });
}

function tryRemove(path: string): boolean {
  try {
    unlinkSync(path);
    return true;
  } catch {
    return false;
  }
}

/** A file that grows by many small pieces: written at once, flushed only when asked. */
export interface BulkOutput {
  readonly size: number;
  write(text: string): void;
  flush(): void;
  /** Drops all that follows. */
  cut(size: number): void;
  close(): void;
}

/**
 * Opens a file at its end, and creates it where there is none. Failures are CONFIG and name the path.
 * Nothing is written into a file that is not as this process left it, or that has lost its name: then
 * another one writes there (CONFLICT). `isMine` is asked before each write, too.
 */
export function openOutput(path: string, isMine: () => boolean = () => true): BulkOutput {
  const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT;
  const fd = attempt('open', path, () => {
    makeDirectory(dirname(path));
    return openSync(path, flags | constants.O_NONBLOCK | NO_FOLLOW, 0o600);
  });
  let size = attempt('inspect', path, () => fstatSync(fd).size);

  function checkOwnership(): void {
    const [own, there] = [fstatSync(fd), statSync(path, { throwIfNoEntry: false })];
    const isThere = there?.ino === own.ino && there.dev === own.dev;
    if (isThere && own.size === size && isMine()) return;
    throw new PayctlError('CONFLICT', disk.takenOver(path), { hint: disk.continueAlone });
  }

  return {
    get size() {
      return size;
    },
    write(text) {
      const bytes = Buffer.from(text);
      attempt('write', path, () => {
        checkOwnership();
        writeAll(fd, bytes);
      });
      size += bytes.length;
    },
    flush() {
      attempt('write', path, () => fsyncSync(fd));
    },
    cut(to) {
      attempt('write', path, () => {
        checkOwnership();
        ftruncateSync(fd, to);
      });
      size = to;
    },
    close: () => closeSync(fd),
  };
}

/** The bytes of a file behind a place, up to so many; CONFIG where it cannot be read. */
export function readFrom(path: string, place: number, most: number): Uint8Array {
  const fd = attempt('open', path, () => openSync(path, constants.O_RDONLY));
  try {
    const bytes = Buffer.alloc(Math.min(most, Math.max(0, fstatSync(fd).size - place)));
    const read = attempt('read', path, () => readSync(fd, bytes, 0, bytes.length, place));
    return bytes.subarray(0, read);
  } finally {
    closeSync(fd);
  }
}
