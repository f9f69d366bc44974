import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPaths } from '../../../src/state/paths.js';
import { type FakeHost, fakeHost } from '../../fake-host.js';
import type { Parts } from '../parts.js';

/** In order: file flushed, linked to its name, directory flushed. */
export async function flushes(parts: Parts): Promise<boolean> {
  const fs: typeof import('node:fs') = createRequire(import.meta.url)('node:fs');
  const { openSync, fsyncSync, linkSync } = fs;
  const directory = mkdtempSync(join(tmpdir(), 'payctl-flush-'));
  const names = new Map<number, string>();
  const events: string[] = [];
  fs.openSync = (path, flags, mode) => {
    const fd = openSync(path, flags, mode);
    names.set(fd, path === directory ? 'directory' : 'file');
    return fd;
  };
  fs.fsyncSync = (fd) => {
    events.push(`flush ${names.get(fd)}`);
    fsyncSync(fd);
  };
  fs.linkSync = (from, to) => {
    events.push('link');
    linkSync(from, to);
  };
  syncBuiltinESMExports();
  try {
    parts.diskFiles(() => 'x').create(join(directory, 'claim'), Buffer.from('intent\n'));
  } finally {
    Object.assign(fs, { openSync, fsyncSync, linkSync });
    syncBuiltinESMExports();
    rmSync(directory, { recursive: true });
  }
  return events.join(', ') === 'flush file, link, flush directory';
}

export async function hasOneHolder(parts: Parts): Promise<boolean> {
  return !(await takesFrom(parts, 'alive'));
}

export async function outlivesItsHolder(parts: Parts): Promise<boolean> {
  return takesFrom(parts, 'dead');
}

/** Whether a second process gets the lock of one that never gives it back. */
async function takesFrom(parts: Parts, holder: 'alive' | 'dead'): Promise<boolean> {
  const host = fakeHost();
  host.files.makeDirectory('/locks');
  const take = (
    machine: Pick<FakeHost, 'files' | 'clock' | 'random' | 'process'>,
    work: () => unknown,
  ) => parts.withLock(machine, '/locks', 'settings', { waitMs: 0 }, work);
  void take(host, () => new Promise(() => undefined));
  const self = { ...host.process.self, pid: 1 };
  const second = { ...host, process: { ...host.process, self, state: () => holder } };
  return (await take(second, () => undefined)).held;
}

export async function locksSettings(parts: Parts): Promise<boolean> {
  const host = fakeHost();
  const paths = findPaths(host);
  const locked: boolean[] = [];
  host.files.before = (step, path) => {
    if (step !== 'replace' || path !== paths.configFile) return;
    const locks = host.files.list(paths.config).filter((name) => name.startsWith('config.lock.'));
    locked.push(locks.some((name) => host.files.stat(join(paths.config, name))?.mode === 0o600));
  };
  await new parts.Profiles(host, paths).set('shop', { companyId: '00100' });
  return locked.length === 1 && locked[0] === true;
}
