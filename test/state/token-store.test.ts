import { describe, expect, it } from 'vitest';
import { type Connection, Secret, type Token } from '../../src/client/connection.js';
import { PayctlError } from '../../src/core/errors.js';
import type { Message } from '../../src/core/message.js';
import { wording } from '../../src/messages/wording.js';
import { fileTokenRows } from '../../src/state/token-rows.js';
import { openTokenStore, requesterFingerprint } from '../../src/state/token-store.js';
import { type FakeHost, fakeHost } from '../fixtures/fake-host.js';
import { ONLY_SECRET } from '../fixtures/only-secret.js';

const DIRECTORY = '/state/tokens';
const NAME = `${DIRECTORY}/${'f'.repeat(40)}-application.json`;

const tokenOf = (name: string, host: FakeHost, life = 1_800_000): Token => ({
  accessToken: name,
  tokenType: 'Bearer',
  receivedAt: host.clock.now(),
  expiresAt: host.clock.now() + life,
});

function open(host = fakeHost()) {
  const warnings: string[] = [];
  const rows = fileTokenRows(host, DIRECTORY);
  const warn = (text: Message) => void warnings.push(String(text));
  const store = openTokenStore(host, rows, 'f'.repeat(64), warn, ONLY_SECRET);
  return { host, store, warnings };
}

const always = (): boolean => true;
const refusing = (name: string) => (token: Token) => token.accessToken === name;

describe('token store', () => {
  it('reads without a lock', async () => {
    const { host, store } = open();
    await store.write('application', tokenOf('one', host));
    host.files.before = (step) => {
      if (step !== 'read') throw new Error(`${step} while reading`);
    };
    expect((await store.read('application'))?.accessToken).toBe('one');
  });

  it('takes what another process bought meanwhile, if it is not the refused one', async () => {
    const { host, store } = open();
    await store.write('application', tokenOf('old', host));
    host.clock.advance(10);
    await open(host).store.write('application', tokenOf('new', host));
    const never = async () => Promise.reject(new Error('asked the bank'));
    expect((await store.renew('application', refusing('old'), never)).accessToken).toBe('new');
    const bought = await store.renew('application', refusing('new'), async (stored) => {
      expect(stored?.accessToken).toBe('new');
      return tokenOf('newest', host);
    });
    expect(bought.accessToken).toBe('newest');
  });

  it('does not take an expired one, whoever bought it', async () => {
    const { host, store } = open();
    await open(host).store.write('application', tokenOf('old', host, 1_000));
    host.clock.advance(1_000);
    const buy = async () => tokenOf('new', host);
    expect((await store.renew('application', () => false, buy)).accessToken).toBe('new');
  });

  it('fetches for itself when the other does not come to an end, and leaves the file alone', async () => {
    const { host, store } = open();
    const claim = { ...host.process.self, at: host.clock.now() };
    host.files.put(NAME.replace('.json', '.lock.1'), JSON.stringify(claim));
    const before = host.clock.now();
    const token = await store.renew('application', always, async () => tokenOf('own', host));
    expect(host.clock.now() - before).toBe(20_000);
    expect(token.accessToken).toBe('own');
    expect((await store.read('application'))?.accessToken).toBe('own');
    expect(host.files.text(NAME)).toBeUndefined();
  });

  it('replaces one that was bought before the clock was set back', async () => {
    const { host, store } = open();
    await store.write('application', tokenOf('refused', host));
    host.clock.set(-3_600_000);
    const fresh = async () => tokenOf('fresh', host);
    expect(await store.renew('application', refusing('refused'), fresh)).toMatchObject({
      accessToken: 'fresh',
    });
    expect((await open(host).store.read('application'))?.accessToken).toBe('fresh');
  });

  it.each(['', '{', '[]', '{"accessToken":"a"}', '{"accessToken":1,"tokenType":"B"}'])(
    'takes a damaged file (%j) for none',
    async (content) => {
      const { host, store } = open(fakeHost({ files: { [NAME]: content } }));
      expect(await store.read('application')).toBeUndefined();
      await store.renew('application', always, async () => tokenOf('new', host));
      expect((await store.read('application'))?.accessToken).toBe('new');
    },
  );
});

describe('a failing token call', () => {
  const failing =
    (calls: string[], exitClass: 'AUTH' | 'CONFIG' | 'TLS' | 'UNAVAILABLE') => async () => {
      calls.push(exitClass);
      throw new PayctlError(exitClass, wording.quoted('no access token: no'), {
        hint: wording.quoted('fix'),
        code: '9500',
      });
    };

  it('is not repeated for ten seconds, by any process', async () => {
    const { host, store } = open();
    const calls: string[] = [];
    const obtain = failing(calls, 'AUTH');
    await expect(store.renew('application', always, obtain)).rejects.toThrow('no access token: no');
    host.clock.advance(4_000);
    const other = open(host).store;
    await expect(other.renew('application', always, obtain)).rejects.toMatchObject({
      exitClass: 'AUTH',
      message: 'no access token: no (4 s ago; the bank is asked again in 6 s)',
      facts: { hint: wording.quoted('fix'), code: '9500', executed: 'no' },
    });
    expect(calls).toHaveLength(1);
    host.clock.advance(6_000);
    await expect(other.renew('application', always, obtain)).rejects.toThrow();
    expect(calls).toHaveLength(2);
  });

  it('does not keep a good token from being used', async () => {
    const { host, store } = open();
    await expect(store.renew('application', always, failing([], 'UNAVAILABLE'))).rejects.toThrow();
    await open(host).store.write('application', tokenOf('new', host));
    const never = async () => Promise.reject(new Error('asked the bank'));
    const token = await store.renew('application', refusing('old'), never);
    expect(token.accessToken).toBe('new');
  });

  it.each(['CONFIG', 'TLS'] as const)(
    'is not remembered where this machine was at fault: %s',
    async (fault) => {
      const { host, store } = open();
      await expect(store.renew('application', always, failing([], fault))).rejects.toThrow();
      const token = await store.renew('application', always, async () => tokenOf('new', host));
      expect(token.accessToken).toBe('new');
    },
  );

  it('is not remembered when the clock was set back', async () => {
    const { host, store } = open();
    await expect(store.renew('application', always, failing([], 'AUTH'))).rejects.toThrow();
    host.clock.advance(-3_600_000);
    const token = await store.renew('application', always, async () => tokenOf('new', host));
    expect(token.accessToken).toBe('new');
  });
});

describe('a directory that cannot be used', () => {
  const readOnly = (host: FakeHost): void => {
    host.files.before = (step, path) => {
      if (step !== 'read' && step !== 'list') {
        throw new PayctlError(
          'CONFIG',
          wording.quoted(`cannot create ${path}: the file system is read-only`),
        );
      }
    };
  };

  it.each(['missing', 'there'])('(%s) costs one warning and no call more', async (directory) => {
    const { host, store, warnings } = open();
    if (directory === 'there') host.files.makeDirectory(DIRECTORY);
    readOnly(host);
    let calls = 0;
    const obtain = async (): Promise<Token> => {
      calls++;
      await host.clock.sleep(10);
      return tokenOf(`token-${calls}`, host);
    };
    const notFirst = refusing('none');
    await Promise.all([
      store.renew('application', notFirst, obtain),
      store.renew('application', notFirst, obtain),
    ]);
    await store.renew('application', notFirst, obtain);
    expect((await store.read('application'))?.accessToken).toBe('token-1');
    expect(calls).toBe(1);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain('kept for this run only: cannot create');
  });

  it('still says why the call itself failed', async () => {
    const { host, store } = open();
    host.files.makeDirectory(DIRECTORY);
    readOnly(host);
    const failing = store.renew('application', always, async () => {
      throw new PayctlError('CONFIG', wording.quoted('there is no secret'));
    });
    await expect(failing).rejects.toThrow('there is no secret');
  });
});

describe('fingerprint', () => {
  const connection: Connection = {
    profile: 'shop',
    baseUrl: 'https://api.bank.example',
    environment: 'live',
    apiKey: 'canary-key',
    applicationId: 'canary-key',
    secret: async () => new Secret('canary'),
  };

  it('changes with the credentials and gives none of them away', () => {
    const all = [
      connection,
      { ...connection, baseUrl: 'https://test.bank.example' },
      { ...connection, apiKey: 'another' },
      { ...connection, applicationId: 'another' },
      { ...connection, resourceOwnerId: 'another' },
      { ...connection, profile: 'another' },
    ].map((one) => requesterFingerprint(one));
    expect(new Set(all).size).toBe(all.length);
    expect(all.join()).not.toContain('canary');
    expect(requesterFingerprint({ ...connection, lang: 'th' })).toBe(all[0]);
  });
});
