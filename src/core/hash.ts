import { hash } from 'node:crypto';
import { hash as hashHere } from '@stablelib/sha256';
import type { Random } from '../host/host.js';

/** As many bytes as a usual command hashes. node:crypto takes 3 ms to load, and then less for each. */
const BEFORE_LOADING = 2_048;
let hashed = 0;

/** SHA-256 in 64 hexadecimal digits. */
export function sha256(data: string | Uint8Array): string {
  hashed += data.length;
  return hashed > BEFORE_LOADING ? hash('sha256', data) : sha256OfFew(data);
}

/** The same without node:crypto. */
export function sha256OfFew(data: string | Uint8Array): string {
  const bytes = typeof data === 'string' ? Buffer.from(data) : data;
  return Buffer.from(hashHere(bytes)).toString('hex');
}

/** A name that nobody else has. */
export function randomName({ random }: { random: Random }): string {
  return Buffer.from(random.bytes(16)).toString('hex');
}
