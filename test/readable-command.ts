import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterFile } from './leftovers.js';

const ROOT = resolve(import.meta.dirname, '..');

/**
 * Puts the built command, as it is installed, where every user can read it, and gives the program and
 * arguments that run it: this clone and its Node may lie where no other user comes.
 */
export function readableCommand(uid: number): [node: string, bin: string] {
  const directory = mkdtempSync(join(tmpdir(), 'payctl-readable-'));
  afterFile(() => rmSync(directory, { recursive: true, force: true }));
  chmodSync(directory, 0o755);
  const to = join(directory, 'payctl');
  const parts = ['package.json', 'bin', 'dist', ...installedPackages()];
  for (const part of parts) cpSync(join(ROOT, part), join(to, part), { recursive: true });
  execFileSync('chmod', ['-R', 'a+rX', to]);
  return [readableNode(directory, uid), join(to, 'bin/payctl.js')];
}

/** What comes with the package, without what only its development needs. */
function installedPackages(): string[] {
  const { packages }: { packages: Record<string, { dev?: true }> } = JSON.parse(
    readFileSync(join(ROOT, 'package-lock.json'), 'utf8'),
  );
  return Object.entries(packages)
    .filter(([path, { dev }]) => path !== '' && !dev && existsSync(join(ROOT, path)))
    .map(([path]) => path);
}

function readableNode(directory: string, uid: number): string {
  if (spawnSync(process.execPath, ['-v'], { uid, cwd: '/' }).status === 0) return process.execPath;
  const copy = join(directory, 'node');
  cpSync(process.execPath, copy);
  chmodSync(copy, 0o755);
  return copy;
}
