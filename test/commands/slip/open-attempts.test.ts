import { join } from 'node:path';
import { expect, it } from 'vitest';
import { OpenAttempts } from '../../../src/commands/slip/accept.js';
import { diskFiles } from '../../../src/host/files.js';
import { directoryOfFile } from '../../fixtures/leftovers.js';

const directory = directoryOfFile();

/** As another process opens them. */
const open = () =>
  new OpenAttempts(
    diskFiles(() => String(Math.random())),
    join(directory, 'open'),
  );

it('an attempt to accept a slip is unknown before it is kept', () => {
  expect(open().take('slip')).toBeUndefined();
});

it('an attempt whose answer was lost is repeated by one process at a time, until it is done', () => {
  open().keep('slip', 'a1');
  expect([open().take('slip'), open().take('slip')]).toEqual(['a1', undefined]);
  open().keep('slip', 'a1');
  expect(open().take('slip')).toBe('a1');
  open().done('slip');
  expect(open().take('slip')).toBeUndefined();
  expect(open().take('other')).toBeUndefined();
});
