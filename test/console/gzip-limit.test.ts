import { deflateRawSync, gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { MOST_BYTES } from '../../src/console/form.js';
import { isTooLarge } from '../../src/console/gzip-limit.js';

describe('a packed file', () => {
  it('may hold as much as may be sent, and not a byte more', async () => {
    const whole = Buffer.alloc(MOST_BYTES, 'a');
    expect(await isTooLarge(gzipSync(whole))).toBe(false);
    expect(await isTooLarge(gzipSync(Buffer.concat([whole, Buffer.from('a')])))).toBe(true);
    // Several in one are unpacked as one.
    expect(await isTooLarge(Buffer.concat([gzipSync(whole), gzipSync(whole)]))).toBe(true);
  });

  it('may be a zip, by what its directory says', async () => {
    const whole = Buffer.alloc(MOST_BYTES, 'a');
    expect(await isTooLarge(zipSync({ a: whole }))).toBe(false);
    expect(await isTooLarge(zipSync({ a: whole, b: Buffer.from('b') }))).toBe(true);
    expect(await isTooLarge(zipSync({ a: whole }).subarray(0, -4))).toBe(false);
  });

  it('is found to be too large before it is unpacked to the end', async () => {
    const before = process.memoryUsage().arrayBuffers;
    const piece = deflateRawSync(Buffer.alloc(1 << 24, 'a'), { finishFlush: 2 });
    const head = gzipSync('').subarray(0, 10);
    expect(
      await isTooLarge(Buffer.concat([head, ...Array.from({ length: 64 }, () => piece)])),
    ).toBe(true);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1 << 26);
  });

  it('is not judged where it is damaged, or not packed at all', async () => {
    expect(await isTooLarge(gzipSync('a,b\n').subarray(0, 15))).toBe(false);
    expect(await isTooLarge(Buffer.alloc(MOST_BYTES + 1, 'a'))).toBe(false);
  });
});
