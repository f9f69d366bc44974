// @ts-check
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { BIN } from '../scripts/shared.mjs';
import { find, node, output, payctl, run } from './shared.mjs';

/** A Thai QR 30 for what needs no bank. */
const PAYLOAD =
  '00020101021130620016A000000677010112011301122334455660211CUSTOMER0010306INV00153037645802TH62070703SCB6304780E';

const PAYMENT = ['--tran-type', 'A', '--out-trade-no', 'SBXSHOP0001'];
const INQUIRE = ['ewallet', 'inquire', ...PAYMENT];

/** What every row must not exceed, as a ratio to bare Node; see docs/performance.md. */
export function ownRows(env, url) {
  const connected = environmentProfile(env, url);
  const row = (name, bar, args, rowEnv, expect) => {
    const argv = [...payctl, ...args];
    return { name: `payctl ${name}`, bar, argv, env: rowEnv, expect };
  };
  return [
    row('--version', 1.1, ['--version'], env, /^\d+\.\d+\.\d+/),
    row('--help', 1.1, ['--help'], env, /Usage/),
    row('__complete -p', 1.2, ['__complete', '-p', ''], env, /^bench$/m),
    row('__complete investigate', 1.2, ['__complete', 'investigate', ''], env, /^SBXOPEN0001$/m),
    row('ewallet --help', 1.1, ['ewallet', '--help'], env, /inquire/),
    row('ewallet pay --help', 1.1, ['ewallet', 'pay', '--help'], env, /--total-fee/),
    row('token status', 1.75, ['token', 'status'], connected, /expires/i),
    row('qr decode PAYLOAD', 1.75, ['qr', 'decode', PAYLOAD], env, /CUSTOMER001/),
    row('ewallet inquire, environment', 2.5, INQUIRE, connected, /SUCCESS/),
    row('ewallet inquire, profile', 2.5, ['-p', 'bench', ...INQUIRE], env, /SUCCESS/),
    row('--sandbox ewallet inquire', 2.6, ['--sandbox', ...INQUIRE], env, /SUCCESS/),
    ...[
      row('qr decode PAYLOAD, first run', undefined, ['qr', 'decode', PAYLOAD], env, /CUSTOMER001/),
      row('ewallet inquire, first run', 3.6, INQUIRE, connected, /SUCCESS/),
    ].map(withoutCode),
  ];
}

/** As a command runs for the first time: it compiles, and keeps what it compiled. */
function withoutCode(row) {
  const cache = join(row.env.HOME, 'first-run');
  const env = { ...row.env, XDG_CACHE_HOME: cache };
  return { ...row, env, before: () => rmSync(cache, { recursive: true, force: true }) };
}

/** A cached token, a profile of the same bank, a payment in the embedded one, and an open charge. */
export function prepare(env, url) {
  const connected = environmentProfile(env, url);
  output([...payctl, 'token'], connected);
  const settings = ['base-url', 'api-key', 'company-id', 'terminal-id', 'environment'];
  const flags = settings.flatMap((name) => [`--${name}`, connected[settingVariable(name)]]);
  const secret = connected.PAYCTL_API_SECRET;
  const init = ['init', '--name', 'bench', '--secret-stdin', '--store', 'file', ...flags];
  output([...payctl, ...init], env, secret);
  output([...payctl, '-p', 'bench', 'token'], env);
  const fee = ['--total-fee', '100.00'];
  output([...payctl, '--sandbox', 'ewallet', 'create', ...PAYMENT, ...fee], env);
  output([...payctl, '--sandbox', 'sandbox', 'pay', 'SBXSHOP0001'], env);
  leaveOpen(env);
}

/** A charge whose answer was lost: its reference is what completion offers. */
function leaveOpen(env) {
  const fault = ['committed-but-reply-lost', '--operation', 'ewallet.close', '--times', '2'];
  output([...payctl, 'sandbox', 'faults', ...fault], env);
  const words = ['ewallet', 'close', '--tran-type', 'W', '--out-trade-no', 'SBXOPEN0001'];
  run(node, [BIN, '--sandbox', ...words, '--wait', '0'], { env, exits: [10] });
  output([...payctl, 'sandbox', 'faults', 'clear'], env);
}

export function environmentProfile(env, url) {
  return {
    ...env,
    PAYCTL_BASE_URL: url,
    PAYCTL_API_KEY: 'a1b2c3d4-0000-4000-8000-000000000001',
    PAYCTL_API_SECRET: 'loopback-secret',
    PAYCTL_COMPANY_ID: '12345',
    PAYCTL_TERMINAL_ID: '00000001',
    PAYCTL_ENVIRONMENT: 'live',
  };
}

function settingVariable(setting) {
  return `PAYCTL_${setting.toUpperCase().replaceAll('-', '_')}`;
}

/** The peers that this machine has. */
export function peerRows(env, url) {
  const inquire = `${url}/v1/payment/ewallets/inquire`;
  const body = '{"tranType":"A","companyId":"12345","terminalId":"1","outTradeNo":"SBXSHOP0001"}';
  const json = ['-H', 'authorization: Bearer t', '-H', 'content-type: application/json'];
  const row = (name, program, args, more = {}) =>
    program && { name, argv: [program, ...args], env: { ...env, ...more } };
  return [
    row('node -e 0', node, ['-e', '0']),
    row('curl --version', find('curl'), ['--version']),
    row('gh --version', find('gh'), ['--version']),
    row('http --version', find('http'), ['--version']),
    row('aws --version', find('aws'), ['--version']),
    row('curl, one call', find('curl'), ['-sf', ...json, '-d', body, inquire]),
    row('gh, one call', find('gh'), ['api', `${url}/v1/balance`], GH),
    row('http, one call', find('http'), ['--ignore-stdin', 'POST', inquire, 'tranType=A']),
  ].filter(Boolean);
}

/** Authenticated, and without a look for news of itself. */
const GH = { GH_TOKEN: 'loopback', GH_NO_UPDATE_NOTIFIER: '1', GH_PROMPT_DISABLED: '1' };
