import {
  chmodSync,
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readSync,
  rmSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { configError, PayctlError } from '../core/errors.js';
import type { Message } from '../core/message.js';
import { once } from '../core/once.js';
import { smallStack } from '../core/stack.js';
import { type DiskAction, disk } from '../messages/disk.js';
import { machine } from '../messages/machine.js';
import { withoutHandlers } from './signals.js';

/** Flag: fails for a symbolic link. Absent on Windows, where links need a privilege that few accounts have. */
export const NO_FOLLOW = constants.O_NOFOLLOW ?? 0;
/** Flag: opens a named pipe without waiting for its other end. */
export const NO_WAIT = constants.O_NONBLOCK ?? 0;
/** The first buffer for what has no size: a named pipe. */
const PIPE_BUFFER = 16 * 1024;

/** Opens a file for `work`, and closes it even if that throws. */
export function withFile<T>(path: string, flags: number, work: (fd: number) => T): T {
  const fd = openSync(path, flags, 0o600);
  try {
    return work(fd);
  } finally {
    closeSync(fd);
  }
}

/** Reads to the end, also of a named pipe. Throws PayctlError CONFIG beyond `limit` bytes. */
export function readAll(fd: number, path: string, limit: number): Uint8Array {
  const size = Math.min(fstatSync(fd).size, limit);
  // One byte more than a file has, so that its end is met without growing.
  let buffer = Buffer.allocUnsafe(size === 0 ? PIPE_BUFFER : size + 1);
  let length = 0;
  for (;;) {
    const count = readSome(fd, buffer.subarray(length), path);
    if (count === 0) return buffer.subarray(0, length);
    length += count;
    if (length > limit) throw configError(disk.tooLarge(path, limit));
    if (length === buffer.length) buffer = Buffer.concat([buffer], length * 2);
  }
}

/** How long to wait for data in a named pipe. */
const PATIENCE_MS = 5_000;
const PAUSE_MS = 20;

function readSome(fd: number, buffer: Uint8Array, path: string): number {
  return (
    readNow(fd, buffer) ??
    withoutHandlers(() => {
      for (let waited = 0; waited < PATIENCE_MS; waited += PAUSE_MS) {
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
        const count = readNow(fd, buffer);
        if (count !== undefined) return count;
      }
      throw configError(disk.silent(path, PATIENCE_MS / 1000));
    })
  );
}

/** How many bytes there are to read; undefined where a named pipe has none so far. */
function readNow(fd: number, buffer: Uint8Array): number | undefined {
  try {
    return readSync(fd, buffer, 0, buffer.length, null);
  } catch (error) {
    if (errorCode(error) === 'EAGAIN') return undefined;
    throw error;
  }
}

/** Writes all bytes: on a full disk a write may be short without an error. */
export function writeAll(fd: number, bytes: Uint8Array): void {
  let offset = 0;
  while (offset < bytes.length) offset += writeSync(fd, bytes, offset);
}

/**
 * Writes a temporary file beside its target, complete and flushed; removes it where anything fails.
 * Returns its path. Throws the system's errors.
 */
export function writeTemporary(
  path: string,
  suffix: string,
  bytes: Uint8Array | Iterable<Uint8Array>,
): string {
  const temporary = `${path}.${suffix}.tmp`;
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL;
  try {
    withFile(temporary, flags, (fd) => {
      fchmodSync(fd, 0o600); // whatever the umask
      for (const piece of bytes instanceof Uint8Array ? [bytes] : bytes) writeAll(fd, piece);
      fsyncSync(fd);
    });
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') removeIfThere(temporary);
    throw error;
  }
  return temporary;
}

/** Removes a file, if there is one. */
export function removeIfThere(path: string): void {
  undefinedIfMissing(() => unlinkSync(path));
}

/** Creates a directory and those above it, each with mode 0700 and flushed. */
export function makeDirectory(path: string): void {
  const stats = undefinedIfMissing(() => statSync(path));
  if (stats?.isDirectory()) return;
  makeDirectory(dirname(path));
  try {
    mkdirSync(path, 0o700);
  } catch (error) {
    // Another process was faster; a file in the way is still an error.
    if (errorCode(error) === 'EEXIST' && statSync(path).isDirectory()) return;
    throw error;
  }
  chmodSync(path, 0o700);
  syncDirectory(dirname(path));
}

/** Flushes the names in a directory. Windows cannot open one, and some network file systems cannot flush it. */
export function syncDirectory(path: string): void {
  if (process.platform === 'win32') return;
  try {
    withFile(path, constants.O_RDONLY, fsyncSync);
  } catch (error) {
    if (errorCode(error) !== 'EINVAL') throw error;
  }
}

/** undefined where there is no such file; every other failure is thrown. */
export function undefinedIfMissing<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

interface Reason {
  why: Message;
  hint?: (path: string) => Message;
}

const access: Reason['hint'] = (path) => disk.checkAccess(path, dirname(path));
const space: Reason['hint'] = (path) =>
  isAbsolute(path) ? disk.freeSpace(dirname(path)) : disk.freeSomeSpace;

/** Made when something fails: most runs word nothing of it. */
const reasons = once(
  (): Record<string, Reason> => ({
    ENOSPC: { why: disk.full, hint: space },
    EDQUOT: { why: disk.quota, hint: space },
    EFBIG: { why: disk.tooLargeToWrite },
    EIO: { why: disk.ioError, hint: disk.checkDisk },
    EROFS: { why: disk.readOnly, hint: access },
    EACCES: { why: disk.denied, hint: access },
    EPERM: { why: disk.notPermitted, hint: access },
    ELOOP: { why: disk.link, hint: disk.replaceLink },
    ENOENT: { why: disk.noDirectory },
    ENOTDIR: { why: disk.notDirectory, hint: disk.moveAway },
    EEXIST: { why: disk.inTheWay, hint: disk.moveAway },
    EISDIR: { why: disk.isDirectory },
    ENOTFILE: { why: disk.notFile },
    EMFILE: { why: disk.tooManyOpen },
    ENOTSUP: { why: disk.noHardLinks },
    EOPNOTSUPP: { why: disk.noHardLinks },
  }),
);

/** CONFIG: a failure of the disk for a person. */
export function diskError(action: DiskAction, path: string, error: unknown): PayctlError {
  const code = errorCode(error);
  const reason = code === undefined ? undefined : reasons()[code];
  const why = reason?.why ?? code ?? disk.unexpected;
  return new PayctlError('CONFIG', disk.cannot({ action, path, why }), {
    hint: reason?.hint?.(path),
    cause: error,
  });
}

/** Runs `work`; the system's errors become PayctlError CONFIG, and a PayctlError stays as it is. */
export function withDiskErrors<T>(action: DiskAction, path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof PayctlError ? error : diskError(action, path, error);
  }
}

/**
 * The system's code of an error (`ENOENT`), or that of a driver, if it has one. Neither need be an `Error` of
 * this realm: Jest has its own, and SQLite's inherits from it by hand.
 */
export function errorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

const exhausted = once(
  (): Readonly<Record<string, { what: Message; hint: Message }>> => ({
    EMFILE: { what: machine.noMoreFiles, hint: machine.raiseFiles },
    ENFILE: { what: machine.machineFull, hint: machine.endOthers },
    ENOMEM: { what: machine.noMemory, hint: machine.endOthersOrRaise },
    EAGAIN: { what: machine.refusesMore, hint: machine.seeLimits },
  }),
);

/** CONFIG, where an error means that this machine lacks memory, files or stack, or the program a part of itself. */
export function exhaustedBy(error: unknown): PayctlError | undefined {
  const lack = findLack(error);
  if (lack === undefined) return undefined;
  return new PayctlError('CONFIG', lack.what, { hint: lack.hint, cause: error });
}

function findLack(error: unknown) {
  if (error instanceof RangeError && /stack/.test(error.message)) return smallStack();
  if (isPartGone(error)) return { what: machine.replaced, hint: machine.startAgain };
  return exhausted()[errorCode(error) ?? ''];
}

/** Parts are loaded when they are needed; an upgrade may have taken them away by then. */
function isPartGone(error: unknown): boolean {
  const place = { MODULE_NOT_FOUND: /'\.[^']+'/, ENOENT: /[\\/]dist[\\/]chunks[\\/][^\\/]+'$/ };
  const code = errorCode(error);
  return (code === 'MODULE_NOT_FOUND' || code === 'ENOENT') && place[code].test(String(error));
}

/** A new directory for this process; `remove` deletes it and its contents. Throws PayctlError CONFIG. */
export function temporaryDirectory(): { path: string; remove(): void } {
  const beginning = join(tmpdir(), 'payctl-');
  try {
    const path = mkdtempSync(beginning);
    return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
  } catch (error) {
    throw diskError('createDirectory', beginning, error);
  }
}
