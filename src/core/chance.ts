import type { Random } from '../host/host.js';

/** In [0, 1). */
export function fraction(random: Random): number {
  const [a = 0, b = 0] = random.bytes(2);
  return (a * 256 + b) / 65_536;
}
