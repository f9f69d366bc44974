import { closeSync, fstatSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openInput } from '../../src/host/bulk.js';

let home: string;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'payctl-bulk-'));
});
afterAll(() => rmSync(home, { recursive: true }));

it('is read again from its beginning after it was read in part, and is closed once', async () => {
  const path = join(home, 'large.csv');
  const text = 'id,note\n'.padEnd(700_000, 'NOPE1,more\n');
  writeFileSync(path, text);
  const input = openInput(path);
  for (let times = 0; times < 3; times++) {
    for await (const some of input.chunks()) {
      expect(Buffer.from(some).toString('utf8', 0, 7)).toBe('id,note');
      break;
    }
  }
  // What is opened meanwhile is of others.
  const other = openSync(path, 'r');
  const parts: Uint8Array[] = [];
  for await (const some of input.chunks()) parts.push(some);
  expect(Buffer.concat(parts).toString()).toBe(text);
  input.close();
  expect(fstatSync(other).size).toBe(text.length);
  closeSync(other);
});

it('is refused where it changes while it is read', async () => {
  const path = join(home, 'changed.csv');
  writeFileSync(path, 'x'.repeat(600_000));
  const input = openInput(path);
  const read = async () => {
    for await (const _ of input.chunks()) writeFileSync(path, 'y'.repeat(600_001));
  };
  await expect(read()).rejects.toThrow('was changed while it was read');
  input.close();
});
