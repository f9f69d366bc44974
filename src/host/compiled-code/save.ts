import { lstatSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { tryOrUndefined } from '../../core/try-or-undefined.js';
import { withDiskErrors } from '../disk.js';
import { type CodeCache, type CompiledCode, encode, isPrivate } from './code-cache.js';
import type { Loader } from './loader.js';

/** In a longer run V8 has thrown unused code away, so that what is left would be incomplete. */
const MOST_SECONDS = 10;
/** How many commands of a build, and how many builds, are kept. */
const MAX = { commands: 24, builds: 4 };

/** Saves what this run had to compile; code of files that it did not load stays. */
export function saveCompiledCode({ cache, saved }: Loader, compiled: Loader['compiled']): void {
  if (process.uptime() > MOST_SECONDS) return;
  write(cache, () => {
    const fresh = compiled.map(({ source, script }) => ({
      ...source,
      code: script.createCachedData(),
    }));
    const names = new Set(fresh.map(({ name }) => name));
    return [...fresh, ...[...saved.values()].filter(({ name }) => !names.has(name))];
  });
}

/** Never throws: a run does not fail because code cannot be saved. Deletes nothing through a link. */
export function write(cache: CodeCache, collect: () => readonly CompiledCode[]): void {
  tryOrUndefined(() => {
    if (!cache.exists()) return cache.create();
    if (!cache.isPrivate()) return;
    replaceFile(cache.path, encode(collect()));
    prune(dirname(cache.path), MAX.commands);
    prune(dirname(dirname(cache.path)), MAX.builds);
  });
}

/**
 * Directories of builds of other versions, in which nothing was saved since `before` (milliseconds
 * since the epoch).
 */
export function oldCode(own: string, version: string, before: number): string[] {
  const root = join(own, 'code');
  if (![own, root].every(isPrivate)) return [];
  return readdirSync(root)
    .filter((name) => !name.startsWith(`${version}-`))
    .map((name) => join(root, name))
    .filter((path) => isPrivate(path) && lstatSync(path).mtimeMs < before);
}

/** Deletes the code of a build. Throws PayctlError CONFIG. */
export function removeCode(directory: string): void {
  withDiskErrors('remove', directory, () => rmSync(directory, { recursive: true, force: true }));
}

/** Whole or not at all, because other runs may be reading. */
function replaceFile(path: string, bytes: Buffer): void {
  const temporary = join(dirname(path), `.${process.pid}`);
  try {
    rmSync(temporary, { force: true });
    writeFileSync(temporary, bytes, { flag: 'wx', mode: 0o600 });
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

function prune(directory: string, most: number): void {
  const entries = readdirSync(directory).map((name) => join(directory, name));
  if (entries.length <= most) return;
  const writtenAt = new Map(entries.map((path) => [path, lstatSync(path).mtimeMs]));
  entries.sort((a, b) => (writtenAt.get(b) ?? 0) - (writtenAt.get(a) ?? 0));
  for (const path of entries.slice(most)) rmSync(path, { recursive: true, force: true });
}
