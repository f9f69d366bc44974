import { fstatSync, statSync, writeSync } from 'node:fs';

/** Descriptors of the process, used without a stream: creating one costs a tenth of a start. */
export type Descriptor = 1 | 2;

const NOTHING = new Uint8Array(0);

/** Writes what it can, and gives what is left: that is for the stream, which can wait and knows why. */
export function writeDirectly(fd: Descriptor, text: string | Uint8Array): Uint8Array {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  if (process.platform === 'win32') return bytes;
  let written = 0;
  try {
    while (written < bytes.length) written += writeSync(fd, bytes, written);
  } catch {
    // A full disk, a slow reader or one that is gone: the stream tells them apart.
  }
  return written === bytes.length ? NOTHING : bytes.subarray(written);
}

/** Whether it is surely no terminal. What may be one the stream knows. */
export function isNoTerminal(fd: Descriptor): boolean {
  if (process.platform === 'win32') return false;
  try {
    const found = fstatSync(fd);
    return !found.isCharacterDevice() || found.rdev === statSync('/dev/null').rdev;
  } catch {
    return false;
  }
}
