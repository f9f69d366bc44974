import { dirname } from 'node:path';
import { configError } from '../core/errors.js';
import { disk } from '../messages/disk.js';
import type { FileStat, Files, OpenFile } from './host.js';

interface Entry {
  bytes: Uint8Array;
  mode: number;
}

/** Files in memory, which end with the process. */
export function memoryFiles(): Files {
  const files = new Map<string, Entry>();
  const directories = new Set<string>();
  const changes = new Map<string, number>();
  const changed = (path: string): void => {
    changes.set(dirname(path), (changes.get(dirname(path)) ?? 0) + 1);
  };
  const put = (path: string, bytes: Uint8Array): void => {
    files.set(path, { bytes, mode: 0o600 });
    changed(path);
  };
  const append = (path: string, bytes: Uint8Array): void => {
    const entry = existing(path);
    entry.bytes = Buffer.concat([entry.bytes, bytes]);
  };
  const list = (directory: string): string[] =>
    [...files.keys()]
      .filter((path) => dirname(path) === directory)
      .map((path) => path.slice(directory.length + 1))
      .sort();

  function existing(path: string): Entry {
    const entry = files.get(path);
    if (entry) return entry;
    throw configError(disk.absent(path));
  }

  function stat(path: string): FileStat | undefined {
    const entry = files.get(path);
    if (entry === undefined && !directories.has(path)) return undefined;
    return {
      mode: entry?.mode ?? 0o700,
      size: entry?.bytes.length ?? 0,
      modifiedAt: 0,
      changedAt: changes.get(path) ?? 0,
      isFile: entry !== undefined,
      isDirectory: entry === undefined,
      isSymbolicLink: false,
      isPipe: false,
      own: true,
      ofSystem: false,
      othersWrite: false,
    };
  }

  return {
    read: (path) => files.get(path)?.bytes,
    readForeign: (path) => files.get(path)?.bytes,
    create(path, bytes) {
      if (files.has(path)) return false;
      put(path, bytes);
      return true;
    },
    link(path, name) {
      if (files.has(name)) return false;
      files.set(name, existing(path));
      changed(name);
      return true;
    },
    isSameFile: (path, name) => files.has(path) && files.get(path) === files.get(name),
    append,
    appendUnflushed: append,
    replace: (path, bytes) => put(path, joinChunks(bytes)),
    open: (path) => openBytes(files.get(path)?.bytes),
    remove(path) {
      files.delete(path);
      changed(path);
    },
    list,
    names: list,
    makeDirectory: (path) => void directories.add(path),
    stat,
    statForeign: stat,
    ephemeralFileSystem: () => undefined,
    chmod(path, mode) {
      existing(path).mode = mode;
    },
  };
}

/** The bytes in one piece. */
export function joinChunks(bytes: Uint8Array | Iterable<Uint8Array>): Uint8Array {
  return bytes instanceof Uint8Array ? bytes : Buffer.concat([...bytes]);
}

/** Bytes as an open file; undefined where there are none. */
export function openBytes(bytes: Uint8Array | undefined): OpenFile | undefined {
  if (bytes === undefined) return undefined;
  return {
    size: () => bytes.length,
    read: (from, length) => Buffer.from(bytes.subarray(from, from + length)),
    close: () => undefined,
  };
}
