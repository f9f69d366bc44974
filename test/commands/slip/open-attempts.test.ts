import { join } from 'node:path';
import { expect, it } from 'vitest';
import { OpenAttempts } from '../../../src/commands/slip/accept.js';
import { diskFiles } from '../../../src/host/files.js';
import { fakeHost } from '../../fixtures/fake-host.js';
import { directoryOfFile } from '../../fixtures/leftovers.js';

const directory = directoryOfFile();

/** As another process opens them. */
function open(pid = 4242) {
  const { process, ...host } = fakeHost();
  const files = diskFiles(() => String(Math.random()));
  const self = { ...process.self, pid };
  // Of all processes only 4242 still runs.
  return new OpenAttempts(
    { ...host, files, process: { ...process, self } },
    join(directory, 'open'),
  );
}

it('an attempt to accept a slip is unknown before it is kept', async () => {
  expect(await open().take('slip')).toBeUndefined();
});

it('an attempt whose answer was lost is repeated by one process at a time, until it is done', async () => {
  const [first, second] = [open(), open()];
  first.keep('slip', 'a1');
  expect([await first.take('slip'), await second.take('slip')]).toEqual(['a1', undefined]);
  first.keep('slip', 'a1');
  expect(await second.take('slip')).toBe('a1');
  second.done('slip');
  expect(await open().take('slip')).toBeUndefined();
  expect(await open().take('other')).toBeUndefined();
});

it('an attempt of a process that was killed goes to the next one', async () => {
  open().keep('killed', 'a1');
  expect(await open(7).take('killed')).toBe('a1');
  expect([await open().take('killed'), await open().take('killed')]).toEqual(['a1', undefined]);
});
