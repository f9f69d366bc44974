import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Finished } from '../fixtures/machine.js';
import { quickMachine } from '../fixtures/quick-machine.js';
import { serveBank } from '../fixtures/served-bank.js';

const CERTIFICATES = join(import.meta.dirname, '../client/certificates');

const machine = quickMachine();
for (const name of readdirSync(CERTIFICATES)) {
  copyFileSync(join(CERTIFICATES, name), join(machine.home, name));
  chmodSync(join(machine.home, name), 0o600);
}

/** Names, modes and contents of a directory. */
function everythingIn(directory: string): [path: string, mode: number, text: string][] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => join(directory, name))
    .map((path) => {
      const { mode } = statSync(path);
      return [path, mode, statSync(path).isFile() ? readFileSync(path, 'utf8') : ''];
    });
}

/** What is not in order, as `check: message`, and the class of the error. */
function complaints({ stdout, stderr }: Finished): string[] {
  const findings: { check: string; status: string; message: string }[] = JSON.parse(stdout);
  const ended: string = stderr === '' ? '' : JSON.parse(stderr.trim()).error.class;
  const found = findings.filter(({ status }) => status === 'failure');
  return [ended, ...found.map(({ check, message }) => `${check}: ${message}`)].filter(Boolean);
}

describe('doctor', async () => {
  const { env } = await serveBank(machine);

  const run = (args: string, more: Record<string, string> = {}) =>
    machine.payctl(`doctor -o json ${args}`, { env: { ...env, ...more } });

  it('finds nothing wrong with a bank that answers', async () => {
    const done = await run('');
    expect(done.code, done.stdout).toBe(0);
    expect(done.stderr).toBe('');
    expect(complaints(done)).toEqual([]);
    expect(done.stdout).toContain('{"check":"token","status":"ok","message":"valid for another');
  });

  it('changes nothing with --check, and exits with the failure', async () => {
    const open = quickMachine();
    const dirs = ['.config/payctl', '.local/state/payctl'].map((path) => join(open.home, path));
    for (const path of dirs) mkdirSync(path, { recursive: true, mode: 0o700 });
    const tokens = join(dirs[1] ?? '', 'tokens');
    mkdirSync(tokens);
    chmodSync(tokens, 0o777);
    writeFileSync(join(dirs[0] ?? '', 'config.json'), '{"version":1,"profiles":{}}', {
      mode: 0o644,
    });
    const before = dirs.flatMap(everythingIn);
    const done = await open.payctl('doctor --check --offline -o json', { env });
    expect(done.code).toBe(3);
    expect(complaints(done).slice(0, 2)).toEqual([
      'CONFIG',
      expect.stringContaining('tokens is open to others (mode 0777)'),
    ]);
    expect(dirs.flatMap(everythingIn)).toEqual(before);
  });

  it('refuses --check with --fix', async () => {
    expect((await run('--check --fix')).code).toBe(2);
  });

  it('prints a line for each check on a terminal, and the fix below', async () => {
    const { stdout, stderr, code } = await machine.payctl('doctor --offline -o table');
    expect(code).toBe(3);
    expect(stdout).toMatch(/^ok {7}node +Node \d+/);
    expect(stdout).toMatch(
      /^failure {2}profile +there is no baseUrl\n {20,}fix: payctl init, or export PAYCTL_BASE_URL=…$/m,
    );
    expect(stderr).toMatch(
      /^error: \d of \d+ checks failed; the first is profile: there is no baseUrl\n/,
    );
  });
});

describe('doctor over two-way TLS', async () => {
  const inHome = (name: string) => join(machine.home, name);
  const keys = ['--tls', '--tls-cert', inHome('server.pem'), '--tls-key', inHome('server.key')];
  const clients = ['--tls-ca', inHome('ca.pem'), '--require-client-cert'];
  const bank = await serveBank(machine, ...keys, ...clients);

  function run(settings: Record<string, string>) {
    const named = Object.entries(settings).map(([name, value]) => [
      name,
      value.includes('.') ? inHome(value) : value,
    ]);
    const state = { PAYCTL_STATE_DIR: join(machine.home, 'tls') };
    const env = { ...bank.env, ...state, ...Object.fromEntries(named) };
    return machine.payctl('doctor -o json --metrics m.prom', { env });
  }

  const PAIR = { PAYCTL_CLIENT_CERT: 'client.pem', PAYCTL_CLIENT_KEY: 'client.key' };
  const PFX = { PAYCTL_CLIENT_PFX: 'client.pfx', PAYCTL_CLIENT_KEY_PASSPHRASE: 'open-sesame' };

  it('reports an untrusted chain, and how to trust it', async () => {
    const done = await run(PAIR);
    expect(done.code).toBe(13);
    expect(complaints(done)).toEqual(['TLS', expect.stringMatching(/^tls: no TLS with .* chain/)]);
    expect(done.stdout).toContain('export PAYCTL_CA=FILE');
  });

  it('reports a key that does not belong to its certificate', async () => {
    const done = await run({ ...PAIR, PAYCTL_CA: 'ca.pem', PAYCTL_CLIENT_KEY: 'other.key' });
    expect(done.code).toBe(13);
    expect(complaints(done)[1]).toContain('is not the key of the certificate');
  });

  it.each([
    ['a pair', PAIR],
    ['a PFX file', PFX],
  ])('passes where certificate, key and authority fit: %s', async (_, files) => {
    const done = await run({ ...files, PAYCTL_CA: 'ca.pem' });
    expect(done.code, done.stdout).toBe(0);
    expect(done.stdout).toMatch(/the trusted chain of .* expires in \d+ days/);
    expect(done.stdout).toContain('the client certificate belongs to its key and expires in');
    const figures = readFileSync(inHome('m.prom'), 'utf8');
    expect(figures).toContain('payctl_client_certificate_end_timestamp_seconds 4948821674');
  });
});

it('reads the newest 200 charges in full, and of older ones only those that are open', async () => {
  const many = quickMachine();
  const rows = Array.from({ length: 203 }, (_, at) => `W,SBXMANY${1000 + at},1.00`);
  writeFileSync(
    join(many.home, 'rows.csv'),
    `${['tranType,outTradeNo,totalFee', ...rows].join('\n')}\n`,
  );
  await many.payctl('--sandbox sandbox settings rateLimit=0');
  await many.payctl('--sandbox batch ewallet.refund rows.csv --concurrency 1 -y');
  const journal = join(many.home, '.local/state/payctl/journal');
  const files = readdirSync(journal).map((name) => join(journal, name));
  const damage = (reference: string) => {
    const path = files.find((file) => readFileSync(file, 'utf8').includes(reference)) ?? '';
    writeFileSync(path, readFileSync(path, 'utf8').replace(reference, reference.toLowerCase()));
  };
  const journalIn = async () => {
    const { stdout } = await many.payctl('--sandbox doctor --offline -o json');
    return JSON.parse(stdout).find(({ check }: { check: string }) => check === 'journal').message;
  };
  damage('SBXMANY1000');
  expect(await journalIn()).toMatch(/^the newest 200 charges and those that are open, every line/);
  damage('SBXMANY1003');
  expect(await journalIn()).toMatch(/^damaged in 1 place/);
});
