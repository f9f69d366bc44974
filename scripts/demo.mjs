// The main job on the embedded bank, as a person would type it. Every figure and reference below
// comes from a real run in an empty, temporary home.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const bin = join(dirname(dirname(fileURLToPath(import.meta.url))), 'bin/payctl.js');
const home = mkdtempSync(join(tmpdir(), 'payctl-demo-'));
const bold = (text) => (process.stdout.isTTY ? `\x1b[1m${text}\x1b[0m` : text);

function step(why, ...args) {
  console.log(`\n# ${why}\n${bold(`$ payctl ${args.join(' ')}`)}`);
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...args, '-o', 'table'], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HOME: home, TERM: process.env.TERM ?? 'dumb' },
  });
  process.stdout.write(stdout);
  process.stdout.write(stderr);
  if (status !== 0) throw new Error(`payctl ${args.join(' ')} ended with exit ${status}`);
  return stdout;
}

try {
  step('An access token, cached for the next commands', '--sandbox', 'token');
  const qr = step(
    'A Thai QR 30 for 100 baht, drawn and checked against what was asked',
    ...['--sandbox', 'qr', 'create', '--ref1', 'ORDER1', '--ref2', 'SHOP7', '--amount', '100.00'],
  );
  const payload = /000201\S{40,}/.exec(qr)?.[0];
  if (!payload) throw new Error('qr create showed no payload');
  step('What the payload says, field by field', 'qr', 'decode', payload);
  const reference = ['--tran-type', 'W', '--out-trade-no', 'SBXDEMO0001'];
  step('An e-wallet QR', '--sandbox', 'ewallet', 'create', ...reference, '--total-fee', '250.00');
  step('The sandbox customer scans it and pays', 'sandbox', 'pay', 'SBXDEMO0001');
  step('Did the customer pay?', '--sandbox', 'ewallet', 'inquire', ...reference);
  step(
    'The money goes back',
    '--sandbox',
    'ewallet',
    'refund',
    ...reference,
    '--total-fee',
    '250.00',
  );
  step(
    'The same command again: answered from the journal, not sent twice',
    '--sandbox',
    'ewallet',
    'refund',
    ...reference,
    '--total-fee',
    '250.00',
  );
  step('What this machine sent that can move money', '--sandbox', 'journal', 'list');
} finally {
  rmSync(home, { recursive: true, force: true });
}
