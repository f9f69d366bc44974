import type { Fields, Operation } from '../bank/define.js';
import { FAMILIES } from '../bank/families.js';
import { payctl } from '../core/command-line.js';
import { PayctlError } from '../core/errors.js';
import { at, type Json, jsonText } from '../core/json.js';
import type { Message } from '../core/message.js';
import type { Clock } from '../host/host.js';
import { onAbort } from '../host/on-abort.js';
import { request as says } from '../messages/calls.js';
import { verdict } from '../messages/verdict.js';
import type { KnownSecrets } from './conceal/echo.js';
import type { Connection, Grant, Token, TokenStore } from './connection.js';
import type { AuthorisedOptions, CallOptions, CallResult, Exchanger } from './exchange.js';
import type { Outcome } from './outcome.js';
import { toErrorFacts } from './verdict.js';

/** A token, and whose it is. */
export interface GrantedToken {
  grant: Grant;
  token: Token;
}

/** What the redirect URL has after the user's consent ("Authentication", 3). */
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
  knownSecrets: KnownSecrets;
  /** Aborts when nobody waits for a token any more. */
  ending?: AbortSignal | undefined;
}

/**
 * When a token is renewed, by shares of its lifetime: of 30 minutes ("Limits") it is renewed in the
 * last 5 where that works, and not used in the last one.
 */
const ADVISORY = { share: 1 / 6, mostMs: 300_000 };
const MANDATORY = { share: 1 / 30, mostMs: 60_000 };
/** How long the bank's answer to a renewal is waited for while the old token lasts. */
const PATIENCE_MS = 2_000;
/** How long until then: for a process that renews it as well, or for the program that prints the secret. */
const TURN_MS = 5_000;
/** A batch needs the token many times a second, and the store is a file. */
const READ_AGAIN_MS = 1_000;

/** How the call for a token is made. */
type Sending = Pick<CallOptions, 'onSending' | 'stopping'>;

/** A session as its callers see it; tests have others. */
export type Session = Pick<TokenSession, keyof TokenSession>;

/**
 * Fetches, renews and stores tokens ("Authentication"). Its methods reject with PayctlError: CONFIG
 * where the secret cannot be read, AUTH where a user must log in, else the class in which the token
 * call ended.
 */
export class TokenSession {
  readonly #settings: SessionSettings;
  readonly #recent = new Map<Grant, { token: Token; readAt: number }>();
  /** Renewals under way of tokens that last; each resolves once nobody waits for it any more. */
  readonly #early = new Map<Grant, Promise<Token | undefined>>();

  constructor(settings: SessionSettings) {
    this.#settings = settings;
  }

  /**
   * A token that lasts for a call: of the grant `wanted`, else as the operation says. `beforeRequest`
   * is called before one is fetched because there is none.
   */
  async token(
    operation: Operation,
    beforeRequest?: () => unknown,
    wanted?: Grant,
  ): Promise<GrantedToken> {
    const grant = wanted ?? (await this.#grantFor(operation));
    const token = await this.#storedToken(grant);
    if (grant === 'user' && token === undefined) throw notLoggedInError(says.noUser);
    if (token === undefined || this.#endsWithin(token, MANDATORY)) {
      beforeRequest?.();
      return { grant, token: await this.#renewEnding(grant, MANDATORY) };
    }
    if (!this.#endsWithin(token, ADVISORY)) return { grant, token };
    // The old one still lasts.
    return { grant, token: (await this.#renewEarly(grant)) ?? token };
  }

  /** The next token; undefined where the bank does not give one in time: a later call tries again. */
  #renewEarly(grant: Grant): Promise<Token | undefined> {
    const renewal =
      this.#early.get(grant) ??
      new Promise<Token | undefined>((resolve) => {
        const late = new AbortController();
        // A refresh token may be spent by its answer, which must be stored.
        const isPatient = grant === 'user';
        let timer = isPatient ? undefined : setTimeout(() => resolve(undefined), TURN_MS);
        const onSending = (): void => {
          clearTimeout(timer);
          if (!isPatient) timer = setTimeout(() => late.abort(), PATIENCE_MS);
        };
        const settle = (token?: Token): void => {
          clearTimeout(timer);
          this.#early.delete(grant);
          resolve(token);
        };
        late.signal.addEventListener('abort', () => resolve(undefined));
        const how = { onSending, stopping: late.signal };
        this.#renewEnding(grant, ADVISORY, how).then(settle, () => settle());
      });
    this.#early.set(grant, renewal);
    return renewal;
  }

  /** Another token for one that the bank refused; of several callers only the first fetches it. */
  async replace({ grant, token: { accessToken } }: GrantedToken): Promise<GrantedToken> {
    return { grant, token: await this.#renew(grant, (token) => token.accessToken === accessToken) };
  }

  /** "GET /v2/oauth/authorize": the link by which a user logs in and consents; adds the credentials. */
  async authorize(fields: Fields): Promise<Outcome> {
    const { authorize } = await FAMILIES.token.load();
    const apisecret = (await this.#settings.connection.secret()).reveal();
    const input = { ...fields, apikey: this.#settings.connection.apiKey, apisecret };
    return (await this.#settings.exchanger.exchange(authorize, input, {})).outcome;
  }

  /** Exchanges the authorization code, which is valid once, for the user's token. */
  async login(consent: Consent): Promise<Token> {
    const { issue } = await FAMILIES.token.load();
    const token = await this.#requestToken('user', issue, { ...consent });
    this.#recent.delete('user');
    await this.#settings.store.write('user', token);
    return token;
  }

  /** A new token of this grant, whatever the age of the stored one. */
  renew(grant: Grant): Promise<Token> {
    return this.#renew(grant, () => true);
  }

  #renewEnding(grant: Grant, margin: typeof ADVISORY, how?: Sending): Promise<Token> {
    return this.#renew(grant, (token) => this.#endsWithin(token, margin), how);
  }

  async #renew(
    grant: Grant,
    isStale: (token: Token) => boolean,
    how: Sending = {},
  ): Promise<Token> {
    this.#recent.delete(grant);
    const { store, ending } = this.#settings;
    // It may wait for more than the bank: for a lock, or for the program that prints the secret.
    const token = await unlessAborted(ending, () =>
      store.renew(grant, isStale, (stored) => this.#obtain(grant, stored, how)),
    );
    // Another process may have fetched it.
    this.#settings.knownSecrets.learn(grant, token);
    return token;
  }

  async #grantFor(operation: Operation): Promise<Grant> {
    if (operation.subject !== 'user') return 'application';
    const token = await this.#storedToken('user');
    if (token === undefined) return 'application';
    const { refreshToken, refreshExpiresAt = Infinity } = token;
    const renewable = refreshToken !== undefined && refreshExpiresAt > this.#settings.clock.now();
    return renewable || !this.#endsWithin(token, MANDATORY) ? 'user' : 'application';
  }

  /** The stored token; one that lasts is not read again within a second. */
  async #storedToken(grant: Grant): Promise<Token | undefined> {
    const recent = this.#recent.get(grant);
    const age = recent ? this.#settings.clock.now() - recent.readAt : Number.NaN;
    if (recent && age >= 0 && age < READ_AGAIN_MS && !this.#endsWithin(recent.token, ADVISORY)) {
      return recent.token;
    }
    const token = await this.#settings.store.read(grant);
    this.#settings.knownSecrets.learn(grant, token);
    if (token) this.#recent.set(grant, { token, readAt: this.#settings.clock.now() });
    return token;
  }

  #endsWithin(token: Token, margin: typeof ADVISORY): boolean {
    const now = this.#settings.clock.now();
    // After a clock was set back a token would never end.
    if (now < token.receivedAt - MANDATORY.mostMs) return true;
    const lifetime = token.expiresAt - token.receivedAt;
    return token.expiresAt - now <= Math.min(margin.mostMs, lifetime * margin.share);
  }

  async #obtain(grant: Grant, stored: Token | undefined, how: Sending): Promise<Token> {
    const { issue, refresh } = await FAMILIES.token.load();
    if (grant === 'application') return this.#requestToken(grant, issue, {}, how);
    if (stored?.refreshToken === undefined) throw notLoggedInError(says.consentEnded);
    const { refreshToken, refreshExpiresAt, resourceOwnerId } = stored;
    const options = { ...how, resourceOwnerId };
    const token = await this.#requestToken(grant, refresh, { refreshToken }, options);
    // The answer may leave these out.
    return { refreshToken, refreshExpiresAt, resourceOwnerId, ...token };
  }

  async #requestToken(
    grant: Grant,
    operation: Operation,
    fields: Fields,
    options: AuthorisedOptions = {},
  ): Promise<Token> {
    const secret = await this.#settings.connection.secret();
    const credentials = {
      applicationKey: this.#settings.connection.apiKey,
      applicationSecret: secret.reveal(),
    };
    const input = { ...credentials, ...fields };
    const answered = await this.#settings.exchanger.exchange(operation, input, options);
    this.#refuseCredentials(answered.outcome, fields);
    const token = tokenFrom(answered, this.#settings.clock.now());
    this.#settings.knownSecrets.learn(grant, token);
    return token;
  }

  /** A call with key and secret alone can only be refused because of them. */
  #refuseCredentials(outcome: Outcome, fields: Fields): void {
    const isRefused = outcome.class === 'AUTH' || outcome.class === 'REJECTED';
    if (!isRefused || Object.keys(fields).length > 0) return;
    const credentials = this.#settings.connection.credentials?.();
    if (!credentials) return;
    throw noTokenError(outcome, says.noTokenBy(outcome.message, credentials.from), credentials.fix);
  }
}

/** Rejects with PayctlError UNAVAILABLE once the signal aborts; work that has begun goes on for others. */
export async function unlessAborted<T>(
  signal: AbortSignal | undefined,
  work: () => Promise<T>,
): Promise<T> {
  const stopped = () => new PayctlError('UNAVAILABLE', verdict.stopped, { executed: 'no' });
  if (signal === undefined) return work();
  if (signal.aborted) throw stopped();
  let stopListening = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    stopListening = onAbort(signal, () => reject(stopped()));
  });
  try {
    return await Promise.race([work(), aborted]);
  } finally {
    stopListening();
  }
}

function notLoggedInError(why: Message): PayctlError {
  return new PayctlError('AUTH', why, {
    hint: payctl`token login`.inCode('await client.login(…)'),
    executed: 'no',
  });
}

/** The token of an answer ("Token record"). It ends by this machine's clock, even if that is wrong. */
function tokenFrom({ outcome, headers, granted: data = null }: CallResult, now: number): Token {
  if (outcome.class !== 'SUCCESS') {
    throw noTokenError(outcome, says.noToken(outcome.message), outcome.hint);
  }
  const refreshToken = jsonText(at(data, 'refreshToken'));
  const refreshSeconds = seconds(data, 'refreshExpiresIn');
  const owner = headers.resourceownerid;
  return {
    accessToken: jsonText(at(data, 'accessToken')) ?? '',
    tokenType: jsonText(at(data, 'tokenType'))?.trim() || 'Bearer',
    receivedAt: now,
    expiresAt: now + (seconds(data, 'expiresIn') ?? 0) * 1000,
    ...(refreshToken ? { refreshToken } : {}),
    ...(refreshSeconds === undefined ? {} : { refreshExpiresAt: now + refreshSeconds * 1000 }),
    ...(owner ? { resourceOwnerId: owner } : {}),
  };
}

function noTokenError(outcome: Outcome, message: Message, hint: Outcome['hint']): PayctlError {
  return new PayctlError(outcome.class, message, {
    ...toErrorFacts(outcome),
    executed: 'no',
    hint,
  });
}

function seconds(data: Json, field: string): number | undefined {
  const value = Number(jsonText(at(data, field)) ?? Number.NaN);
  return Number.isFinite(value) && value >= 0 ? value : undefined;
}
