import type { Connection, Grant, Token, TokenStore } from '../connection.js';
import { LONG } from './needles.js';

/** The secrets that one caller knows, sent in this call or not: no answer may bring them back. */
export interface HeldSecrets {
  /** With those of the call itself. */
  with(own: readonly string[]): Promise<readonly string[]>;
  learn(token: Token): void;
}

const GRANTS: readonly Grant[] = ['application', 'user'];
/** Of a process that runs for weeks, which gets a token each half an hour. */
const MOST = 32;

export function heldSecrets(
  connection: Pick<Connection, 'held'>,
  store: Pick<TokenStore, 'read'>,
): HeldSecrets {
  const known = new Set<string>();
  let reading: Promise<void> | undefined;

  function keep(secrets: readonly (string | undefined)[]): void {
    for (const secret of secrets) {
      if (secret !== undefined && secret.length >= LONG) known.add(secret);
    }
    for (const oldest of known) {
      if (known.size <= MOST) break;
      known.delete(oldest);
    }
  }

  async function readTokens(): Promise<void> {
    try {
      for (const grant of GRANTS) {
        const token = await store.read(grant);
        keep([token?.accessToken, token?.refreshToken]);
      }
    } catch {
      // An answer came, whatever there is to read; whoever needs the token is told.
    }
  }

  return {
    async with(own) {
      reading ??= readTokens();
      await reading;
      keep(own);
      const held = (connection.held?.() ?? []).map((secret) => secret.reveal());
      return [...new Set([...own, ...known, ...held.filter(({ length }) => length >= LONG)])];
    },
    learn: ({ accessToken, refreshToken }) => keep([accessToken, refreshToken]),
  };
}
