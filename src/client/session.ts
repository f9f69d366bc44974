import type { Fields, Operation } from '../bank/define.js';
import { FAMILIES } from '../bank/families.js';
import { PayctlError } from '../core/errors.js';
import { at, type Json, textOf } from '../core/json.js';
import type { Message } from '../core/message.js';
import type { Clock } from '../host/host.js';
import { request as says } from '../messages/request.js';
import { wording } from '../messages/wording.js';
import type { KnownSecrets } from './conceal/echo.js';
import type { Connection, Grant, Token, TokenStore } from './connection.js';
import type { CallResult, Exchanger } from './exchange.js';
import type { Outcome } from './outcome.js';

/** The token of an answer; its end by this machine's clock, so that a wrong one does not matter. */
function tokenOf({ outcome, headers, granted: data = null }: CallResult, now: number): Token {
  if (outcome.class !== 'SUCCESS') {
    throw noToken(outcome, says.noToken(outcome.message), outcome.hint);
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
function noToken(outcome: Outcome, message: Message, hint: Outcome['hint']): PayctlError {
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
export interface GrantedToken {
  grant: Grant;
  token: Token;
}

/** What the user's return from the bank's consent page carries. */
export interface Consent {
  authCode: string;
  state?: string;
  codeChallenge?: string;
}

export interface SessionSettings {
  connection: Connection;
  store: TokenStore;
  clock: Clock;
  exchanger: Exchanger;
  held: KnownSecrets;
}

/** Shares of a token's lifetime: a 30-minute token is renewed in its last 5 minutes, and not used in the last one. */
const ADVISORY = { share: 1 / 6, mostMs: 300_000 };
const MANDATORY = { share: 1 / 30, mostMs: 60_000 };
/** The calls of a batch ask for it many times a second; the store is a file. */
const READ_AGAIN_MS = 1_000;

/** What a caller, and those who log in, use of it. */
export type Session = Pick<TokenSession, keyof TokenSession>;

/**
 * Tokens by need. All of it rejects with PayctlError: CONFIG where the secret cannot be read, else
 * the class in which the token call ended.
 */
export class TokenSession {
  readonly #connection: Connection;
  readonly #store: TokenStore;
  readonly #clock: Clock;
  readonly #exchanger: Exchanger;
  readonly #held: KnownSecrets;
  readonly #recent = new Map<Grant, { token: Token; readAt: number }>();

  constructor({ connection, store, clock, exchanger, held }: SessionSettings) {
    this.#connection = connection;
    this.#store = store;
    this.#clock = clock;
    this.#exchanger = exchanger;
    this.#held = held;
  }

  /**
   * A token that will last for the call: of `wanted`, or whose the operation wants. `beforeBuying`
   * is called before one is bought.
   */
  async token(
    operation: Operation,
    beforeRequest?: () => unknown,
    wanted?: Grant,
  ): Promise<GrantedToken> {
    const grant = wanted ?? (await this.#grantOf(operation));
    const token = await this.#storedToken(grant);
    if (grant === 'user' && token === undefined) throw notLoggedIn(says.noUser);
    if (token === undefined || this.#endsWithin(token, MANDATORY)) {
      beforeRequest?.();
      return { grant, token: await this.#renewEnding(grant, MANDATORY) };
    }
    if (!this.#endsWithin(token, ADVISORY)) return { grant, token };
    try {
      return { grant, token: await this.#renewEnding(grant, ADVISORY) };
    } catch {
      // It still lasts; the next call tries again.
      return { grant, token };
    }
  }

  /** Another token for one that the bank refused; who comes second takes what the first one got. */
  async replace({ grant, token: { accessToken } }: GrantedToken): Promise<GrantedToken> {
    return { grant, token: await this.#renew(grant, (token) => token.accessToken === accessToken) };
  }

  /** Asks for the link by which a user logs in and consents; the credentials are added here. */
  async authorize(fields: Fields): Promise<Outcome> {
    const { authorize } = await FAMILIES.token.load();
    const apisecret = (await this.#connection.secret()).reveal();
    const input = { ...fields, apikey: this.#connection.apiKey, apisecret };
    return (await this.#exchanger.exchange(authorize, input, {})).outcome;
  }

  /** Exchanges the authorisation code, once, for the user's token. */
  async login(consent: Consent): Promise<Token> {
    const { issue } = await FAMILIES.token.load();
    const token = await this.#requestToken('user', issue, { ...consent });
    this.#recent.delete('user');
    await this.#store.write('user', token);
    return token;
  }

  /** A new token of this grant, whatever the age of the stored one. */
  renew(grant: Grant): Promise<Token> {
    return this.#renew(grant, () => true);
  }

  #renewEnding(grant: Grant, margin: typeof ADVISORY): Promise<Token> {
    return this.#renew(grant, (token) => this.#endsWithin(token, margin));
  }

  async #renew(grant: Grant, isStale: (token: Token) => boolean): Promise<Token> {
    this.#recent.delete(grant);
    const token = await this.#store.renew(grant, isStale, (held) => this.#obtain(grant, held));
    // Another process may have bought it.
    this.#held.learn(grant, token);
    return token;
  }

  async #grantOf(operation: Operation): Promise<Grant> {
    if (operation.subject !== 'user') return 'application';
    const token = await this.#storedToken('user');
    if (token === undefined) return 'application';
    const { refreshToken, refreshExpiresAt = Infinity } = token;
    const renewable = refreshToken !== undefined && refreshExpiresAt > this.#clock.now();
    return renewable || !this.#endsWithin(token, MANDATORY) ? 'user' : 'application';
  }

  /** The stored token; one that still lasts is good for a moment without another look. */
  async #storedToken(grant: Grant): Promise<Token | undefined> {
    const recent = this.#recent.get(grant);
    const age = recent ? this.#clock.now() - recent.readAt : Number.NaN;
    if (recent && age >= 0 && age < READ_AGAIN_MS && !this.#endsWithin(recent.token, ADVISORY)) {
      return recent.token;
    }
    const token = await this.#store.read(grant);
    this.#held.learn(grant, token);
    if (token) this.#recent.set(grant, { token, readAt: this.#clock.now() });
    return token;
  }

  #endsWithin(token: Token, margin: typeof ADVISORY): boolean {
    const now = this.#clock.now();
    // A clock that was set back would keep a token alive for ever.
    if (now < token.receivedAt - MANDATORY.mostMs) return true;
    const lifetime = token.expiresAt - token.receivedAt;
    return token.expiresAt - now <= Math.min(margin.mostMs, lifetime * margin.share);
  }

  async #obtain(grant: Grant, stored: Token | undefined): Promise<Token> {
    const { issue, refresh } = await FAMILIES.token.load();
    if (grant === 'application') return this.#requestToken(grant, issue, {});
    if (stored?.refreshToken === undefined) throw notLoggedIn(says.consentEnded);
    const { refreshToken, refreshExpiresAt, resourceOwnerId } = stored;
    const token = await this.#requestToken(grant, refresh, { refreshToken }, resourceOwnerId);
    // What the answer does not renew stays as it was.
    return { refreshToken, refreshExpiresAt, resourceOwnerId, ...token };
  }

  async #requestToken(
    grant: Grant,
    operation: Operation,
    fields: Fields,
    resourceOwnerId?: string,
  ): Promise<Token> {
    const secret = await this.#connection.secret();
    const credentials = {
      applicationKey: this.#connection.apiKey,
      applicationSecret: secret.reveal(),
    };
    const input = { ...credentials, ...fields };
    const answered = await this.#exchanger.exchange(operation, input, { resourceOwnerId });
    this.#refuseCredentials(answered.outcome, fields);
    const token = tokenOf(answered, this.#clock.now());
    this.#held.learn(grant, token);
    return token;
  }

  /** Key and secret are all that such a call shows, so that a refusal is about them. */
  #refuseCredentials(outcome: Outcome, fields: Fields): void {
    const isRefused = outcome.class === 'AUTH' || outcome.class === 'REJECTED';
    if (!isRefused || Object.keys(fields).length > 0) return;
    const credentials = this.#connection.credentials?.();
    if (!credentials) return;
    throw noToken(outcome, says.noTokenBy(outcome.message, credentials.from), credentials.fix);
  }
}

function notLoggedIn(why: Message): PayctlError {
  return new PayctlError('AUTH', why, {
    hint: wording.command('payctl token login'),
    executed: 'no',
  });
}
