import type { Clock } from '../host/host.js';
import type { Grant, Token, TokenStore } from './connection.js';
import { isRememberable, isRemembered } from './token-failure.js';

/** Keeps tokens in memory, for the library and for machines without a writable disk. */
export function memoryTokenStore(clock: Clock): TokenStore {
  const tokens = new Map<Grant, Token>();
  const renewals = new Map<Grant, Promise<Token>>();
  const failures = new Map<Grant, { error: unknown; at: number }>();

  async function renewed(
    grant: Grant,
    obtain: (stored: Token | undefined) => Promise<Token>,
  ): Promise<Token> {
    const failure = failures.get(grant);
    if (failure && isRemembered(clock.now() - failure.at)) throw failure.error;
    try {
      const token = await obtain(tokens.get(grant));
      tokens.set(grant, token);
      failures.delete(grant);
      return token;
    } catch (error) {
      if (isRememberable(error)) failures.set(grant, { error, at: clock.now() });
      throw error;
    }
  }

  return {
    async read(grant) {
      return tokens.get(grant);
    },
    async renew(grant, isStale, obtain) {
      // The second caller takes the first one's token, unless that one is refused as well.
      for (;;) {
        const stored = tokens.get(grant);
        if (stored && !isStale(stored)) return stored;
        const renewal = renewals.get(grant);
        if (renewal === undefined) break;
        await renewal;
      }
      const renewal = renewed(grant, obtain).finally(() => renewals.delete(grant));
      renewals.set(grant, renewal);
      return renewal;
    },
    async write(grant, token) {
      tokens.set(grant, token);
      failures.delete(grant);
    },
    async clear(grant) {
      const grants = grant === undefined ? [...tokens.keys(), ...failures.keys()] : [grant];
      for (const each of grants) {
        tokens.delete(each);
        failures.delete(each);
      }
    },
  };
}
