import { crc32 } from 'node:zlib';

/** The checksum of a block, which fits no other one. */
export function sumOf(block: Buffer, mark: number, number: number): number {
  return crc32(block, (mark + number) >>> 0);
}
