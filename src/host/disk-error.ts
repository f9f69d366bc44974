import { dirname, isAbsolute } from 'node:path';
import { PayctlError } from '../errors.js';

interface Reason {
  why: string;
  hint?: (path: string) => string;
}

const access: Reason['hint'] = (path) =>
  `check the owner and mode of ${path} and ${dirname(path)}, or run: payctl doctor --fix`;
const space: Reason['hint'] = (path) =>
  isAbsolute(path)
    ? `free space on the file system of ${dirname(path)}`
    : 'free space where it is written to';

const inTheWay: Reason['hint'] = (path) => `look what is there, and move it away: ls -ld ${path}`;

const REASONS: Record<string, Reason> = {
  ENOSPC: { why: 'the disk is full', hint: space },
  EDQUOT: { why: 'the disk quota is used up', hint: space },
  EFBIG: { why: 'the file would be larger than this process may write (ulimit -f)' },
  EIO: { why: 'the disk reported an error', hint: (path) => `check the disk that holds ${path}` },
  EROFS: { why: 'the file system is read-only', hint: access },
  EACCES: { why: 'permission denied', hint: access },
  EPERM: { why: 'not permitted here', hint: access },
  ELOOP: {
    why: 'it is a symbolic link, which is refused here',
    hint: (path) => `replace the link ${path} by the file itself`,
  },
  ENOENT: { why: 'a directory on the way to it is missing' },
  ENOTDIR: { why: 'a part of the path is not a directory', hint: inTheWay },
  EEXIST: { why: 'a file is in the way', hint: inTheWay },
  EISDIR: { why: 'it is a directory' },
  ENOTFILE: { why: 'it is a device or a pipe, not a file' },
  EMFILE: { why: 'too many open files' },
  ENOTSUP: { why: 'this file system has no hard links' },
  EOPNOTSUPP: { why: 'this file system has no hard links' },
};

/** A failure of the disk as a person should read it. */
export function diskError(action: string, path: string, error: unknown): PayctlError {
  const code = errorCode(error);
  const reason = code === undefined ? undefined : REASONS[code];
  const why = reason?.why ?? code ?? 'an unexpected failure';
  return new PayctlError('CONFIG', `cannot ${action} ${path}: ${why}`, {
    hint: reason?.hint?.(path),
    cause: error,
  });
}

/** The system's name of an error (`ENOENT`), where it has one. */
export function errorCode(error: unknown): string | undefined {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') {
    return error.code;
  }
  return undefined;
}
