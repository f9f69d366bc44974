import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPaths } from '../../../src/state/paths.js';
import { type FakeHost, fakeHost } from '../../fixtures/fake-host.js';
import type { Checks, Parts } from '../parts.js';

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

export const FILES = {
  /** In order: file flushed, linked to its name, directory flushed. */
  async 'a new file and its directory are flushed'(parts) {
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
  },

  'a lock has one holder': async (parts) => !(await takesFrom(parts, 'alive')),
  'a lock is free when its holder is dead': (parts) => takesFrom(parts, 'dead'),

  async 'settings are changed under the lock'(parts) {
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
  },
} satisfies Checks;
