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
  const { files, clock } = host;
  const { config, state, secrets, tokens } = paths;
  const now = clock.now();
  const before = now - OLD_FILE_MS;
  const batches = statePath(state, 'batch');

  const isOld = (path: string): boolean => {
    const stat = files.stat(path);
    return stat?.isFile === true && stat.modifiedAt < before;
  };
  const oldIn = (directory: string, name: RegExp): string[] =>
    takeFirst(files.names(directory), most)
      .sort()
      .filter((one) => name.test(one))
      .map((one) => join(directory, one))
      .filter(isOld);
  const plain = (kind: OldFile['kind'], path: string): OldFile => ({
    ...{ kind, path },
    async remove() {
      files.remove(path);
      return true;
    },
  });

  /** A token that has expired for good, or a failure, which counts only for seconds. */
  const isSpentFile = (path: string): boolean => {
    const bytes = files.read(path);
    return bytes !== undefined && isSpent(bytes, now);
  };
  const token = (path: string): OldFile => ({
    ...{ kind: 'token', path },
    async remove() {
      const name = basename(path).replace(/(\.failure)?\.json$/, '');
      // A process that renews the token holds this lock.
      const done = await withLock(host, tokens, name, { waitMs: 0 }, () => {
        const spent = isOld(path) && isSpentFile(path);
        if (spent) files.remove(path);
        return spent;
      });
      if (!done.held || !done.value) return false;
      removeIdleLock(host, tokens, name, Number.POSITIVE_INFINITY);
      return true;
    },
  });

  /** Of a batch that nobody resumes, or a copy of its input. */
  const checkpoint = (path: string): OldFile => ({
    ...{ kind: 'checkpoint', path },
    async remove() {
      // A batch holds this lock while it runs.
      const lock = await lockByFile(host, `${path}.lock`);
      if (lock === undefined) return false;
      try {
        const old = isOld(path);
        if (old) files.remove(path);
        return old;
      } finally {
        lock.release();
      }
    },
  });

  const locks = [tokens, batches].flatMap((directory) => {
    const found = oldIn(directory, /\.lock\.[1-9][0-9]*$/);
    const names = new Set(found.map((path) => basename(path).replace(/\.lock\.[0-9]+$/, '')));
    return [...names]
      .filter((name) => isIdle(host, directory, name, before))
      .map((name) => ({
        kind: 'lock' as const,
        path: join(directory, `${name}.lock`),
        remove: async () => removeIdleLock(host, directory, name, before),
      }));
  });

  /** Temporary files of writers that were killed: nothing in them was ever acknowledged. */
  const halfWritten = [
    ...[config, state, secrets, tokens],
    ...(['journal', 'transfers', 'slips', 'batch', 'spool', 'codes'] as const).map((name) =>
      statePath(state, name),
    ),
  ].flatMap((directory) => oldIn(directory, /(\.[0-9a-f]{16}\.tmp|^\.doctor-[0-9a-f]{16})$/));

  return [
    ...oldIn(tokens, /^[0-9a-f]{40}-[a-z]+(\.failure)?\.json$/)
      .filter(isSpentFile)
      .map(token),
    ...oldIn(batches, /^([0-9a-f]{40}\.checkpoint|input-[0-9a-f-]{36})$/).map(checkpoint),
    ...locks,
    ...fileCodes(files, state)
      .outdated(now)
      .map((path) => plain('code list', path)),
    ...halfWritten.map((path) => plain('half-written file', path)),
  ];
}
