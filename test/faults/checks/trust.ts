import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPaths } from '../../../src/state/paths.js';
import { fakeHost } from '../../fixtures/fake-host.js';
import { EMPTY_KEYRING } from '../../fixtures/keyrings.js';
import type { Checks, Parts } from '../parts.js';

const BANK = 'https://bank.example';

/** A machine with one profile. */
function machineOn(parts: Parts, env: Record<string, string>, shop: Record<string, string>) {
  const host = fakeHost({ env });
  const paths = findPaths(host);
  const set = (settings: Record<string, string>) =>
    host.files.put(
      paths.configFile,
      JSON.stringify({ current: 'shop', profiles: { shop: settings } }),
    );
  set(shop);
  const stores = new parts.SecretStores({ ...host, keyring: EMPTY_KEYRING }, paths);
  const resolve = (profile?: string) =>
    parts.resolve(host, paths, profile === undefined ? {} : { profile }, {});
  return { stores, set, resolve };
}

function withFile<T>(work: (path: string) => T): T {
  const directory = mkdtempSync(join(tmpdir(), 'payctl-trust-'));
  const path = join(directory, 'file');
  writeFileSync(path, 'kept', { mode: 0o600 });
  try {
    return work(path);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

function refuses(work: () => unknown): boolean {
  try {
    work();
    return false;
  } catch {
    return true;
  }
}

export const TRUST = {
  async 'a variable loosens no guard'(parts) {
    const env = { PAYCTL_READ_ONLY: 'false', PAYCTL_ENVIRONMENT: 'test' };
    const shop = { baseUrl: BANK, readOnly: 'true', environment: 'live' };
    const { values, problems } = machineOn(parts, env, shop).resolve();
    return values.readOnly === 'true' && values.environment === 'live' && problems.length === 2;
  },

  async 'a variable does not reach a connection that was named'(parts) {
    const env = { PAYCTL_BASE_URL: 'https://other.example', PAYCTL_API_KEY: 'other' };
    const { values } = machineOn(parts, env, { baseUrl: BANK, apiKey: 'own' }).resolve('shop');
    return values.baseUrl === BANK && values.apiKey === 'own';
  },

  async 'a secret goes to no other address'(parts) {
    const { stores, set, resolve } = machineOn(parts, {}, { baseUrl: BANK });
    await stores.store('shop', 'apiSecret', new parts.Secret('hush'), 'file');
    if ((await stores.read(resolve(), 'apiSecret')) === undefined) return false;
    set({ baseUrl: 'https://other.example' });
    return (await stores.read(resolve(), 'apiSecret').catch(() => undefined)) === undefined;
  },

  async 'a secret without an address is not kept'(parts) {
    const { stores } = machineOn(parts, {}, {});
    const storing = stores.store('shop', 'apiSecret', new parts.Secret('hush'), 'file');
    return storing.then(
      () => false,
      () => true,
    );
  },

  async 'a file that others can write is not trusted'(parts) {
    return withFile((path) => {
      chmodSync(path, 0o666);
      return refuses(() => parts.diskFiles(() => 'x').read(path));
    });
  },

  async 'a file of another user is not trusted'(parts) {
    return withFile((path) => {
      const stat = statSync(path);
      return parts.findFlaw(Object.assign(stat, { uid: stat.uid + 4711 })) === 'owner';
    });
  },

  async 'a directory that others can write is not trusted'(parts) {
    const { files } = fakeHost();
    files.makeDirectory('/state');
    files.chmod('/state', 0o777);
    const own = parts.ownFiles(files, ['/state']);
    return refuses(() => own.create('/state/claim', Buffer.from('intent')));
  },

  async 'a link to the own directory is not followed'(parts) {
    const { files } = fakeHost();
    files.makeDirectory('/state');
    files.links.add('/state');
    const own = parts.ownFiles(files, ['/state']);
    return refuses(() => own.create('/state/claim', Buffer.from('intent')));
  },

  async 'a named file that everyone can write is refused'(parts) {
    const host = fakeHost();
    host.files.put('/run/secret', 'hush', 0o666);
    return refuses(() => parts.readNamedFile(host, '/run/secret', 100));
  },

  async 'what we start sees none of our variables'(parts) {
    process.env.PAYCTL_PLANTED = 'hush';
    try {
      return !Object.values(parts.childEnvironment()).includes('hush');
    } finally {
      delete process.env.PAYCTL_PLANTED;
    }
  },
} satisfies Checks;
