import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { diagnose } from '../../../src/commands/doctor/diagnose.js';
import { PayctlError } from '../../../src/core/errors.js';
import { SqliteError } from '../../../src/host/sqlite.js';
import { bankChecks } from '../../../src/messages/checks.js';
import { speaking } from '../../../src/messages/speaking.js';
import { KEPT } from '../../../src/state/paths.js';
import type { FakeHost } from '../../fixtures/fake-host.js';
import { CONFIG, complaints, findings, machineWith, type Setup, SHOP, STATE } from './rig.js';

const COMPLETE = {
  ...SHOP,
  companyId: '00100',
  terminalId: '1',
  billerId: '010000000000101',
  merchantId: '1',
  corporateId: 'C1',
  taxId: '1',
  payerAccountNo: '1110000001',
  payerBankCode: '999',
  ddMerchantId: '1',
  subAccountId: '1',
};

/** What is wrong with a profile that lacks nothing, on such a machine. */
const troublesOf = (setup: Setup) => complaints({ profile: COMPLETE, ...setup });

function failing(code: string) {
  return () => Promise.reject(Object.assign(new Error(code), { code }));
}

const pem = (name: string): string =>
  readFileSync(join(import.meta.dirname, '../../client/certificates', name), 'utf8');

/** A bank whose own certificates last. */
const answering = async ({ clock }: FakeHost) => ({
  status: 404,
  date: new Date(clock.now()).toUTCString(),
  chainEnd: clock.now() + 90 * 86_400_000,
});

it('finds nothing to fix on a machine in good health', async () => {
  expect(await troublesOf({})).toEqual([]);
});

describe('the machine', () => {
  it('must run a Node that payctl knows', async () => {
    expect(await troublesOf({ nodeVersion: '20.16.0' })).toEqual([
      'node failure CONFIG: Node 20.16.0 is older than 20.17 -> update Node',
    ]);
    expect(await troublesOf({ nodeVersion: '20.17.0' })).toEqual([]);
  });

  it.each([
    ['NODE_TLS_REJECT_UNAUTHORIZED', '0', '1'],
    ['NODE_DEBUG', 'fs,https', 'fs'],
    ['NODE_OPTIONS', '--require ./spy.js', '--max-old-space-size=512'],
    ['NODE_OPTIONS', '--inspect', '--no-warnings'],
    ['NODE_OPTIONS', '--tls-keylog=/tmp/keys', ''],
    ['NODE_EXTRA_CA_CERTS', '/etc/more.pem', ''],
  ])('warns of %s=%s, and not of %s', async (variable, hazard, harmless) => {
    const [line] = await troublesOf({ env: { [variable]: hazard } });
    expect(line).toContain(`environment warning: ${variable} is set`);
    expect(await troublesOf({ env: { [variable]: harmless } })).toEqual([]);
  });
});

describe('the system', () => {
  it.each([
    ['linux', undefined],
    ['darwin', expect.stringMatching(/^this system does not tell payctl whether the state/)],
    ['win32', expect.stringContaining('whether other accounts can read')],
  ])('%s: what cannot be checked is listed', async (platform, expected) => {
    const env = { LOCALAPPDATA: 'C:\\Local', APPDATA: 'C:\\Roaming', USERPROFILE: 'C:\\Users\\T' };
    const all = await findings({ profile: COMPLETE, platform, env });
    expect(all.find(({ check }) => check === 'system')?.message).toEqual(expected);
  });

  it('without SQLite names the way out', async () => {
    const loadSqlite = () => Promise.reject(new SqliteError('unavailable', 'win32-arm64'));
    const [said] = await complaints({ profile: COMPLETE, loadSqlite });
    expect(said).toContain('no build for win32-arm64');
    expect(said).toContain('on Windows for ARM install Node for x64');
  });
});

describe('a live profile without a charge', () => {
  const kept = { [`${STATE}/callbacks/shop/1.jsonl`]: '{}\n' };

  it('whose confirmations are kept may have lost its journal', async () => {
    const [said] = await complaints({ profile: COMPLETE, files: kept });
    expect(said).toContain('confirmations came with the live profile shop');
    expect(said).toContain('payctl -p shop config set readOnly true');
  });

  it('is not suspected once there are claims, or on a test profile, or without a trace', async () => {
    const claimed = { ...kept, [`${STATE}/claims/a`]: '' };
    for (const setup of [
      { profile: COMPLETE },
      { profile: { ...COMPLETE, environment: 'test' }, files: kept },
      { profile: COMPLETE, files: claimed },
    ]) {
      expect((await complaints(setup)).filter((line) => line.includes('no charge'))).toEqual([]);
    }
  });
});

describe('files', () => {
  const modes = {
    [`${CONFIG}/secrets/shop.apiSecret`]: 0o640,
    [`${CONFIG}/config.json`]: 0o644,
    [CONFIG]: 0o777,
  };

  it('that others can open are named, secrets as a failure', async () => {
    const lines = await troublesOf({ modes });
    expect(lines.filter((line) => line.startsWith('settings'))).toEqual([
      `settings failure CONFIG: ${CONFIG} is open to others (mode 0777) -> payctl doctor --fix`,
    ]);
    const { [CONFIG]: _, ...below } = modes;
    const deeper = await troublesOf({ modes: below });
    expect(deeper.filter((line) => line.startsWith('settings'))).toEqual([
      `settings warning: ${CONFIG}/config.json is open to others (mode 0644) -> payctl doctor --fix`,
      `settings failure CONFIG: ${CONFIG}/secrets/shop.apiSecret is open to others (mode 0640) -> payctl doctor --fix`,
    ]);
  });

  it.each(KEPT.state)('of the state directory that others can open are named: %s', async (name) => {
    const path = `${STATE}/${name}`;
    const lines = await troublesOf({ files: { [path]: '' }, modes: { [path]: 0o644 } });
    expect(lines).toContain(
      `state warning: ${path} is open to others (mode 0644) -> payctl doctor --fix`,
    );
  });

  it('are mended by --fix, and by nothing else', async () => {
    const mode = (path: string, host: ReturnType<typeof machineWith>['host']) =>
      host.files.stat(path)?.mode;
    for (const fix of [false, true]) {
      const { context, host } = machineWith({ profile: COMPLETE, modes, fix });
      const found = [];
      for await (const finding of diagnose(context)) found.push(finding.status);
      expect(mode(CONFIG, host)).toBe(fix ? 0o700 : 0o777);
      expect(mode(`${CONFIG}/secrets/shop.apiSecret`, host)).toBe(fix ? 0o600 : 0o640);
      expect(found.includes('failure')).toBe(!fix);
    }
  });

  it('that are very many are not all named', async () => {
    const names = Array.from({ length: 9 }, (_, index) => `${STATE}/tokens/${index}.json`);
    const lines = await troublesOf({
      files: Object.fromEntries(names.map((name) => [name, '{}'])),
      modes: Object.fromEntries(names.map((name) => [name, 0o604])),
    });
    expect(lines).toHaveLength(6);
    expect(lines.at(-1)).toContain('and 4 more like it');
  });
});

describe('the profile', () => {
  it('is missing: says how to begin, and tries nothing that needs it', async () => {
    const found = await findings({});
    expect(found.filter(({ status }) => status === 'failure')).toMatchObject([
      { check: 'profile', message: 'there is no baseUrl', exit: 'CONFIG' },
      {
        check: 'profile',
        message: 'there is no apiKey',
        fix: expect.stringContaining('payctl init'),
      },
      { check: 'secret', exit: 'CONFIG' },
    ]);
    expect(found.map(({ check }) => check)).not.toContain('dns');
    expect(found.map(({ check }) => check)).toContain('journal');
  });

  it('does not exist', async () => {
    const lines = await troublesOf({ env: { PAYCTL_PROFILE: 'sohp' } });
    expect(lines).toEqual([
      'profile failure CONFIG: there is no profile "sohp" -> did you mean shop? payctl config list shows them all',
    ]);
  });

  it('holds what payctl does not read', async () => {
    const lines = await complaints({ profile: { ...COMPLETE, colour: 'blue', apiSecret: 'x' } });
    expect(lines).toEqual([
      'profile warning: it holds colour, which payctl does not know -> payctl -p shop config unset colour',
      'profile failure CONFIG: apiSecret is in the settings file, where it is not read -> payctl -p shop config unset apiSecret; payctl -p shop config set-secret apiSecret',
    ]);
  });

  it('is mended where its value comes from', async () => {
    const env = { PAYCTL_ENVIRONMENT: 'prod' };
    expect(await complaints({ profile: { ...COMPLETE, billerId: '1' }, env })).toEqual([
      'profile failure CONFIG: PAYCTL_ENVIRONMENT must be test or live -> export PAYCTL_ENVIRONMENT=…',
      'profile failure CONFIG: billerId of the profile shop must be 15 digits -> payctl -p shop config set billerId …',
    ]);
  });

  it('lacks what commands want', async () => {
    const { corporateId: _, billerId: __, ...partial } = COMPLETE;
    expect(await complaints({ profile: partial })).toMatchInlineSnapshot(`
      [
        "commands warning: qr needs flags for billerId: the profile has no value -> payctl -p shop config set billerId …",
        "commands warning: transfer needs flags for corporateId: the profile has no value -> payctl -p shop config set corporateId …",
        "commands warning: cpm needs flags for billerId: the profile has no value -> payctl -p shop config set billerId …",
        "commands warning: deeplink needs flags for billerId: the profile has no value -> payctl -p shop config set billerId …",
      ]
    `);
  });

  it.each([
    ['test', 'https://api.bank.example/v1', /money commands do not ask -> .*environment live/],
    ['test', 'https://api.latestbank.example', /money commands do not ask -> .*environment live/],
    ['live', 'https://testapi.bank.example', /its rules are not checked -> .*environment test/],
    ['live', 'https://api.bank.example/sandbox', /its rules are not checked -> .*environment test/],
  ])('says %s where the address does not: %s', async (environment, baseUrl, expected) => {
    const lines = await complaints({
      profile: { ...COMPLETE, environment, baseUrl, outTradeNoPrefix: 'ABC' },
    });
    expect(lines).toEqual([expect.stringMatching(expected)]);
  });

  it('follows the rules of the test environment', async () => {
    const profile = { ...COMPLETE, environment: 'test', baseUrl: 'https://bank.example/sandbox' };
    const lines = await complaints({ profile: { ...profile, companyId: 'A1' } });
    expect(lines.map((line) => line.split(':')[0])).toEqual([
      'test rules warning',
      'test rules warning',
    ]);
    expect(await complaints({ profile: { ...profile, outTradeNoPrefix: 'ABC' } })).toEqual([]);
  });
});

describe('the way to the bank', () => {
  it.each([
    ['ENOTFOUND', 'dns failure UNAVAILABLE'],
    ['EAI_AGAIN', 'dns warning'],
  ])('ends at the name: %s', async (code, expected) => {
    const [line, ...more] = await troublesOf({ lookup: failing(code) });
    expect(line).toContain(`${expected}: the name api.bank.example could not be resolved`);
    expect(more).toEqual([]);
  });

  it.each([
    ['ECONNREFUSED', /^connection failure UNAVAILABLE/],
    ['ETIMEDOUT', /^connection failure UNAVAILABLE/],
    ['ENETUNREACH', /^connection warning.*offline/],
    ['CERT_HAS_EXPIRED', /^tls failure TLS.*expired.*clock/],
    ['ERR_TLS_CERT_ALTNAME_INVALID', /^tls failure TLS.*another host name.*baseUrl/],
    ['SELF_SIGNED_CERT_IN_CHAIN', /^tls failure TLS.*config set ca FILE/],
    ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', /^tls failure TLS.*none was given.*clientCert/],
    ['ERR_SSL_TLSV13_ALERT_UNKNOWN_CA', /^tls failure TLS.*did not accept.*clientCert/],
    ['EPROTO', /^tls failure TLS.*does not speak TLS.*baseUrl/],
    ['ERR_SSL_WRONG_VERSION_NUMBER', /^tls failure TLS.*does not speak TLS.*baseUrl/],
  ])('ends at the connection: %s', async (code, expected) => {
    const [line] = await troublesOf({ probe: failing(code) });
    expect(line).toMatch(expected);
  });

  it.each([
    [30, 'tls warning: the trusted chain of api.bank.example expires in 30 days'],
    [3, 'tls warning: the trusted chain of api.bank.example expires in 3 days'],
    [-1, 'tls failure TLS: the trusted chain of api.bank.example has expired'],
  ])('is over a certificate of %i days', async (days, expected) => {
    const [line] = await troublesOf({
      probe: async ({ clock }) => ({
        status: 404,
        chainEnd: clock.now() + days * 86_400_000 + 5_000,
      }),
    });
    expect(line).toContain(expected);
  });

  it.each([
    [42_000, /^clock warning: this machine is 4[23] s behind the clock of the bank/],
    [-3_600_000, /^clock warning: this machine is (3599|3600) s ahead of the clock of the bank/],
  ])('shows a clock that is off by %i ms', async (offset, expected) => {
    const lines = await troublesOf({
      probe: async ({ clock }) => ({
        status: 200,
        date: new Date(clock.now() + offset).toUTCString(),
      }),
    });
    expect(lines).toEqual([expect.stringMatching(expected)]);
  });

  it('goes by the proxy of the environment, which resolves the name', async () => {
    const env = { HTTPS_PROXY: 'http://user:canary@proxy.example:3128' };
    const found = await findings({ profile: COMPLETE, env, lookup: failing('ENOTFOUND') });
    expect(found).toContainEqual({
      check: 'proxy',
      status: 'ok',
      message: 'http://proxy.example:3128',
    });
    expect(JSON.stringify(found)).not.toContain('canary');
    const broken = await troublesOf({ env: { HTTPS_PROXY: 'socks5://x' } });
    expect(broken[0]).toContain('proxy failure CONFIG');
  });

  it('is left alone under --offline', async () => {
    const lines = await troublesOf({
      offline: true,
      lookup: () => Promise.reject(new Error('asked')),
    });
    expect(lines).toEqual([
      'network warning: skipped (--offline) -> payctl doctor',
      'token warning: none in the cache, and the bank was not asked -> payctl token',
    ]);
  });
});

describe('the provider of sign-ins', () => {
  const profile = { ...COMPLETE, consoleIssuer: 'https://id.example/team' };
  const found = async (setup: Setup) =>
    (await findings({ profile, ...setup })).filter(({ check }) => check === 'sign-in');
  const answering = (status: number) => async () => ({ status });

  it.each<[string, Setup, object]>([
    ['answers', { probe: answering(200) }, { status: 'ok' }],
    [
      'is something else',
      { probe: answering(404) },
      { exit: 'UNAVAILABLE', fix: expect.stringContaining('consoleIssuer') },
    ],
    [
      'has an authority that nobody trusts',
      { probe: failing('SELF_SIGNED_CERT_IN_CHAIN') },
      { exit: 'TLS', fix: expect.stringContaining('config set consoleCa FILE') },
    ],
    ['is not asked', { offline: true }, { status: 'warning' }],
    [
      'has an authority that is no file',
      { profile: { ...profile, consoleCa: '/none.pem' } },
      { exit: 'CONFIG' },
    ],
  ])('%s', async (_, setup, expected) => {
    expect(await found(setup)).toEqual([expect.objectContaining(expected)]);
  });

  it('is nothing to a machine that serves no team', async () => {
    expect(await found({ profile: COMPLETE })).toEqual([]);
  });
});

describe('credentials', () => {
  it('are refused by the bank', async () => {
    const refusal = new PayctlError('AUTH', bankChecks.noToken, { hint: bankChecks.giveSecret });
    expect(await troublesOf({ token: () => Promise.reject(refusal) })).toEqual([
      `token failure AUTH: ${bankChecks.noToken} -> ${bankChecks.giveSecret}`,
    ]);
  });

  it('is healthy without a keyring', async () => {
    expect(await troublesOf({ keyring: false })).toEqual([]);
  });

  it('name a client certificate that is not there', async () => {
    const profile = { ...COMPLETE, clientCert: '/tls/none.pem', clientKey: '/tls/none.key' };
    expect(await complaints({ profile })).toEqual([
      'certificate failure CONFIG: clientCert names /tls/none.pem, which does not exist -> payctl -p shop config set clientCert …, or set PAYCTL_CLIENT_CERT',
    ]);
  });

  it.each([
    [31, []],
    [30, [expect.stringMatching(/^certificate warning: the client certificate .* in 30 days -> /)]],
    [
      -1,
      [expect.stringMatching(/^certificate failure TLS: the client certificate .* expired on /)],
    ],
  ])('warn of a client certificate that ends in %i days', async (days, expected) => {
    const files = { '/tls/client.pem': pem('client.pem'), '/tls/client.key': pem('client.key') };
    const profile = { ...COMPLETE, clientCert: '/tls/client.pem', clientKey: '/tls/client.key' };
    const end = Date.parse(new X509Certificate(files['/tls/client.pem']).validTo);
    const now = end - days * 86_400_000 - 5_000;
    expect(await complaints({ profile, files, now, probe: answering })).toEqual(expected);
  });

  it('that cannot be used leave the handshake out: it would say nothing', async () => {
    const profile = { ...COMPLETE, ca: '/tls/none.pem' };
    const env = { PAYCTL_CA: '/tls/ca.pem' };
    const files = { '/tls/ca.pem': 'no certificate' };
    const probe = failing('SELF_SIGNED_CERT_IN_CHAIN');
    expect(await complaints({ profile, env, files, probe })).toEqual([
      'certificate failure CONFIG: /tls/ca.pem holds no certificate in PEM -> give the file that begins with -----BEGIN CERTIFICATE-----',
    ]);
  });
});

describe('the journal', () => {
  it('is damaged', async () => {
    const path = `${STATE}/journal/${'a'.repeat(32)}.1.jsonl`;
    const lines = await troublesOf({ files: { [path]: '{"v":"1"}\n{"v":"1"}\n' } });
    expect(lines[0]).toContain('journal failure CONFIG: damaged in');
    expect(lines[0]).toContain('payctl journal verify');
  });
});

it('says what it found without names of settings, variables and flags, on a page', async () => {
  const { apiKey: _, ...keyless } = COMPLETE;
  const inTests = { ...COMPLETE, environment: 'test', companyId: 'A1', colour: 'blue' };
  const setups: Setup[] = [
    { env: { NODE_TLS_REJECT_UNAUTHORIZED: '0', NODE_OPTIONS: '--inspect' } },
    { profile: keyless, keyring: false },
    { profile: { ...inTests, apiSecret: 'x' } },
    { profile: { ...inTests, outTradeNoPrefix: 'ABC' } },
    { profile: { ...SHOP, baseUrl: 'https://api.bank.example/sandbox' } },
  ];
  const say = await speaking('en', { reader: 'page' });
  const said: string[] = [];
  for (const setup of setups) {
    for await (const { message } of diagnose(machineWith(setup).context)) said.push(say(message));
  }
  expect(said.length).toBeGreaterThan(50);
  const named = /\b[a-z]+[A-Z]\w*|[A-Z]_[A-Z]|--[a-z]/;
  expect(said.filter((text) => named.test(text))).toEqual([]);
});

describe('a directory with more files than are looked at', () => {
  const many = Object.fromEntries(
    Array.from({ length: 1_200 }, (_, at) => [`${STATE}/slips/${String(at).padStart(4, '0')}`, '']),
  );
  const stateIn = async (setup: Setup) =>
    (await findings({ profile: COMPLETE, files: many, ...setup })).filter(
      ({ check }) => check === 'state',
    );

  it('is looked at in part, and that is said', async () => {
    const [finding] = await stateIn({});
    expect(finding).toMatchObject({ status: 'ok', message: expect.stringContaining('first 1000') });
    const counts: number[] = [];
    for (const length of [1_000, 1_200]) {
      const files = Object.fromEntries(Object.entries(many).slice(0, length));
      const { context } = machineWith({ profile: COMPLETE, files });
      let stats = 0;
      const real = context.host.files;
      const stat: typeof context.host.files.stat = (path) => {
        stats += 1;
        return real.stat(path);
      };
      const host = { ...context.host, files: { ...context.host.files, stat } };
      for await (const _ of diagnose({ ...context, host }));
      counts.push(stats);
    }
    expect(counts[1]).toBe(counts[0]);
  });

  it('is looked at whole where it is to be mended', async () => {
    const last = `${STATE}/slips/1199`;
    const mended = await stateIn({ fix: true, modes: { [last]: 0o644 } });
    expect(mended.map(({ message }) => message)).toContain(
      `${last}: mode changed from 0644 to 0600`,
    );
  });
});
