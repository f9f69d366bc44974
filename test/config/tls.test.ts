import { createPrivateKey } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { resolve } from '../../src/config/resolve.js';
import { SecretStores } from '../../src/config/secrets.js';
import { certificateEnd, loadTls } from '../../src/config/tls.js';
import { findPaths } from '../../src/state/paths.js';
import { fakeHost } from '../fixtures/fake-host.js';
import { pem } from '../fixtures/servers.js';

const text = (name: string): string => pem(name).toString();

const FILES = {
  '/tls/ca.pem': text('ca.pem'),
  '/tls/client.pem': text('client.pem'),
  '/tls/client.key': text('client.key'),
  '/tls/other.key': text('other.key'),
  '/tls/expired.pem': text('expired.pem'),
  '/tls/expired.key': text('expired.key'),
  '/tls/locked.key': createPrivateKey(text('client.key'))
    .export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'open-sesame' })
    .toString(),
  '/tls/old-locked.key': createPrivateKey(text('client.key'))
    .export({ type: 'sec1', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'open-sesame' })
    .toString(),
  '/tls/garbage': 'nothing of use',
};

interface Setup {
  now?: number;
  modes?: Record<string, number>;
}

/** `CLIENT_CERT: 'client.pem'` is PAYCTL_CLIENT_CERT=/tls/client.pem; a passphrase is given as it is. */
function load(
  settings: Record<string, string>,
  { now = Date.UTC(2030, 0), modes = {} }: Setup = {},
) {
  const env = Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [
      `PAYCTL_${name}`,
      name.endsWith('PASSPHRASE') ? value : `/tls/${value}`,
    ]),
  );
  const host = fakeHost({ env, files: FILES, now });
  host.files.put('/tls/client.pfx', pem('client.pfx'));
  for (const [path, mode] of Object.entries(modes)) host.files.chmod(path, mode);
  const paths = findPaths(host);
  return loadTls(host, resolve(host, paths, {}, {}), new SecretStores(host, paths));
}

const PAIR = { CLIENT_CERT: 'client.pem', CLIENT_KEY: 'client.key' };
const LOCKED = { CLIENT_CERT: 'client.pem', CLIENT_KEY: 'locked.key' };
const PASSPHRASE = { CLIENT_KEY_PASSPHRASE: 'open-sesame' };
const EXPIRED = { CLIENT_CERT: 'expired.pem', CLIENT_KEY: 'expired.key' };
const PFX_ON = { CLIENT_PFX: 'client.pfx', ...PASSPHRASE };
const OPEN = { modes: { '/tls/client.key': 0o644, '/tls/client.pfx': 0o604 } };
const WRONG = { CLIENT_KEY_PASSPHRASE: 'canary' };

describe('two-way TLS', () => {
  it('is off unless a setting asks for it', async () => {
    expect(await load({})).toBeUndefined();
  });

  it('reads a pair, an authority, and when the certificate ends', async () => {
    const material = await load({ ...PAIR, CA: 'ca.pem' });
    expect(Buffer.from(material?.cert ?? []).toString()).toBe(FILES['/tls/client.pem']);
    expect(Buffer.from(material?.ca ?? []).toString()).toBe(FILES['/tls/ca.pem']);
    expect(await certificateEnd(material ?? {})).toBe(Date.UTC(2126, 9, 28, 0, 41, 14));
    expect(await certificateEnd({})).toBeUndefined();
  });

  it.each(['locked.key', 'old-locked.key'])('opens %s with its passphrase', async (key) => {
    const material = await load({ ...LOCKED, CLIENT_KEY: key, ...PASSPHRASE });
    expect(material?.passphrase?.reveal()).toBe('open-sesame');
  });

  it('opens a PFX file with its passphrase', async () => {
    const material = await load(PFX_ON);
    expect(Buffer.from(material?.pfx ?? [])).toEqual(pem('client.pfx'));
    expect(await certificateEnd(material ?? {})).toBe(Date.UTC(2126, 9, 28, 0, 41, 14));
  });

  it('lets a group share the key', async () => {
    expect(await load(PAIR, { modes: { '/tls/client.key': 0o640 } })).toBeDefined();
  });

  it.each<[string, string, string, Record<string, string>, Setup?]>([
    ['missing certificate', 'CONFIG', '/tls/absent', { ...PAIR, CLIENT_CERT: 'absent' }],
    ['missing key', 'CONFIG', '/tls/absent', { ...PAIR, CLIENT_KEY: 'absent' }],
    ['missing authority', 'CONFIG', '/tls/absent', { CA: 'absent' }],
    ['missing PFX', 'CONFIG', '/tls/absent', { CLIENT_PFX: 'absent' }],
    ['certificate without key', 'CONFIG', 'clientKey', { CLIENT_CERT: 'client.pem' }],
    ['key without certificate', 'CONFIG', 'clientCert', { CLIENT_KEY: 'client.key' }],
    ['certificate that is none', 'CONFIG', '/tls/garbage', { ...PAIR, CLIENT_CERT: 'garbage' }],
    ['key that is none', 'CONFIG', '/tls/garbage', { ...PAIR, CLIENT_KEY: 'garbage' }],
    ['authority that is none', 'CONFIG', '/tls/garbage', { CA: 'garbage' }],
    ['PFX that is none', 'CONFIG', '/tls/garbage', { CLIENT_PFX: 'garbage' }],
    ['locked key, no passphrase', 'CONFIG', '/tls/locked.key is encrypted', LOCKED],
    ['locked key, wrong passphrase', 'CONFIG', '/tls/locked.key', { ...LOCKED, ...WRONG }],
    ['PFX, no passphrase', 'CONFIG', '/tls/client.pfx is encrypted', { CLIENT_PFX: 'client.pfx' }],
    ['PFX, wrong passphrase', 'CONFIG', '/tls/client.pfx', { CLIENT_PFX: 'client.pfx', ...WRONG }],
    ['key of another', 'TLS', '/tls/other.key', { ...PAIR, CLIENT_KEY: 'other.key' }],
    ['expired certificate', 'TLS', '/tls/expired.pem', EXPIRED],
    ['certificate of the future', 'TLS', '/tls/client.pem', PAIR, { now: Date.UTC(2020, 0) }],
    ['expired PFX', 'TLS', '/tls/client.pfx', PFX_ON, { now: Date.UTC(2127, 0) }],
    ['PFX of the future', 'TLS', '/tls/client.pfx', PFX_ON, { now: Date.UTC(2020, 0) }],
    ['key that everyone can read', 'CONFIG', '/tls/client.key can be read by everyone', PAIR, OPEN],
    [
      'PFX that everyone can read',
      'CONFIG',
      '/tls/client.pfx can be read by everyone',
      PFX_ON,
      OPEN,
    ],
  ])('names the file of a %s', async (_, exitClass, named, settings, setup) => {
    const failing = load(settings, setup);
    await expect(failing).rejects.toMatchObject({
      exitClass,
      message: expect.stringContaining(named),
    });
    await expect(failing).rejects.toMatchObject({ message: expect.not.stringContaining('canary') });
  });
});
