import { touch } from '../ledger/meta.js';
import { text, textOrNull, whole } from '../ledger/row.js';
import type { Store } from '../ledger/store.js';
import { randomLetters, uuid } from '../seed/identifiers.js';
import { CUSTOMERS } from '../seed/profiles.js';
import { SANDBOX_PROFILE } from '../seed/seed.js';
import { type Answer, Refusal } from '../server/answers.js';
import {
  type Call,
  given,
  type HandlerContext,
  type Handlers,
  optional,
} from './handler-context.js';

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
  context: HandlerContext,
  holder: Holder,
  refresh?: { token: string; expiresAt: number },
) {
  const { store, now, settings, random } = context;
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

export const handlers: Handlers = {
  issue,
  refresh,
  authorize,
};

function issue(call: Call): Answer {
  const { input, headers, settings } = call;
  requireApplication(given(input, 'applicationKey'), given(input, 'applicationSecret'));
  const code = optional(input, 'authCode');
  if (settings.grants === (code === undefined ? 'customer' : 'application')) {
    throw new Refusal(403, 9503, 'Invalid authorization method for the credentials');
  }
  const holder: Holder =
    code === undefined
      ? { owner: headers.resourceownerid ?? SANDBOX_PROFILE.applicationId, customer: null }
      : redeem(call, code);
  return issued(holder, addToken(call, holder));
}

/** The refresh token stays the same unless the bank is set to rotate. */
function refresh(call: Call): Answer {
  const { input, store, now, settings, headers } = call;
  requireApplication(given(input, 'applicationKey'), given(input, 'applicationSecret'));
  const token = given(input, 'refreshToken');
  const row = store.one(
    'SELECT access, owner, customer, refresh_expires_at FROM token WHERE refresh = ? AND revoked = 0',
    token,
  );
  if (row === undefined || whole(row, 'refresh_expires_at') <= now) {
    throw new Refusal(401, 9300, 'Invalid or expired refresh token');
  }
  const holder = { owner: text(row, 'owner'), customer: textOrNull(row, 'customer') };
  // The header table: the hash of the user id, where a user is known.
  if (settings.strictOwner && headers.resourceownerid !== holder.owner) {
    throw new Refusal(403, 9500, 'Invalid authorization credentials');
  }
  store.run('UPDATE token SET refresh = NULL WHERE access = ?', text(row, 'access'));
  const kept = { token, expiresAt: whole(row, 'refresh_expires_at') };
  return issued(holder, addToken(call, holder, settings.rotateRefreshTokens ? undefined : kept));
}

/** Answers with the link at which the customer logs in; `sandbox consent` plays the customer. */
function authorize(call: Call): Answer {
  requireApplication(given(call.input, 'apikey'), given(call.input, 'apisecret'));
  return { data: { callbackUrl: `bank-sandbox://login/${randomLetters(call.random, 32)}` } };
}

function issued(holder: Holder, data: unknown): Answer {
  return { data, headers: { resourceownerid: holder.owner } };
}

function requireApplication(key: string, secret: string): void {
  if (key !== SANDBOX_PROFILE.apiKey || secret !== SANDBOX_PROFILE.apiSecret) {
    throw new Refusal(401, 9500, 'Invalid authorization credentials');
  }
}

/** An authorization code works once, within its minute, with the state and challenge it was made for. */
function redeem({ store, input, now, settings }: Call, code: string): Holder {
  const challenge = optional(input, 'codeChallenge');
  if (settings.requireCodeChallenge && challenge === undefined) {
    throw new Refusal(401, 9300, 'The application requires codeChallenge verification');
  }
  const row = store.one('SELECT * FROM auth_code WHERE code = ?', code);
  const matches =
    row !== undefined &&
    whole(row, 'used') === 0 &&
    whole(row, 'expires_at') > now &&
    (textOrNull(row, 'code_challenge') ?? challenge) === challenge &&
    (textOrNull(row, 'state') ?? optional(input, 'state')) === optional(input, 'state');
  const customer = matches ? text(row, 'customer') : '';
  const known = CUSTOMERS[customer];
  if (known === undefined) throw new Refusal(401, 9300, 'Invalid authorization code');
  store.run('UPDATE auth_code SET used = 1 WHERE code = ?', code);
  touch(store);
  return { owner: known.ownerId, customer };
}
