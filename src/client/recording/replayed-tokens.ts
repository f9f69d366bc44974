import type { Clock } from '../../host/host.js';
import type { Token, TokenStore } from '../connection.js';
import { memoryTokenStore } from '../memory-token-store.js';

/** Of a user who had logged in before the recording began; the recording has the rest. */
const LOGGED_IN: Token = {
  accessToken: '-',
  tokenType: 'Bearer',
  receivedAt: 0,
  expiresAt: 0,
  refreshToken: '-',
};

/** The tokens of a replayed run: what is recorded of a renewal answers it, whoever logged in. */
export function replayedTokens(clock: Clock): TokenStore {
  const tokens = memoryTokenStore(clock);
  return {
    ...tokens,
    renew: (grant, isStale, obtain) =>
      tokens.renew(grant, isStale, (stored) => obtain(stored ?? LOGGED_IN)),
  };
}
