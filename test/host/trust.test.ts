import { chmodSync, lstatSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { CodeCache } from '../../src/host/compiled-code/code-cache.js';
import { write as writeCode } from '../../src/host/compiled-code/save.js';
import { flawOf } from '../../src/host/trust.js';
import { temporaryDirectory } from '../fixtures/child.js';
import { describeWith } from '../fixtures/needs.js';

const US = 12_345;
const OUR_GROUP = 54_321;

afterEach(() => {
  vi.restoreAllMocks();
});

describeWith('Linux', 'what payctl keeps', () => {
  const flaw = (mode: number, owner = { uid: US, gid: OUR_GROUP }) => {
    vi.spyOn(process, 'geteuid').mockReturnValue(US);
    vi.spyOn(process, 'getegid').mockReturnValue(OUR_GROUP);
    vi.spyOn(process, 'getgroups').mockReturnValue([OUR_GROUP, 1]);
    return flawOf(Object.assign(lstatSync('/'), { mode: 0o40_000 | mode, ...owner }));
  };

  it.each([
    ['of this user', 0o755, {}, undefined],
    ['of root', 0o755, { uid: 0 }, undefined],
    ['of somebody else', 0o700, { uid: 1 }, 'owner'],
    ['for all to write', 0o702, {}, 'writable'],
    ['for a group of this user alone', 0o770, {}, undefined],
    // Of daemon, which is another account.
    ['for a group with another account', 0o770, { gid: 1 }, 'writable'],
    ['for a group of others', 0o770, { gid: 54_322 }, 'writable'],
  ])('%s', (_, mode, owner, expected) => {
    expect(flaw(mode, { uid: US, gid: OUR_GROUP, ...owner })).toBe(expected);
  });
});

describe('compiled code', () => {
  const kept = () => [{ name: 'one.js', size: 1, modifiedAt: 1, code: Buffer.alloc(8) }];

  /** As it is after some runs of a build, in `payctl/code` of the caches. */
  async function filled() {
    const caches = await temporaryDirectory();
    const own = join(caches, 'payctl');
    const root = join(own, 'code');
    const cache = new CodeCache(own, 'build', 'token');
    writeCode(cache, kept);
    writeCode(cache, kept);
    expect(cache.read()).toHaveLength(1);
    return { caches, own, root };
  }

  it('is neither run, made nor pruned through a link above it', async () => {
    const { caches, own } = await filled();
    const linked = join(caches, 'linked');
    symlinkSync(own, linked);
    for (let old = 0; old < 9; old++) mkdirSync(join(own, 'code', `old-${old}`), { mode: 0o700 });
    const before = readdirSync(join(own, 'code'));
    expect(new CodeCache(linked, 'build', 'token').read()).toEqual([]);
    for (const build of ['build', 'new']) writeCode(new CodeCache(linked, build, 'token'), kept);
    expect(readdirSync(join(own, 'code'))).toEqual(before);
    expect(readdirSync(own)).toEqual(['code']);
  });

  it('is not run where others can exchange its directory', async () => {
    const { own, root } = await filled();
    for (const directory of [own, root]) {
      chmodSync(directory, 0o777);
      expect(new CodeCache(own, 'build', 'token').read()).toEqual([]);
      chmodSync(directory, 0o700);
    }
  });
});
