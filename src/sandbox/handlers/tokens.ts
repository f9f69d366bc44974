import type { Desk } from '../desk.js';
import { uuid } from '../identifiers.js';
import { touch } from '../meta.js';
import type { Store } from '../store.js';

/** "Limits": refresh token 60 minutes, authorization code one. */
const REFRESH_SECONDS = 3600;
export const AUTH_CODE_MS = 60_000;

/** Whom a token speaks for. */
export interface Holder {
  /** What the response header `resourceOwnerId` says. */
  owner: string;
  /** Key of the customer who consented; null for the application itself. */
  customer: string | null;
}

/** Makes a token; with a refresh token where a customer stands behind it. `refresh` keeps an old one. */
export function addToken(
  desk: Desk,
  holder: Holder,
  refresh?: { token: string; expiresAt: number },
) {
  const { store, now, settings, random } = desk;
  const access = uuid(random);
  const expiresAt = now + settings.tokenSeconds * 1000;
  const made =
    holder.customer === null
      ? undefined
      : { token: uuid(random), expiresAt: now + REFRESH_SECONDS * 1000 };
  const renewal = refresh ?? made;
  store.run(
    'INSERT INTO token (access, owner, customer, expires_at, refresh, refresh_expires_at, revoked) VALUES (?, ?, ?, ?, ?, ?, 0)',
    access,
    holder.owner,
    holder.customer,
    expiresAt,
    renewal?.token ?? null,
    renewal?.expiresAt ?? null,
  );
  return {
    accessToken: access,
    tokenType: 'Bearer',
    expiresIn: settings.tokenSeconds,
    expiresAt: Math.floor(expiresAt / 1000),
    ...(renewal && {
      refreshToken: renewal.token,
      refreshExpiresIn: Math.floor((renewal.expiresAt - now) / 1000),
      refreshExpiresAt: Math.floor(renewal.expiresAt / 1000),
    }),
  };
}

export function revokeToken(store: Store, access: string): void {
  store.run('UPDATE token SET revoked = 1 WHERE access = ?', access);
  touch(store);
}
