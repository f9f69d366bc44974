import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  type Stats,
  statSync,
  unlinkSync,
} from 'node:fs';
import { basename, dirname } from 'node:path';
import { PayctlError } from '../core/errors.js';
import { childEnvironment } from '../host/command.js';
import { diskError, errorCode, NO_FOLLOW, undefinedIfMissing } from '../host/disk.js';
import { stateMessages } from '../messages/state.js';
import { holdLock, type LockHost } from './lock.js';

/** A lock on a file, for as long as its owner lives. */
export interface FileLock {
  /** Whether it still is this process's, and the path still names the file that was locked. */
  isHeld(): boolean;
  release(): void;
}

/** Opening takes the lock on these systems; Linux has the program flock for it, Windows neither. */
const OPEN_LOCKED: Readonly<Record<string, number>> = {
  darwin: 0x20,
  freebsd: 0x20,
  netbsd: 0x20,
  openbsd: 0x20,
};

/** Others may take a lock file away while it is opened; then the next one is tried. */
const MOST_TRIES = 100;

/**
 * Locks the file itself, by the kernel: for every name, link, directory and pid namespace by which it
 * is reached, until its owner ends. Where the system has no such lock, it is a lease beside the file.
 * The file is made where there is none. undefined: another process has it.
 */
export async function lockFile(host: LockHost, path: string): Promise<FileLock | undefined> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const taken = attempt(path, () => lockedByKernel(path));
    if (taken === 'taken') return undefined;
    if (taken === 'unsupported') return lockBeside(host, path);
    if (isNamed(taken, path)) {
      return { isHeld: () => isNamed(taken, path), release: () => closeSync(taken) };
    }
    closeSync(taken);
  }
  return undefined;
}

/** As `lockFile`, for a file of its own that holds nothing and is gone with the lock. */
export async function lockByFile(host: LockHost, path: string): Promise<FileLock | undefined> {
  const lock = await lockFile(host, path);
  return (
    lock && {
      isHeld: lock.isHeld,
      release() {
        // Before the lock is let go: a process that opened it meanwhile sees that its name is gone.
        if (lock.isHeld()) undefinedIfMissing(() => unlinkSync(path));
        lock.release();
      },
    }
  );
}

/** The descriptor that holds the lock. */
function lockedByKernel(path: string): number | 'taken' | 'unsupported' {
  const whileOpening = OPEN_LOCKED[process.platform] ?? 0;
  const fd = opened(path, whileOpening);
  if (fd === undefined) return 'taken';
  if (whileOpening !== 0) return fd;
  const locked = process.platform === 'win32' ? 'unsupported' : lockedByProgram(fd);
  if (locked === 'held') return fd;
  closeSync(fd);
  return locked;
}

function opened(path: string, lock: number): number | undefined {
  const flags = constants.O_RDWR | constants.O_CREAT | constants.O_NONBLOCK | NO_FOLLOW | lock;
  try {
    return openSync(path, flags, 0o600);
  } catch (error) {
    if (lock !== 0 && errorCode(error) === 'EAGAIN') return undefined;
    throw error;
  }
}

/** flock locks what our descriptor stands for, so the lock stays when the program has ended. */
function lockedByProgram(fd: number): 'held' | 'taken' | 'unsupported' {
  const { spawnSync } = process.getBuiltinModule('node:child_process');
  const { status, error } = spawnSync('flock', ['-n', '3'], {
    stdio: ['ignore', 'ignore', 'ignore', fd],
    env: childEnvironment(),
  });
  if (status === 0) return 'held';
  if (status === 1) return 'taken';
  if (error && errorCode(error) !== 'ENOENT') throw error;
  return 'unsupported';
}

function isNamed(fd: number, path: string): boolean {
  const there = undefinedIfMissing(() => statSync(path));
  return there !== undefined && isSame(there, fstatSync(fd));
}

function isSame(one: Stats, other: Stats): boolean {
  return one.dev === other.dev && one.ino === other.ino;
}

/** How often the lease is renewed. */
const RENEW_MS = 15_000;

async function lockBeside(host: LockHost, path: string): Promise<FileLock | undefined> {
  if (attempt(path, () => statSync(path).nlink) > 1) {
    throw new PayctlError('USAGE', stateMessages.severalNames(path), {
      hint: stateMessages.otherName,
    });
  }
  const held = await holdLock(host, dirname(path), `.${basename(path)}`, { waitMs: 0 });
  if (held === undefined) return undefined;
  const timer = setInterval(() => held.renew(), RENEW_MS);
  timer.unref();
  return {
    isHeld: () => held.renew(),
    release() {
      clearInterval(timer);
      held.release();
    },
  };
}

function attempt<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof PayctlError ? error : diskError('lock', path, error);
  }
}
