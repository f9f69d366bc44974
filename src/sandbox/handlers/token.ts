import type { Answer, Call, Handlers } from '../desk.js';
import { given, optional } from '../desk.js';
import { randomLetters } from '../identifiers.js';
import { touch } from '../meta.js';
import { Refusal } from '../refusal.js';
import { text, textOrNull, whole } from '../row.js';
import { SANDBOX_PROFILE } from '../seed.js';
import { CUSTOMERS } from '../seed-profiles.js';
import type { Holder } from './tokens.js';
import { addToken } from './tokens.js';

export const handlers: Handlers = {
  'token.issue': issue,
  'token.refresh': refresh,
  'token.authorize': authorize,
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
