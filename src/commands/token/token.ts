import type { Fields } from '../../bank/define.js';
import type { View } from '../../bank/view.js';
import type { Command, Result } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import type { Option } from '../../cli/option.js';
import type { Grant, Token } from '../../client/connection.js';
import { PayctlError } from '../../core/errors.js';
import { type JsonObject, number } from '../../core/json.js';
import { channelDateTime } from '../../core/time.js';

const TOKEN: View = { fields: ['accessToken', 'tokenType', 'expiresIn', 'expiresAt'] };

const REDACTED = '[redacted]';

const RAW: Option = {
  flags: '--raw',
  summary: 'print the bare access token and nothing else',
};

const GRANT: Option = {
  flags: '--grant <grant>',
  summary: "whose token: the application's, or that of the user who logged in",
  choices: ['application', 'user'],
};

const get: Command = {
  words: ['token'],
  aliases: [['token', 'get']],
  summary: "the application's access token, from the cache or fetched",
  options: [RAW],
  examples: ['payctl --sandbox token', 'payctl --sandbox token --raw'],
  dryRun: 'shown',
  run: async (context) => {
    refuseRaw(context);
    if (context.globals.dryRun) return previewToken('issue', {}, context);
    const { session } = await context.services.caller();
    const { FAMILIES } = await import('../../bank/families.js');
    const { token } = await session.token((await FAMILIES.token.load()).issue);
    return tokenResult(token, context);
  },
};

const refresh: Command = {
  words: ['token', 'refresh'],
  summary: 'fetch a new token in place of the cached one',
  options: [RAW, GRANT],
  examples: ['payctl --sandbox token refresh', 'payctl --sandbox token refresh --raw'],
  dryRun: 'shown',
  run: async (context) => {
    refuseRaw(context);
    const grant = grantOf(context) ?? 'application';
    if (context.globals.dryRun) {
      return grant === 'application'
        ? previewToken('issue', {}, context)
        : previewToken('refresh', { refreshToken: REDACTED }, context);
    }
    const { session } = await context.services.caller();
    return tokenResult(await session.renew(grant), context);
  },
};

const status: Command = {
  words: ['token', 'status'],
  summary: 'what is in the cache, and until when; no network',
  examples: ['payctl --sandbox token status', 'payctl --sandbox token status -o json'],
  dryRun: 'harmless',
  run: async (context) => {
    const store = await context.services.tokens();
    const { name } = await context.services.profile();
    const records: JsonObject[] = [];
    for (const grant of ['application', 'user'] as const) {
      const token = await store.read(grant);
      records.push({
        profile: name,
        grant,
        ...(token ? facts(token, context) : { state: 'none' }),
      });
    }
    return { data: records };
  },
};

const clear: Command = {
  words: ['token', 'clear'],
  summary: 'forget the cached tokens of the profile',
  options: [GRANT],
  examples: ['payctl --sandbox token clear', 'payctl --sandbox token clear --grant user'],
  run: async (context) => {
    const store = await context.services.tokens();
    await store.clear(grantOf(context));
    await context.note('the cached tokens are forgotten');
    return {};
  },
};

export const commands: readonly Command[] = [get, status, refresh, clear];

/** The token call that would be made, where the cache does not hold what is asked for. */
export async function previewToken(
  step: 'issue' | 'refresh',
  fields: Fields,
  context: Context,
): Promise<Result> {
  const { FAMILIES } = await import('../../bank/families.js');
  const { previewOf } = await import('../../cli/invoke.js');
  const { settings } = await context.services.profile();
  const named = { applicationKey: settings('apiKey') ?? '', applicationSecret: REDACTED };
  return previewOf((await FAMILIES.token.load())[step], { ...named, ...fields }, context);
}

/** Said before anything is fetched. */
export function refuseRaw({ on, globals }: Context): void {
  if (globals.output !== 'raw' || on('raw')) return;
  throw new PayctlError('USAGE', 'a token is not printed by -o raw', {
    hint: 'payctl token --raw prints it and nothing else',
  });
}

/** The token itself only under --raw; every other format shows when it ends. */
export function tokenResult(token: Token, context: Context): Result {
  if (context.on('raw')) return { text: `${token.accessToken}\n` };
  return {
    data: {
      accessToken: REDACTED,
      tokenType: token.tokenType,
      ...facts(token, context),
      ...(token.refreshToken ? { refreshToken: REDACTED } : {}),
    },
    view: TOKEN,
  };
}

function facts(token: Token, { host }: Context): JsonObject {
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

function grantOf(context: Context): Grant | undefined {
  const grant = context.text('grant');
  return grant === 'user' || grant === 'application' ? grant : undefined;
}
