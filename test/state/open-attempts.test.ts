import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { OpenAttempts } from '../../src/commands/slip/accept.js';
import { diskFiles } from '../../src/host/files.js';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'payctl-open-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

const open = () =>
  new OpenAttempts(
    diskFiles(() => String(Math.random())),
    join(directory, 'open'),
  );

it('has none before one is kept', () => {
  expect(open().take('slip')).toBeUndefined();
});

it('gives an attempt to one at a time, until it is done', () => {
  open().keep('slip', 'a1');
  expect([open().take('slip'), open().take('slip')]).toEqual(['a1', undefined]);
  open().keep('slip', 'a1');
  expect(open().take('slip')).toBe('a1');
  open().done('slip');
  expect(open().take('slip')).toBeUndefined();
  expect(open().take('other')).toBeUndefined();
});
