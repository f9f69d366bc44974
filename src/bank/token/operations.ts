import * as z from 'zod/mini';
import { bank } from '../../messages/bank.js';
import { word } from '../answers.js';
import { type Operation, operation, type View } from '../define.js';
import { text } from '../fields.js';
import { rule } from '../rule.js';

const tokenView: View = { fields: ['accessToken', 'tokenType', 'expiresIn', 'expiresAt'] };

const shared = {
  effect: 'auth',
  owner: 'application',
  language: 'EN/TH',
  subject: 'none',
} as const;

const credentials = {
  applicationKey: text('key of the application'),
  applicationSecret: text('secret of the application', { secret: true }),
};

const seconds = z.union([z.number(), z.string()]);

/** Type and token are sent in a header: other characters would fail late, or start a second header. */
const fitsHeader = (shape: RegExp) =>
  rule<string>((value) => [!shape.test(value) && bank.noHeader]);

/** "Token record". Lifetimes are seconds, moments are epoch seconds. */
const tokenRecord = z.looseObject({
  accessToken: z.string().check(z.minLength(1), fitsHeader(/^[!-~]*$/)),
  tokenType: z.nullish(z.string().check(fitsHeader(/^[ -~]*$/))),
  expiresIn: z.nullish(seconds),
  expiresAt: z.nullish(seconds),
  refreshToken: word,
  refreshExpiresIn: z.nullish(seconds),
  refreshExpiresAt: z.nullish(seconds),
});

const example = {
  applicationKey: 'my-application-key',
  applicationSecret: 'my-application-secret',
};

/** "POST /v1/oauth/token": both flows of "Authentication". */
export const issue = operation({
  ...shared,
  id: 'token.issue',
  role: 'token',
  payment: 'other',
  command: ['token'],
  aliases: [['token', 'get']],
  method: 'POST',
  path: '/v1/oauth/token',
  summary: 'Get an access token',
  notes: [
    'With authCode the token is about the user who consented, and comes with a refresh token.',
    'An authorization code is valid for 1 minute, a token for 30 minutes, a refresh token for 60.',
  ],
  specified: true,
  input: z.looseObject({
    ...credentials,
    authCode: z.optional(
      text('code obtained by the consent of the user', { conditional: 'for calls about a user' }),
    ),
    state: z.optional(text('session key', { conditional: 'for web applications only' })),
    codeChallenge: z.optional(
      text('session code challenge', { conditional: 'for web applications only' }),
    ),
  }),
  settings: { applicationKey: 'apiKey' },
  data: tokenRecord,
  example,
  view: tokenView,
  sandbox: 'issues tokens of 30 minutes, by client credentials or by a code of consent',
});

/** "POST /v1/oauth/token/refresh": "Endpoints known by path only", fields from public documents. */
export const refresh = operation({
  ...shared,
  id: 'token.refresh',
  consented: true,
  role: 'token',
  payment: 'other',
  method: 'POST',
  path: '/v1/oauth/token/refresh',
  summary: 'Renew the access token of a user',
  specified: false,
  input: z.looseObject({ ...credentials, refreshToken: text('refresh token', { secret: true }) }),
  settings: { applicationKey: 'apiKey' },
  data: tokenRecord,
  example: { ...example, refreshToken: 'my-refresh-token' },
  view: tokenView,
  sandbox: 'renews the token of a customer',
});

/** "GET /v2/oauth/authorize": "Endpoints known by path only", headers and fields from public documents. */
export const authorize = operation({
  ...shared,
  id: 'token.authorize',
  role: 'token',
  payment: 'other',
  command: ['token', 'login'],
  method: 'GET',
  path: '/v2/oauth/authorize',
  summary: 'Ask for the link by which a user logs in and consents',
  notes: [
    'Key and secret travel as headers. Other fields travel in the query and come back with the redirect; code, state and status are overwritten.',
  ],
  specified: false,
  input: z.looseObject({
    apikey: text('key of the application'),
    apisecret: text('secret of the application', { secret: true }),
    'response-channel': z._default(
      text('app in which the user consents', { known: ['mobile', 'mobile_mma'] }),
      'mobile',
    ),
    endState: z._default(
      text('where the user goes from there', {
        known: ['mobile_app', 'mobile_web', 'desktop_web'],
      }),
      'mobile_app',
    ),
    applicationId: z.optional(text('application that asks, where another one calls')),
    redirectOption: z.optional(text('key of another registered callback address')),
    state: z.optional(text('session key, which the redirect brings back')),
  }),
  travels: {
    apikey: 'header',
    apisecret: 'header',
    'response-channel': 'header',
    endState: 'header',
    applicationId: 'header',
    redirectOption: 'header',
  },
  settings: { apikey: 'apiKey' },
  data: z.looseObject({ callbackUrl: z.string().check(z.minLength(1)) }),
  example: {
    apikey: 'my-application-key',
    apisecret: 'my-application-secret',
    'response-channel': 'mobile',
    endState: 'mobile_app',
  },
  view: {},
  sandbox: 'gives the link of the log-in page; `sandbox consent` is the customer',
});

/** Issue, renewal and consent ("Authentication"). */
export const operations: readonly Operation[] = [issue, refresh, authorize];
