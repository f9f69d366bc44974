import { constants, fstatSync, openSync, statSync, writeSync } from 'node:fs';

/** Standard output and error, used without a stream, because to create one costs a tenth of a start. */
export type Descriptor = 1 | 2;

const NOTHING = new Uint8Array(0);

interface Unwritten {
  left: Uint8Array;
  /** Whether the pipe is full and its reader only slow: the rest can be tried again. */
  isFull: boolean;
}

/** Writes what it can, and returns the rest. Unless a full pipe is the reason, the stream finds out which one is. */
export function writeDirectly(fd: Descriptor, text: string | Uint8Array): Unwritten {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  if (process.platform === 'win32') return { left: bytes, isFull: false };
  const own = openings[fd] ?? openAnew(fd);
  openings[fd] = own;
  let written = 0;
  let isFull = false;
  try {
    while (written < bytes.length) written += writeSync(own, bytes, written);
  } catch (error) {
    isFull = own !== fd && error instanceof Error && 'code' in error && error.code === 'EAGAIN';
  }
  return { left: written === bytes.length ? NOTHING : bytes.subarray(written), isFull };
}

const openings: Partial<Record<Descriptor, number>> = {};

/**
 * The pipe behind a descriptor, opened a second time so that no write to it blocks: while one blocks, no
 * signal is handled. The descriptor itself is shared with other processes, and stays as it is.
 */
function openAnew(fd: Descriptor): number {
  if (process.platform !== 'linux') return fd;
  try {
    if (!fstatSync(fd).isFIFO()) return fd;
    return openSync(`/proc/self/fd/${fd}`, constants.O_WRONLY | constants.O_NONBLOCK);
  } catch {
    return fd;
  }
}

/** Whether a descriptor is certainly no terminal; otherwise Node knows. */
export function isNoTerminal(fd: number): boolean {
  if (process.platform === 'win32') return false;
  try {
    const stats = fstatSync(fd);
    return !stats.isCharacterDevice() || stats.rdev === statSync('/dev/null').rdev;
  } catch {
    return false;
  }
}
