import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readMeta, writeMeta } from '../../src/sandbox/ledger/meta.js';
import { prepare } from '../../src/sandbox/ledger/schema.js';
import { openStore, type Store } from '../../src/sandbox/ledger/store.js';

let directory: string;
let one: Store;
let other: Store;
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'payctl-store-'));
  const path = join(directory, 'sandbox.db');
  one = await openStore(path);
  prepare(one, (created) => writeMeta(created, 'word', 'first'));
  other = await openStore(path);
});
afterEach(() => {
  one.close();
  other.close();
  rmSync(directory, { recursive: true });
});

it('reads one state in one turn of the event loop, and what others wrote in the next', async () => {
  expect(readMeta(one, 'word')).toBe('first');
  other.write(() => writeMeta(other, 'word', 'second'));
  expect(readMeta(one, 'word')).toBe('first');
  await turn();
  expect(readMeta(one, 'word')).toBe('second');
});

it('writes after a look that others have overtaken', () => {
  expect(readMeta(one, 'word')).toBe('first');
  other.write(() => writeMeta(other, 'word', 'second'));
  one.write(() => {
    expect(readMeta(one, 'word')).toBe('second');
    writeMeta(one, 'word', 'third');
  });
  expect(readMeta(other, 'word')).toBe('third');
});

describe('writes that are committed together', () => {
  const inOther = (key: string) => readMeta(other, key);

  it('are seen by others when all are done, but for those that were undone', async () => {
    one.together(() => {
      one.write(() => writeMeta(one, 'word', 'second'));
      const failing = () =>
        one.write(() => {
          writeMeta(one, 'lost', 'half');
          throw new Error('refused');
        });
      expect(failing).toThrow('refused');
      one.write(() => writeMeta(one, 'more', readMeta(one, 'word') ?? ''));
      expect(inOther('word')).toBe('first');
    });
    await turn();
    expect([inOther('word'), inOther('lost'), inOther('more')]).toEqual([
      'second',
      undefined,
      'second',
    ]);
  });

  it('are all undone by a failure around them', () => {
    const failing = () =>
      one.together(() => {
        one.write(() => writeMeta(one, 'word', 'second'));
        throw new Error('the disk is full');
      });
    expect(failing).toThrow('the disk is full');
    expect(inOther('word')).toBe('first');
    one.write(() => writeMeta(one, 'word', 'third'));
    expect(readMeta(one, 'word')).toBe('third');
  });
});
