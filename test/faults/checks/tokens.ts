import type { Token } from '../../../src/client/connection.js';
import { wording } from '../../../src/messages/wording.js';
import type { SecretIdentity } from '../../../src/state/token-cache.js';
import { type FakeHost, fakeHost } from '../../fixtures/fake-host.js';
import { ONLY_SECRET } from '../../fixtures/only-secret.js';
import type { Checks, Parts } from '../parts.js';

/** By which tokens and failures of one secret are told from those of another. */
function bondOf(secret: string) {
  return {
    source: 'file',
    fingerprint: () => secret,
    load: async () => undefined,
    attemptFingerprint: () => secret,
  };
}

function tokenStore(parts: Parts, host: FakeHost, bond: SecretIdentity = ONLY_SECRET) {
  const rows = parts.fileTokenRows(host, '/state/tokens');
  return parts.openTokenStore(host, rows, 'f'.repeat(64), () => undefined, bond);
}

export function tokenOf(host: FakeHost, accessToken: string): Token {
  const receivedAt = host.clock.now();
  return { accessToken, tokenType: 'Bearer', receivedAt, expiresAt: receivedAt + 1_800_000 };
}

export const TOKENS = {
  async 'one token call for all who find it expired'(parts) {
    const host = fakeHost();
    let calls = 0;
    const renew = async () => {
      const store = tokenStore(parts, host);
      const stale = (token: Token) => token.accessToken === 'expired';
      return store.renew('application', stale, async () => {
        calls += 1;
        await host.clock.sleep(300);
        return tokenOf(host, `fresh${calls}`);
      });
    };
    await tokenStore(parts, host).write('application', tokenOf(host, 'expired'));
    await Promise.all([renew(), renew(), renew()]);
    return calls === 1;
  },

  async 'a failed refresh leaves a newer token alone'(parts) {
    const host = fakeHost();
    const [mine, theirs] = [tokenStore(parts, host), tokenStore(parts, host)];
    await mine.write('user', tokenOf(host, 'old'));
    const refused = mine.renew(
      'user',
      () => true,
      async () => {
        host.clock.advance(1_000);
        await theirs.write('user', tokenOf(host, 'newer'));
        throw new Error('invalid grant');
      },
    );
    await refused.catch(() => undefined);
    return (await theirs.read('user'))?.accessToken === 'newer';
  },

  async 'an older token never replaces a newer one'(parts) {
    const host = fakeHost();
    const [mine, theirs] = [tokenStore(parts, host), tokenStore(parts, host)];
    const older = tokenOf(host, 'older');
    host.clock.advance(1_000);
    await theirs.write('application', tokenOf(host, 'newer'));
    await mine.write('application', older);
    return (await theirs.read('application'))?.accessToken === 'newer';
  },

  async 'a token of another secret is not used'(parts) {
    const host = fakeHost();
    const [old, next] = ['old', 'new'].map((secret) => tokenStore(parts, host, bondOf(secret)));
    await old?.write('application', tokenOf(host, 'bought'));
    const own = await old?.read('application');
    return own !== undefined && (await next?.read('application')) === undefined;
  },

  async 'a failure of another secret is not held against this one'(parts) {
    const host = fakeHost();
    const renew = (secret: string, buy: () => Promise<Token>) =>
      tokenStore(parts, host, bondOf(secret)).renew('application', () => true, buy);
    const refused = new parts.PayctlError('AUTH', wording.quoted('the secret is wrong'));
    await renew('old', () => Promise.reject(refused)).catch(() => undefined);
    const bought = await renew('new', async () => tokenOf(host, 'bought')).catch(() => undefined);
    return bought !== undefined;
  },
} satisfies Checks;
