import type { Connection, Grant, Token, TokenStore } from '../client/connection.js';
import { sha256 } from '../core/hash.js';
import type { Host } from '../host/host.js';
import { type LockResult, withLock } from './lock.js';
import { openTokenFiles, type TokenBond, UNBOUND } from './token-files.js';

type Machine = Pick<Host, 'files' | 'clock' | 'random' | 'process'>;
type Obtain = (stored: Token | undefined) => Promise<Token>;

const GRANTS: readonly Grant[] = ['application', 'user'];
/** Longer than a token call may take, so that the wait ends because the call did. */
const LOCK_WAIT = 20_000;

/** Names the credentials that buy a token, without giving them away: others buy and keep their own. */
export function fingerprintOf(connection: Connection): string {
  const { profile, baseUrl, apiKey, applicationId, resourceOwnerId = '' } = connection;
  const parts = [profile, baseUrl, apiKey, applicationId, resourceOwnerId];
  return sha256(JSON.stringify(parts));
}

/**
 * Tokens in files that all processes share, one file per credentials and grant. Reading takes no
 * lock. Renewing takes one, but only to save calls: where it cannot be had in time the token is
 * fetched without it and kept in memory. `warn` is called once where the directory cannot be used.
 * `bond` keeps tokens and failures of one secret from another.
 */
export function fileTokenStore(
  host: Machine,
  directory: string,
  fingerprint: string,
  warn: (message: string) => void,
  bond: TokenBond = UNBOUND,
): TokenStore {
  const { clock } = host;
  const files = openTokenFiles(host, directory, fingerprint, bond, warn);
  const running = new Map<Grant, Promise<Token>>();

  async function obtained(grant: Grant, obtain: Obtain): Promise<Token> {
    try {
      return await obtain(files.read(grant));
    } catch (error) {
      files.remember(grant, error);
      throw error;
    }
  }

  /** Runs `work` alone among the processes; not held where files or time do not allow it. */
  async function alone(
    grant: Grant,
    abandon: () => boolean,
    work: () => Promise<Token>,
  ): Promise<LockResult<Token>> {
    if (!files.open()) return { held: false };
    let begun = false;
    const started = (): Promise<Token> => {
      begun = true;
      return work();
    };
    try {
      const options = { waitMs: LOCK_WAIT, abandon };
      return await withLock(host, directory, files.lockName(grant), options, started);
    } catch (error) {
      if (begun) throw error;
      files.attempt(() => {
        throw error;
      });
      return { held: false };
    }
  }

  async function renewed(
    grant: Grant,
    usable: () => Token | undefined,
    obtain: Obtain,
  ): Promise<Token> {
    const theirToken = usable();
    if (theirToken) return theirToken;
    // One must be bought, so that the secret is needed in any case; with it their failure is known
    // from that of another secret.
    await bond.know();
    const settled = (): Token | undefined => {
      const token = usable();
      const failure = token ? undefined : files.recentFailure(grant);
      if (failure) throw failure;
      return token;
    };
    const first = settled();
    if (first) return first;
    const abandon = (): boolean =>
      usable() !== undefined || files.recentFailure(grant) !== undefined;
    const result = await alone(grant, abandon, async () => {
      const theirs = settled();
      if (theirs) return theirs;
      const token = await obtained(grant, obtain);
      files.keep(grant, token);
      return token;
    });
    if (result.held) return result.value;
    const theirs = settled();
    if (theirs) return theirs;
    const token = await obtained(grant, obtain);
    files.keepInMemory(grant, token);
    return token;
  }

  return {
    async read(grant) {
      return files.read(grant);
    },
    async renew(grant, isStale, obtain) {
      const askedAt = clock.now();
      const isSince = ({ receivedAt }: Token): boolean =>
        receivedAt > askedAt && receivedAt <= clock.now();
      // One that was bought after this caller asked is as new as any that it could buy itself.
      const accepts = (token: Token): boolean =>
        token.expiresAt > clock.now() && (!isStale(token) || isSince(token));
      const usable = (): Token | undefined => {
        const token = files.read(grant);
        return token && accepts(token) ? token : undefined;
      };
      for (let other = running.get(grant); other; other = running.get(grant)) {
        const token = await other;
        if (accepts(token)) return token;
      }
      const mine = renewed(grant, usable, obtain).finally(() => running.delete(grant));
      running.set(grant, mine);
      return mine;
    },
    async write(grant, token) {
      files.keep(grant, token);
    },
    async clear(grant) {
      for (const each of grant === undefined ? GRANTS : [grant]) files.clear(each);
    },
  };
}
