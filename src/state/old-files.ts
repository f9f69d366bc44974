import { basename, join } from 'node:path';
import { takeFirst } from '../core/first.js';
import { DAY_MS } from '../core/time.js';
import type { FileStat } from '../host/host.js';
import { fileCodes } from './codes.js';
import { lockByFile } from './file-lock.js';
import { forget, isIdle, type LockHost, withLock } from './lock.js';
import { type Paths, statePath } from './paths.js';
import { isSpent } from './stored-token.js';

/** After this time nothing is waited for or resumed. */
export const LONG_MS = 30 * DAY_MS;

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
 */
export class OldFiles {
  readonly #host: LockHost;
  readonly #paths: Paths;
  readonly #now: number;
  readonly #before: number;
  readonly #most: number;

  /** @param most names of each directory that are looked at: the journal may have millions */
  constructor(host: LockHost, paths: Paths, most = Number.POSITIVE_INFINITY) {
    this.#host = host;
    this.#paths = paths;
    this.#now = host.clock.now();
    this.#before = this.#now - LONG_MS;
    this.#most = most;
  }

  list(): OldFile[] {
    return [
      ...this.#tokens(),
      ...this.#checkpoints(),
      ...this.#locks(),
      ...this.#codes(),
      ...this.#halfWritten(),
    ];
  }

  /** Tokens that have expired for good, and failures, which count only for seconds. */
  #tokens(): OldFile[] {
    const directory = this.#paths.tokens;
    return this.#old(directory, /^[0-9a-f]{40}-[a-z]+(\.failure)?\.json$/).flatMap((path) => {
      if (!this.#isSpent(path)) return [];
      const name = basename(path).replace(/(\.failure)?\.json$/, '');
      const remove = async (): Promise<boolean> => {
        // A process that renews the token holds this lock.
        const done = await withLock(this.#host, directory, name, { waitMs: 0 }, () => {
          const spent = this.#isOld(path) && this.#isSpent(path);
          if (spent) this.#host.files.remove(path);
          return spent;
        });
        if (!done.held || !done.value) return false;
        forget(this.#host, directory, name, Number.POSITIVE_INFINITY);
        return true;
      };
      return [{ kind: 'token', path, remove }];
    });
  }

  #isSpent(path: string): boolean {
    const bytes = this.#host.files.read(path);
    return bytes !== undefined && isSpent(bytes, this.#now);
  }

  /** Checkpoints of batches that nobody resumes, and copies of their input. */
  #checkpoints(): OldFile[] {
    const directory = statePath(this.#paths.state, 'batch');
    return this.#old(directory, /^([0-9a-f]{40}\.checkpoint|input-[0-9a-f-]{36})$/).map((path) => ({
      kind: 'checkpoint',
      path,
      remove: async () => {
        // A batch holds this lock while it runs.
        const lock = await lockByFile(this.#host, `${path}.lock`);
        if (lock === undefined) return false;
        try {
          const old = this.#isOld(path);
          if (old) this.#host.files.remove(path);
          return old;
        } finally {
          lock.release();
        }
      },
    }));
  }

  #locks(): OldFile[] {
    const { tokens, state } = this.#paths;
    return [tokens, statePath(state, 'batch')].flatMap((directory) => {
      const files = this.#old(directory, /\.lock\.[1-9][0-9]*$/);
      const names = new Set(files.map((path) => basename(path).replace(/\.lock\.[0-9]+$/, '')));
      return [...names]
        .filter((name) => isIdle(this.#host, directory, name, this.#before))
        .map((name) => ({
          kind: 'lock' as const,
          path: join(directory, `${name}.lock`),
          remove: async () => forget(this.#host, directory, name, this.#before),
        }));
    });
  }

  /** Lists of codes that are too old to be paid. */
  #codes(): OldFile[] {
    const codes = fileCodes(this.#host.files, this.#paths.state);
    return codes.outdated(this.#now).map((path) => this.#plain('code list', path));
  }

  /** Temporary files of writers that were killed: nothing in them was ever acknowledged. */
  #halfWritten(): OldFile[] {
    const { config, state, secrets, tokens } = this.#paths;
    const parts = (['journal', 'transfers', 'slips', 'batch', 'spool', 'codes'] as const).map(
      (name) => statePath(state, name),
    );
    return [config, state, secrets, tokens, ...parts].flatMap((directory) =>
      this.#old(directory, /(\.[0-9a-f]{16}\.tmp|^\.doctor-[0-9a-f]{16})$/).map((path) =>
        this.#plain('half-written file', path),
      ),
    );
  }

  #plain(kind: OldFile['kind'], path: string): OldFile {
    const remove = async (): Promise<boolean> => {
      this.#host.files.remove(path);
      return true;
    };
    return { kind, path, remove };
  }

  #old(directory: string, name: RegExp): string[] {
    const names = takeFirst(this.#host.files.names(directory), this.#most).sort();
    return names
      .filter((one) => name.test(one))
      .map((one) => join(directory, one))
      .filter((path) => this.#isOld(path));
  }

  #isOld(path: string): boolean {
    const stat: FileStat | undefined = this.#host.files.stat(path);
    return stat?.isFile === true && stat.modifiedAt < this.#before;
  }
}
