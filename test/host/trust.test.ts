import { lstatSync } from 'node:fs';
import { afterEach, expect, it, vi } from 'vitest';
import { findFlaw } from '../../src/host/trust.js';
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
    return findFlaw(Object.assign(lstatSync('/'), { mode: 0o40_000 | mode, ...owner }));
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
