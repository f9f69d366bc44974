import {
  chmodSync,
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  linkSync,
  lstatSync,
  opendirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  type Stats,
  statfsSync,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';
import {
  errorCode,
  makeDirectory,
  NO_FOLLOW,
  NO_WAIT,
  readAll,
  removeIfThere,
  syncDirectory,
  undefinedIfMissing,
  withDiskErrors,
  withFile,
  writeAll,
  writeTemporary,
} from './disk.js';
import type { FileStat, Files, OpenFile } from './host.js';
import { findFlaw, othersWrite } from './trust.js';
import { Untrusted } from './untrusted.js';

/** The real disk. `suffix` makes the names of temporary files different from those of other processes. */
export function diskFiles(suffix: () => string): Files {
  return {
    read: (path) =>
      readIfThere(path, NO_FOLLOW | NO_WAIT, (fd) => {
        const flaw = findFlaw(fstatSync(fd));
        if (flaw !== undefined) throw new Untrusted(path, flaw);
        return readAll(fd, path, Number.POSITIVE_INFINITY);
      }),
    readForeign: (path, limit) =>
      undefinedIfNoPath(() => readIfThere(path, NO_WAIT, (fd) => readAll(fd, path, limit))),
    create(path, bytes) {
      return withDiskErrors('create', path, () => {
        const temporary = writeTemporary(path, suffix(), bytes);
        try {
          if (!linkUnlessTaken(temporary, path)) return false;
        } finally {
          removeIfThere(temporary);
        }
        try {
          syncDirectory(dirname(path));
        } catch (error) {
          // After a reported failure the file must not exist.
          removeIfThere(path);
          throw error;
        }
        return true;
      });
    },
    link: (path, name) => withDiskErrors('create', name, () => linkUnlessTaken(path, name)),
    isSameFile: (path, name) => withDiskErrors('inspect', name, () => isSameFile(path, name)),
    append(path, bytes) {
      appendTo(path, bytes, fsyncSync);
    },
    appendUnflushed(path, bytes) {
      appendTo(path, bytes, () => undefined);
    },
    replace(path, bytes) {
      withDiskErrors('write', path, () => {
        refuseAllButFile(path);
        const temporary = writeTemporary(path, suffix(), bytes);
        try {
          renameSync(temporary, path);
        } catch (error) {
          removeIfThere(temporary);
          throw error;
        }
        syncDirectory(dirname(path));
      });
    },
    remove(path) {
      withDiskErrors('remove', path, () => removeIfThere(path));
    },
    open: (path) => withDiskErrors('read', path, () => undefinedIfMissing(() => openToRead(path))),
    names: (directory) => readNames(directory),
    list(directory) {
      return withDiskErrors(
        'list',
        directory,
        () => undefinedIfMissing(() => readdirSync(directory).sort()) ?? [],
      );
    },
    makeDirectory(path) {
      withDiskErrors('create', path, () => makeDirectory(path));
    },
    stat: (path) => withDiskErrors('inspect', path, () => fileStat(() => lstatSync(path))),
    statForeign: (path) =>
      undefinedIfNoPath(() =>
        withDiskErrors('inspect', path, () => fileStat(() => statSync(path))),
      ),
    chmod(path, mode) {
      withDiskErrors('changeMode', path, () => {
        refuseLink(path);
        chmodSync(path, mode);
      });
    },
    ephemeralFileSystem,
    // Loaded only where it is used: a charge opens no database.
    openDatabase: async (path) => (await import('./sqlite.js')).openDatabase(path),
  };
}

/** By Linux's number of the file system; ramfs is tmpfs without a limit. */
const EPHEMERAL: ReadonlyMap<number, 'tmpfs' | 'overlay'> = new Map([
  [0x0102_1994, 'tmpfs'],
  [0x8584_58f6, 'tmpfs'],
  [0x794c_7630, 'overlay'],
]);

/** A path that is not there yet is where the nearest directory above it is. */
function ephemeralFileSystem(path: string): 'tmpfs' | 'overlay' | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    return EPHEMERAL.get(statfsSync(path).type);
  } catch {
    return path === dirname(path) ? undefined : ephemeralFileSystem(dirname(path));
  }
}

function appendTo(path: string, bytes: Uint8Array, flush: (fd: number) => void): void {
  withDiskErrors('write', path, () => {
    withFile(path, constants.O_WRONLY | constants.O_APPEND | NO_FOLLOW | NO_WAIT, (fd) => {
      if (!fstatSync(fd).isFile()) throw new Untrusted(path, 'kind');
      writeAll(fd, bytes);
      flush(fd);
    });
  });
}

function openToRead(path: string): OpenFile {
  const fd = openSync(path, constants.O_RDONLY | NO_FOLLOW | NO_WAIT);
  try {
    const flaw = findFlaw(fstatSync(fd));
    if (flaw !== undefined) throw new Untrusted(path, flaw);
  } catch (error) {
    closeSync(fd);
    throw error;
  }
  return {
    size: () => withDiskErrors('read', path, () => fstatSync(fd).size),
    read: (from, length) => withDiskErrors('read', path, () => readPiece(fd, from, length)),
    close: () => closeSync(fd),
  };
}

function readPiece(fd: number, from: number, length: number): Buffer {
  const piece = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const count = readSync(fd, piece, filled, length - filled, from + filled);
    if (count === 0) break;
    filled += count;
  }
  return piece.subarray(0, filled);
}

/** Entries that are read from the system at once. */
const NAMES_AT_ONCE = 1_024;

function* readNames(path: string): Generator<string> {
  const directory = withDiskErrors('list', path, () =>
    undefinedIfMissing(() => opendirSync(path, { bufferSize: NAMES_AT_ONCE })),
  );
  if (directory === undefined) return;
  try {
    for (;;) {
      const entry = withDiskErrors('list', path, () => directory.readSync());
      if (entry === null) return;
      yield entry.name;
    }
  } finally {
    directory.closeSync();
  }
}

/** Compares more than the inode number, which can be larger than a double holds exactly. */
function isSameFile(path: string, name: string): boolean {
  const one = lstatSync(path, { throwIfNoEntry: false });
  const other = one && lstatSync(name, { throwIfNoEntry: false });
  if (one === undefined || other === undefined) return false;
  const fields = ['ino', 'dev', 'size', 'mtimeMs', 'ctimeMs'] as const;
  return fields.every((field) => one[field] === other[field]);
}

function linkUnlessTaken(path: string, name: string): boolean {
  try {
    linkSync(path, name);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

function readIfThere(
  path: string,
  flags: number,
  work: (fd: number) => Uint8Array,
): Uint8Array | undefined {
  return withDiskErrors('read', path, () =>
    undefinedIfMissing(() => withFile(path, constants.O_RDONLY | flags, work)),
  );
}

/** A file in place of a device would get what others write to the device. */
function refuseAllButFile(path: string): void {
  refuseLink(path);
  const stats = undefinedIfMissing(() => lstatSync(path));
  if (stats && !stats.isFile() && !stats.isDirectory()) {
    throw Object.assign(new Error('device'), { code: 'ENOTFILE' });
  }
}

function refuseLink(path: string): void {
  const stats = undefinedIfMissing(() => lstatSync(path));
  if (stats?.isSymbolicLink()) throw Object.assign(new Error('link'), { code: 'ELOOP' });
}

/** undefined where a text is no possible path: too long, or with a file where a directory should be. */
function undefinedIfNoPath<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined;
    if (['ENOTDIR', 'ENAMETOOLONG'].includes(errorCode(cause) ?? '')) return undefined;
    throw error;
  }
}

function fileStat(inspect: () => Stats): FileStat | undefined {
  const stats = undefinedIfMissing(inspect);
  if (stats === undefined) return undefined;
  return {
    mode: stats.mode & 0o7777,
    size: stats.size,
    modifiedAt: stats.mtimeMs,
    changedAt: stats.ctimeMs,
    ...(stats.birthtimeMs > 0 && { bornAt: stats.birthtimeMs }),
    isFile: stats.isFile(),
    isDirectory: stats.isDirectory(),
    isSymbolicLink: stats.isSymbolicLink(),
    isPipe: stats.isFIFO(),
    own: process.geteuid === undefined || [0, process.geteuid()].includes(stats.uid),
    ofSystem: stats.uid === 0 && ![undefined, 0].includes(process.geteuid?.()),
    othersWrite: othersWrite(stats),
  };
}
