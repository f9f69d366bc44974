import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { VERSION } from '../../src/core/version.js';

const ROOT = resolve(import.meta.dirname, '../..');

let place: string;
let tree: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'payctl-release-'));
  tree = join(place, 'tree');
  writeFileSync(join(place, 'gitconfig'), SETTINGS);
  git('clone', '--quiet', '--shared', '--no-tags', ROOT, tree);
  symlinkSync(join(ROOT, 'node_modules'), join(tree, 'node_modules'));
  writeFileSync(join(tree, '.git/info/exclude'), 'node_modules\n');
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

// Of a repository of another user git reads nothing, unless a file of settings trusts it.
const SETTINGS = `[user]
name = test
email = test@shop.example
[safe]
directory = *
`;

function git(...args: string[]): void {
  const env = { ...process.env, GIT_CONFIG_GLOBAL: join(place, 'gitconfig') };
  execFileSync('git', args, { cwd: place, env });
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
    git('-C', tree, 'commit', '--quiet', '--all', '-m', 'x', '--no-verify');
    expect(release()).toEqual(refused('CHANGELOG.md has the version on top'));
    git('-C', tree, 'tag', `v${VERSION}`);
    expect(release()).toEqual(refused(`v${VERSION} is not tagged yet`));
  });
});
