import { posix } from 'node:path';
import { PayctlError } from '../src/core/errors.js';
import type { FileStat, Files } from '../src/host/host.js';
import { openBytes, wholeOf } from '../src/host/memory-files.js';
import { wording } from '../src/messages/wording.js';

interface Entry {
  bytes: Uint8Array;
  mode: number;
  modifiedAt: number;
}

export type FileStep =
  | 'read'
  | 'create'
  | 'link'
  | 'append'
  | 'replace'
  | 'remove'
  | 'list'
  | 'makeDirectory';

/** A disk in memory that fails, or dies, where a test says so. */
export interface FakeFiles extends Files {
  /** Contents by path, as text; for looking, and for planting. */
  text(path: string): string | undefined;
  put(path: string, contents: string | Uint8Array, mode?: number): void;
  /** All paths of files, sorted. */
  paths(): string[];
  /** Links by path; reading or writing through them is refused as on a real disk. */
  links: Set<string>;
  /** Called before each step takes effect; what it throws, the step throws, and nothing happened. */
  before: (step: FileStep, path: string) => void;
  /** Called after each step took effect, before it returns: a crash here leaves the effect. */
  after: (step: FileStep, path: string) => void;
}

/** Every step but reading fails as a full disk does. */
export function diskFull(step: FileStep, path: string): void {
  if (step === 'read' || step === 'list' || step === 'remove') return;
  throw new PayctlError('CONFIG', wording.quoted(`cannot write ${path}: the disk is full`));
}

export function fakeFiles(
  planted: Readonly<Record<string, string | Uint8Array>>,
  now: () => number,
): FakeFiles {
  const entries = new Map<string, Entry>();
  const directories = new Map<string, number>();
  const changes = new Map<string, number>();
  const changed = (path: string): void => {
    const directory = posix.dirname(path);
    changes.set(directory, (changes.get(directory) ?? 0) + 1);
  };
  const put = (path: string, bytes: Uint8Array, mode = 0o600): void => {
    changed(path);
    entries.set(path, { bytes: Uint8Array.from(bytes), mode, modifiedAt: now() });
  };
  const needDirectory = (path: string): void => {
    if (!directories.has(posix.dirname(path))) {
      throw new PayctlError('CONFIG', wording.quoted(`cannot create ${path}: ENOENT`));
    }
  };
  const step = <T>(name: FileStep, path: string, effect: () => T): T => {
    files.before(name, path);
    if (files.links.has(path)) {
      throw new PayctlError(
        'CONFIG',
        wording.quoted(`cannot ${name} ${path}: it is a symbolic link`),
      );
    }
    const result = effect();
    files.after(name, path);
    return result;
  };
  const append = (path: string, bytes: Uint8Array): void => {
    const entry = entries.get(path);
    if (!entry) throw new PayctlError('CONFIG', wording.quoted(`cannot write ${path}: ENOENT`));
    // In place: all names of the file see it.
    Object.assign(entry, { bytes: Buffer.concat([entry.bytes, bytes]), modifiedAt: now() });
  };
  const makeDirectory = (path: string, mode = 0o700): void => {
    for (let here = path; !directories.has(here); here = posix.dirname(here)) {
      directories.set(here, mode);
      if (here === posix.dirname(here)) break;
    }
  };
  const describe = (path: string, links: ReadonlySet<string>): FileStat | undefined => {
    const entry = entries.get(path);
    const mode = entry?.mode ?? directories.get(path);
    if (mode === undefined) return undefined;
    const isSymbolicLink = links.has(path);
    return {
      mode,
      size: entry?.bytes.length ?? 0,
      modifiedAt: entry?.modifiedAt ?? 0,
      changedAt: changes.get(path) ?? 0,
      isFile: entry !== undefined && !isSymbolicLink,
      isDirectory: entry === undefined && !isSymbolicLink,
      isSymbolicLink,
      own: true,
      ofSystem: false,
      othersWrite: (mode & 0o022) !== 0,
    };
  };
  const files: FakeFiles = {
    links: new Set(),
    before: () => undefined,
    after: () => undefined,
    text(path) {
      const entry = entries.get(path);
      return entry && new TextDecoder().decode(entry.bytes);
    },
    put(path, contents, mode) {
      makeDirectory(posix.dirname(path));
      put(path, typeof contents === 'string' ? Buffer.from(contents) : contents, mode);
    },
    paths: () => [...entries.keys()].sort(),
    read: (path) => step('read', path, () => entries.get(path)?.bytes),
    readForeign(path, limit) {
      files.before('read', path);
      const bytes = entries.get(path)?.bytes;
      if (bytes && bytes.length > limit) {
        throw new PayctlError('CONFIG', wording.quoted(`${path} is larger than ${limit} bytes`));
      }
      return bytes;
    },
    create: (path, bytes) =>
      step('create', path, () => {
        needDirectory(path);
        if (entries.has(path)) return false;
        put(path, bytes);
        return true;
      }),
    link: (path, name) =>
      step('link', name, () => {
        needDirectory(name);
        const entry = entries.get(path);
        if (!entry)
          throw new PayctlError('CONFIG', wording.quoted(`cannot create ${name}: ENOENT`));
        if (entries.has(name)) return false;
        entries.set(name, entry);
        changed(name);
        return true;
      }),
    isSameFile: (path, name) => entries.has(path) && entries.get(path) === entries.get(name),
    append: (path, bytes) => step('append', path, () => append(path, bytes)),
    appendUnflushed: (path, bytes) => step('append', path, () => append(path, bytes)),
    replace: (path, bytes) =>
      step('replace', path, () => {
        needDirectory(path);
        put(path, wholeOf(bytes));
      }),
    open: (path) => step('read', path, () => openBytes(entries.get(path)?.bytes)),
    remove: (path) =>
      step('remove', path, () => {
        if (entries.delete(path)) changed(path);
      }),
    names: (directory) => step('list', directory, () => namesIn(directory, entries, directories)),
    list: (directory) => step('list', directory, () => namesIn(directory, entries, directories)),
    makeDirectory: (path) => step('makeDirectory', path, () => makeDirectory(path)),
    stat: (path) => describe(path, files.links),
    statForeign: (path) => describe(path, new Set()),
    ephemeralFileSystem: () => undefined,
    chmod(path, mode) {
      const entry = entries.get(path);
      if (entry) entry.mode = mode;
      else if (directories.has(path)) directories.set(path, mode);
    },
  };
  for (const [path, text] of Object.entries(planted)) files.put(path, text);
  return files;
}

function namesIn(
  directory: string,
  entries: ReadonlyMap<string, Entry>,
  directories: ReadonlyMap<string, number>,
): string[] {
  const paths = [...entries.keys(), ...directories.keys()];
  return paths
    .filter((path) => posix.dirname(path) === directory && path !== directory)
    .map((path) => posix.basename(path))
    .sort();
}
