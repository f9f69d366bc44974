import { createHash } from 'node:crypto';
import type { Random } from '../host/host.js';

/** SHA-256 in 64 hexadecimal digits. */
export function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}

/** Compares secrets. Hashes are of one length, so that the time it takes tells nothing. */
export function isSameText(given: string, own: string): boolean {
  return sha256(given) === sha256(own);
}

/** A unique random name, 32 hexadecimal digits. */
export function randomName({ random }: { random: Random }): string {
  return Buffer.from(random.bytes(16)).toString('hex');
}
