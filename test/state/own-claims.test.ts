import { describe, expect, it } from 'vitest';
import { PayctlError } from '../../src/core/errors.js';
import { memoryFiles } from '../../src/host/memory-files.js';
import { wording } from '../../src/messages/wording.js';
import { type OwnClaim, OwnClaims } from '../../src/state/own-claims.js';
import { SeenTimelines } from '../../src/state/seen-timelines.js';

const claim = (seq: number): OwnClaim => ({
  key: String(seq),
  seq,
  attempt: 'a',
  server: '7/00000001/9',
  declaration: '',
});
const seqs = (own: OwnClaims, store = 's') => own.in(store).map(({ seq }) => seq);

describe('the memory of the own claims of a machine', () => {
  it('keeps the newest of each store in order, in a small file', () => {
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

  it('skips a line that was cut off', () => {
    const files = memoryFiles();
    const own = new OwnClaims(files, '/state');
    own.add('s', claim(1));
    files.append('/state/store.claims', Buffer.from('\n{"store":"s","key":"2","se'));
    expect(seqs(own)).toEqual([1]);
    own.add('s', claim(3));
    expect(seqs(own)).toEqual([1, 3]);
  });
});

describe('the timelines that a machine has seen', () => {
  it('only rise, for each server on its own', () => {
    const files = memoryFiles();
    for (const server of ['7/00000002/9', '7/00000001/9', '8/0000000A/9', '8/00000009/12']) {
      new SeenTimelines(files, '/state').remember(server);
    }
    const seen = new SeenTimelines(files, '/state');
    expect(seen.highest()).toEqual({ 7: '00000002', 8: '0000000A' });
    expect(files.list('/state/store.timelines')).toHaveLength(2);
  });

  it('are not taken from a server that names none, or no valid one', () => {
    const files = memoryFiles();
    const seen = new SeenTimelines(files, '/state');
    for (const server of ['/00000002/9', '7//9', '', '../../etc/00000002/9', '7/../9'])
      seen.remember(server);
    expect(seen.highest()).toEqual({});
  });

  it('need no directory that can be written', () => {
    const files = memoryFiles();
    const full = {
      ...files,
      create() {
        throw new PayctlError('CONFIG', wording.quoted('the disk is full'));
      },
    };
    expect(() => new SeenTimelines(full, '/state').remember('7/00000002/9')).not.toThrow();
  });
});
