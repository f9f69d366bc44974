import type { Clock } from '../host/host.js';
import type { Grant, Token, TokenStore } from './connection.js';

/** How long a failed token call answers for all who ask again. */
const FAILURE_REMEMBERED_MS = 10_000;

/** Tokens of one process, for the library and for machines without a writable disk. */
export function memoryTokenStore(clock: Clock): TokenStore {
  const tokens = new Map<Grant, Token>();
  const flights = new Map<Grant, Promise<Token>>();
  const failures = new Map<Grant, { error: unknown; at: number }>();

  async function renewed(
    grant: Grant,
    obtain: (stored: Token | undefined) => Promise<Token>,
  ): Promise<Token> {
    const failure = failures.get(grant);
    if (failure && clock.now() - failure.at < FAILURE_REMEMBERED_MS) throw failure.error;
    try {
      const token = await obtain(tokens.get(grant));
      tokens.set(grant, token);
      failures.delete(grant);
      return token;
    } catch (error) {
      failures.set(grant, { error, at: clock.now() });
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
        const flight = flights.get(grant);
        if (flight === undefined) break;
        await flight;
      }
      const flight = renewed(grant, obtain).finally(() => flights.delete(grant));
      flights.set(grant, flight);
      return flight;
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
