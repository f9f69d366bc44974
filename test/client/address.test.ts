import { describe, expect, it } from 'vitest';
import { proxyFor, proxySettings } from '../../src/client/address.js';

describe('base URLs and proxies', () => {
  const way = (url: string, noProxy?: string, httpsProxy = 'http://proxy.example:3128') => {
    const proxy = proxyFor(new URL(url), { httpsProxy, noProxy });
    return proxy instanceof URL ? proxy.href : proxy;
  };
  const PROXY = 'http://proxy.example:3128/';

  it.each([
    ['https://bank.example', undefined, PROXY],
    ['https://bank.example', '', PROXY],
    ['https://bank.example', 'other.example', PROXY],
    ['https://bank.example', 'ank.example', PROXY],
    ['https://bank.example', 'bank.example', undefined],
    ['https://bank.example', 'a.example, BANK.example', undefined],
    ['https://api.bank.example', 'bank.example', undefined],
    ['https://api.bank.example', '.bank.example', undefined],
    ['https://api.bank.example', '*.bank.example', undefined],
    ['https://bank.example', 'bank.example:443', undefined],
    ['https://bank.example:8443', 'bank.example:443', PROXY],
    ['https://bank.example:8443', 'bank.example:8443', undefined],
    ['https://bank.example', '*', undefined],
    ['https://127.0.0.1', undefined, undefined],
    ['https://localhost:8443', undefined, undefined],
    ['http://127.0.0.1', undefined, undefined],
    ['http://127.shop.localhost', undefined, undefined],
  ])('%s without %j goes by %j', (url, noProxy, expected) => {
    expect(way(url, noProxy)).toBe(expected);
  });

  it('takes a proxy without its scheme, and refuses what is no proxy', () => {
    expect(way('https://bank.example', '', 'proxy.example:3128')).toBe(PROXY);
    expect(way('https://bank.example', '', 'socks5://proxy.example')).toBe('unusable');
    expect(way('https://bank.example', '', 'http://')).toBe('unusable');
  });
});

it('the settings: the profile beats lower case beats upper case', () => {
  const env = { HTTPS_PROXY: 'http://upper', https_proxy: 'http://lower', NO_PROXY: 'x' };
  expect(proxySettings(env)).toEqual({ httpsProxy: 'http://lower', noProxy: 'x' });
  expect(proxySettings({ HTTPS_PROXY: 'http://upper' }).httpsProxy).toBe('http://upper');
  expect(proxySettings(env, 'http://profile').httpsProxy).toBe('http://profile');
  expect(proxySettings({})).toEqual({});
});
