import { linkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { lockFile } from '../../src/state/file-lock.js';
import { temporaryDirectory } from '../fixtures/child.js';
import { type FakeHost, fakeHost } from '../fixtures/fake-host.js';

let host: FakeHost;
let directory: string;
let file: string;
beforeEach(async () => {
  host = fakeHost();
  directory = await temporaryDirectory();
  file = join(directory, 'out.jsonl');
});
afterEach(() => {
  vi.unstubAllEnvs();
});

describe('a lock where the kernel gives none', () => {
  const GENERATION = () => join(directory, '.out.jsonl.lock.1');
  beforeEach(() => {
    vi.stubEnv('PATH', '/nowhere');
    host.files.makeDirectory(directory);
  });

  it('is a lease beside the file, renewed while its owner lives', async () => {
    const lock = await lockFile(host, file);
    const before = host.files.text(GENERATION());
    host.clock.advance(20_000);
    expect(lock?.isHeld()).toBe(true);
    expect(host.files.text(GENERATION())).not.toBe(before);
    expect(await lockFile(host, file)).toBeUndefined();
    lock?.release();
    expect(await lockFile(host, file)).toBeDefined();
  });

  it('is lost to a host that could not see its owner for a minute', async () => {
    const lock = await lockFile(host, file);
    const foreign = { ...host, process: { ...host.process, state: () => 'unknown' as const } };
    host.clock.advance(59_000);
    expect(await lockFile(foreign, file)).toBeUndefined();
    host.clock.advance(2_000);
    const taken = await lockFile(foreign, file);
    expect([taken?.isHeld(), lock?.isHeld()]).toEqual([true, false]);
    taken?.release();
  });

  it('is refused for a file with several names', async () => {
    writeFileSync(file, '');
    linkSync(file, join(directory, 'hard.jsonl'));
    await expect(lockFile(host, file)).rejects.toThrow('several names');
  });
});
