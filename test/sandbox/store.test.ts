import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
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

it('reads what another process wrote', () => {
  expect(readMeta(one, 'word')).toBe('first');
  other.write(() => writeMeta(other, 'word', 'second'));
  expect(readMeta(one, 'word')).toBe('second');
});

it('writes on top of what another process wrote since the last read', () => {
  expect(readMeta(one, 'word')).toBe('first');
  other.write(() => writeMeta(other, 'word', 'second'));
  one.write(() => {
    expect(readMeta(one, 'word')).toBe('second');
    writeMeta(one, 'word', 'third');
  });
  expect(readMeta(other, 'word')).toBe('third');
});

it('rolls back a write that fails, and can write again', () => {
  const failing = () =>
    one.write(() => {
      writeMeta(one, 'word', 'half');
      throw new Error('refused');
    });
  expect(failing).toThrow('refused');
  expect(readMeta(other, 'word')).toBe('first');
  one.write(() => writeMeta(one, 'word', 'second'));
  expect(readMeta(other, 'word')).toBe('second');
});
