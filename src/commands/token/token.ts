import type { Fields, View } from '../../bank/define.js';
import type { Token } from '../../client/connection.js';
import { usageError } from '../../core/errors.js';
import { type JsonObject, number } from '../../core/json.js';
import { channelDateTime } from '../../core/time.js';
import { tokens } from '../../messages/tokens.js';
import { type Command, command, type Result } from '../../runtime/command.js';
import { choice, flag } from '../../runtime/parameter.js';
import type { Services } from '../../runtime/services.js';

const TOKEN: View = { fields: ['accessToken', 'tokenType', 'expiresIn', 'expiresAt'] };

const REDACTED = '[redacted]';

const RAW = flag('--raw', 'print the bare access token and nothing else');

const GRANT = choice(
  '--grant <grant>',
  "whose token: the application's, or that of the user who logged in",
  ['application', 'user'],
);

const get = command({
  words: ['token'],
  aliases: [['token', 'get']],
  summary: "the application's access token, from the cache or fetched",
  parameters: { bare: RAW },
  examples: ['payctl --sandbox token', 'payctl --sandbox token --raw'],
  dryRun: 'shown',
  run: async (services, { bare }) => {
    refuseRaw(services, bare);
    if (services.options.dryRun) return previewToken('issue', {}, services);
    const { session } = await services.caller();
    const { FAMILIES } = await import('../../bank/families.js');
    const { token } = await session.token((await FAMILIES.token.load()).issue);
    return tokenResult(token, services, bare);
  },
});

const refresh = command({
  words: ['token', 'refresh'],
  summary: 'fetch a new token in place of the cached one',
  parameters: { bare: RAW, grant: GRANT },
  examples: ['payctl --sandbox token refresh', 'payctl --sandbox token refresh --raw'],
  dryRun: 'shown',
  run: async (services, { bare, grant = 'application' }) => {
    refuseRaw(services, bare);
    if (services.options.dryRun) {
      return grant === 'application'
        ? previewToken('issue', {}, services)
        : previewToken('refresh', { refreshToken: REDACTED }, services);
    }
    const { session } = await services.caller();
    return tokenResult(await session.renew(grant), services, bare);
  },
});

const status = command({
  words: ['token', 'status'],
  summary: 'what is in the cache, and until when; no network',
  parameters: {},
  examples: ['payctl --sandbox token status', 'payctl --sandbox token status -o json'],
  dryRun: 'harmless',
  run: async (services) => {
    const store = await services.tokens();
    const { name } = await services.profile();
    const records: JsonObject[] = [];
    for (const grant of ['application', 'user'] as const) {
      const token = await store.read(grant);
      records.push({
        profile: name,
        grant,
        ...(token ? facts(token, services) : { state: 'none' }),
      });
    }
    return { data: records };
  },
});

const clear = command({
  words: ['token', 'clear'],
  summary: 'delete the cached tokens of the profile',
  parameters: { grant: GRANT },
  examples: ['payctl --sandbox token clear', 'payctl --sandbox token clear --grant user'],
  run: async (services, { grant }) => {
    const store = await services.tokens();
    await store.clear(grant);
    await services.note(tokens.deleted);
    return {};
  },
});

export const commands: readonly Command[] = [get, status, refresh, clear];

/** What --dry-run shows: the call that would be made without a cached token. */
export async function previewToken(
  step: 'issue' | 'refresh',
  fields: Fields,
  services: Services,
): Promise<Result> {
  const { FAMILIES } = await import('../../bank/families.js');
  const { previewCall } = await import('../../runtime/invoke.js');
  const { settings } = await services.profile();
  const credentials = { applicationKey: settings('apiKey') ?? '', applicationSecret: REDACTED };
  return previewCall((await FAMILIES.token.load())[step], { ...credentials, ...fields }, services);
}

/** Called before anything is fetched. */
export function refuseRaw({ options: { output } }: Services, bare = false): void {
  if (output.format !== 'raw' || bare) return;
  throw usageError(tokens.notInRaw, tokens.bareToken);
}

/** With `bare` the token itself, otherwise its facts with the token redacted. */
export function tokenResult(token: Token, services: Services, bare = false): Result {
  if (bare) return { text: `${token.accessToken}\n` };
  return {
    data: {
      accessToken: REDACTED,
      tokenType: token.tokenType,
      ...facts(token, services),
      ...(token.refreshToken ? { refreshToken: REDACTED } : {}),
    },
    view: TOKEN,
  };
}

function facts(token: Token, { host }: Services): JsonObject {
  const left = Math.max(0, Math.floor((token.expiresAt - host.clock.now()) / 1000));
  return {
    state: left > 0 ? 'valid' : 'expired',
    expiresIn: number(String(left)),
    expiresAt: channelDateTime(token.expiresAt),
    ...(token.refreshExpiresAt === undefined
      ? {}
      : { refreshExpiresAt: channelDateTime(token.refreshExpiresAt) }),
  };
}
