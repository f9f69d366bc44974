// @ts-check
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './shared.mjs';

/** The newest Node of a line (`24`), or of a version, from the npm registry: path of the program. */
export function nodeOf(line) {
  const folder = join(root, 'build/nodes', line);
  const binary = join(folder, 'node_modules/node/bin/node');
  if (existsSync(binary)) return binary;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  const args = ['install', '--no-audit', '--no-fund', `node@${line}`];
  const { status, stderr } = spawnSync('npm', args, { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`npm could not install node@${line}: ${stderr}`);
  return binary;
}
