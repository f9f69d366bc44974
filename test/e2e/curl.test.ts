import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { quickMachine } from '../fixtures/quick-machine.js';
import { serveBank } from '../fixtures/served-bank.js';

const machine = quickMachine();
const bank = await serveBank(machine);
const { stdout: token } = await machine.payctl('token --raw', { env: bank.env });
const env: Record<string, string> = { ...bank.env, TOKEN: token.trim() };

/** The words that a POSIX shell hands to curl. */
function wordsIn(line: string): string[] {
  const { stdout, status } = spawnSync(
    'sh',
    ['-c', `curl() { for word; do printf '%s\\0' "$word"; done; }; ${line}`],
    { env: { PATH: process.env.PATH, ...env } },
  );
  expect(status).toBe(0);
  return stdout.toString().split('\0').slice(0, -1);
}

/** Does what curl does with such words. */
async function send(words: readonly string[]) {
  const after = (flag: string) =>
    words.flatMap((word, at) => (words[at - 1] === flag ? [word] : []));
  const url = words.find((word) => word.startsWith('http')) ?? '';
  const [method = 'GET'] = after('--request');
  const headers = after('--header').map((header) => header.split(/: (.*)/s, 2) as [string, string]);
  const [body] = after('--data-raw');
  return fetch(url, { method, headers, ...(body !== undefined && { body }) });
}

async function lineOf(args: string | readonly string[], own = bank.env): Promise<string> {
  const { code, stdout } = await machine.payctl(args, { env: own });
  expect([code, stdout.split('\n').length]).toEqual([0, 2]);
  return stdout;
}

describe('--dry-run=curl', () => {
  it.each([
    ['a body', 'ewallet create --tran-type W --out-trade-no SBXCURL01 --total-fee 10.00'],
    ['the token', 'token'],
    ['headers that the record demands', 'profile merchant'],
    ['a query', 'bill inquire --reference1 NOBODY1 --transaction-date today'],
    ['a path', 'qr inquire 20260101000000000001'],
  ])('prints a line that works when it is pasted: %s', async (_, args) => {
    for (const [flags, own] of [
      ['', bank.env],
      ['--sandbox ', {}],
    ] as const) {
      const line = await lineOf(`${flags}${args} --dry-run=curl`, own);
      for (const secret of [env.PAYCTL_API_SECRET, env.PAYCTL_API_KEY, env.TOKEN]) {
        expect(line).not.toContain(secret);
      }
      const answer = await send(wordsIn(line));
      const { status } = (await answer.json()) as { status: { code: number | string } };
      // What the bank says to the same call: that it took it, knows nothing of the reference, or has it already.
      expect(['1000', '1104', '1111']).toContain(String(status.code));
      expect([200, 400, 404]).toContain(answer.status);
    }
  });

  it('quotes what a shell would read', async () => {
    const attach = `it's "$HOME" \`x\` \\ $(x) é; *`;
    const line = await lineOf([
      ...'ewallet create --tran-type W --out-trade-no SBXCURL02 --total-fee 1.00'.split(' '),
      '-f',
      `note=${attach}`,
      '--dry-run=curl',
    ]);
    const words = wordsIn(line);
    const body = words[words.indexOf('--data-raw') + 1] ?? '';
    expect(JSON.parse(body)).toMatchObject({ note: attach });
    expect(words).toContain(`authorization: Bearer ${env.TOKEN}`);
  });

  it('goes by the client certificate in PFX and the proxy of the profile', async () => {
    const pfx = join(machine.home, 'client.pfx');
    const given = resolve(import.meta.dirname, '../client/certificates/client.pfx');
    writeFileSync(pfx, readFileSync(given), { mode: 0o600 });
    const own = {
      ...{ ...bank.env, PAYCTL_BASE_URL: 'https://bank.example', PAYCTL_CLIENT_PFX: pfx },
      ...{ PAYCTL_CLIENT_KEY_PASSPHRASE: 'open-sesame', PAYCTL_PROXY: 'http://proxy.example:8080' },
    };
    const line = await lineOf('profile merchant --dry-run=curl', own);
    expect(wordsIn(line).slice(-6)).toEqual([
      ...['--cert', pfx, '--cert-type', 'P12', '--proxy', 'http://proxy.example:8080'],
    ]);
    expect(line).not.toContain('open-sesame');
    const here = await lineOf('profile merchant --dry-run=curl', {
      ...bank.env,
      PAYCTL_PROXY: own.PAYCTL_PROXY,
    });
    expect(here).not.toContain('--proxy');
  });

  it('is one form of --dry-run, given by = only', async () => {
    const other = await machine.payctl('token --dry-run=wget', { env: bank.env });
    expect([other.code, other.stderr]).toEqual([
      2,
      'error: --dry-run is "wget"; give --dry-run alone, or --dry-run=curl\n',
    ]);
    const word = await machine.payctl('token --dry-run curl', { env: bank.env });
    expect(word.code).toBe(2);
    const plain = await machine.payctl('token --dry-run -o json', { env: bank.env });
    expect(JSON.parse(plain.stdout).dryRun.method).toBe('POST');
    const several = await machine.payctl('investigate SBX1 --dry-run=curl', { env: bank.env });
    expect(several.code).toBe(2);
  });
});
