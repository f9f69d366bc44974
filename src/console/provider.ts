import { randomBytes } from 'node:crypto';
import type {
  ClientAuth,
  Configuration,
  CustomFetch,
  IDToken,
  UserInfoResponse,
} from 'openid-client';
import type { Secret } from '../client/connection.js';
import { type Transport, TransportFailure } from '../client/transport.js';
import { once } from '../core/once.js';

type Library = typeof import('openid-client');

/** At which provider of identities people sign in, and as which client of it. */
export interface ProviderSettings {
  issuer: URL;
  clientId: string;
  clientSecret: Secret | undefined;
  /** The claim that holds the groups of a person. */
  groupsClaim: string;
  /** Where the provider sends people back to. */
  callback: URL;
  /** The way there: by the proxy and the authorities of the settings. */
  transport: Pick<Transport, 'send'>;
}

/** What a sign-in that was begun must come back with. */
export interface Begun {
  state: string;
  nonce: string;
  verifier: string;
}

/** Who somebody is, as the provider says. */
export interface Identity {
  subject: string;
  name: string;
  groups: readonly string[];
}

/**
 * `away`: the provider could not be asked. `refused`: it let nobody in. `unproven`: its answer did not
 * pass the checks. `settings`: it does not know this client.
 */
export type SignInFault = 'away' | 'refused' | 'unproven' | 'settings';

export class SignInError extends Error {
  readonly fault: SignInFault;
  /** What failed, by the name that the standard or the library has for it; no text from outside. */
  readonly code: string;

  constructor(fault: SignInFault, code: string, cause: unknown) {
    super(`${fault}: ${code}`, { cause });
    [this.fault, this.code] = [fault, code];
  }
}

/** Somebody waits for the page. */
const LIMIT_SECONDS = 8;

const SCOPES = ['openid', 'profile', 'email', 'groups'];

/**
 * OpenID Connect with the authorization code and PKCE. The library checks issuer, audience, signature,
 * expiry and nonce of the id token, and follows no redirect. It reads the clock and makes keys by itself.
 */
export class Provider {
  readonly #settings: ProviderSettings;

  constructor(settings: ProviderSettings) {
    this.#settings = settings;
  }

  /** The address to which the browser is sent. Rejects with SignInError. */
  async begin(): Promise<{ begun: Begun; to: URL }> {
    return this.#asked(async (library, configuration) => {
      const secret = () => randomBytes(32).toString('base64url');
      const begun = { state: secret(), nonce: secret(), verifier: secret() };
      const to = library.buildAuthorizationUrl(configuration, {
        redirect_uri: this.#settings.callback.href,
        scope: scopesFor(configuration).join(' '),
        code_challenge: await library.calculatePKCECodeChallenge(begun.verifier),
        code_challenge_method: 'S256',
        state: begun.state,
        nonce: begun.nonce,
      });
      return { begun, to };
    });
  }

  /** Who came back with this query. Rejects with SignInError. */
  async finish(query: string, { state, nonce, verifier }: Begun): Promise<Identity> {
    const current = new URL(this.#settings.callback);
    current.search = query;
    return this.#asked(async (library, configuration) => {
      const tokens = await library.authorizationCodeGrant(configuration, current, {
        ...{ expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier },
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (claims === undefined) throw new SignInError('unproven', 'no_id_token', undefined);
      const { groupsClaim } = this.#settings;
      const isWhole = claims[groupsClaim] !== undefined && findName(claims) !== undefined;
      const isAsked = !isWhole && hasUserInfo(configuration);
      const more = isAsked
        ? await library.fetchUserInfo(configuration, tokens.access_token, claims.sub)
        : undefined;
      return toIdentity({ ...more, ...claims }, groupsClaim);
    });
  }

  async #asked<Value>(
    ask: (library: Library, configuration: Configuration) => Promise<Value>,
  ): Promise<Value> {
    const library = await import('openid-client');
    try {
      return await ask(library, await this.#discover(library));
    } catch (error) {
      throw error instanceof SignInError ? error : toSignInError(library, error);
    }
  }

  readonly #discover = once((library: Library): Promise<Configuration> => {
    const { issuer, clientId, clientSecret, transport } = this.#settings;
    const isInClear = issuer.protocol === 'http:';
    return library.discovery(issuer, clientId, undefined, clientAuth(library, clientSecret), {
      timeout: LIMIT_SECONDS,
      [library.customFetch]: fetchBy(transport),
      execute: [
        library.enableNonRepudiationChecks,
        ...(isInClear ? [library.allowInsecureRequests] : []),
      ],
    });
  });
}

/** As the library asks. Each request has a connection of its own: sign-ins are rare. */
function fetchBy(transport: Pick<Transport, 'send'>): CustomFetch {
  return async (url, { method, headers, body }) => {
    const sent = body ? { body: await new Response(body).text() } : {};
    const request = { method, url, headers, ...sent };
    const limits = { timeoutMs: LIMIT_SECONDS * 1_000, fresh: true };
    const answer = await transport.send(request, limits);
    return new Response(Buffer.from(answer.body), answer);
  };
}

/** By the method that the provider names; the standard says `basic` where it names none. */
function clientAuth(library: Library, clientSecret: Secret | undefined): ClientAuth {
  if (clientSecret === undefined) return library.None();
  const basic = library.ClientSecretBasic(clientSecret.reveal());
  const post = library.ClientSecretPost(clientSecret.reveal());
  return (server, ...request) => {
    const named = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    return (named.includes('client_secret_basic') ? basic : post)(server, ...request);
  };
}

/** Of those that help to know somebody; only `openid` may be asked of every provider. */
function scopesFor(configuration: Configuration): string[] {
  const { scopes_supported: known = ['openid', 'profile'] } = configuration.serverMetadata();
  return SCOPES.filter((scope) => scope === 'openid' || known.includes(scope));
}

function hasUserInfo(configuration: Configuration): boolean {
  return configuration.serverMetadata().userinfo_endpoint !== undefined;
}

function toIdentity(claims: IDToken & Partial<UserInfoResponse>, groupsClaim: string): Identity {
  const { sub: subject } = claims;
  const given = claims[groupsClaim];
  const groups = (Array.isArray(given) ? given : [given]).filter((one) => typeof one === 'string');
  return { subject, name: findName(claims) ?? subject, groups };
}

function findName({ name, preferred_username: userName, email }: IDToken): string | undefined {
  return [name, userName, email].filter((one) => typeof one === 'string').find((one) => one !== '');
}

function toSignInError(library: Library, error: unknown): SignInError {
  if (error instanceof library.AuthorizationResponseError) {
    return new SignInError('refused', known(error.error), error);
  }
  if (error instanceof library.ResponseBodyError) {
    if (error.status >= 500) return new SignInError('away', `HTTP ${error.status}`, error);
    const isOfCode = error.error === 'invalid_grant';
    return new SignInError(isOfCode ? 'unproven' : 'settings', known(error.error), error);
  }
  if (error instanceof library.ClientError && error.code !== undefined) {
    const isAway = AWAY.includes(error.code);
    return new SignInError(isAway ? 'away' : 'unproven', error.code, error);
  }
  if (error instanceof Error && error.cause instanceof TransportFailure) {
    return new SignInError('away', error.cause.reason, error);
  }
  return new SignInError('unproven', 'no_answer', error);
}

const AWAY: readonly string[] = [
  ...[
    'OAUTH_TIMEOUT',
    'OAUTH_ABORT',
    'OAUTH_RESPONSE_IS_NOT_CONFORM',
    'OAUTH_RESPONSE_IS_NOT_JSON',
  ],
  'OAUTH_PARSE_ERROR',
];

/** An error code of the standard, which the other side may have made of anything. */
function known(code: string): string {
  return /^[a-z_]{1,40}$/.test(code) ? code : 'unknown error';
}
