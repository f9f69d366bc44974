import { lstatSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { tryOrUndefined } from '../../core/try-or-undefined.js';
import { attempt } from '../disk.js';
import { type CodeCache, type CompiledCode, encode, isPrivate } from './code-cache.js';
import type { Loader } from './loader.js';

/** V8 throws code away that was not used for long, so that of a long run would be incomplete. */
const MOST_SECONDS = 10;
/** Commands, and builds of payctl and Node, that lie side by side. */
const MOST = { commands: 24, builds: 4 };

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

/** A run never fails because code cannot be saved; nothing is deleted through a link. */
export function write(cache: CodeCache, collect: () => readonly CompiledCode[]): void {
  tryOrUndefined(() => {
    if (!cache.exists()) return cache.create();
    if (!cache.isPrivate()) return;
    writeAside(cache.path, encode(collect()));
    prune(dirname(cache.path), MOST.commands);
    prune(dirname(dirname(cache.path)), MOST.builds);
  });
}

/** Directories of builds in which nothing was saved since `before`, but those of this version. */
export function oldCode(own: string, version: string, before: number): string[] {
  const root = join(own, 'code');
  if (![own, root].every(isPrivate)) return [];
  return readdirSync(root)
    .filter((name) => !name.startsWith(`${version}-`))
    .map((name) => join(root, name))
    .filter((path) => isPrivate(path) && lstatSync(path).mtimeMs < before);
}

export function removeCode(directory: string): void {
  attempt('remove', directory, () => rmSync(directory, { recursive: true, force: true }));
}

/** Whole or not at all: other runs read while this one writes. */
function writeAside(path: string, bytes: Buffer): void {
  const aside = join(dirname(path), `.${process.pid}`);
  try {
    rmSync(aside, { force: true });
    writeFileSync(aside, bytes, { flag: 'wx', mode: 0o600 });
    renameSync(aside, path);
  } catch (error) {
    rmSync(aside, { force: true });
    throw error;
  }
}

/** The oldest give way. */
function prune(directory: string, most: number): void {
  const entries = readdirSync(directory).map((name) => join(directory, name));
  if (entries.length <= most) return;
  const writtenAt = new Map(entries.map((path) => [path, lstatSync(path).mtimeMs]));
  entries.sort((a, b) => (writtenAt.get(b) ?? 0) - (writtenAt.get(a) ?? 0));
  for (const path of entries.slice(most)) rmSync(path, { recursive: true, force: true });
}
