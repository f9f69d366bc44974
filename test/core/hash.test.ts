import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sha256, sha256OfFew } from '../../src/core/hash.js';

const texts = fc.string({ unit: 'binary', maxLength: 600 });
const bytes = fc.uint8Array({ maxLength: 600 });

function expected(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}

describe.each([
  ['SHA-256', sha256],
  ['SHA-256 without node:crypto', sha256OfFew],
])('%s', (_, hashed) => {
  it('is that of the standard', () => {
    fc.assert(
      fc.property(fc.oneof(texts, bytes), (data) => {
        expect(hashed(data)).toBe(expected(data));
      }),
    );
  });

  it('is the same wherever a block ends', () => {
    for (const length of [0, 1, 55, 56, 63, 64, 65, 119, 120, 128]) {
      const data = new Uint8Array(length).fill(length);
      expect(hashed(data)).toBe(expected(data));
    }
  });

  it('takes a long text', () => {
    const long = 'สลิป '.repeat(100_000);
    expect(hashed(long)).toBe(expected(long));
  });
});
