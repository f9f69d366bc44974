import { describe, expect, it } from 'vitest';
import { Secret } from '../../src/client/connection.js';
import { resolveConnection } from '../../src/config/connection.js';
import { type ProfileSelection, resolve } from '../../src/config/resolve.js';
import { SecretStores } from '../../src/config/secrets.js';
import { PayctlError } from '../../src/core/errors.js';
import type { ProcessResult } from '../../src/host/command.js';
import type { Keyring } from '../../src/host/keyring.js';
import { wording } from '../../src/messages/wording.js';
import { withTrustedFiles } from '../../src/state/own-files.js';
import { findPaths } from '../../src/state/paths.js';
import type { FakeFiles } from '../fixtures/fake-files.js';
import { fakeHost } from '../fixtures/fake-host.js';
import { said } from '../fixtures/said.js';

const DIRECTORY = '/home/tester/.config/payctl';
const FILE = `${DIRECTORY}/secrets/shop.apiSecret`;
const ORIGIN = 'https://api.bank.example';
const SHOP = { baseUrl: 'https://api.bank.example', apiKey: 'key' };

interface Setup {
  env?: Record<string, string>;
  profile?: object;
  keyring?: 'none' | 'empty' | 'holding';
  command?: ProcessResult;
}

function setUp({ env = {}, profile = SHOP, keyring = 'none', command }: Setup) {
  const config = JSON.stringify({ current: 'shop', profiles: { shop: profile } });
  const host = fakeHost({ env, files: { [`${DIRECTORY}/config.json`]: config } });
  const paths = findPaths(host);
  const entries = new Map(
    keyring === 'holding' ? [['shop.apiSecret', `from-keyring\n${ORIGIN}\n`]] : [],
  );
  const available = async (): Promise<void> => {
    if (keyring === 'none') throw new PayctlError('CONFIG', wording.quoted('no keyring'));
  };
  const ring: Keyring = {
    get: (account) => available().then(() => entries.get(account)),
    set: (account, secret) => available().then(() => void entries.set(account, secret)),
    delete: (account) => available().then(() => void entries.delete(account)),
  };
  const commands: string[][] = [];
  const run = async (words: readonly string[]): Promise<ProcessResult> => {
    commands.push([...words]);
    return command ?? { code: 1, stdout: '' };
  };
  const stores = new SecretStores(withTrustedFiles({ ...host, keyring: ring }), paths, run);
  const resolved = (selection: ProfileSelection = {}) =>
    resolve(host, paths, selection, { apiSecret: 'sandbox-secret' });
  const read = async (selection?: ProfileSelection) => {
    const found = await stores.read(resolved(selection), 'apiSecret');
    return found && [found.place, found.secret.reveal()];
  };
  return { host, ring, stores, entries, commands, resolved, read };
}

describe('a secret', () => {
  it('comes from the environment before all others', async () => {
    const { read, commands } = setUp({
      env: { PAYCTL_API_SECRET: 'from-env', PAYCTL_SECRET_COMMAND: 'print' },
      keyring: 'holding',
    });
    expect(await read()).toEqual(['environment', 'from-env']);
    expect(commands).toEqual([]);
  });

  it('comes from the command, run without a shell', async () => {
    const profile = { ...SHOP, secretCommand: 'pass show "my bank/secret"' };
    const { read, commands } = setUp({ profile, command: { code: 0, stdout: 'from-command\n' } });
    expect(await read()).toEqual(['command', 'from-command']);
    expect(commands).toEqual([['pass', 'show', 'my bank/secret']]);
  });

  it('comes from its file, or from the keyring', async () => {
    const { host, read } = setUp({ keyring: 'holding' });
    expect(await read()).toEqual(['keyring', 'from-keyring']);
    host.files.put(FILE, `from-file\r\n${ORIGIN}\r\n`);
    expect(await read()).toEqual(['file', 'from-file']);
  });

  it('is not found where nothing holds one', async () => {
    expect(await setUp({}).read()).toBeUndefined();
    expect(await setUp({ keyring: 'empty' }).read()).toBeUndefined();
  });

  it('goes into the keyring, and its file goes away', async () => {
    const { host, stores, entries, read } = setUp({ keyring: 'empty' });
    host.files.put(FILE, 'old');
    expect(await stores.store('shop', 'apiSecret', new Secret('new'))).toBe('keyring');
    expect(entries.get('shop.apiSecret')).toBe('new\nhttps://api.bank.example\n');
    expect(host.files.text(FILE)).toBeUndefined();
    expect(await read()).toEqual(['keyring', 'new']);
  });

  it('goes into a private file where there is no keyring, or where that is asked for', async () => {
    const without = setUp({});
    expect(await without.stores.store('shop', 'apiSecret', new Secret('new'))).toBe('file');
    expect(without.host.files.text(FILE)).toBe('new\nhttps://api.bank.example\n');
    const asked = setUp({ keyring: 'holding' });
    expect(await asked.stores.store('shop', 'apiSecret', new Secret('new'), 'file')).toBe('file');
    expect(asked.entries.size).toBe(0);
  });

  it('is not put elsewhere when the keyring was asked for and is missing', async () => {
    const { host, stores } = setUp({});
    const storing = stores.store('shop', 'apiSecret', new Secret('new'), 'keyring');
    await expect(storing).rejects.toMatchObject({ exitClass: 'CONFIG' });
    expect(host.files.text(FILE)).toBeUndefined();
  });

  it('is deleted everywhere', async () => {
    const { host, stores, entries } = setUp({ keyring: 'holding' });
    host.files.put(FILE, 'old');
    await stores.delete('shop', 'apiSecret');
    expect([entries.size, host.files.text(FILE)]).toEqual([0, undefined]);
  });

  it('is not said to be deleted while the keyring still has it', async () => {
    const { host, ring, stores, entries } = setUp({ keyring: 'empty' });
    await stores.store('shop', 'apiSecret', new Secret('new'));
    const unlocked = ring.delete;
    ring.delete = async () => Promise.reject(new Error('locked'));
    await expect(stores.delete('shop', 'apiSecret')).rejects.toMatchObject({
      ...{ exitClass: 'CONFIG', message: expect.stringContaining('still holds the apiSecret') },
      facts: {
        hint: said(
          `unlock it and run the same command again; to leave it there: rm ${FILE}.keyring`,
        ),
      },
    });
    ring.delete = unlocked;
    await stores.delete('shop', 'apiSecret');
    expect([entries.size, host.files.text(`${FILE}.keyring`)]).toEqual([0, undefined]);
  });
});

describe('a secret of a profile that is renamed', () => {
  it('is copied as it lies there, and stays until it is deleted', async () => {
    const { host, stores, entries } = setUp({ keyring: 'holding' });
    entries.set('shop.apiSecret', 'bound\nhttps://old.bank.example\n');
    const copy = async (to: string) => {
      const taken = await stores.take('shop', 'apiSecret');
      return taken && stores.put(to, 'apiSecret', taken);
    };
    expect(await copy('kiosk')).toBe('keyring');
    expect(entries.get('kiosk.apiSecret')).toBe('bound\nhttps://old.bank.example\n');
    host.files.put(FILE, `from-file\n${ORIGIN}\n`);
    expect(await copy('kiosk')).toBe('file');
    expect(host.files.text(`${DIRECTORY}/secrets/kiosk.apiSecret`)).toBe(`from-file\n${ORIGIN}\n`);
    await stores.delete('shop', 'apiSecret');
    expect(await copy('other')).toBeUndefined();
  });
});

describe('a secret file', () => {
  it('is refused with the command that mends it where others can read it', async () => {
    const { host, read } = setUp({});
    for (const mode of [0o644, 0o640, 0o604]) {
      host.files.put(FILE, 'canary', mode);
      await expect(read()).rejects.toMatchObject({
        ...{ exitClass: 'CONFIG', message: `${FILE} can be read by others` },
        facts: { hint: said(`chmod 600 ${FILE}, or: payctl doctor --fix`) },
      });
    }
  });

  const places = `${DIRECTORY}/secrets`;

  it.each<[string, string, (files: FakeFiles) => unknown]>([
    ['is a link', FILE, (files) => files.links.add(FILE)],
    ['lies behind a link', `${places} is a symbolic link`, (files) => files.links.add(places)],
    ['is in a directory open to others', 'by others', (files) => files.chmod(places, 0o777)],
  ])('that %s is refused', async (_, message, spoil) => {
    const { host, stores, read } = setUp({});
    host.files.put(FILE, 'canary');
    spoil(host.files);
    await expect(read()).rejects.toThrow(message);
    await expect(stores.store('shop', 'apiSecret', new Secret('x'))).rejects.toThrow(message);
  });
});

describe('a stored secret', () => {
  const elsewhere = { PAYCTL_BASE_URL: 'https://evil.example' };

  it('is not even made for another host, where a command of the profile prints it', async () => {
    const profile = { ...SHOP, secretCommand: 'print' };
    const { read, commands } = setUp({ env: elsewhere, profile });
    await expect(read()).rejects.toMatchObject({ exitClass: 'CONFIG' });
    expect(commands).toEqual([]);
  });
});

describe('connection', () => {
  it('holds what does not change from call to call, and reads the secret once', async () => {
    const profile = { ...SHOP, baseUrl: 'https://api.bank.example/v/', secretCommand: 'print' };
    const { host, stores, resolved, commands } = setUp({
      profile: { ...profile, environment: 'test', lang: 'th' },
      command: { code: 0, stdout: 'canary' },
    });
    const connection = resolveConnection(host, resolved(), stores);
    expect(connection).toMatchObject({
      ...{ profile: 'shop', baseUrl: 'https://api.bank.example/v', environment: 'test' },
      ...{ apiKey: 'key', applicationId: 'key', lang: 'th' },
    });
    expect(commands).toEqual([]);
    const secrets = await Promise.all([connection.secret(), connection.secret()]);
    expect(secrets.map((secret) => secret.reveal())).toEqual(['canary', 'canary']);
    expect(commands).toHaveLength(1);
  });

  it('says what is missing and how to set it', async () => {
    const bare = setUp({ profile: {} });
    expect(() => resolveConnection(bare.host, bare.resolved(), bare.stores)).toThrow(
      'the profile shop has no baseUrl',
    );
    const { host, stores, resolved } = setUp({});
    await expect(resolveConnection(host, resolved(), stores).secret()).rejects.toMatchObject({
      exitClass: 'CONFIG',
      message: 'there is no secret for the profile shop',
      facts: { hint: said('payctl -p shop config set-secret apiSecret, or set PAYCTL_API_SECRET') },
    });
  });
});
