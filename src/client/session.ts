import type { Fields, Operation } from '../bank/define.js';
import { FAMILIES } from '../bank/families.js';
import { PayctlError } from '../core/errors.js';
import { at, type Json, textOf } from '../core/json.js';
import type { Clock } from '../host/host.js';
import type { HeldSecrets } from './conceal/held.js';
import type { Connection, Grant, Token, TokenStore } from './connection.js';
import type { Answered, Exchanger } from './exchange.js';
import type { Outcome } from './outcome.js';

/** The token of an answer; its end by this machine's clock, so that a wrong one does not matter. */
function tokenOf({ outcome, headers, granted: data = null }: Answered, now: number): Token {
  if (outcome.class !== 'SUCCESS') {
    throw noToken(outcome, `no access token: ${outcome.message}`, outcome.hint);
  }
  const refreshToken = textOf(at(data, 'refreshToken'));
  const refreshSeconds = seconds(data, 'refreshExpiresIn');
  const owner = headers.resourceownerid;
  return {
    accessToken: textOf(at(data, 'accessToken')) ?? '',
    tokenType: textOf(at(data, 'tokenType'))?.trim() || 'Bearer',
    receivedAt: now,
    expiresAt: now + (seconds(data, 'expiresIn') ?? 0) * 1000,
    ...(refreshToken ? { refreshToken } : {}),
    ...(refreshSeconds === undefined ? {} : { refreshExpiresAt: now + refreshSeconds * 1000 }),
    ...(owner ? { resourceOwnerId: owner } : {}),
  };
}

/** How a token call failed, with what is known of it. */
function noToken(outcome: Outcome, message: string, hint: string | undefined): PayctlError {
  return new PayctlError(outcome.class, message, {
    executed: 'no',
    hint,
    code: outcome.code,
    httpStatus: outcome.http?.status,
    requestUId: outcome.request.requestUId,
    network: outcome.network,
  });
}

function seconds(data: Json, field: string): number | undefined {
  const value = Number(textOf(at(data, field)) ?? Number.NaN);
  return Number.isFinite(value) && value >= 0 ? value : undefined;
}

/** A token, and whose it is. */
export interface Held {
  grant: Grant;
  token: Token;
}

/** What the user's return from the bank's consent page carries. */
export interface Consent {
  authCode: string;
  state?: string;
  codeChallenge?: string;
}

/**
 * Tokens by need. All of it rejects with PayctlError: CONFIG where the secret cannot be read, else
 * the class in which the token call ended.
 */
export interface Session {
  /**
   * A token that will last for the call: of `wanted`, or whose the operation wants. `beforeBuying`
   * is called before one is bought.
   */
  token(operation: Operation, beforeBuying?: () => unknown, wanted?: Grant): Promise<Held>;
  /** Another token for one that the bank refused; who comes second takes what the first one got. */
  replace(refused: Held): Promise<Held>;
  /** Asks for the link by which a user logs in and consents; the credentials are added here. */
  authorize(fields: Fields): Promise<Outcome>;
  /** Exchanges the authorisation code, once, for the user's token. */
  login(consent: Consent): Promise<Token>;
  /** A new token of this grant, whatever the age of the stored one. */
  renew(grant: Grant): Promise<Token>;
}

export interface SessionSettings {
  connection: Connection;
  store: TokenStore;
  clock: Clock;
  exchange: Exchanger;
  held: HeldSecrets;
}

/** Of a token's lifetime; a 30-minute token is renewed in its last 5 minutes and never used in its last. */
const ADVISORY = { share: 1 / 6, mostMs: 300_000 };
const MANDATORY = { share: 1 / 30, mostMs: 60_000 };
/** The calls of a batch ask for it many times a second; the store is a file. */
const READ_AGAIN_MS = 1_000;

export function createSession(settings: SessionSettings): Session {
  const { connection, store, clock, exchange, held } = settings;
  const recent = new Map<Grant, { token: Token; readAt: number }>();

  /** The stored token; one that still lasts is good for a moment without another look. */
  async function stored(grant: Grant): Promise<Token | undefined> {
    const known = recent.get(grant);
    const age = known ? clock.now() - known.readAt : Number.NaN;
    if (known && age >= 0 && age < READ_AGAIN_MS && !endsWithin(known.token, ADVISORY)) {
      return known.token;
    }
    const token = await store.read(grant);
    if (token) recent.set(grant, { token, readAt: clock.now() });
    return token;
  }

  function endsWithin(token: Token, margin: typeof ADVISORY): boolean {
    const lifetime = token.expiresAt - token.receivedAt;
    // A clock that was set back would keep a token alive for ever.
    if (clock.now() < token.receivedAt - MANDATORY.mostMs) return true;
    return token.expiresAt - clock.now() <= Math.min(margin.mostMs, lifetime * margin.share);
  }

  async function bought(
    operation: Operation,
    fields: Fields,
    resourceOwnerId?: string,
  ): Promise<Token> {
    const secret = await connection.secret();
    const answered = await exchange(
      operation,
      {
        applicationKey: connection.apiKey,
        applicationSecret: secret.reveal(),
        ...fields,
      },
      { resourceOwnerId },
    );
    refuseCredentials(answered.outcome, fields);
    const token = tokenOf(answered, clock.now());
    held.learn(token);
    return token;
  }

  /** Key and secret are all that such a call shows, so that a refusal is about them. */
  function refuseCredentials(outcome: Outcome, fields: Fields): void {
    const refused = outcome.class === 'AUTH' || outcome.class === 'REJECTED';
    const about = Object.keys(fields).length === 0 && refused && connection.credentials?.();
    if (!about) return;
    throw noToken(outcome, `no access token: ${outcome.message}; ${about.from}`, about.fix);
  }

  async function obtain(grant: Grant, stored: Token | undefined): Promise<Token> {
    const { issue, refresh } = await FAMILIES.token.load();
    if (grant === 'application') return bought(issue, {});
    if (stored?.refreshToken === undefined) throw loggedOut(CONSENT_ENDED);
    const { refreshToken, refreshExpiresAt, resourceOwnerId } = stored;
    const token = await bought(refresh, { refreshToken }, resourceOwnerId);
    // What the answer does not renew stays as it was.
    return {
      refreshToken,
      ...(refreshExpiresAt === undefined ? {} : { refreshExpiresAt }),
      ...(resourceOwnerId === undefined ? {} : { resourceOwnerId }),
      ...token,
    };
  }

  function renew(grant: Grant, isStale: (token: Token) => boolean): Promise<Token> {
    recent.delete(grant);
    return store.renew(grant, isStale, (token) => obtain(grant, token));
  }

  async function grantOf(operation: Operation): Promise<Grant> {
    if (operation.subject !== 'user') return 'application';
    const token = await stored('user');
    if (token === undefined) return 'application';
    const renewable =
      token.refreshToken !== undefined && (token.refreshExpiresAt ?? Infinity) > clock.now();
    return renewable || !endsWithin(token, MANDATORY) ? 'user' : 'application';
  }

  return {
    async token(operation, beforeBuying, wanted) {
      const grant = wanted ?? (await grantOf(operation));
      const token = await stored(grant);
      if (grant === 'user' && token === undefined) throw loggedOut('no user is logged in');
      if (token === undefined || endsWithin(token, MANDATORY)) {
        beforeBuying?.();
        return { grant, token: await renew(grant, (other) => endsWithin(other, MANDATORY)) };
      }
      if (!endsWithin(token, ADVISORY)) return { grant, token };
      try {
        return { grant, token: await renew(grant, (other) => endsWithin(other, ADVISORY)) };
      } catch {
        // It still lasts; the next call tries again.
        return { grant, token };
      }
    },
    async replace({ grant, token: { accessToken } }) {
      return { grant, token: await renew(grant, (token) => token.accessToken === accessToken) };
    },
    async authorize(fields) {
      const { authorize } = await FAMILIES.token.load();
      const apisecret = (await connection.secret()).reveal();
      const input = { ...fields, apikey: connection.apiKey, apisecret };
      return (await exchange(authorize, input, {})).outcome;
    },
    async login(consent) {
      const { issue } = await FAMILIES.token.load();
      const token = await bought(issue, { ...consent });
      recent.delete('user');
      await store.write('user', token);
      return token;
    },
    renew: (grant) => renew(grant, () => true),
  };
}

const CONSENT_ENDED = "the user's consent has ended and cannot be renewed";
function loggedOut(why: string): PayctlError {
  return new PayctlError('AUTH', why, {
    hint: 'payctl token login',
    executed: 'no',
  });
}
