import {
  type Connection,
  GRANTS,
  type Grant,
  type Token,
  type TokenStore,
} from '../client/connection.js';
import { sha256 } from '../core/hash.js';
import type { Message } from '../core/message.js';
import type { LockHost, LockResult } from './lock.js';
import { openTokenCache, type SecretIdentity } from './token-cache.js';
import type { TokenRows } from './token-rows.js';

type Obtain = (stored: Token | undefined) => Promise<Token>;

/** Longer than a token call may take, so that the wait ends because the call did. */
const LOCK_WAIT_MS = 20_000;

/**
 * A fingerprint of the credentials that tokens are requested with: other credentials have tokens of their
 * own. `shared`: in a shared store profiles do not count, because each machine names them as it likes.
 */
export function requesterFingerprint(connection: Connection, shared = false): string {
  const { profile, baseUrl, apiKey, applicationId, resourceOwnerId = '' } = connection;
  const parts = [shared ? '' : profile, baseUrl, apiKey, applicationId, resourceOwnerId];
  return sha256(JSON.stringify(parts));
}

/**
 * Tokens that all processes share; `warn` is called once where they cannot be kept. Reading takes no lock.
 * Renewing takes one, but only to save calls: where it cannot be had in time the token is fetched without
 * it and kept in memory.
 */
export function openTokenStore(
  { clock }: Pick<LockHost, 'clock'>,
  rows: TokenRows,
  fingerprint: string,
  warn: (text: Message) => void,
  secret: SecretIdentity,
): TokenStore {
  const cache = openTokenCache({ rows, clock, fingerprint, secret, warn });
  const running = new Map<Grant, Promise<Token>>();

  async function renewAlone(
    grant: Grant,
    accepts: (token: Token) => boolean,
    obtain: Obtain,
  ): Promise<Token> {
    const usable = async (): Promise<Token | undefined> => {
      const token = await cache.read(grant);
      return token && accepts(token) ? token : undefined;
    };
    /** The token that another process got; throws its failure. */
    const fromOthers = async (): Promise<Token | undefined> => {
      const token = await usable();
      const failure = token ? undefined : await cache.recentFailure(grant);
      if (failure) throw failure;
      return token;
    };
    const requested = async (): Promise<Token> => {
      try {
        return await obtain(await cache.read(grant));
      } catch (error) {
        await cache.remember(grant, error);
        throw error;
      }
    };
    const theirToken = await usable();
    if (theirToken) return theirToken;
    // A token must be requested, so the secret is needed in any case; with it, a failure of another
    // secret is told from one of ours.
    await secret.load();
    const first = await fromOthers();
    if (first) return first;
    const abandon = async (): Promise<boolean> =>
      (await usable()) !== undefined || (await cache.recentFailure(grant)) !== undefined;
    const result = await alone(grant, abandon, async () => {
      const theirs = await fromOthers();
      if (theirs) return theirs;
      const token = await requested();
      await cache.keep(grant, token);
      return token;
    });
    if (result.held) return result.value;
    const theirs = await fromOthers();
    if (theirs) return theirs;
    const token = await requested();
    cache.keepInMemory(grant, token);
    return token;
  }

  /** Runs `work` alone among the processes; not held where the store or time do not allow it. */
  async function alone(
    grant: Grant,
    abandon: () => Promise<boolean>,
    work: () => Promise<Token>,
  ): Promise<LockResult<Token>> {
    if (!(await cache.prepare())) return { held: false };
    let begun = false;
    const started = (): Promise<Token> => {
      begun = true;
      return work();
    };
    try {
      return await rows.alone(cache.nameFor(grant), { waitMs: LOCK_WAIT_MS, abandon }, started);
    } catch (error) {
      if (begun) throw error;
      await cache.attempt(() => Promise.reject(error));
      return { held: false };
    }
  }

  return {
    read: (grant) => cache.read(grant),
    write: (grant, token) => cache.keep(grant, token),
    async clear(grant) {
      for (const each of grant === undefined ? GRANTS : [grant]) await cache.clear(each);
    },
    async renew(grant, isStale, obtain) {
      const askedAt = clock.now();
      const isSince = ({ receivedAt }: Token): boolean =>
        receivedAt > askedAt && receivedAt <= clock.now();
      // A token requested after this caller asked is as fresh as one that it would request itself.
      const accepts = (token: Token): boolean =>
        token.expiresAt > clock.now() && (!isStale(token) || isSince(token));
      for (let other = running.get(grant); other; other = running.get(grant)) {
        const token = await other;
        if (accepts(token)) return token;
      }
      const mine = renewAlone(grant, accepts, obtain).finally(() => running.delete(grant));
      running.set(grant, mine);
      return mine;
    },
  };
}
