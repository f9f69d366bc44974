import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { Secret } from '../../src/client/connection.js';
import { type GotTransportOptions, gotTransport } from '../../src/client/transport-got.js';
import { type Begun, Provider, SignInError } from '../../src/console/provider.js';
import { connectProxy, opened } from '../fixtures/servers.js';

const [KEY, OTHER] = [0, 1].map(() => generateKeyPairSync('rsa', { modulusLength: 2048 }));

interface Liar {
  issuer: string;
  claims: Record<string, unknown>;
  header: Record<string, unknown>;
  key: typeof KEY;
  isSigned: boolean;
  status: number;
  metadata: Record<string, unknown>;
  userInfo: Record<string, unknown>;
  asked: string[];
}

/** A provider that says what a test wants, right or not. */
const liar: Liar = {
  ...{ issuer: '', claims: {}, header: {}, key: KEY, isSigned: true, status: 200 },
  ...{ metadata: {}, userInfo: {}, asked: [] },
};

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

function idToken(nonce: string): string {
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    ...{ iss: liar.issuer, sub: 'u-1', aud: 'desk', iat: now, exp: now + 300, nonce },
    ...{ name: 'Ann', groups: ['viewers'], ...liar.claims },
  };
  const content = `${encoded({ alg: 'RS256', kid: 'k', ...liar.header })}.${encoded(claims)}`;
  const key = liar.key ?? KEY;
  if (!liar.isSigned || key === undefined) return `${content}.`;
  const pem = key.privateKey.export({ type: 'pkcs8', format: 'pem' });
  return `${content}.${sign('sha256', Buffer.from(content), createPrivateKey(pem)).toString('base64url')}`;
}

let nonce = '';

const answerLies: RequestListener = (request, response) => {
  liar.asked.push(request.url ?? '');
  const answer = (status: number, value: unknown) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  if (request.url === '/.well-known/openid-configuration') {
    const at = (path: string) => `${liar.issuer}/${path}`;
    answer(liar.status, {
      ...{ issuer: liar.issuer, authorization_endpoint: at('auth'), token_endpoint: at('token') },
      ...{ jwks_uri: at('jwks'), userinfo_endpoint: at('me'), ...liar.metadata },
      ...{ response_types_supported: ['code'], subject_types_supported: ['public'] },
      id_token_signing_alg_values_supported: ['RS256'],
      scopes_supported: ['openid', 'profile', 'groups'],
    });
  } else if (request.url === '/jwks') {
    answer(200, {
      keys: [{ ...KEY?.publicKey.export({ format: 'jwk' }), kid: 'k', alg: 'RS256' }],
    });
  } else if (request.url === '/token') {
    answer(200, { access_token: 'a', token_type: 'Bearer', id_token: idToken(nonce) });
  } else if (request.url === '/me') {
    answer(200, { sub: 'u-1', ...liar.userInfo });
  } else if (request.url === '/elsewhere') answer(200, { issuer: liar.issuer });
  else answer(404, {});
};

const server = createServer(answerLies);

beforeAll(async () => {
  liar.issuer = `http://127.0.0.1:${await opened(server)}`;
});

function honest(way: GotTransportOptions = {}): Provider {
  Object.assign(liar, { claims: {}, header: {}, key: KEY, isSigned: true, status: 200 });
  Object.assign(liar, { metadata: {}, userInfo: {}, asked: [] });
  return new Provider({
    ...{ issuer: new URL(liar.issuer), clientId: 'desk', clientSecret: new Secret('canary') },
    ...{ groupsClaim: 'groups', callback: new URL('https://desk.example/signed-in') },
    transport: gotTransport(way),
  });
}

async function begin(provider: Provider): Promise<{ begun: Begun; to: URL }> {
  const { begun, to } = await provider.begin();
  nonce = begun.nonce;
  return { begun, to };
}

/** How a sign-in ends in which the provider says `lie`. */
async function outcomeOf(
  lie: Partial<typeof liar>,
  query = (begun: Begun) => `?code=c&state=${begun.state}`,
): Promise<unknown> {
  const provider = honest();
  try {
    const { begun } = await begin(provider);
    Object.assign(liar, lie);
    return await provider.finish(query(begun), begun);
  } catch (error) {
    return error instanceof SignInError ? `${error.fault}: ${error.code}` : error;
  }
}

describe('signing in at a provider', () => {
  it('asks with PKCE, state and nonce, and for no scope that the provider does not know', async () => {
    const { to, begun } = await begin(honest());
    const asked = Object.fromEntries(to.searchParams);
    expect(asked).toMatchObject({
      ...{ response_type: 'code', client_id: 'desk', scope: 'openid profile groups' },
      ...{ redirect_uri: 'https://desk.example/signed-in', code_challenge_method: 'S256' },
      ...{ state: begun.state, nonce: begun.nonce },
    });
    expect(asked.code_challenge).not.toBe(begun.verifier);
    expect(to.href).not.toContain('canary');
  });

  it('takes what an honest provider says', async () => {
    expect(await outcomeOf({})).toEqual({ subject: 'u-1', name: 'Ann', groups: ['viewers'] });
  });

  it('asks for groups and name where the id token has none, and believes them of the same subject alone', async () => {
    const claims = { groups: undefined, name: undefined };
    const userInfo = { groups: ['agents'], name: 'Ben' };
    expect(await outcomeOf({ claims, userInfo })).toEqual({
      ...{ subject: 'u-1', name: 'Ben', groups: ['agents'] },
    });
    const other = { ...userInfo, sub: 'u-2' };
    expect(await outcomeOf({ claims, userInfo: other })).toMatch(/^unproven: /);
  });

  it.each([
    ['another nonce', { claims: { nonce: 'other' } }],
    ['no nonce', { claims: { nonce: undefined } }],
    ['another audience', { claims: { aud: 'another-client' } }],
    ['several audiences, for another party', { claims: { aud: ['desk', 'x'], azp: 'x' } }],
    ['another issuer', { claims: { iss: 'https://other.example' } }],
    ['no subject', { claims: { sub: undefined } }],
    ['an end in the past', { claims: { exp: Math.floor(Date.now() / 1000) - 3600 } }],
    ['no end', { claims: { exp: undefined } }],
    ['a start in the future', { claims: { nbf: Math.floor(Date.now() / 1000) + 3600 } }],
    ['a signature by another key', { key: OTHER }],
    ['no signature, alg none', { header: { alg: 'none' }, isSigned: false }],
    ['no signature', { isSigned: false }],
    ['a signature by the client secret', { header: { alg: 'HS256' } }],
    ['a key that it does not have', { header: { kid: 'other' }, key: OTHER }],
  ])('believes no id token with %s', async (_, lie) => {
    expect(await outcomeOf(lie)).toMatch(/^unproven: /);
  });

  it.each([
    ['of another state', () => '?code=c&state=other'],
    ['without a state', () => '?code=c'],
    [
      'of another issuer (mix-up)',
      (begun: Begun) => `?code=c&state=${begun.state}&iss=https%3A%2F%2Fother.example`,
    ],
    ['with two states', (begun: Begun) => `?code=c&state=${begun.state}&state=other`],
  ])('refuses an answer %s', async (_, query) => {
    expect(await outcomeOf({}, query)).toMatch(/^unproven: /);
    expect(liar.asked).not.toContain('/token');
  });

  it('says who refused, and whose fault it is, without a word from outside', async () => {
    const refused = (code: string) => (begun: Begun) => `?error=${code}&state=${begun.state}`;
    expect(await outcomeOf({}, refused('access_denied'))).toBe('refused: access_denied');
    expect(await outcomeOf({}, refused('%3Cscript%3E'))).toBe('refused: unknown error');
  });

  it('is not begun while the provider is away, and begins once it is back', async () => {
    const provider = honest();
    liar.status = 503;
    await expect(provider.begin()).rejects.toMatchObject({ fault: 'away' });
    liar.status = 200;
    await expect(provider.begin()).resolves.toHaveProperty('to');
    const nobody = new Provider({
      ...{ issuer: new URL('http://127.0.0.1:9'), clientId: 'desk', clientSecret: undefined },
      ...{ groupsClaim: 'groups', callback: new URL('https://desk.example/signed-in') },
      transport: gotTransport(),
    });
    await expect(nobody.begin()).rejects.toMatchObject({ fault: 'away' });
  });

  it('is reached by the proxy and the authorities of the settings', async () => {
    const [ca, cert, key] = ['ca.pem', 'server.pem', 'server.key'].map((name) =>
      readFileSync(join(import.meta.dirname, '../client/certificates', name)),
    );
    const secure = createTlsServer({ cert, key }, answerLies);
    await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', resolve));
    const address = secure.address();
    const tunnel = await connectProxy(typeof address === 'object' ? (address?.port ?? 0) : 0);
    const proxy = { httpsProxy: `http://127.0.0.1:${tunnel.port}` };
    const issuer = liar.issuer;
    // A name that no resolver knows.
    liar.issuer = 'https://bank.example';
    try {
      const provider = honest({ proxy, ...(ca && { tls: { ca } }) });
      const { begun } = await begin(provider);
      expect(await provider.finish(`?code=c&state=${begun.state}`, begun)).toHaveProperty('name');
      expect(new Set(tunnel.asked)).toEqual(new Set(['bank.example:443']));
      await expect(honest({ proxy }).begin()).rejects.toMatchObject({ fault: 'away', code: 'tls' });
    } finally {
      liar.issuer = issuer;
      await tunnel.close();
      secure.closeAllConnections();
      secure.close();
    }
  });

  it('believes no discovery for another issuer', async () => {
    const provider = honest();
    liar.metadata = { issuer: 'https://other.example' };
    await expect(provider.begin()).rejects.toMatchObject({ fault: 'unproven' });
  });
});
