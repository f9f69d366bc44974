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
import { PayctlError, usageError } from '../core/errors.js';
import { disk } from '../messages/disk.js';
import {
  diskError,
  errorCode,
  makeDirectory,
  NO_FOLLOW,
  withDiskErrors,
  writeAll,
} from './disk.js';
import { readChunks } from './streams.js';

/** Input that may be larger than memory. */
export interface BulkInput {
  /** Whether it can be read more than once. */
  readonly isRereadable: boolean;
  chunks(): AsyncIterable<Uint8Array>;
  close(): void;
}

const CHUNK = 256 * 1024;
const read = promisify(readCallback);

/** Opens a file that a person names; a named pipe can be read only once. Throws PayctlError USAGE. */
export function openInput(path: string): BulkInput {
  try {
    const stats = statSync(path);
    if (stats.isDirectory()) throw Object.assign(new Error('directory'), { code: 'EISDIR' });
    if (stats.isFIFO()) return openPipe(path);
    const fd = openSync(path, constants.O_RDONLY);
    return createBulkInput(fd, stats.isFile(), path);
  } catch (error) {
    throw unreadableError(path, error);
  }
}

/** Without waiting for its writer in the kernel, where no signal would come through. */
function openPipe(path: string): BulkInput {
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const stream = new Socket({ fd, readable: true, writable: false });
  return {
    isRereadable: false,
    chunks: () => readChunks(path, () => stream),
    close: () => stream.destroy(),
  };
}

/**
 * Copies a stream into a file without a name, which ends with the process. Rejects with PayctlError
 * CONFIG where it cannot be written.
 */
export async function spool(
  chunks: AsyncIterable<Uint8Array>,
  directory: string,
): Promise<BulkInput> {
  makeDirectory(directory);
  const path = join(directory, `input-${randomUUID()}`);
  const flags = constants.O_RDWR | constants.O_CREAT | constants.O_EXCL;
  const fd = withDiskErrors('create', path, () => openSync(path, flags, 0o600));
  // Windows refuses: there the file is removed when the input is closed.
  const unnamed = tryRemove(path);
  try {
    for await (const chunk of chunks) withDiskErrors('write', path, () => writeAll(fd, chunk));
  } catch (error) {
    closeSync(fd);
    if (!unnamed) tryRemove(path);
    throw error;
  }
  const input = createBulkInput(fd, true, path);
  return {
    ...input,
    close() {
      input.close();
      if (!unnamed) tryRemove(path);
    },
  };
}

function createBulkInput(fd: number, isRereadable: boolean, path: string): BulkInput {
  const first = fstatSync(fd);
  return {
    isRereadable,
    async *chunks() {
      try {
        // Not by a stream: one that is not read to its end closes the descriptor.
        for (let position = 0; ; ) {
          const bytes = Buffer.allocUnsafe(CHUNK);
          const { bytesRead } = await read(fd, bytes, 0, CHUNK, isRereadable ? position : null);
          if (bytesRead === 0) break;
          position += bytesRead;
          yield bytes.subarray(0, bytesRead);
        }
      } catch (error) {
        throw error instanceof PayctlError ? error : unreadableError(path, error);
      }
      const last = fstatSync(fd);
      if (isRereadable && (last.size !== first.size || last.mtimeMs !== first.mtimeMs)) {
        throw usageError(disk.changedMeanwhile(path));
      }
    },
    close: () => closeSync(fd),
  };
}

function unreadableError(path: string, error: unknown): PayctlError {
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

/** A file that grows by many small pieces; each is written at once, but flushed only by `flush`. */
export interface BulkOutput {
  readonly size: number;
  write(text: string): void;
  flush(): void;
  /** Truncates the file. */
  cut(size: number): void;
  close(): void;
}

/**
 * Opens a file at its end, and creates it where there is none. Throws PayctlError CONFIG, which names
 * the path. A write throws CONFLICT where another process has written, replaced or removed the file, or
 * `isMine` says no.
 */
export function openOutput(path: string, isMine: () => boolean = () => true): BulkOutput {
  const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT;
  const fd = withDiskErrors('open', path, () => {
    makeDirectory(dirname(path));
    return openSync(path, flags | constants.O_NONBLOCK | NO_FOLLOW, 0o600);
  });
  let size = withDiskErrors('inspect', path, () => fstatSync(fd).size);

  function checkOwnership(): void {
    const [own, named] = [fstatSync(fd), statSync(path, { throwIfNoEntry: false })];
    const isSame = named?.ino === own.ino && named.dev === own.dev;
    if (isSame && own.size === size && isMine()) return;
    throw new PayctlError('CONFLICT', disk.takenOver(path), { hint: disk.continueAlone });
  }

  return {
    get size() {
      return size;
    },
    write(text) {
      const bytes = Buffer.from(text);
      withDiskErrors('write', path, () => {
        checkOwnership();
        writeAll(fd, bytes);
      });
      size += bytes.length;
    },
    flush() {
      withDiskErrors('write', path, () => fsyncSync(fd));
    },
    cut(to) {
      withDiskErrors('write', path, () => {
        checkOwnership();
        ftruncateSync(fd, to);
      });
      size = to;
    },
    close: () => closeSync(fd),
  };
}

/**
 * The bytes of a file from a position on, at most `limit`. Throws PayctlError CONFIG where it
 * cannot be read.
 */
export function readFrom(path: string, position: number, limit: number): Uint8Array {
  const fd = withDiskErrors('open', path, () => openSync(path, constants.O_RDONLY));
  try {
    const bytes = Buffer.alloc(Math.min(limit, Math.max(0, fstatSync(fd).size - position)));
    const read = withDiskErrors('read', path, () => readSync(fd, bytes, 0, bytes.length, position));
    return bytes.subarray(0, read);
  } finally {
    closeSync(fd);
  }
}
