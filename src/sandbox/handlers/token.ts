import { randomText } from '../../bank/generate.js';
import type { Sqlite } from '../../host/sqlite.js';
import { authCodes, tokens } from '../ledger/tables.js';
import { SANDBOX_PROFILE } from '../seed/profile.js';
import { CUSTOMERS } from '../seed/profiles.js';
import { uuid } from '../seed/random.js';
import { foreignOwner, type HandlerAnswer, Refusal } from '../server/answers.js';
import {
  type HandlerCall,
  type HandlerContext,
  type Handlers,
  isRelaxed,
  optional,
  required,
} from './handler-context.js';

/** "Limits": refresh token 60 minutes, authorization code one. */
const REFRESH_SECONDS = 3600;
/** "Limits": an authorization code lives a minute. */
export const AUTH_CODE_MS = 60_000;

/** Whom a token speaks for. */
interface Holder {
  /** Value of the response header `resourceOwnerId`. */
  owner: string;
  /** Key of the customer who consented; null for the application itself. */
  customer: string | null;
}

/** Issues a token, with a refresh token if a customer consented. `refresh` keeps the former one. */
function addToken(
  context: HandlerContext,
  holder: Holder,
  refresh?: { token: string; expiresAt: number },
) {
  const { store, now, settings, random } = context;
  const access = uuid(random);
  const expiresAt = now + settings.tokenSeconds * 1000;
  const newRefresh =
    holder.customer === null
      ? undefined
      : { token: uuid(random), expiresAt: now + REFRESH_SECONDS * 1000 };
  const renewal = refresh ?? newRefresh;
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

export function revokeToken(store: Sqlite, access: string): void {
  tokens.update(store, { access }, { revoked: true });
}

export const handlers: Handlers = { issue, refresh, authorize };

function issue(call: HandlerCall): HandlerAnswer {
  const { input, headers, settings } = call;
  requireApplication(required(input, 'applicationKey'), required(input, 'applicationSecret'));
  const code = optional(input, 'authCode');
  if (settings.grants === (code === undefined ? 'customer' : 'application')) {
    throw new Refusal(403, 9503, 'Invalid authorization method for the credentials');
  }
  const holder: Holder =
    code === undefined
      ? { owner: headers.resourceownerid ?? SANDBOX_PROFILE.applicationId, customer: null }
      : redeem(call, code);
  return answerFor(holder, addToken(call, holder));
}

/** The refresh token stays the same unless the bank is set to rotate. */
function refresh(call: HandlerCall): HandlerAnswer {
  const { input, store, now, settings, headers } = call;
  requireApplication(required(input, 'applicationKey'), required(input, 'applicationSecret'));
  const token = required(input, 'refreshToken');
  const former = tokens.find(store, { refresh: token, revoked: false });
  const expiresAt = former?.refreshExpiresAt ?? 0;
  if (former === undefined || expiresAt <= now) {
    throw new Refusal(401, 9300, 'Invalid or expired refresh token');
  }
  const holder = { owner: former.owner, customer: former.customer };
  // The header table: the hash of the user id, where a user is known.
  if (headers.resourceownerid !== holder.owner && !isRelaxed(call, 'anyResourceOwner')) {
    throw foreignOwner();
  }
  tokens.update(store, { access: former.access }, { refresh: null });
  const sameRefresh = { token, expiresAt };
  return answerFor(
    holder,
    addToken(call, holder, settings.rotateRefreshTokens ? undefined : sameRefresh),
  );
}

/** Answers with the link at which the customer logs in; `sandbox consent` plays the customer. */
function authorize(call: HandlerCall): HandlerAnswer {
  requireApplication(required(call.input, 'apikey'), required(call.input, 'apisecret'));
  return { data: { callbackUrl: `bank-sandbox://login/${randomText(call.random, 32)}` } };
}

function answerFor(holder: Holder, data: unknown): HandlerAnswer {
  return { data, headers: { resourceownerid: holder.owner } };
}

function requireApplication(key: string, secret: string): void {
  if (key !== SANDBOX_PROFILE.apiKey || secret !== SANDBOX_PROFILE.apiSecret) {
    throw new Refusal(401, 9500, 'Invalid authorization credentials');
  }
}

/** An authorization code works once, within its minute, with its own state and challenge. */
function redeem({ store, input, now, settings }: HandlerCall, code: string): Holder {
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
  const holder = CUSTOMERS[customer];
  if (holder === undefined) throw new Refusal(401, 9300, 'Invalid authorization code');
  authCodes.update(store, { code }, { used: true });
  return { owner: holder.ownerId, customer };
}
