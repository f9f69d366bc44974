import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { VERSION } from '../../src/core/version.js';

const ROOT = resolve(import.meta.dirname, '../..');

let tree: string;
beforeEach(() => {
  tree = mkdtempSync(join(tmpdir(), 'payctl-release-'));
  git('clone', '--quiet', '--shared', '--no-tags', ROOT, tree);
  symlinkSync(join(ROOT, 'node_modules'), join(tree, 'node_modules'));
  writeFileSync(join(tree, '.git/info/exclude'), 'node_modules\n');
});
afterEach(() => rmSync(tree, { recursive: true, force: true }));

function git(...args: string[]): void {
  const who = ['-c', 'user.name=test', '-c', 'user.email=test@shop.example'];
  execFileSync('git', [...who, '-C', args[0] === 'clone' ? ROOT : tree, ...args]);
}

/** The script of today in the tree of the last commit. */
function release() {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/release.mjs'], {
    cwd: tree,
    encoding: 'utf8',
  });
  return [status, stderr];
}

const refused = (what: string) => [1, `not ready: ${what} does not hold\n`];

describe('npm run release', () => {
  it('refuses a tree that is not clean', () => {
    writeFileSync(join(tree, 'left.txt'), 'x');
    expect(release()).toEqual(refused('the tree is clean'));
  });

  it('refuses a version that was published, and one without changes', () => {
    writeFileSync(join(tree, 'CHANGELOG.md'), '# Changes\n\n## Unreleased\n');
    git('commit', '--quiet', '--all', '-m', 'x', '--no-verify');
    expect(release()).toEqual(refused('CHANGELOG.md has the version on top'));
    git('tag', `v${VERSION}`);
    expect(release()).toEqual(refused(`v${VERSION} is not tagged yet`));
  });
});
