import { execSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Machine } from '../fixtures/machine.js';
import { quickMachine } from '../fixtures/quick-machine.js';
import { serveBank } from '../fixtures/served-bank.js';

const NAMED = { env: { PAYCTL_SANDBOX: 'Second' } };

async function charge(machine: Machine, amount: string, options = {}) {
  const { stdout: code } = await machine.payctl('sandbox buyer-code -o text -q code', options);
  const sale = `--tran-type W --out-trade-no SBXSALE1 --total-fee ${amount}`;
  const words = `--sandbox ewallet pay ${sale} --buyer-identity-code ${code.trim()} --yes`;
  return machine.payctl(words, options);
}

describe('banks by name', () => {
  it('have a history, claims and a reset of their own', async () => {
    const machine = quickMachine();
    expect((await charge(machine, '5.00')).code).toBe(0);
    // The same reference with another amount would be a conflict at the same bank.
    expect((await charge(machine, '7.00', NAMED)).code).toBe(0);
    expect((await charge(machine, '7.00')).code).toBe(12);

    const logOf = async (words: string) =>
      JSON.parse((await machine.payctl(words)).stdout).map(
        (line: { operation: string }) => line.operation,
      );
    const words = 'log -o json --operation ewallet.pay';
    expect(await logOf(`sandbox --id SECOND ${words}`)).toEqual(['ewallet.pay']);
    expect(await logOf(`sandbox ${words} --id third`)).toEqual([]);
    const listed = await machine.payctl('sandbox --id second list -o json');
    expect(JSON.parse(listed.stdout)).toMatchObject([{ name: 'second' }]);

    const close = '--sandbox ewallet close --tran-type W --out-trade-no SBXSALE2';
    for (const options of [{}, NAMED]) {
      const proposed = await machine.payctl(`${close} --propose --note wrong`, options);
      expect(proposed.code, proposed.stderr).toBe(0);
    }

    await machine.payctl('sandbox reset --journal --yes --id second');
    const { stdout } = await machine.payctl('--sandbox approvals list -q length([])');
    expect(stdout.trim()).toBe('1');
    expect((await charge(machine, '9.00', NAMED)).code).toBe(0);
    expect((await charge(machine, '9.00')).code).toBe(12);
  });

  it('let nobody pay the code of another one', async () => {
    const machine = quickMachine();
    const made = '--sandbox qr create --ref1 ORDER1 --amount 5.00 -q data.qrRawData -o text';
    const payload = (await machine.payctl(made, NAMED)).stdout.trim();
    const refused = await machine.payctl(['sandbox', 'pay', payload]);
    expect(refused.code).toBe(5);
    expect(refused.stderr).toContain('the embedded bank second made this code');
    const paid = await machine.payctl(['sandbox', 'pay', '--id', 'second', payload]);
    expect(paid.code, paid.stderr).toBe(0);
  });

  it('whose file is damaged are made anew by the line that says so', async () => {
    const machine = quickMachine();
    await machine.payctl('sandbox balance', NAMED);
    const file = join(machine.home, '.local/state/payctl/sandboxes/second.db');
    rmSync(`${file}-wal`, { force: true });
    writeFileSync(file, 'this is no database', { mode: 0o600 });
    const { code, stderr } = await machine.payctl('--sandbox token refresh', NAMED);
    const [, fix = ''] = /start over with a new one: (rm .*)$/m.exec(stderr) ?? [];
    expect({ code, fix }).toEqual({ code: 3, fix: expect.stringContaining(file) });
    execSync(fix);
    expect((await machine.payctl('--sandbox token refresh', NAMED)).code).toBe(0);
  });

  it('keep what was charged over HTTP apart, whichever of them is served at an address', async () => {
    const machine = quickMachine();
    let port = '0';
    const served = async (name: string, amount: string) => {
      const server = machine.start(`sandbox serve --id ${name} --port ${port} --rate-limit 0`);
      const [, url = ''] = await server.says(/PAYCTL_BASE_URL=(\S+)/);
      port = new URL(url).port;
      const settings = (await server.says(/export PAYCTL_BASE_URL[\s\S]*qr create/))[0];
      const pairs = Array.from(settings.matchAll(/export (\w+)=(\S*)/g), ([, key, value]) => [
        key,
        value,
      ]);
      const env = { ...Object.fromEntries(pairs), PAYCTL_SANDBOX: name };
      const { stdout: code } = await machine.payctl('sandbox buyer-code -o text -q code', { env });
      const sale = `--tran-type W --out-trade-no SBXSALE1 --total-fee ${amount}`;
      const words = `ewallet pay ${sale} --buyer-identity-code ${code.trim()} --yes`;
      const paid = await machine.payctl(words, { env });
      server.child.kill('SIGTERM');
      await server.ended;
      return paid.code;
    };
    expect(await served('one', '5.00')).toBe(0);
    expect(await served('two', '6.00')).toBe(0);
    expect(await served('one', '7.00')).toBe(12);
    await machine.payctl('sandbox reset --journal --yes --id one');
    expect(await served('one', '8.00')).toBe(0);
    expect(await served('two', '9.00')).toBe(12);
    machine.dispose();
  });

  it('forget the codes that were made with a reset, each its own', async () => {
    const machine = quickMachine();
    const words = '--sandbox qr create --ref1 ORDER1 --amount 5.00 -o json';
    await machine.payctl(words);
    await machine.payctl(words, NAMED);
    expect((await machine.payctl('--sandbox investigate ORDER1')).code).toBe(8);
    await machine.payctl('sandbox reset --yes');
    expect((await machine.payctl('--sandbox investigate ORDER1')).code).toBe(6);
    expect((await machine.payctl('--sandbox investigate ORDER1', NAMED)).code).toBe(8);
    machine.dispose();
  });
});

it('refuses a code with a wrong checksum', async () => {
  const machine = quickMachine();
  const made = '--sandbox qr create --ref1 ORDER1 --amount 5.00 -q data.qrRawData -o text';
  const payload = (await machine.payctl(made)).stdout.trim();
  const altered = payload.replace('54045.00', '54049.00');
  const refused = await machine.payctl(['sandbox', 'pay', altered]);
  expect(refused.code).toBe(14);
  expect(refused.stderr).toContain(`the checksum is "${payload.slice(-4)}", the contents give`);
  expect(JSON.parse((await machine.payctl('sandbox log --operation customer.pay')).stdout)).toEqual(
    [],
  );
});

describe('a misspelt name is told from one of which nothing is known', () => {
  const machine = quickMachine();

  it.each(['sandbox log', 'journal list'])('by %s, for an operation', async (words) => {
    const misspelt = await machine.payctl(`${words} --operation ewallet.pya`);
    expect(misspelt.code).toBe(2);
    expect(misspelt.stderr).toContain('hint: did you mean ewallet.pay?');
    const nothing = await machine.payctl(`${words} --operation ewallet.pay -o json`);
    expect(nothing).toMatchObject({ code: 0, stdout: '[]\n' });
  });

  it('by sandbox list and delete, for a bank', async () => {
    await machine.payctl('sandbox balance');
    await machine.payctl('sandbox balance --id nightly');
    for (const words of ['sandbox list --id nihgtly', 'sandbox delete nihgtly --yes']) {
      const { code, stderr } = await machine.payctl(words);
      expect(code).toBe(6);
      expect(stderr).toContain('there is no embedded bank nihgtly');
      expect(stderr).toContain('this machine has the one that all share, nightly');
    }
  });
});

it('sets a fault by its code, once, for one reference', async () => {
  const machine = quickMachine();
  const order = 'sandbox faults 8102 --operation ewallet.create --ref SBXBAD1 --times 1';
  expect((await machine.payctl(order)).code).toBe(0);
  const create = (reference: string) =>
    machine.payctl(
      `--sandbox ewallet create --tran-type W --out-trade-no ${reference} --total-fee 5.00`,
    );
  expect((await create('SBXGOOD1')).code).toBe(0);
  const bad = await create('SBXBAD1');
  expect(bad.code).toBe(5);
  expect(bad.stderr).toContain('8102');
  expect((await create('SBXBAD1')).code).toBe(0);
  expect((await machine.payctl('sandbox faults 7777')).code).toBe(2);
  expect((await machine.payctl('sandbox faults 9900 --status 418')).code).toBe(2);
});

it('serves with a key, a seed and a clock', async () => {
  const clock = '2026-01-31T09:00:00+07:00';
  const answers: string[] = [];
  for (const _ of [1, 2]) {
    const machine = quickMachine();
    const served = machine.start(`sandbox serve --port 0 --control --seed 7 --clock ${clock}`);
    const [, url = ''] = await served.says(/listens on (\S+)/);
    const [, key = ''] = await served.says(/PAYCTL_SANDBOX_KEY=(\S+)/);
    const [, apiKey = ''] = await served.says(/PAYCTL_API_KEY=(\S+)/);
    const [, secret = ''] = await served.says(/PAYCTL_API_SECRET=(\S+)/);
    const token = await fetch(`${url}/partners/v1/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', resourceOwnerId: 'me', requestUId: 'one' },
      body: JSON.stringify({ applicationKey: apiKey, applicationSecret: secret }),
    });
    expect(token.headers.has('date')).toBe(false);
    answers.push(await token.text());
    const log = (headers: Record<string, string>) => fetch(`${url}/_sandbox/log`, { headers });
    expect((await log({})).status).toBe(401);
    expect((await log({ 'X-Sandbox-Key': key })).status).toBe(200);
    const document: unknown = await (await fetch(`${url}/openapi.json`)).json();
    expect(document).toMatchObject({ components: { securitySchemes: { sandboxKey: {} } } });
    served.child.kill('SIGTERM');
    await served.ended;
  }
  expect(answers[0]).toBe(answers[1]);
  expect(answers[0]).toContain('"expiresAt":1769826600');
});

it('serves the document that openapi prints, with its own address', async () => {
  const machine = quickMachine();
  const { url } = await serveBank(machine);
  const answer = await fetch(`${url}/openapi.json`);
  expect(answer.headers.get('content-type')).toBe('application/json');
  expect((await fetch(`${url}/a/b/openapi.json`)).status).toBe(404);
  const asked = await (await fetch(`${url}/openapi.json?at=/openapi.json`)).text();
  expect(JSON.parse(asked).servers).toMatchObject([{ url }]);
  const { stdout } = await machine.payctl('openapi -o json');
  const served = JSON.parse(await answer.text());
  expect(served.servers).toMatchObject([{ url }]);
  expect(served).toEqual({ ...JSON.parse(stdout), servers: served.servers });
});

describe('the second round of a test', () => {
  const machine = quickMachine();

  async function round(before: string, env: Record<string, string> = {}) {
    const code = (await machine.payctl('sandbox buyer-code --wallet W --raw')).stdout.trim();
    const words = 'ewallet pay --tran-type W --out-trade-no SBXROUND1 --total-fee 5.00 -y';
    return machine.payctl(`${before} ${words} --buyer-identity-code ${code} -o json`, { env });
  }

  it('says which field differs and how to begin anew; then it is as the first', async () => {
    const first = await round('--sandbox');
    expect(first.code, first.stderr).toBe(0);
    await machine.payctl('sandbox reset --yes');
    const second = await round('--sandbox');
    expect(second.code).toBe(12);
    const { message, hint } = JSON.parse(second.stderr).error;
    expect(message).toMatch(
      /: buyerIdentityCode was \*\*\*\d{4} and is \*\*\*\d{4}; nothing was sent/,
    );
    expect(hint).toContain('payctl sandbox reset --journal');
    expect((await machine.payctl('sandbox reset --journal --yes')).stderr).toContain(
      'journal: 1.\n',
    );
    const third = await round('--sandbox');
    expect(third.code, third.stderr).toBe(0);
    expect((await machine.payctl('journal verify')).code).toBe(0);
  });

  it('begins anew at a served bank as well, and forgets no other', async () => {
    await machine.payctl('sandbox reset --journal --yes');
    const bank = await serveBank(machine);
    expect((await round('', bank.env)).code).toBe(0);
    const elsewhere = { ...bank.env, PAYCTL_BASE_URL: 'https://bank.invalid/partners' };
    expect((await round('', elsewhere)).code).toBe(9);
    const other = { ...bank.env, PAYCTL_API_KEY: 'another-key' };
    await machine.payctl('sandbox reset --journal --yes');
    await round('', other);
    await machine.payctl('sandbox reset --journal --yes');
    const kept = JSON.parse((await machine.payctl('journal list -o json')).stdout);
    expect(kept.map(({ baseUrl }: { baseUrl: string }) => baseUrl).toSorted()).toEqual(
      [bank.url, elsewhere.PAYCTL_BASE_URL].toSorted(),
    );
  });
});
