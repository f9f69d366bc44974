import { describe, expect, it } from 'vitest';
import type { Resolved } from '../../src/config/provenance.js';
import {
  isReadOnly,
  type ProfileSelection,
  resolve,
  resolvedEnvironment,
} from '../../src/config/resolve.js';
import { SETTING_NAMES, settingVariable } from '../../src/config/settings.js';
import { findPaths } from '../../src/state/paths.js';
import { fakeHost } from '../fixtures/fake-host.js';

const BASE_URL = 'http://sandbox.localhost';
const KEYS = { apiKey: 'sandbox-key', apiSecret: 'sandbox-secret' };
const SANDBOX = { baseUrl: BASE_URL, ...KEYS, environment: 'test', companyId: '001' };

const BANK = { baseUrl: 'https://api.bank.example', apiKey: 'shop-key', companyId: '00100' };
const SHOP = { ...BANK, timeout: 20, readOnly: true, future: 'kept' };

const CONFIG = '/home/tester/.config/payctl/config.json';

function run(
  selection: ProfileSelection,
  env: Record<string, string> = {},
  config?: object,
): Resolved {
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
    const names =
      `BASE_URL API_KEY API_SECRET APPLICATION_ID RESOURCE_OWNER_ID COMPANY_ID TERMINAL_ID
      BILLER_ID MERCHANT_ID OUT_TRADE_NO_PREFIX MERCHANT_APP ENVIRONMENT READ_ONLY CLIENT_CERT CLIENT_KEY
      CLIENT_KEY_PASSPHRASE CA SECRET_COMMAND LANG TIMEOUT`.split(/\s+/);
    const variables = SETTING_NAMES.map(settingVariable);
    expect(names.filter((name) => !variables.includes(`PAYCTL_${name}`))).toEqual([]);
  });
});

describe('resolution', () => {
  it('takes flag before environment before profile before default', () => {
    const env = { PAYCTL_COMPANY_ID: '2', PAYCTL_TERMINAL_ID: 'te' };
    const profiles = { a: { companyId: '1', terminalId: 'tp', lang: 'th' } };
    const { values, origins } = run({ settings: { companyId: '3' } }, env, {
      current: 'a',
      profiles,
    });
    const of = (name: 'companyId' | 'terminalId' | 'lang' | 'merchantApp') =>
      `${values[name]} ${origins[name]}`;
    expect(of('companyId')).toBe('3 flag');
    expect(of('terminalId')).toBe('te environment');
    expect(of('lang')).toBe('th profile');
    expect(of('merchantApp')).toBe('shopapp default');
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
    const kept = { ...BANK, environment: 'live', merchantApp: 'shopapp' };
    const texts = { companyId: '00200', readOnly: 'true', timeout: '20' };
    expect(values).toEqual({ ...kept, ...texts });
    expect(secrets).toEqual({});
    expect(ignored.join(' ').replaceAll('PAYCTL_', '')).toBe(
      'BASE_URL API_KEY API_SECRET ENVIRONMENT SECRET_COMMAND CLIENT_CERT',
    );
  });

  it.each<[string, ProfileSelection, Record<string, string>, object | undefined]>([
    ['--sandbox', { sandbox: true }, foreign, twoProfiles],
    ['--profile sandbox', { profile: 'sandbox' }, foreign, undefined],
    ['PAYCTL_PROFILE=sandbox', {}, { ...foreign, PAYCTL_PROFILE: 'sandbox' }, twoProfiles],
  ])('%s is the embedded bank as a whole, and needs no file', (_, selection, env, config) => {
    const { profile, values, secrets } = run(selection, env, config);
    expect(profile).toBe('sandbox');
    const { baseUrl, apiKey } = SANDBOX;
    expect(values).toMatchObject({ baseUrl, apiKey, environment: 'test' });
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

  it('reads no secret from the settings file', () => {
    const config = { current: 'a', profiles: { a: { apiSecret: 'canary' } } };
    const resolved = run({}, {}, config);
    expect(resolved.secrets).toEqual({});
    expect(JSON.stringify(resolved)).not.toContain('canary');
  });

  it('takes everything but a clear test for live, and everything but a clear no for read-only', () => {
    const isTest = (value: string) =>
      resolvedEnvironment(run({}, { PAYCTL_ENVIRONMENT: value })) === 'test';
    expect(['test', 'live', 'TEST', 'prod', ''].filter(isTest)).toEqual(['test']);
    const mayPay = (value: string) => !isReadOnly(run({}, { PAYCTL_READ_ONLY: value }));
    expect(['true', '1', 'maybe', 'FALSE', '0', ''].filter(mayPay)).toEqual(['FALSE', '0', '']);
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
