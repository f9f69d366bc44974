import { describe, expect, it } from 'vitest';
import type { Resolved } from '../../src/config/provenance.js';
import { environmentOf, isReadOnly, resolve, type Selection } from '../../src/config/resolve.js';
import { SETTING_NAMES, variableOf } from '../../src/config/settings.js';
import { findPaths } from '../../src/state/paths.js';
import { fakeHost } from '../fixtures/fake-host.js';

const SANDBOX = {
  baseUrl: 'http://sandbox.localhost',
  apiKey: 'sandbox-key',
  apiSecret: 'sandbox-secret',
  environment: 'test',
  companyId: '001',
};

const SHOP = {
  baseUrl: 'https://api.bank.example',
  apiKey: 'shop-key',
  companyId: '00100',
  timeout: 20,
  readOnly: true,
  future: 'kept',
};

const CONFIG = '/home/tester/.config/payctl/config.json';

function run(selection: Selection, env: Record<string, string> = {}, config?: object): Resolved {
  const files: Record<string, string> = config ? { [CONFIG]: JSON.stringify(config) } : {};
  const host = fakeHost({ env, files });
  return resolve(host, findPaths(host), selection, SANDBOX);
}

const twoProfiles = {
  current: 'shop',
  profiles: {
    shop: SHOP,
    test: { ...SHOP, baseUrl: 'https://test.bank.example', environment: 'test' },
  },
};

describe('the variables of the settings', () => {
  it('are those of the contract', () => {
    expect(SETTING_NAMES.map(variableOf)).toEqual(
      expect.arrayContaining([
        'PAYCTL_BASE_URL',
        'PAYCTL_API_KEY',
        'PAYCTL_API_SECRET',
        'PAYCTL_APPLICATION_ID',
        'PAYCTL_RESOURCE_OWNER_ID',
        'PAYCTL_COMPANY_ID',
        'PAYCTL_TERMINAL_ID',
        'PAYCTL_BILLER_ID',
        'PAYCTL_MERCHANT_ID',
        'PAYCTL_OUT_TRADE_NO_PREFIX',
        'PAYCTL_MERCHANT_APP',
        'PAYCTL_ENVIRONMENT',
        'PAYCTL_READ_ONLY',
        'PAYCTL_CLIENT_CERT',
        'PAYCTL_CLIENT_KEY',
        'PAYCTL_CLIENT_KEY_PASSPHRASE',
        'PAYCTL_CA',
        'PAYCTL_SECRET_COMMAND',
        'PAYCTL_LANG',
        'PAYCTL_TIMEOUT',
      ]),
    );
  });
});

describe('resolution', () => {
  it('works by the environment alone, without any file', () => {
    const env = { PAYCTL_BASE_URL: 'https://api.bank.example', PAYCTL_API_KEY: 'key' };
    const resolved = run({}, { ...env, PAYCTL_API_SECRET: 'canary' });
    expect(resolved.profile).toBe('environment');
    expect(resolved.values).toEqual({
      baseUrl: 'https://api.bank.example',
      apiKey: 'key',
      environment: 'live',
      merchantApp: 'shopapp',
    });
    expect(resolved.secrets.apiSecret?.reveal()).toBe('canary');
    expect(JSON.stringify(resolved)).not.toContain('canary');
  });

  it('takes flag before environment before profile before default', () => {
    const env = { PAYCTL_COMPANY_ID: '2', PAYCTL_TERMINAL_ID: 'te' };
    const config = {
      current: 'a',
      profiles: { a: { companyId: '1', terminalId: 'tp', lang: 'th' } },
    };
    const { values, origins } = run({ flags: { companyId: '3' } }, env, config);
    expect(values).toMatchObject({
      companyId: '3',
      terminalId: 'te',
      lang: 'th',
      merchantApp: 'shopapp',
    });
    expect(origins).toMatchObject({
      companyId: 'flag',
      terminalId: 'environment',
      lang: 'profile',
      merchantApp: 'default',
    });
  });

  it('takes the profile of the flag, else of the environment, else the current one', () => {
    expect(run({}, {}, twoProfiles).profile).toBe('shop');
    expect(run({}, { PAYCTL_PROFILE: 'test' }, twoProfiles).profile).toBe('test');
    expect(run({ profile: 'shop' }, { PAYCTL_PROFILE: 'test' }, twoProfiles).profile).toBe('shop');
  });

  const foreign = {
    PAYCTL_BASE_URL: 'https://other.bank.example',
    PAYCTL_API_KEY: 'other-key',
    PAYCTL_API_SECRET: 'canary',
    PAYCTL_SECRET_COMMAND: 'print-canary',
    PAYCTL_CLIENT_CERT: '/other.pem',
    PAYCTL_ENVIRONMENT: 'test',
    PAYCTL_COMPANY_ID: '00200',
  };

  it('ignores address and credentials of the environment when --profile names the connection', () => {
    const { values, secrets, ignored } = run({ profile: 'shop' }, foreign, twoProfiles);
    expect(values).toEqual({
      baseUrl: SHOP.baseUrl,
      apiKey: SHOP.apiKey,
      environment: 'live',
      companyId: '00200',
      merchantApp: 'shopapp',
      readOnly: 'true',
      timeout: '20',
    });
    expect(secrets).toEqual({});
    expect(ignored).toEqual([
      'PAYCTL_BASE_URL',
      'PAYCTL_API_KEY',
      'PAYCTL_API_SECRET',
      'PAYCTL_ENVIRONMENT',
      'PAYCTL_SECRET_COMMAND',
      'PAYCTL_CLIENT_CERT',
    ]);
  });

  it.each<[string, Selection, Record<string, string>, object | undefined]>([
    ['--sandbox', { sandbox: true }, foreign, twoProfiles],
    ['--profile sandbox', { profile: 'sandbox' }, foreign, undefined],
    ['PAYCTL_PROFILE=sandbox', {}, { ...foreign, PAYCTL_PROFILE: 'sandbox' }, twoProfiles],
  ])('%s is the embedded bank as a whole, and needs no file', (_, selection, env, config) => {
    const { profile, values, secrets } = run(selection, env, config);
    expect(profile).toBe('sandbox');
    expect(values).toMatchObject({
      baseUrl: SANDBOX.baseUrl,
      apiKey: SANDBOX.apiKey,
      environment: 'test',
    });
    expect(secrets.apiSecret?.reveal()).toBe(SANDBOX.apiSecret);
  });

  it('lets an address of the environment stand before the sandbox as current profile', () => {
    const current = { current: 'sandbox', profiles: {} };
    expect(run({}, {}, current).profile).toBe('sandbox');
    expect(run({}, foreign, current)).toMatchObject({
      profile: 'environment',
      values: { baseUrl: foreign.PAYCTL_BASE_URL },
    });
  });

  it('lets environment and profile stand together when nothing is named', () => {
    const { values, secrets } = run({}, { PAYCTL_API_SECRET: 'canary' }, twoProfiles);
    expect(values.baseUrl).toBe(SHOP.baseUrl);
    expect(secrets.apiSecret?.reveal()).toBe('canary');
  });

  it('reads no secret from the settings file', () => {
    const config = { current: 'a', profiles: { a: { apiSecret: 'canary' } } };
    const resolved = run({}, {}, config);
    expect(resolved.secrets).toEqual({});
    expect(JSON.stringify(resolved)).not.toContain('canary');
  });

  it('collects what is wrong, with its place', () => {
    const config = {
      current: 'a',
      profiles: { a: { billerId: '12', baseUrl: 'http://bank.example' } },
    };
    const { problems } = run({ flags: { lang: 'fr' } }, { PAYCTL_ENVIRONMENT: 'prod' }, config);
    const lines = problems.map(({ message, fix }) => `${message} -> ${fix}`);
    expect(lines).toMatchInlineSnapshot(`
      [
        "baseUrl of the profile a must begin with https:// (http:// only for this machine) -> payctl config set baseUrl … -p a",
        "PAYCTL_ENVIRONMENT must be test or live -> export PAYCTL_ENVIRONMENT=…",
        "billerId of the profile a must be 15 digits -> payctl config set billerId … -p a",
        "lang must be en or th -> payctl config set lang … -p a",
      ]
    `);
  });

  it('takes everything but a clear test for live, and everything but a clear no for read-only', () => {
    const environment = (value: string) => environmentOf(run({}, { PAYCTL_ENVIRONMENT: value }));
    expect(['test', 'live', 'TEST', 'prod', ''].map(environment)).toEqual([
      'test',
      'live',
      'live',
      'live',
      'live',
    ]);
    const readOnly = (value: string) => isReadOnly(run({}, { PAYCTL_READ_ONLY: value }));
    expect(['true', '1', 'maybe', 'FALSE', '0', ''].map(readOnly)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  it('refuses a profile that is not there, and two connections at once', () => {
    expect(() => run({ profile: 'absent' }, {}, twoProfiles)).toThrow(
      'there is no profile "absent"',
    );
    expect(() => run({ profile: 'constructor' }, {}, twoProfiles)).toThrow('there is no profile');
    expect(() => run({ profile: 'shop', sandbox: true }, {}, twoProfiles)).toThrow(
      '--sandbox and --profile shop name two connections',
    );
  });
});
