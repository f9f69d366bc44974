import type { Connection, Grant, Token, TokenStore } from '../client/connection.js';
import { sha256 } from '../core/hash.js';
import type { Message } from '../core/message.js';
import type { LockHost, LockResult } from './lock.js';
import {
  type CachePlace,
  ONLY_SECRET,
  openTokenCache,
  type SecretIdentity,
  type TokenCache,
} from './token-cache.js';
import type { TokenRows } from './token-rows.js';

type Obtain = (stored: Token | undefined) => Promise<Token>;

const GRANTS: readonly Grant[] = ['application', 'user'];
/** Longer than a token call may take, so that the wait ends because the call did. */
const LOCK_WAIT_MS = 20_000;

/**
 * A fingerprint of the credentials that tokens are requested with: other credentials have tokens of their
 * own. `shared`: in a shared store profiles do not count, because each machine names them as it likes.
 */
export function credentialsFingerprint(connection: Connection, shared = false): string {
  const { profile, baseUrl, apiKey, applicationId, resourceOwnerId = '' } = connection;
  const parts = [shared ? '' : profile, baseUrl, apiKey, applicationId, resourceOwnerId];
  return sha256(JSON.stringify(parts));
}

/** Tokens that all processes share. `warn` is called once where they cannot be kept. */
export function openTokenStore(
  { clock }: Pick<LockHost, 'clock'>,
  rows: TokenRows,
  fingerprint: string,
  warn: (text: Message) => void,
  secret: SecretIdentity = ONLY_SECRET,
): TokenStore {
  return new SharedTokenStore({ rows, clock, fingerprint, secret, warn });
}

/**
 * Tokens that all processes share. Reading takes no lock. Renewing takes one, but only to save
 * calls: where it cannot be had in time the token is fetched without it and kept in memory.
 */
class SharedTokenStore implements TokenStore {
  readonly #place: CachePlace;
  readonly #cache: TokenCache;
  readonly #running = new Map<Grant, Promise<Token>>();

  constructor(place: CachePlace) {
    this.#place = place;
    this.#cache = openTokenCache(place);
  }

  read(grant: Grant): Promise<Token | undefined> {
    return this.#cache.read(grant);
  }

  async renew(grant: Grant, isStale: (token: Token) => boolean, obtain: Obtain): Promise<Token> {
    const { clock } = this.#place;
    const askedAt = clock.now();
    const isSince = ({ receivedAt }: Token): boolean =>
      receivedAt > askedAt && receivedAt <= clock.now();
    // A token requested after this caller asked is as fresh as one that it would request itself.
    const accepts = (token: Token): boolean =>
      token.expiresAt > clock.now() && (!isStale(token) || isSince(token));
    for (let other = this.#running.get(grant); other; other = this.#running.get(grant)) {
      const token = await other;
      if (accepts(token)) return token;
    }
    const mine = this.#renewAlone(grant, accepts, obtain).finally(() =>
      this.#running.delete(grant),
    );
    this.#running.set(grant, mine);
    return mine;
  }

  write(grant: Grant, token: Token): Promise<void> {
    return this.#cache.keep(grant, token);
  }

  async clear(grant?: Grant): Promise<void> {
    for (const each of grant === undefined ? GRANTS : [grant]) await this.#cache.clear(each);
  }

  async #renewAlone(
    grant: Grant,
    accepts: (token: Token) => boolean,
    obtain: Obtain,
  ): Promise<Token> {
    const usable = async (): Promise<Token | undefined> => {
      const token = await this.#cache.read(grant);
      return token && accepts(token) ? token : undefined;
    };
    /** The token that another process got; throws its failure. */
    const fromOthers = async (): Promise<Token | undefined> => {
      const token = await usable();
      const failure = token ? undefined : await this.#cache.recentFailure(grant);
      if (failure) throw failure;
      return token;
    };
    const theirToken = await usable();
    if (theirToken) return theirToken;
    // A token must be requested, so the secret is needed in any case; with it, a failure of another
    // secret is told from one of ours.
    await this.#place.secret.load();
    const first = await fromOthers();
    if (first) return first;
    const abandon = async (): Promise<boolean> =>
      (await usable()) !== undefined || (await this.#cache.recentFailure(grant)) !== undefined;
    const result = await this.#alone(grant, abandon, async () => {
      const theirs = await fromOthers();
      if (theirs) return theirs;
      const token = await this.#obtain(grant, obtain);
      await this.#cache.keep(grant, token);
      return token;
    });
    if (result.held) return result.value;
    const theirs = await fromOthers();
    if (theirs) return theirs;
    const token = await this.#obtain(grant, obtain);
    this.#cache.keepInMemory(grant, token);
    return token;
  }

  async #obtain(grant: Grant, obtain: Obtain): Promise<Token> {
    try {
      return await obtain(await this.#cache.read(grant));
    } catch (error) {
      await this.#cache.remember(grant, error);
      throw error;
    }
  }

  /** Runs `work` alone among the processes; not held where the store or time do not allow it. */
  async #alone(
    grant: Grant,
    abandon: () => Promise<boolean>,
    work: () => Promise<Token>,
  ): Promise<LockResult<Token>> {
    if (!(await this.#cache.prepare())) return { held: false };
    let begun = false;
    const started = (): Promise<Token> => {
      begun = true;
      return work();
    };
    try {
      const options = { waitMs: LOCK_WAIT_MS, abandon };
      return await this.#place.rows.alone(this.#cache.nameFor(grant), options, started);
    } catch (error) {
      if (begun) throw error;
      await this.#cache.attempt(() => Promise.reject(error));
      return { held: false };
    }
  }
}
