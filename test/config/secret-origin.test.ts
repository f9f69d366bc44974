import { describe, expect, it } from 'vitest';
import { Secret } from '../../src/client/connection.js';
import { resolve } from '../../src/config/resolve.js';
import { SecretStores } from '../../src/config/secrets.js';
import { PayctlError } from '../../src/core/errors.js';
import type { Keyring } from '../../src/host/keyring.js';
import { wording } from '../../src/messages/wording.js';
import { withTrustedFiles } from '../../src/state/own-files.js';
import { findPaths } from '../../src/state/paths.js';
import { payctl } from '../fixtures/command.js';
import { fakeHost } from '../fixtures/fake-host.js';
import { sayingSome } from '../fixtures/said.js';

const DIRECTORY = '/home/tester/.config/payctl';
const CONFIG = `${DIRECTORY}/config.json`;
const FILE = `${DIRECTORY}/secrets/shop.apiSecret`;
const BANK = 'https://api.bank.example';

function machine(baseUrl: string | undefined = `${BANK}/v1`) {
  const host = fakeHost();
  const ring = new Map<string, string>();
  const set = (url?: string) => {
    const shop = { apiKey: 'key', ...(url && { baseUrl: url }) };
    host.files.put(CONFIG, JSON.stringify({ current: 'shop', profiles: { shop } }));
  };
  set(baseUrl);
  const paths = findPaths(host);
  const keyring: Keyring = {
    get: async (account) => ring.get(account),
    set: async (account, text) => void ring.set(account, text),
    delete: async (account) => void ring.delete(account),
  };
  const stores = new SecretStores(withTrustedFiles({ ...host, keyring }), paths);
  const read = async (env: Record<string, string> = {}) => {
    const resolved = resolve({ ...host, env: { ...host.env, ...env } }, paths, {}, {});
    return (await stores.read(resolved, 'apiSecret'))?.secret.reveal();
  };
  return { host, ring, keyring, set, stores, read };
}

describe.each(['file', 'keyring'] as const)('a secret in the %s', (where) => {
  it('belongs to the address that its profile has when it is stored', async () => {
    const { stores, set, read } = machine();
    await stores.store('shop', 'apiSecret', new Secret('hush'), where);
    expect(await read()).toBe('hush');
    set(`${BANK}/v2`);
    expect(await read()).toBe('hush');
    for (const other of ['https://evil.example', 'https://api.bank.example:8443']) {
      set(other);
      await expect(read(), other).rejects.toMatchObject({
        exitClass: 'CONFIG',
        message: `the apiSecret of the profile shop belongs to ${BANK}, but its baseUrl now names ${other}`,
        facts: { hint: sayingSome('payctl -p shop config set-secret apiSecret') },
      });
    }
    await stores.store('shop', 'apiSecret', new Secret('other'), where);
    expect(await read()).toBe('other');
    await expect(read({ PAYCTL_BASE_URL: BANK })).rejects.toThrow('PAYCTL_BASE_URL names');
  });
});

describe('a secret of the shared store', () => {
  const TWO = 'postgres://u@h1:5998,h2:5997/db';

  async function kept(store: string) {
    const host = fakeHost();
    const put = (address: string) => {
      const profiles = { shop: { store: address } };
      host.files.put(CONFIG, JSON.stringify({ current: 'shop', profiles }));
    };
    put(store);
    const stdin = 'hush';
    const done = await payctl('config set-secret storePassword', { on: host, stdin });
    expect(done.code, done.stderr).toBe(0);
    return async (address: string) => {
      put(address);
      const resolved = resolve(host, findPaths(host), {}, {});
      const stores = new SecretStores(withTrustedFiles(host), findPaths(host));
      return (await stores.readStored(resolved, 'storePassword'))?.reveal();
    };
  }

  it.each([
    'postgres://u@h1:5998/other?sslmode=require',
    'postgresql://u@h2:5997,h1:5998/db',
    'postgres://u@/db?host=h1&port=5998',
  ])('goes to its hosts, however they are written: %s', async (address) => {
    expect(await (await kept(TWO))(address)).toBe('hush');
  });

  it.each([
    'postgres://u@h1:5998/db?host=/run/pg',
    'postgres://u@h1:5998/db?host=h3',
    'postgres://u@h1:5998/db?port=5432',
    'postgres://u@h1:5998,h3:5998/db',
    'postgres://u@h1/db',
  ])('goes to no other host: %s', async (address) => {
    const read = await kept('postgres://u@h1:5998/db');
    await expect(read(address)).rejects.toThrow(
      'belongs to postgres://h1:5998, but its store now names postgres://',
    );
  });

  it('goes to its socket, whatever the name of the directory', async () => {
    const address = 'postgres://u@%2Frun%2Fpg%2C%20one/db';
    expect(await (await kept(address))(address)).toBe('hush');
  });

  it('goes nowhere where the address is none', async () => {
    await expect((await kept(TWO))('postgres://u@h1:5998,/db')).rejects.toThrow('no host');
  });
});

describe('a stored secret', () => {
  it('stays under its old name when it cannot be stored under the new one', async () => {
    const { host, stores } = machine();
    await stores.store('shop', 'apiSecret', new Secret('hush'), 'file');
    const disk = (_: unknown, path: string) => {
      if (path === FILE.replace('shop', 'kiosk'))
        throw new PayctlError('CONFIG', wording.quoted('the disk is full'));
    };
    expect((await payctl('config rename shop kiosk', { on: host, disk })).code).toBe(3);
    expect(host.files.text(FILE)).toBe(`hush\n${BANK}\n`);
  });

  it('stays under its old name, as its profile does, while the keyring does not answer', async () => {
    const { host, ring, keyring, stores } = machine();
    await stores.store('shop', 'apiSecret', new Secret('hush'));
    const rename = (at: Keyring) =>
      payctl('config rename shop kiosk', { on: { ...host, keyring: at } });
    const locked = { ...keyring, get: async () => Promise.reject(new Error('locked')) };
    expect(await rename(locked)).toMatchObject({
      ...{ code: 3, stderr: expect.stringContaining('unlock it and run the same command again') },
    });
    expect([...ring.keys()]).toEqual(['shop.apiSecret']);
    expect((await rename(keyring)).code).toBe(0);
    expect([...ring.keys()]).toEqual(['kiosk.apiSecret']);
  });

  it.each(['shop', 'Shop'])('stays where its profile is to be called %s', async (name) => {
    const { host, stores } = machine();
    await stores.store('shop', 'apiSecret', new Secret('hush'), 'file');
    const renamed = await payctl(`config rename shop ${name}`, { on: host });
    expect(renamed).toMatchObject({ code: 2, stderr: expect.not.stringContaining('delete') });
    expect(host.files.text(FILE)).toBe(`hush\n${BANK}\n`);
  });

  it('is not looked for where the environment has one, which goes anywhere', async () => {
    const { host, read } = machine();
    host.files.put(FILE, `hush\n${BANK}\n`);
    const env = { PAYCTL_BASE_URL: 'https://other.example', PAYCTL_API_SECRET: 'given' };
    expect(await read(env)).toBe('given');
  });
});
