// npm run release: everything that must hold before a version is published; publishes nothing. Refuses
// an unclean tree, a version without changes, and a version that is tagged already.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './bundle.mjs';

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const CHECKS = [
  ['the tree is clean', () => output('git', 'status', '--porcelain') === ''],
  [`v${version} is not tagged yet`, () => output('git', 'tag', '--list', `v${version}`) === ''],
  ['CHANGELOG.md has the version on top', () => changesOnTop() === version],
  ['a clean installation', () => run('npm', 'ci')],
  ['types, lint, derived files, package', () => run('npm', 'run', 'check')],
  ['tests', () => run('npm', 'test')],
  ['fault tests in full', () => run('npm', 'run', 'test:faults')],
  ['every supported Node', () => run('npm', 'run', 'test:nodes')],
  ['the Debian package', () => run('npm', 'run', 'build:deb')],
  ['the bill of materials', () => run('npm', 'run', 'sbom')],
  ['the tree is still clean', () => output('git', 'status', '--porcelain') === ''],
];

for (const [name, holds] of CHECKS) {
  if (!holds()) {
    console.error(`not ready: ${name} does not hold`);
    process.exit(1);
  }
  console.log(`ok: ${name}`);
}
console.log(`
Ready. Publish with provenance from CI, and tag what was published:
  npm publish --provenance
  git tag --sign v${version} && git push origin v${version}`);

function changesOnTop() {
  return /^## (\S+)/m.exec(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'))?.[1];
}

function run(command, ...args) {
  return spawnSync(command, args, { cwd: root, stdio: 'inherit' }).status === 0;
}

function output(command, ...args) {
  return spawnSync(command, args, { cwd: root, encoding: 'utf8' }).stdout.trim();
}
