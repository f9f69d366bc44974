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

/** A lock on a file; it ends with its process. */
export interface FileLock {
  /** Whether this process still has it, and the path still leads to the file that was locked. */
  isHeld(): boolean;
  release(): void;
}

/** Flag of open(2) that takes the lock; Linux has the program flock instead, Windows neither. */
const OPEN_LOCKED: Readonly<Record<string, number>> = {
  darwin: 0x20,
  freebsd: 0x20,
  netbsd: 0x20,
  openbsd: 0x20,
};

/** Another process may remove a lock file while it is opened; then it is opened again, at most so often. */
const MOST_TRIES = 100;

/**
 * Locks a file by the kernel, under whatever name, link or namespace others reach it, until this process
 * ends. Where the system has no such lock, a lease beside the file stands in. The file is created if
 * there is none. undefined: another process has the lock.
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

/** As `lockFile`, for an empty file that is removed when the lock is released. */
export async function lockByFile(host: LockHost, path: string): Promise<FileLock | undefined> {
  const lock = await lockFile(host, path);
  return (
    lock && {
      isHeld: lock.isHeld,
      release() {
        // Removed before the lock is released: a process that has opened it sees that its name is gone.
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

/** flock locks the open file behind our descriptor, so the lock stays when flock has ended. */
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
