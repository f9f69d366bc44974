import { bankUrlPath } from '../../config/names.js';
import { isSettingName, settingVariable } from '../../config/settings.js';
import { payctl, phrase } from '../../core/command-line.js';
import { usageError } from '../../core/errors.js';
import { withoutUndefined } from '../../core/fields.js';
import type { Say } from '../../core/message.js';
import { inputMessages } from '../../messages/input.js';
import { sandboxServer } from '../../messages/sandbox.js';
import type { Command, Groups } from '../../runtime/command.js';
import { flag, option, text, texts } from '../../runtime/parameter.js';
import type { Services } from '../../runtime/services.js';
import { count, moment, port } from '../../runtime/value-parsers.js';
import type { Bank } from '../../sandbox/bank.js';
import { LIVE_PREFIX, SANDBOX_PROFILE, TEST_PREFIX } from '../../sandbox/seed/profile.js';
import type { ControlOptions } from '../../sandbox/server/control.js';
import { readNamedFile } from '../../state/own-files.js';
import { otherBanks } from './banks.js';
import { keepDelivering } from './deliver.js';
import { sandboxCommand } from './sandbox-command.js';

/** Opens pages for this machine alone: the phone of the customer, and the embedded bank. */
export type OpenPages = (
  services: Services,
  groups: Groups,
) => Promise<{ link: string; close(): Promise<void> }>;

/** @param load the commands of the sandbox, of which the pages are made */
export const serveWith = (load: () => readonly Command[], openPages: OpenPages): Command =>
  sandboxCommand({
    lasts: true,
    words: ['sandbox', 'serve'],
    summary: 'serve the embedded bank over HTTP until it is stopped',
    notes: [
      'It shares its state with --sandbox: a payment in one is visible in the other. /openapi.json describes it.',
    ],
    parameters: {
      port: option('--port <n>', 'port to listen on; 0 takes a free one (8787)', port),
      host: text('--host <address>', 'address to listen on (127.0.0.1)'),
      rateLimit: option(
        '--rate-limit <n>',
        'calls per second and operation before 429; 0 means no limit (5)',
        count,
      ),
      lenient: flag(
        '--lenient',
        'accept what public clients send: any requestUId, owner and language, numbers for text, empty optional texts, used invoices, any sendingBank',
      ),
      control: flag(
        '--control',
        'also serve /_sandbox/, the customer and the operator for tests, and a page for people',
      ),
      confirmationUrl: text('--confirmation-url <url>', 'where confirmations go, on this machine'),
      deliverTo: texts(
        '--deliver-to <host[:port]>',
        'another host to which --confirmation-url and its setting may send',
      ),
      seed: option('--seed <n>', 'the same ids for the same calls, with a stopped clock', count),
      clock: option('--clock <time>', 'where the clock stands still until it is set', moment),
      tls: flag('--tls', 'HTTPS, with --tls-cert and --tls-key'),
      cert: text('--tls-cert <file>', 'server certificate, PEM', { effect: 'reads' }),
      key: text('--tls-key <file>', 'server key, PEM', { effect: 'reads' }),
      ca: text('--tls-ca <file>', 'CA of the client certificates, PEM', { effect: 'reads' }),
      requestCert: flag(
        '--require-client-cert',
        'answer 9591 or 9595 unless the client certificate is valid',
      ),
    },
    examples: [
      'payctl sandbox serve',
      'payctl sandbox serve --lenient --control --rate-limit 0',
      'payctl sandbox serve --port 0 --confirmation-url http://127.0.0.1:3000/paid',
      'payctl sandbox serve --port 0 --seed 7 --clock 2026-01-31T09:00:00+07:00',
    ],
    run: async (services, { port = 8787, host = '127.0.0.1', seed, clock, ...given }) => {
      const { noteServed } = await import('../../sandbox/operator.js');
      const { serveBank } = await import('../../sandbox/server/server.js');
      const { ALL_LENIENT } = await import('../../sandbox/settings.js');
      const settings = {
        ...(given.rateLimit !== undefined && { rateLimit: given.rateLimit }),
        ...(given.requestCert && { requireClientCertificate: true }),
        ...(given.lenient && ALL_LENIENT),
      };
      const bank = await services.bank({ settings, seed, stoppedAt: clock });
      await addressConfirmations(bank, given);
      if (!['127.0.0.1', '::1', 'localhost'].includes(host)) {
        await services.warn(sandboxServer.reachable(host));
      }
      const tls = readTls(services, given);
      const control = given.control ? await createControl(services) : undefined;
      const name = services.bankName();
      const ownPath = name === undefined ? '' : bankUrlPath(name);
      const address = { host, port, sendDate: seed === undefined, ...(ownPath && { ownPath }) };
      const listener = await serveBank(bank, { ...address, tls, control }, (url) =>
        document(url, control !== undefined),
      );
      const pages = control && (await openPages(services, toGroups(load)));
      const say = await services.say();
      const served = {
        url: listener.url,
        key: control?.key,
        link: pages?.link,
        env: callerEnvironment(listener.url + ownPath, name, control?.key),
      };
      const isSet = Object.keys(settings).length > 0;
      if (isSet) noteServed(bank, { by: services.host.process.self, settings });
      const isJson = ['json', 'jsonl'].includes(services.options.output.requested ?? '');
      await services.host.stdout.write(isJson ? formatServed(served) : welcome(served, say));
      await keepDelivering(services, bank);
      await Promise.all([listener.close(), pages?.close()]);
      if (isSet) noteServed(bank, undefined);
      return {};
    },
  });

/** Kept with the bank, so that `sandbox pay` of another process sends there, too. */
async function addressConfirmations(
  bank: Bank,
  { confirmationUrl, deliverTo }: { confirmationUrl?: string; deliverTo: readonly string[] },
): Promise<void> {
  const { setSettings } = await import('../../sandbox/operator.js');
  const { readChanges } = await import('../../sandbox/settings.js');
  const changes = [
    ...(deliverTo.length === 0 ? [] : [`deliverTo=${deliverTo.join(',')}`]),
    ...(confirmationUrl === undefined ? [] : [`confirmationUrl=${confirmationUrl}`]),
  ];
  if (changes.length > 0) await setSettings(bank, readChanges(changes));
}

function toGroups(load: () => readonly Command[]): Groups {
  return {
    sandbox: { summary: '', load: async () => load() },
    qr: { summary: '', load: async () => (await import('../qr/offline.js')).offlineCommands },
  };
}

async function document(url: string, hasControl: boolean): Promise<string> {
  const { bankDocument } = await import('../openapi/command.js');
  const bank = await bankDocument(url);
  if (!hasControl) return JSON.stringify(bank);
  const { withControl } = await import('./control-document.js');
  return JSON.stringify(withControl({ ...bank }));
}

const KEY_BYTES = 24;

/** The key is random, unless the environment sets it, for tests that start the bank. */
async function createControl(services: Services): Promise<ControlOptions> {
  const { faultOrder } = await import('./faults.js');
  const { host } = services;
  const { PAYCTL_SANDBOX_KEY: fixedKey } = host.env;
  if (fixedKey && !/^[!-~]{16,200}$/.test(fixedKey)) {
    throw usageError(sandboxServer.keyWrong, sandboxServer.unsetKey);
  }
  const key = fixedKey || Buffer.from(host.random.bytes(KEY_BYTES)).toString('base64url');
  return { key, faultOrder, madeElsewhere: otherBanks(services) };
}

interface TlsOptions {
  tls: boolean;
  cert?: string;
  key?: string;
  ca?: string;
  requestCert: boolean;
}

/** Each of the options asks for HTTPS: a bank that is to have a certificate is never served in clear. */
function readTls({ host }: Services, { tls, requestCert, ...files }: TlsOptions) {
  if (!tls && (files.cert ?? files.key ?? files.ca) === undefined) return undefined;
  const read = (name: keyof typeof files) => {
    const { [name]: path } = files;
    const bytes = path === undefined ? undefined : readNamedFile(host, path, 1024 * 1024);
    return bytes && Buffer.from(bytes);
  };
  const needed = (name: 'cert' | 'key') => {
    const { [name]: path } = files;
    const bytes = read(name);
    if (bytes) return bytes;
    const option = `--tls-${name}`;
    throw usageError(path ? inputMessages.noFile(option, path) : sandboxServer.tlsNeeds(option));
  };
  return {
    cert: needed('cert'),
    key: needed('key'),
    ca: read('ca'),
    requestCert,
  };
}

interface Served {
  url: string;
  /** The key of the control calls. */
  key: string | undefined;
  /** The link to the pages. */
  link: string | undefined;
  /** What callers export. */
  env: Readonly<Record<string, string>>;
}

/** Address and credentials; all of it is made up, none of it secret. */
function callerEnvironment(url: string, name: string | undefined, key: string | undefined) {
  const settings = { ...SANDBOX_PROFILE, baseUrl: url + TEST_PREFIX };
  const pairs = Object.entries(settings).flatMap(([setting, value]) =>
    isSettingName(setting) ? [[settingVariable(setting), value] as const] : [],
  );
  return {
    ...Object.fromEntries(pairs),
    ...withoutUndefined({ PAYCTL_SANDBOX: name, PAYCTL_SANDBOX_KEY: key }),
  };
}

/** For programs that start the bank. */
function formatServed({ url, key, link, env }: Served): string {
  const { apiKey, apiSecret } = SANDBOX_PROFILE;
  const { PAYCTL_SANDBOX: id = null } = env;
  const line = { url, apiKey, apiSecret, controlKey: key ?? null, id, phone: link ?? null, env };
  return `${JSON.stringify(line)}\n`;
}

/** For people: with a call to paste. */
function welcome({ url, link, env }: Served, say: Say): string {
  return [
    say(sandboxServer.listens({ url, test: TEST_PREFIX, live: LIVE_PREFIX })),
    ...(link === undefined ? [] : [say(sandboxServer.pages), link]),
    '',
    say(sandboxServer.inAnotherTerminal),
    ...Object.entries(env).map(([name, value]) => `  export ${name}=${value}`),
    say(phrase`  ${payctl.withoutProfile`qr create --ref1 ORDER1 --amount 100.00`}`),
    '',
  ].join('\n');
}
