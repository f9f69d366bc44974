import { touch } from '../ledger/meta.js';
import { authCodes, tokens } from '../ledger/schema.js';
import type { Store } from '../ledger/store.js';
import { SANDBOX_PROFILE } from '../seed/profile.js';
import { CUSTOMERS } from '../seed/profiles.js';
import { randomLetters, uuid } from '../seed/random.js';
import { type Answer, foreignOwner, Refusal } from '../server/answers.js';
import {
  type Call,
  given,
  type HandlerContext,
  type Handlers,
  isRelaxed,
  optional,
} from './handler-context.js';

/** "Limits": refresh token 60 minutes, authorization code one. */
const REFRESH_SECONDS = 3600;
export const AUTH_CODE_MS = 60_000;

/** Whom a token speaks for. */
interface Holder {
  /** What the response header `resourceOwnerId` says. */
  owner: string;
  /** Key of the customer who consented; null for the application itself. */
  customer: string | null;
}

/** Makes a token; with a refresh token where a customer stands behind it. `refresh` keeps an old one. */
function addToken(
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
  tokens.insert(store, {
    access,
    ...holder,
    expiresAt,
    refresh: renewal?.token,
    refreshExpiresAt: renewal?.expiresAt,
    revoked: false,
  });
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
  tokens.update(store, { access }, { revoked: true });
  touch(store);
}

export const handlers: Handlers = { issue, refresh, authorize };

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
  const known = tokens.find(store, { refresh: token, revoked: false });
  const expiresAt = known?.refreshExpiresAt ?? 0;
  if (known === undefined || expiresAt <= now) {
    throw new Refusal(401, 9300, 'Invalid or expired refresh token');
  }
  const holder = { owner: known.owner, customer: known.customer };
  // The header table: the hash of the user id, where a user is known.
  if (headers.resourceownerid !== holder.owner && !isRelaxed(call, 'anyResourceOwner')) {
    throw foreignOwner();
  }
  tokens.update(store, { access: known.access }, { refresh: null });
  const kept = { token, expiresAt };
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
  const consent = authCodes.find(store, { code, used: false });
  const matches =
    consent !== undefined &&
    consent.expiresAt > now &&
    (consent.codeChallenge ?? challenge) === challenge &&
    (consent.state ?? optional(input, 'state')) === optional(input, 'state');
  const customer = matches ? consent.customer : '';
  const known = CUSTOMERS[customer];
  if (known === undefined) throw new Refusal(401, 9300, 'Invalid authorization code');
  authCodes.update(store, { code }, { used: true });
  touch(store);
  return { owner: known.ownerId, customer };
}
