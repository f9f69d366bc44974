import { dirname } from 'node:path';
import { PayctlError } from '../core/errors.js';
import type { FileStat, Files } from './host.js';

interface Entry {
  bytes: Uint8Array;
  mode: number;
}

/** Files that are gone with the process. */
export function memoryFiles(): Files {
  const files = new Map<string, Entry>();
  const directories = new Set<string>();

  function made(path: string): Entry {
    const found = files.get(path);
    if (found) return found;
    throw new PayctlError('CONFIG', `${path} does not exist`);
  }

  function stat(path: string): FileStat | undefined {
    const entry = files.get(path);
    if (entry === undefined && !directories.has(path)) return undefined;
    return {
      mode: entry?.mode ?? 0o700,
      size: entry?.bytes.length ?? 0,
      modifiedAt: 0,
      isFile: entry !== undefined,
      isDirectory: entry === undefined,
      isSymbolicLink: false,
      own: true,
      othersWrite: false,
    };
  }

  return {
    read: (path) => files.get(path)?.bytes,
    readForeign: (path) => files.get(path)?.bytes,
    create(path, bytes) {
      if (files.has(path)) return false;
      files.set(path, { bytes, mode: 0o600 });
      return true;
    },
    link(path, name) {
      if (files.has(name)) return false;
      files.set(name, made(path));
      return true;
    },
    append(path, bytes) {
      const entry = made(path);
      entry.bytes = Buffer.concat([entry.bytes, bytes]);
    },
    replace: (path, bytes) => void files.set(path, { bytes, mode: 0o600 }),
    remove: (path) => void files.delete(path),
    list: (directory) =>
      [...files.keys()]
        .filter((path) => dirname(path) === directory)
        .map((path) => path.slice(directory.length + 1))
        .sort(),
    makeDirectory: (path) => void directories.add(path),
    stat,
    statForeign: stat,
    chmod(path, mode) {
      made(path).mode = mode;
    },
  };
}
