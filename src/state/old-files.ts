import { basename, join } from 'node:path';
import { takeFirst } from '../core/pages.js';
import { DAY_MS } from '../core/time.js';
import { fileCodes } from './codes.js';
import { lockByFile } from './file-lock.js';
import { isIdle, type LockHost, removeIdleLock, withLock } from './lock.js';
import { type Paths, statePath } from './paths.js';
import { isSpent } from './stored-token.js';

/** After this time nothing is waited for or resumed. */
export const OLD_FILE_MS = 30 * DAY_MS;

/** A file that nothing will read again. */
interface OldFile {
  kind: 'token' | 'lock' | 'checkpoint' | 'code list' | 'half-written file';
  path: string;
  /** False if it is in use again. */
  remove(): Promise<boolean>;
}

/**
 * Old files of the two directories that can be made again or are not needed. Never the journal, its
 * claims, transfers, slips, confirmations or the spool: they are the record of charges.
 *
 * @param most names of each directory that are looked at: the journal may have millions
 */
export function listOldFiles(
  host: LockHost,
  paths: Paths,
  most = Number.POSITIVE_INFINITY,
): OldFile[] {
  const look: Look = { host, paths, most, now: host.clock.now() };
  const codes = fileCodes(host.files, paths.state).outdated(look.now);
  return [
    ...oldTokens(look),
    ...oldCheckpoints(look),
    ...oldLocks(look),
    ...codes.map((path) => plainFile(look, 'code list', path)),
    ...halfWritten(look),
  ];
}

interface Look {
  host: LockHost;
  paths: Paths;
  most: number;
  now: number;
}

function isOld({ host, now }: Look, path: string): boolean {
  const stat = host.files.stat(path);
  return stat?.isFile === true && stat.modifiedAt < now - OLD_FILE_MS;
}

function listOld(look: Look, directory: string, name: RegExp): string[] {
  return takeFirst(look.host.files.names(directory), look.most)
    .sort()
    .filter((one) => name.test(one))
    .map((one) => join(directory, one))
    .filter((path) => isOld(look, path));
}

function plainFile({ host }: Look, kind: OldFile['kind'], path: string): OldFile {
  return {
    ...{ kind, path },
    async remove() {
      host.files.remove(path);
      return true;
    },
  };
}

function oldTokens(look: Look): OldFile[] {
  const { host, now } = look;
  const { tokens } = look.paths;
  /** A token that has expired for good, or a failure, which counts only for seconds. */
  const isSpentFile = (path: string): boolean => {
    const bytes = host.files.read(path);
    return bytes !== undefined && isSpent(bytes, now);
  };
  const found = listOld(look, tokens, /^[0-9a-f]{40}-[a-z]+(\.failure)?\.json$/);
  return found.filter(isSpentFile).map((path) => ({
    ...{ kind: 'token', path },
    async remove() {
      const name = basename(path).replace(/(\.failure)?\.json$/, '');
      // A process that renews the token holds this lock.
      const done = await withLock(host, tokens, name, { waitMs: 0 }, () => {
        const spent = isOld(look, path) && isSpentFile(path);
        if (spent) host.files.remove(path);
        return spent;
      });
      if (!done.held || !done.value) return false;
      removeIdleLock(host, tokens, name, Number.POSITIVE_INFINITY);
      return true;
    },
  }));
}

/** Of batches that nobody resumes, and copies of their input. */
function oldCheckpoints(look: Look): OldFile[] {
  const { host } = look;
  const batches = statePath(look.paths.state, 'batch');
  const found = listOld(look, batches, /^([0-9a-f]{40}\.checkpoint|input-[0-9a-f-]{36})$/);
  return found.map((path) => ({
    ...{ kind: 'checkpoint', path },
    async remove() {
      // A batch holds this lock while it runs.
      const lock = await lockByFile(host, `${path}.lock`);
      if (lock === undefined) return false;
      try {
        const old = isOld(look, path);
        if (old) host.files.remove(path);
        return old;
      } finally {
        lock.release();
      }
    },
  }));
}

function oldLocks(look: Look): OldFile[] {
  const { host, paths, now } = look;
  const before = now - OLD_FILE_MS;
  return [paths.tokens, statePath(paths.state, 'batch')].flatMap((directory) => {
    const found = listOld(look, directory, /\.lock\.[1-9][0-9]*$/);
    const names = new Set(found.map((path) => basename(path).replace(/\.lock\.[0-9]+$/, '')));
    return [...names]
      .filter((name) => isIdle(host, directory, name, before))
      .map((name) => ({
        kind: 'lock' as const,
        path: join(directory, `${name}.lock`),
        remove: async () => removeIdleLock(host, directory, name, before),
      }));
  });
}

/** Temporary files of writers that were killed: nothing in them was ever acknowledged. */
function halfWritten(look: Look): OldFile[] {
  const { config, state, secrets, tokens } = look.paths;
  const kept = ['journal', 'transfers', 'slips', 'batch', 'spool', 'codes'] as const;
  return [config, state, secrets, tokens, ...kept.map((name) => statePath(state, name))]
    .flatMap((directory) =>
      listOld(look, directory, /(\.[0-9a-f]{16}\.tmp|^\.doctor-[0-9a-f]{16})$/),
    )
    .map((path) => plainFile(look, 'half-written file', path));
}
