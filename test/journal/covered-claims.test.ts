import { describe, expect, it } from 'vitest';
import { type CoveredClaim, CoveredClaims } from '../../src/journal/covered-claims.js';

describe('the claims of a checkpoint', () => {
  it('are read as far as the claim that is asked for', async () => {
    const { covered, read } = written('a', 'b', 'c', 'd');
    expect((await covered.take('a'))?.heads).toBe('head of a');
    expect(read).toEqual(['a']);
    expect((await covered.take('c'))?.heads).toBe('head of c');
    expect((await covered.take('b'))?.heads).toBe('head of b');
    expect(read).toEqual(['a', 'b', 'c']);
  });
});

function written(...keys: string[]): { covered: CoveredClaims; read: string[] } {
  const read: string[] = [];
  async function* claims(): AsyncGenerator<CoveredClaim> {
    for (const key of keys) {
      read.push(key);
      yield { key, heads: `head of ${key}`, charge: '' };
    }
  }
  return { covered: new CoveredClaims(claims()), read };
}
