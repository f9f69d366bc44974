import type { Fields } from '../../bank/define.js';
import type { Consent } from '../../client/session.js';
import { PayctlError } from '../../core/errors.js';
import { withoutUndefined } from '../../core/fields.js';
import { at, jsonText } from '../../core/json.js';
import { tolerate } from '../../core/tolerate.js';
import { endedBy } from '../../host/signals.js';
import { tokens } from '../../messages/tokens.js';
import { command, type Result } from '../../runtime/command.js';
import {
  choice,
  flag,
  group,
  option,
  text,
  texts,
  type ValuesOf,
} from '../../runtime/parameter.js';
import type { Services } from '../../runtime/services.js';
import { duration, port } from '../../runtime/value-parsers.js';
import { previewToken, refuseRaw, tokenResult } from './token.js';

const PORT = 8790;
const WAIT_MS = 60_000;

const REQUEST = {
  group: 'Request for the link (publicly known, not in the specification)',
};

const LOGIN = {
  authCode: text('--auth-code <code>', 'code of a consent that was already given; skips the link'),
  state: text('--state <text>', 'sent to the bank and expected back (default: a random value)'),
  codeChallenge: text('--code-challenge <text>', 'sent with the code in the token call, unchanged'),
  port: option(
    '--redirect-port <port>',
    `port of 127.0.0.1 to which the bank sends the user back; 0 takes a free one (${PORT})`,
    port,
  ),
  waitMs: option(
    '--wait <duration>',
    `how long to wait for the redirect (${WAIT_MS / 1000}s)`,
    duration,
  ),
  open: flag('--open', 'open the link in the browser if it is a web address', { effect: 'acts' }),
  request: group({
    responseChannel: choice(
      '--response-channel <text>',
      'app in which the user consents',
      ['mobile', 'mobile_mma'],
      { fallback: 'default: mobile', ...REQUEST },
    ),
    endState: choice(
      '--end-state <text>',
      'where the user goes from there',
      ['mobile_app', 'mobile_web', 'desktop_web'],
      { fallback: 'default: mobile_app', ...REQUEST },
    ),
    applicationId: text(
      '--application-id <text>',
      'application that asks for the consent, if it is not the caller',
      REQUEST,
    ),
    redirectOption: text(
      '--redirect-option <text>',
      'key of another registered callback address',
      REQUEST,
    ),
  }),
  rawFields: texts(
    '-f, --raw-field <key=value>',
    'any further value; the redirect brings it back',
    REQUEST,
  ),
};

/** Its flags are written out, so that `token` need not load the catalogue. */
export const login = command({
  words: ['token', 'login'],
  summary: "log a user in: link, consent, code, and the user's token",
  notes: [
    'The bank sends the user back to the callback address that is registered for the application. Where that is http://127.0.0.1:PORT/, this command takes the code itself; from any other address copy the code and give it by --auth-code, within its minute.',
    'A state ties the redirect to this login: each request for the link carries a new one, and a redirect without it is rejected. The specification does not say how codeChallenge is made; it is passed on as given.',
  ],
  parameters: LOGIN,
  examples: [
    'payctl --sandbox token login --auth-code $(payctl sandbox consent --raw)',
    'payctl --sandbox token login --redirect-port 8790 --dry-run',
  ],
  dryRun: 'shown',
  run: async (services, { authCode, ...given }) => {
    refuseRaw(services);
    if (authCode === undefined) return askConsent(services, given);
    const { state, codeChallenge } = given;
    const fields = { state, codeChallenge, authCode };
    if (services.options.dryRun) return previewToken('issue', fields, services);
    return exchange(fields, services);
  },
});

type ConsentOptions = Omit<ValuesOf<typeof LOGIN>, 'authCode'>;

async function askConsent(
  services: Services,
  { port = PORT, waitMs = WAIT_MS, codeChallenge, open, ...options }: ConsentOptions,
): Promise<Result> {
  const { FAMILIES } = await import('../../bank/families.js');
  const { generatedValues, requestUId } = await import('../../bank/generate.js');
  const { previewCall } = await import('../../runtime/invoke.js');
  const { readInput } = await import('../../runtime/read-input.js');
  const { openReceiver, STATE_COPY } = await import('./redirect.js');
  const { authorize } = await FAMILIES.token.load();
  const newState = requestUId(services.host.random);
  // Marked as generated, so that a recording of this login also answers one with another state.
  generatedValues.add(newState);
  // The session fills in the real secret.
  const request = await readInput(
    authorize,
    services,
    {
      fields: withoutUndefined<string>({ ...options.request, state: options.state }),
      raw: { fields: [], rawFields: options.rawFields },
    },
    { apisecret: '[redacted]', state: newState },
  );
  const state = String(request.state);
  const input: Fields = { ...request, [STATE_COPY]: state };
  if (services.options.dryRun) return previewCall(authorize, input, services);
  const { apikey: _, apisecret: __, ...fields } = input;
  const receiver = await openReceiver(port, state, services);
  try {
    const { session } = await services.caller();
    const outcome = await session.authorize(fields);
    const link = jsonText(at(outcome.data, 'callbackUrl'));
    if (outcome.class !== 'SUCCESS' || link === undefined) return { outcome };
    await show(link, receiver.url, open, services);
    const redirect = await receiver.next(waitMs);
    if (redirect === undefined) throw notReturnedError(services, waitMs, state);
    const { code: authCode, state: returnedState } = redirect;
    return await exchange({ codeChallenge, state: returnedState, authCode }, services);
  } finally {
    await receiver.close();
  }
}

/** The link is what this command is for, so it is shown under --quiet as well. */
async function show(
  link: string,
  receiver: string,
  open: boolean,
  services: Services,
): Promise<void> {
  const { stderr, platform } = services.host;
  const { drawLink } = await import('../qr/drawing.js');
  await stderr.write(await drawLink(link, services, {}, stderr));
  await services.note(tokens.waiting(receiver));
  if (!open) return;
  const { openLink } = await import('../../host/command.js');
  await tolerate(
    () => openLink(platform, link),
    ({ said }) => services.warn(tokens.openYourself(said)),
  );
}

async function exchange(consent: Consent, services: Services): Promise<Result> {
  const { session } = await services.caller();
  return tokenResult(await session.login(consent), services);
}

function notReturnedError({ signals }: Services, waitMs: number, state: string): PayctlError {
  if (signals.received) {
    return new PayctlError(endedBy(signals.received), tokens.stopped);
  }
  return new PayctlError('PENDING', tokens.nobodyReturned(waitMs / 1000), {
    executed: 'no',
    hint: tokens.takeCode(/^[\w.~-]+$/.test(state) ? state : 'STATE'),
  });
}
