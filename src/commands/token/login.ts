import type { Fields } from '../../bank/define.js';
import type { Command, Result } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { duration, port } from '../../cli/values.js';
import type { Consent } from '../../client/session.js';
import { PayctlError } from '../../core/errors.js';
import { optional } from '../../core/fields.js';
import { at, textOf } from '../../core/json.js';
import { endedBy } from '../../host/signals.js';
import { previewToken, refuseRaw, tokenResult } from './token.js';

const PORT = '8790';
const WAIT = '60s';

const REQUEST = 'Request for the link (publicly known, not in the specification):';

/** Written out, so that `token` alone need not load the catalogue. */
export const login: Command = {
  words: ['token', 'login'],
  summary: "log a user in: link, consent, code, and the user's token",
  notes: [
    'The bank sends the user back to the callback address that is registered for the application. Where that is http://127.0.0.1:PORT/, this command takes the code itself; from any other address copy the code and give it by --auth-code, within its minute.',
    'state ties the return to this log-in: one is made for each, goes to the bank with the request for the link, and a redirect that does not bring it back is turned away. How codeChallenge is made is not in the specification: it passes through as given.',
  ],
  options: [
    {
      flags: '--auth-code <code>',
      summary: 'the code of a consent that was given; asks for no link',
    },
    {
      flags: '--state <text>',
      summary: 'goes to the bank, and must come back (default: a random one)',
    },
    { flags: '--code-challenge <text>', summary: 'goes with the code to the token call as it is' },
    {
      flags: '--redirect-port <port>',
      summary: `port of 127.0.0.1 to which the bank sends the user back; 0 takes a free one (${PORT})`,
    },
    { flags: '--wait <duration>', summary: `how long to wait for the redirect (${WAIT})` },
    { flags: '--open', summary: 'open the link in the browser, where it is one to the web' },
    {
      flags: '--response-channel <text>',
      summary: 'app in which the user consents',
      choices: ['mobile', 'mobile_mma'],
      fallback: 'default: mobile',
      group: REQUEST,
    },
    {
      flags: '--end-state <text>',
      summary: 'where the user goes from there',
      choices: ['mobile_app', 'mobile_web', 'desktop_web'],
      fallback: 'default: mobile_app',
      group: REQUEST,
    },
    {
      flags: '--application-id <text>',
      summary: 'application that asks, where another one calls',
      group: REQUEST,
    },
    {
      flags: '--redirect-option <text>',
      summary: 'key of another registered callback address',
      group: REQUEST,
    },
    {
      flags: '-f, --raw-field <key=value>',
      summary: 'any further value, which the redirect brings back',
      repeat: true,
      group: REQUEST,
    },
  ],
  examples: [
    'payctl --sandbox token login --auth-code $(payctl sandbox consent --raw)',
    'payctl --sandbox token login --redirect-port 8790 --dry-run',
  ],
  dryRun: 'shown',
  run,
};

async function run(context: Context): Promise<Result> {
  refuseRaw(context);
  const authCode = context.text('auth-code');
  const consent = {
    ...optional('state', context.text('state')),
    ...optional('codeChallenge', context.text('code-challenge')),
  };
  if (authCode !== undefined) {
    const fields = { ...consent, authCode };
    if (context.globals.dryRun) return previewToken('issue', fields, context);
    return exchange(fields, context);
  }
  const { FAMILIES } = await import('../../bank/families.js');
  const { requestUId } = await import('../../bank/generate.js');
  const { previewOf } = await import('../../cli/invoke.js');
  const { readInput } = await import('../../cli/read-input.js');
  const { openReceiver, STATE_COPY } = await import('./redirect.js');
  const { authorize } = await FAMILIES.token.load();
  // The secret itself goes in where the call is made.
  const given = await readInput(authorize, context, {
    apisecret: '[redacted]',
    state: requestUId(context.host.random),
  });
  const state = String(given.state);
  const input: Fields = { ...given, [STATE_COPY]: state };
  if (context.globals.dryRun) return previewOf(authorize, input, context);
  const { apikey: _, apisecret: __, ...fields } = input;
  const receiving = port(context.text('redirect-port') ?? PORT, '--redirect-port');
  const waitMs = duration(context.text('wait') ?? WAIT, '--wait');
  const receiver = await openReceiver(receiving, state, context);
  try {
    const { session } = await context.services.caller();
    const outcome = await session.authorize(fields);
    const link = textOf(at(outcome.data, 'callbackUrl'));
    if (outcome.class !== 'SUCCESS' || link === undefined) return { outcome };
    await show(link, receiver.url, context);
    const redirect = await receiver.next(waitMs);
    if (redirect === undefined) throw notReturned(context, waitMs, state);
    const { code: authCode, state: brought } = redirect;
    return await exchange({ ...consent, state: brought, authCode }, context);
  } finally {
    await receiver.close();
  }
}

/** The link is what this command is for, so it is shown under --quiet as well. */
async function show(link: string, receiver: string, context: Context): Promise<void> {
  const { stderr, platform } = context.host;
  const { drawLink } = await import('../qr/drawing.js');
  await stderr.write(await drawLink(link, context, stderr));
  await context.note(`waiting on ${receiver} for the user's return`);
  if (!context.on('open')) return;
  const { openLink } = await import('../../host/command.js');
  try {
    await openLink(platform, link);
  } catch (error) {
    if (!(error instanceof PayctlError)) throw error;
    await context.note(`warning: ${error.message}; open the link yourself`);
  }
}

async function exchange(consent: Consent, context: Context): Promise<Result> {
  const { session } = await context.services.caller();
  return tokenResult(await session.login(consent), context);
}

function notReturned({ signals }: Context, waitMs: number, state: string): PayctlError {
  if (signals.received) {
    return new PayctlError(endedBy(signals.received), 'ended by a signal; nobody was logged in');
  }
  return new PayctlError('PENDING', `nobody came back from the bank within ${waitMs / 1000} s`, {
    executed: 'no',
    hint: `payctl token login --auth-code CODE --state ${/^[\w.~-]+$/.test(state) ? state : 'STATE'} takes the code from the address that the bank led to, within its minute; where that address has another state, give that one`,
  });
}
