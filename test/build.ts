import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '..');
/** What the build reads. */
const SOURCES = [
  ...['src', 'scripts', 'examples', 'bin', 'package.json', 'tsconfig.json', 'tsconfig.build.json'],
  'node_modules/.package-lock.json',
];
const BUILT = join(ROOT, 'dist/main.js');

/** Builds before the tests what has changed since, so that those of the real command never meet a stale one. */
export default function setup(): void {
  if (isFresh()) return;
  const { status } = spawnSync(process.execPath, ['scripts/build.mjs'], {
    cwd: ROOT,
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error('the build failed');
}

function isFresh(): boolean {
  const builtAt = existsSync(BUILT) ? changedAt(BUILT) : 0;
  return SOURCES.flatMap(withContents).every((path) => changedAt(path) < builtAt);
}

/** Of what is not there, nobody knows. */
function changedAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
}

/** Directories too: they change when something in them is removed. */
function withContents(name: string): string[] {
  const path = join(ROOT, name);
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return [path];
  const inside = readdirSync(path, { recursive: true, encoding: 'utf8' });
  return [path, ...inside.map((each) => join(path, each))];
}
