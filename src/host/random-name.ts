import type { Random } from './host.js';

/** A name that nobody else has. */
export function randomName({ random }: { random: Random }): string {
  return Buffer.from(random.bytes(16)).toString('hex');
}
