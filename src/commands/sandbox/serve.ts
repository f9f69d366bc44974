import { command } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { flag, option, text } from '../../cli/parameter.js';
import { count, port } from '../../cli/values.js';
import { isSettingName, variableOf } from '../../config/settings.js';
import { PayctlError, usageError } from '../../core/errors.js';
import { optional } from '../../core/fields.js';
import { endedBy } from '../../host/signals.js';
import type { Bank } from '../../sandbox/bank.js';
import type { Delivered } from '../../sandbox/delivery/delivery.js';
import { SANDBOX_PROFILE, TEST_PREFIX } from '../../sandbox/seed/seed.js';
import { readNamedFile } from '../../state/private-file.js';

export const serve = command({
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
    tls: flag('--tls', 'HTTPS, with --tls-cert and --tls-key'),
    cert: text('--tls-cert <file>', 'server certificate, PEM'),
    key: text('--tls-key <file>', 'server key, PEM'),
    ca: text('--tls-ca <file>', 'CA of the client certificates, PEM'),
    requestCert: flag(
      '--require-client-cert',
      'answer 9591 or 9595 unless the client certificate is valid',
    ),
  },
  examples: ['payctl sandbox serve', 'payctl sandbox serve --port 0 --rate-limit 0'],
  run: async (context, { port = 8787, host = '127.0.0.1', rateLimit, ...secure }) => {
    const { serveBank } = await import('../../sandbox/server/server.js');
    const bank = await context.services.bank({
      ...optional('rateLimit', rateLimit),
      ...(secure.requestCert && { requireClientCertificate: true }),
    });
    if (!['127.0.0.1', '::1', 'localhost'].includes(host)) {
      await context.note(`warning: other machines can reach ${host}`);
    }
    const tls = secure.tls ? tlsOf(context, secure) : undefined;
    const listener = await serveBank(bank, { host, port, ...(tls && { tls }) }, document);
    await context.host.stdout.write(welcome(listener.url));
    await keepDelivering(context, bank);
    await listener.close();
    const { received } = context.signals;
    return { exit: received && endedBy(received) };
  },
});

async function document(): Promise<string> {
  const { bankDocument } = await import('../openapi/command.js');
  return JSON.stringify(await bankDocument());
}

interface Secure {
  cert?: string;
  key?: string;
  ca?: string;
  requestCert: boolean;
}

function tlsOf({ host }: Context, { requestCert, ...files }: Secure) {
  const read = (name: keyof typeof files) => {
    const { [name]: path } = files;
    const bytes = path === undefined ? undefined : readNamedFile(host, path, 1024 * 1024);
    return bytes && Buffer.from(bytes);
  };
  const needed = (name: 'cert' | 'key') => {
    const { [name]: path } = files;
    const bytes = read(name);
    if (bytes) return bytes;
    throw usageError(
      path ? `--tls-${name}: no such file: ${path}` : `--tls needs --tls-${name} FILE`,
    );
  };
  return { cert: needed('cert'), key: needed('key'), ...optional('ca', read('ca')), requestCert };
}

/** Address, credentials and a call to paste; all of it is made up, none of it secret. */
function welcome(url: string): string {
  const settings = { ...SANDBOX_PROFILE, baseUrl: url + TEST_PREFIX };
  return [
    `The embedded bank listens on ${url} (also under ${TEST_PREFIX}). Stop it with ctrl-C.`,
    '',
    'In another terminal:',
    ...Object.entries(settings).flatMap(([name, value]) =>
      isSettingName(name) ? [`  export ${variableOf(name)}=${value}`] : [],
    ),
    '  payctl qr create --ref1 ORDER1 --amount 100.00',
    '',
  ].join('\n');
}

/** Sends each due confirmation once; unacknowledged ones are sent again while the sandbox is served. */
export async function deliverNow(context: Context, bank: Bank): Promise<void> {
  if (bank.look(({ settings }) => settings.confirmationUrl) === '') return;
  const { deliverDue } = await import('../../sandbox/delivery/delivery.js');
  const transport = await network();
  try {
    for (const delivered of await deliverDue(bank, transport)) await tell(context, delivered);
  } catch (error) {
    // The payment stands even if its confirmation is not sent.
    if (!(error instanceof PayctlError)) throw error;
    await context.note(`no confirmation was sent: ${error.message}`);
  } finally {
    await transport.close();
  }
}

/** Sends what falls due until the first signal. */
async function keepDelivering(context: Context, bank: Bank): Promise<void> {
  const { deliver } = await import('../../sandbox/delivery/delivery.js');
  const transport = await network();
  await deliver(bank, transport, {
    signal: context.stopping,
    onDelivered: (delivered) => void tell(context, delivered),
    onTrouble: (error) => void context.note(`no confirmations are sent: ${error.message}`),
  });
  await transport.close();
}

async function network() {
  const { gotTransport } = await import('../../client/transport-got.js');
  return gotTransport();
}

function tell(context: Context, delivered: Delivered): Promise<void> {
  const { kind, reference, attempt, acknowledged, reason } = delivered;
  const what = kind === 'payment' ? 'the confirmation of' : 'the status of';
  const again = attempt > 1 ? `, attempt ${attempt}` : '';
  return context.note(
    acknowledged
      ? `${what} ${reference} was acknowledged${again}`
      : `${what} ${reference} was not acknowledged${again}: ${reason}`,
  );
}
