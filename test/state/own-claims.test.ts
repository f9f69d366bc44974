import { describe, expect, it } from 'vitest';
import { memoryFiles } from '../../src/host/memory-files.js';
import { type OwnClaim, OwnClaims } from '../../src/state/own-claims.js';

const claim = (seq: number): OwnClaim => ({
  key: String(seq),
  seq,
  attempt: 'a',
  server: '7/00000001/9',
  declaration: '',
});
const seqs = (own: OwnClaims, store = 's') => own.in(store).map(({ seq }) => seq);

describe('what a machine remembers of its own claims', () => {
  it('are the last of this store, in their order, and the file stays small', () => {
    const files = memoryFiles();
    const own = new OwnClaims(files, '/state');
    expect(seqs(own)).toEqual([]);
    for (let seq = 1; seq <= 500; seq += 1) {
      own.add('s', claim(seq));
      expect(seqs(new OwnClaims(files, '/state')).at(-1)).toBe(seq);
    }
    expect(seqs(own)).toEqual(Array.from({ length: 16 }, (_, index) => 485 + index));
    expect(files.read('/state/store.claims')?.length).toBeLessThan(20_000);
    own.add('other', claim(9));
    expect(seqs(own, 'other')).toEqual([9]);
    expect(seqs(own)).toHaveLength(16);
    own.forget();
    expect(seqs(own)).toEqual([]);
  });

  it('are those whose line is whole', () => {
    const files = memoryFiles();
    const own = new OwnClaims(files, '/state');
    own.add('s', claim(1));
    files.append('/state/store.claims', Buffer.from('\n{"store":"s","key":"2","se'));
    expect(seqs(own)).toEqual([1]);
    own.add('s', claim(3));
    expect(seqs(own)).toEqual([1, 3]);
  });
});
