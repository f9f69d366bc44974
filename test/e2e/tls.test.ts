import { createPrivateKey } from 'node:crypto';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Machine } from '../fixtures/machine.js';
import { quickMachine } from '../fixtures/quick-machine.js';
import { type ServedBank, serveBank } from '../fixtures/served-bank.js';
import { connectProxy, pem } from '../fixtures/servers.js';

const CERTIFICATES = join(import.meta.dirname, '../client/certificates');
const PASSPHRASE = 'open-sesame';

/** A machine with all keys in its home, as their owner keeps them. */
function machineWithKeys(): Machine {
  const fresh = quickMachine();
  const put = (name: string, bytes: string | Buffer) =>
    writeFileSync(join(fresh.home, name), bytes, { mode: 0o600 });
  for (const name of ['ca', 'server', 'client', 'other', 'expired']) {
    put(`${name}.pem`, readFileSync(join(CERTIFICATES, `${name}.pem`)));
    if (name !== 'ca') put(`${name}.key`, readFileSync(join(CERTIFICATES, `${name}.key`)));
  }
  const key = createPrivateKey(readFileSync(join(CERTIFICATES, 'client.key')));
  const locked = { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc' } as const;
  put('locked.key', key.export({ ...locked, passphrase: PASSPHRASE }));
  put('open.key', readFileSync(join(CERTIFICATES, 'client.key')));
  chmodSync(join(fresh.home, 'open.key'), 0o644);
  put('client.pfx', pem('client.pfx'));
  return fresh;
}

/** `sandbox serve` that asks for client certificates. */
function serveTls(where: Machine, ...options: string[]): Promise<ServedBank> {
  const [cert, key] = ['server.pem', 'server.key'].map((name) => join(where.home, name));
  const tls = `--tls --tls-cert ${cert} --tls-key ${key} --require-client-cert`;
  return serveBank(where, ...tls.split(' '), ...options);
}

const machine = machineWithKeys();
/** Knows who signs the certificates of its clients. */
const bank = await serveTls(machine, '--tls-ca', join(machine.home, 'ca.pem'));

const inHome = (name: string) => join(machine.home, name);
const PAIR = { CLIENT_CERT: 'client.pem', CLIENT_KEY: 'client.key' };

/** `CLIENT_CERT: 'client.pem'` is PAYCTL_CLIENT_CERT with the path of that file. */
function variables(settings: Record<string, string>): Record<string, string> {
  const named = Object.entries(settings).map(([name, value]) => [
    `PAYCTL_${name}`,
    value.includes('.') ? inHome(value) : value,
  ]);
  return { ...bank.env, PAYCTL_CA: inHome('ca.pem'), ...Object.fromEntries(named) };
}

let asked = 0;
/** Asks for a token, every time with nothing to remember an answer by. */
function token(env: Record<string, string>) {
  asked += 1;
  const state = { PAYCTL_STATE_DIR: inHome(`state-${asked}`) };
  return machine.payctl('token -o json', { env: { ...env, ...state } });
}

it('is not served with a key that everyone can write to', async () => {
  const loose = machineWithKeys();
  chmodSync(join(loose.home, 'server.key'), 0o666);
  const files = '--tls-cert server.pem --tls-key server.key';
  const done = await loose.start(`sandbox serve --port 0 --tls ${files}`).ended;
  expect(done.code).toBe(3);
  expect(done.stderr).toContain('server.key can be written by everyone');
});

it('is what a certificate alone asks for', async () => {
  const own = machineWithKeys();
  const files = ['--tls-cert', join(own.home, 'server.pem'), '--tls-key'];
  const { url } = await serveBank(own, ...files, join(own.home, 'server.key'));
  expect(url).toMatch(/^https:/);
  const half = await own.payctl('sandbox serve --port 0 --tls-ca ca.pem');
  expect([half.code, half.stderr]).toEqual([2, expect.stringContaining('needs --tls-cert FILE')]);
});

describe('two-way TLS', () => {
  it.each<[string, Record<string, string>]>([
    ['a pair', PAIR],
    ['a locked key', { ...PAIR, CLIENT_KEY: 'locked.key', CLIENT_KEY_PASSPHRASE: PASSPHRASE }],
    ['a PFX file', { CLIENT_PFX: 'client.pfx', CLIENT_KEY_PASSPHRASE: PASSPHRASE }],
  ])('by environment: %s', async (_, settings) => {
    const { code, stderr } = await token(variables(settings));
    expect(code, stderr).toBe(0);
  });

  it('by profile, its passphrase among its secrets', async () => {
    const own = quickMachine();
    const { PAYCTL_API_SECRET: secret, PAYCTL_BASE_URL: url, PAYCTL_API_KEY: key } = bank.env;
    const files = '--ca ca.pem --client-cert client.pem --client-key locked.key';
    const made = await own.payctl(
      `init --name shop --base-url ${url} --api-key ${key} ${files} --secret-stdin --store file`,
      { input: secret, cwd: machine.home },
    );
    expect(made.code, made.stderr).toBe(0);
    expect((await own.payctl('token')).code).toBe(3);
    const keep = 'config set-secret clientKeyPassphrase --store file';
    expect((await own.payctl(keep, { input: PASSPHRASE })).code).toBe(0);
    const { code, stderr } = await own.payctl('token');
    expect(code, stderr).toBe(0);
  });

  it('is required by the bank: 9591', async () => {
    const missed = await token(variables({}));
    expect(missed.code).toBe(13);
    expect(JSON.parse(missed.stderr).error).toMatchObject({ code: '9591', executed: 'no' });
    expect(JSON.parse(missed.stderr).error.hint).toContain('clientCert');
  });

  it('is refused with 9595 where another authority signed', async () => {
    const stranger = machineWithKeys();
    const strict = await serveTls(stranger);
    const refused = await token({ ...variables(PAIR), PAYCTL_BASE_URL: strict.url });
    expect(refused.code).toBe(13);
    expect(JSON.parse(refused.stderr).error).toMatchObject({ code: '9595', executed: 'no' });
  });

  it.each<[string, number, string, Record<string, string>]>([
    ['expired', 13, 'expired.pem', { CLIENT_CERT: 'expired.pem', CLIENT_KEY: 'expired.key' }],
    ['open to all', 3, 'open.key', { ...PAIR, CLIENT_KEY: 'open.key' }],
  ])('names the file: %s', async (_, code, file, settings) => {
    const refused = await token(variables(settings));
    expect(refused.code, refused.stderr).toBe(code);
    expect(refused.stderr).toContain(file);
    expect(refused.stderr).not.toContain(PASSPHRASE);
  });
});

describe('a proxy', async () => {
  const proxy = await connectProxy(Number(new URL(bank.url).port));
  afterAll(() => proxy.close());

  // A name that no resolver knows, so that only the proxy can reach it.
  const env = (more: Record<string, string> = {}) => ({
    ...variables(PAIR),
    PAYCTL_BASE_URL: 'https://bank.example/partners/sandbox',
    ...more,
  });

  it.each([
    ['the environment', 'HTTPS_PROXY', 'user:pass%21@', 'user:pass!'],
    ['the profile', 'PAYCTL_PROXY', '', ''],
  ])('of %s carries calls with two-way TLS, by CONNECT', async (_, variable, user, who) => {
    proxy.asked.length = 0;
    const { code, stdout, stderr } = await machine.payctl(
      `ewallet create --tran-type W --total-fee 5 --out-trade-no SBX${variable.length} -o json`,
      { env: env({ [variable]: `http://${user}127.0.0.1:${proxy.port}` }) },
    );
    expect(code, stderr).toBe(0);
    expect(new Set(proxy.asked)).toEqual(new Set([`bank.example:443 ${who}`.trim()]));
    expect(stdout + stderr).not.toContain('pass!');
    proxy.asked.length = 0;
    const ping = 'journal recover --ping https://checks.example/id';
    await machine.payctl(ping, { env: env({ [variable]: `http://127.0.0.1:${proxy.port}` }) });
    expect(new Set(proxy.asked)).toEqual(new Set(['checks.example:443']));
  });
});
