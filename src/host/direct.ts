import { fstatSync, statSync, writeSync } from 'node:fs';

/** Standard output and error, used without a stream, because to create one costs a tenth of a start. */
export type Descriptor = 1 | 2;

const NOTHING = new Uint8Array(0);

/** Writes what it can, and returns the rest, for the stream: that can wait, and reports why. */
export function writeDirectly(fd: Descriptor, text: string | Uint8Array): Uint8Array {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  if (process.platform === 'win32') return bytes;
  let written = 0;
  try {
    while (written < bytes.length) written += writeSync(fd, bytes, written);
  } catch {
    // A full disk, a slow reader or a closed pipe: the stream finds out which.
  }
  return written === bytes.length ? NOTHING : bytes.subarray(written);
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
