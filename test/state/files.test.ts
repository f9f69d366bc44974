import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe } from 'vitest';
import { diskFiles } from '../../src/host/files.js';
import { openFileStore } from '../../src/state/files/store.js';
import { fakeHost } from '../fake-host.js';
import { keepsTheContract } from './contract.js';

describe('a store in memory', () => {
  keepsTheContract(() => {
    const { files } = fakeHost();
    return {
      open: () => openFileStore(files, '/state'),
      lose: (key, number) => files.remove(`/state/journal/${key}.${number}.jsonl`),
    };
  });
});

describe('a store on a disk', () => {
  const made: string[] = [];
  let temporary = 0;
  afterAll(() => {
    for (const directory of made) rmSync(directory, { recursive: true });
  });
  keepsTheContract(() => {
    const directory = mkdtempSync(join(tmpdir(), 'payctl-store-'));
    made.push(directory);
    return {
      open: () =>
        openFileStore(
          diskFiles(() => String(++temporary)),
          directory,
        ),
      lose: (key, number) => rmSync(join(directory, 'journal', `${key}.${number}.jsonl`)),
    };
  });
});
