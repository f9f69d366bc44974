import type { Clock } from '../../host/host.js';
import type { Token, TokenStore } from '../connection.js';
import { memoryTokenStore } from '../memory-token-store.js';

/** For a user who logged in before the recording began: renewals are in the recording. */
const LOGGED_IN: Token = {
  accessToken: '-',
  tokenType: 'Bearer',
  receivedAt: 0,
  expiresAt: 0,
  refreshToken: '-',
};

/** Tokens of a replayed run: renewals are answered by the recording. */
export function replayedTokens(clock: Clock): TokenStore {
  const tokens = memoryTokenStore(clock);
  return {
    ...tokens,
    renew: (grant, isStale, obtain) =>
      tokens.renew(grant, isStale, (stored) => obtain(stored ?? LOGGED_IN)),
  };
}
