import * as fs from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PayctlError } from '../../src/core/errors.js';
import { diskFiles } from '../../src/host/files.js';
import { temporaryDirectory } from '../fixtures/child.js';

/** What the disk does: fails at its nth call, takes few bytes at a time. */
const disk = { calls: 0, failAt: 0, code: '', sticky: false, most: 0 };

// The module behind the namespace above, which is read-only.
const patched: typeof fs = createRequire(import.meta.url)('node:fs');
const { openSync, fchmodSync, fsyncSync, linkSync, renameSync, writeSync } = patched;

/** Stands before a call of the real disk. */
function failing<Args extends unknown[], Result>(name: string, call: (...args: Args) => Result) {
  return (...args: Args): Result => {
    disk.calls++;
    const hit = disk.sticky ? disk.calls >= disk.failAt : disk.calls === disk.failAt;
    if (disk.failAt > 0 && hit) throw Object.assign(new Error(name), { code: disk.code });
    return call(...args);
  };
}

beforeAll(() => {
  Object.assign(patched, {
    openSync: failing('open', openSync),
    fchmodSync: failing('fchmod', fchmodSync),
    fsyncSync: failing('fsync', fsyncSync),
    linkSync: failing('link', linkSync),
    renameSync: failing('rename', renameSync),
    writeSync: failing('write', (fd: number, bytes: Uint8Array, offset: number) => {
      const most = disk.most ? Math.min(disk.most, bytes.length - offset) : undefined;
      return writeSync(fd, bytes, offset, most);
    }),
  });
  syncBuiltinESMExports();
});
afterAll(() => {
  Object.assign(patched, { openSync, fchmodSync, fsyncSync, linkSync, renameSync, writeSync });
  syncBuiltinESMExports();
});

const files = diskFiles(() => 'suffix');
const text = (value: string): Uint8Array => new TextEncoder().encode(value);

beforeEach(() => {
  Object.assign(disk, { calls: 0, failAt: 0, code: 'ENOSPC', sticky: false, most: 0 });
});
afterEach(() => {
  disk.failAt = 0;
});

/** Runs `work` with the kth call failing, k = 1, 2, …, until a run is not hit any more. */
function failEverywhere(work: () => void, check: () => void): number {
  for (let at = 1; ; at++) {
    Object.assign(disk, { calls: 0, failAt: at });
    let failure: unknown;
    try {
      work();
    } catch (error) {
      failure = error;
    }
    disk.failAt = 0;
    if (failure === undefined) return at - 1;
    expect(failure).toBeInstanceOf(PayctlError);
    expect(failure).toMatchObject({ exitClass: 'CONFIG' });
    check();
  }
}

describe.each(['ENOSPC', 'EIO', 'EDQUOT', 'EACCES', 'EROFS'])('a disk that answers %s', (code) => {
  it.each([false, true])(
    'leaves the old file whole and no litter (for good: %s)',
    async (sticky) => {
      Object.assign(disk, { code, sticky });
      const directory = await temporaryDirectory();
      const path = join(directory, 'settings');
      files.replace(path, text('old contents'));
      const points = failEverywhere(
        () => files.replace(path, text('new contents')),
        () => {
          expect(['old contents', 'new contents']).toContain(fs.readFileSync(path, 'utf8'));
          expect(fs.readdirSync(directory)).toEqual(['settings']);
        },
      );
      expect(points).toBeGreaterThanOrEqual(6);
    },
  );

  it('leaves no file behind when it reports a failure', async () => {
    disk.code = code;
    const directory = await temporaryDirectory();
    const path = join(directory, 'claim');
    const points = failEverywhere(
      () => files.create(path, text('claim')),
      () => expect(fs.readdirSync(directory)).toEqual([]),
    );
    expect(points).toBeGreaterThanOrEqual(6);
    expect(fs.readFileSync(path, 'utf8')).toBe('claim');
  });

  it('says so when it cannot append', async () => {
    disk.code = code;
    const path = join(await temporaryDirectory(), 'journal');
    files.create(path, text('one\n'));
    const points = failEverywhere(
      () => files.append(path, text('two\n')),
      () => expect(fs.readFileSync(path, 'utf8').startsWith('one\n')).toBe(true),
    );
    expect(points).toBe(3);
  });
});

it('flushes once: a failed flush proves nothing when it is repeated', async () => {
  const directory = await temporaryDirectory();
  const path = join(directory, 'file');
  Object.assign(disk, { calls: 0, failAt: 4, code: 'EIO' });
  expect(() => files.replace(path, text('x'))).toThrow(
    `cannot write ${path}: the disk reported an error`,
  );
  expect(disk.calls).toBe(4);
});

it('continues short writes', async () => {
  const path = join(await temporaryDirectory(), 'file');
  disk.most = 3;
  files.replace(path, text('ten bytes.'));
  files.append(path, text('and more'));
  expect(fs.readFileSync(path, 'utf8')).toBe('ten bytes.and more');
});
