import { lstatSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { orNothing } from '../core/or-nothing.js';
import {
  type CodeCache,
  checksumOf,
  type Entry,
  HEAD_BYTES,
  isPrivate,
  type Kept,
} from './code-cache.js';
import { attempt } from './disk.js';
import { bytesOf, type Loader } from './loader.js';

/** V8 throws code away that was not used for long, and a run of that length has no haste. */
const MOST_SECONDS = 10;
/** Commands, and builds of payctl and Node, that lie side by side. */
const MOST = { commands: 24, builds: 4 };

/** Keeps what this run had to compile. */
export function keepCode({ cache, isComplete, kept }: Loader, compiled: Loader['compiled']): void {
  if (cache === undefined || isComplete || process.uptime() > MOST_SECONDS) return;
  writeCode(cache, () => {
    const made = codeOf(compiled);
    const names = new Set(made.map(({ name }) => name));
    const others = [...kept.values()].filter(({ name }) => !names.has(name));
    return [...made, ...others.flatMap((entry) => keptCode(cache, entry))];
  });
}

/** What other runs kept of a file that this one did not load. */
function keptCode(cache: CodeCache, entry: Entry): Kept[] {
  const { from: _from, to: _to, ...about } = entry;
  const code = cache.codeOf(entry, Buffer.alloc(0));
  return code === undefined ? [] : [{ ...about, code }];
}

/** The code of all that was loaded. */
export function codeOf(compiled: Loader['compiled']): Kept[] {
  return compiled.map(({ source: { name, size, modifiedAt, text }, script }) => ({
    name,
    size,
    modifiedAt,
    checksum: checksumOf(bytesOf(text)),
    code: script.createCachedData(),
  }));
}

/** Nothing is deleted through a link. */
export function writeCode(cache: CodeCache, collect: () => readonly Kept[]): void {
  orNothing(() => {
    if (!cache.isMade()) return cache.make();
    if (!cache.isSound()) return;
    writeAside(cache.path, packTwice(collect()));
    prune(dirname(cache.path), MOST.commands);
    prune(dirname(dirname(cache.path)), MOST.builds);
  });
}

/** Directories of builds in which nothing was kept since `before`, but those of this version. */
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

/** Those that were written least lately give way. */
function prune(directory: string, most: number): void {
  const entries = readdirSync(directory).map((name) => join(directory, name));
  if (entries.length <= most) return;
  const writtenAt = new Map(entries.map((path) => [path, lstatSync(path).mtimeMs]));
  entries.sort((a, b) => (writtenAt.get(b) ?? 0) - (writtenAt.get(a) ?? 0));
  for (const path of entries.slice(most)) rmSync(path, { recursive: true, force: true });
}

/**
 * The head, the table as JSON, the code of each. V8 checks little of what it is given (of the source
 * its length, of the code nothing), so that a damaged or a foreign one must not reach it.
 */
export function pack(kept: readonly Kept[]): Buffer {
  let end = 0;
  const rows = kept.map(({ name, size, modifiedAt, checksum, code }) => {
    const from = end;
    end += aligned(code.length);
    return [name, size, modifiedAt, checksum, from, from + code.length];
  });
  const table = filled(Buffer.from(JSON.stringify(rows)), ' ');
  const codes = kept.map(({ code }) => filled(code, '\0'));
  const whole = Buffer.concat([Buffer.alloc(HEAD_BYTES), table, ...codes]);
  whole.writeUInt32LE(whole.length, 4);
  whole.writeUInt32LE(table.length, 8);
  whole.writeUInt32LE(checksumOf(whole.subarray(4)), 0);
  return whole;
}

export function packTwice(kept: readonly Kept[]): Buffer {
  const once = pack(kept);
  return Buffer.concat([once, once]);
}

/** V8 copies code that lies elsewhere than at a multiple of it. */
const ALIGNMENT = 8;

function aligned(length: number): number {
  return Math.ceil(length / ALIGNMENT) * ALIGNMENT;
}

function filled(bytes: Buffer, by: string): Buffer {
  return Buffer.concat([bytes, Buffer.alloc(aligned(bytes.length) - bytes.length, by)]);
}
