import { payctl, phrase, shell } from '../core/command-line.js';
import { area } from '../core/message.js';

/** Why a file cannot be read or written. */
export const disk = area('disk', () => ({
  cannot: ({ action, path, why }: { action: DiskAction; path: string; why: string }) =>
    `cannot ${ENGLISH_ACTIONS[action]} ${path}: ${why}`,
  full: 'the disk is full',
  quota: 'the disk quota is used up',
  tooLargeToWrite: 'the file would be larger than this process may write (ulimit -f)',
  ioError: 'the disk reported an error',
  readOnly: 'the file system is read-only',
  denied: 'permission denied',
  notPermitted: 'not permitted here',
  link: 'it is a symbolic link, which is not allowed here',
  noDirectory: 'a directory on the way to it is missing',
  notDirectory: 'a part of the path is not a directory',
  inTheWay: 'a file is in the way',
  isDirectory: 'it is a directory',
  notFile: 'it is a device or a pipe, not a file',
  tooManyOpen: 'too many open files',
  noHardLinks: 'this file system has no hard links',
  unexpected: 'an unexpected failure',

  checkAccess: {
    terminal: (path: string, directory: string) =>
      phrase`check the owner and mode of ${path} and ${directory}, or run: ${payctl`doctor --fix`}`,
    code: (path: string, directory: string) =>
      `check the owner and mode of ${path} and ${directory}`,
  },
  freeSpace: (directory: string) => `free space on the file system of ${directory}`,
  freeSomeSpace: 'free some space on that disk',
  moveAway: (path: string) => `see what is there, and move it away: ls -ld ${path}`,
  checkDisk: (path: string) => `check the disk that holds ${path}`,
  replaceLink: (path: string) => `replace the link ${path} with the file itself`,

  tooLarge: (path: string, bytes: number) => `${path} is larger than ${bytes} bytes`,
  silent: (path: string, seconds: number) => `nothing came from ${path} for ${seconds} s`,
  changedMeanwhile: (path: string) => `${path} was changed while it was read`,
  missing: (path: string) => `the file ${path} does not exist`,
  absent: (path: string) => `${path} does not exist`,
  unreadable: (path: string) => `${path} cannot be read`,
  takenOver: (path: string) =>
    `${path} was changed, moved or taken over by another program; nothing more is written to it`,
  continueAlone: 'make sure that only one run writes there, then continue with --resume',
  notGzip: (path: string, why: string) => `${path} is not complete gzip: ${why}`,
  appeared: (path: string) => `${path} has appeared meanwhile`,
  nameAnother: 'name another file',

  brokenLink: (named: string) => `${named} is a link to a file that does not exist`,
  notAFile: (named: string, kind: FileKind) => `${named} is ${ENGLISH_KINDS[kind]}, not a file`,
  nameFile: 'name a file, or a new one',
  foreignLink: (named: string, place: string) =>
    `${named} leads through ${place}, a link of another user`,
  nameOwn: 'name the file itself, in a directory of your own',

  isLink: (path: string) => `${path} is a symbolic link`,
  isOdd: (path: string) => `${path} is a pipe, a socket or a device`,
  ofOther: (path: string) => `${path} belongs to another user`,
  othersWrite: (path: string) => `${path} can be written by others`,
  takeOver: (path: string) =>
    phrase`${shell`sudo chown -R "$(id -u)" ${path}`}, if what is in it is yours`,
}));

/** What was to be done with a file or a directory. */
export type DiskAction =
  | 'changeMode'
  | 'create'
  | 'createDirectory'
  | 'inspect'
  | 'list'
  | 'lock'
  | 'open'
  | 'read'
  | 'remove'
  | 'write'
  | 'writeTo';

const ENGLISH_ACTIONS: Readonly<Record<DiskAction, string>> = {
  changeMode: 'change the mode of',
  create: 'create',
  createDirectory: 'create a directory',
  inspect: 'inspect',
  list: 'list',
  lock: 'lock',
  open: 'open',
  read: 'read',
  remove: 'remove',
  write: 'write',
  writeTo: 'write to',
};

export type FileKind = 'directory' | 'pipe' | 'socket' | 'device';

const ENGLISH_KINDS: Readonly<Record<FileKind, string>> = {
  directory: 'a directory',
  pipe: 'a pipe',
  socket: 'a socket',
  device: 'a device',
};
