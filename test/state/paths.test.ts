import { describe, expect, it } from 'vitest';
import { findCache } from '../../src/state/cache-directory.js';
import { findPaths } from '../../src/state/paths.js';
import { said } from '../fixtures/said.js';

const find = (platform: string, env: Record<string, string>) => {
  const { config, state } = findPaths({ platform, env, cwd: '/place' });
  return { config, state };
};

describe('paths', () => {
  it.each([
    ['linux', { HOME: '/home/a' }, '/home/a/.config/payctl', '/home/a/.local/state/payctl'],
    [
      'linux',
      { HOME: '/home/a', XDG_CONFIG_HOME: '/xc', XDG_STATE_HOME: '/xs' },
      '/xc/payctl',
      '/xs/payctl',
    ],
    [
      'linux',
      { HOME: '/home/a', XDG_CONFIG_HOME: 'relative', XDG_STATE_HOME: '' },
      '/home/a/.config/payctl',
      '/home/a/.local/state/payctl',
    ],
    [
      'darwin',
      { HOME: '/Users/a' },
      '/Users/a/Library/Preferences/payctl',
      '/Users/a/Library/Application Support/payctl',
    ],
    [
      'win32',
      { USERPROFILE: 'C:\\Users\\a', APPDATA: 'C:\\Users\\a\\AppData\\Roaming' },
      'C:\\Users\\a\\AppData\\Roaming\\payctl\\Config',
      'C:\\Users\\a\\AppData\\Local\\payctl\\Data',
    ],
    [
      'linux',
      { PAYCTL_CONFIG_DIR: '/c', PAYCTL_STATE_DIR: '/here', XDG_CONFIG_HOME: '/xc' },
      '/c',
      '/here',
    ],
    ['linux', { PAYCTL_CONFIG_DIR: '/a/../c//', PAYCTL_STATE_DIR: '/here/' }, '/c', '/here'],
  ])('on %s with %o', (platform, env, config, state) => {
    expect(find(platform, env)).toEqual({ config, state });
  });

  it.each([
    ['PAYCTL_STATE_DIR', 'here', 'export PAYCTL_STATE_DIR=/place/here'],
    ['PAYCTL_CONFIG_DIR', './my files', "export PAYCTL_CONFIG_DIR='/place/my files'"],
  ])('refuses a relative %s, which is another place in every directory', (name, value, hint) => {
    const env = { HOME: '/home/a', [name]: value };
    expect(() => find('linux', env)).toThrow(
      expect.objectContaining({ exitClass: 'CONFIG', facts: { hint: said(hint) } }),
    );
  });

  it('says what to set where no home directory is known', () => {
    expect(() => find('linux', {})).toThrow('the home directory is not known');
    expect(() => find('linux', { HOME: 'here' })).toThrow('is not an absolute path');
  });

  it.each([
    ['linux', { HOME: '/home/a' }, '/home/a/.cache/payctl'],
    ['linux', { HOME: '/home/a', XDG_CACHE_HOME: '/xc' }, '/xc/payctl'],
    ['linux', { HOME: '/home/a', XDG_CACHE_HOME: 'relative' }, '/home/a/.cache/payctl'],
    ['darwin', { HOME: '/Users/a' }, '/Users/a/Library/Caches/payctl'],
    ['win32', { LOCALAPPDATA: 'C:\\Local' }, 'C:\\Local\\payctl\\Cache'],
    ['linux', {}, undefined],
    ['win32', {}, undefined],
  ])('on %s with %o caches lie in %s', (platform, env, cache) => {
    expect(findCache({ platform, env })).toBe(cache);
  });
});
