import { get } from 'node:http';
import { describe, expect, it } from 'vitest';
import { inProcess } from '../fixtures/served-bank.js';

const SECRET = 'sandbox-secret-0000000000000000000';

/** fetch would not send a Host of its own. */
function statusFor(url: string, path: string, host: string): Promise<number | undefined> {
  return new Promise((done, failed) => {
    const options = { headers: { host } };
    get(url + path, options, ({ statusCode }) => done(statusCode)).on('error', failed);
  });
}

describe('a user logs in', async () => {
  const way = await inProcess();

  const run = (command: string) => way.machine.payctl(`--sandbox ${command} -o json`);
  const consent = async (more = '') =>
    (await way.machine.payctl(`sandbox consent --raw ${more}`)).stdout.trim();

  /** A log-in that waits for the redirect; all that it has said so far. */
  async function waiting(options: string) {
    const words = `--sandbox token login --redirect-port 0 -o json -vv ${options}`;
    const { says, ended } = way.machine.start(words);
    const { input: said, 1: url = '' } = await says(/waiting on (\S+)/);
    return { said, url, ended };
  }

  it('is suggested where the customer profile lacks consent', async () => {
    const refused = await run('profile customer');
    expect(refused.code).toBe(4);
    const { message, hint, code } = JSON.parse(refused.stderr).error;
    expect(message).toContain('it needs the consent of a user, by payctl --sandbox token login');
    expect(hint).toContain('payctl --sandbox token login');
    expect(code).toBe('9503');
  });

  it('passes state and code challenge through as given', async () => {
    await way.machine.payctl('sandbox settings requireCodeChallenge=true');
    const code = await consent('--state S1 --code-challenge C1');
    expect((await run(`token login --auth-code ${code} --state S1`)).stderr).toContain('9300');
    const given = `token login --auth-code ${code} --state S1 --code-challenge C1`;
    expect((await run(given)).code).toBe(0);
    await way.machine.payctl('sandbox settings requireCodeChallenge=false');
  });

  it('by the redirect to this machine, whose state must be the given one', async () => {
    const { said, url, ended } = await waiting('--state S2');
    expect(said).toMatch(/bank-sandbox:\/\/login\/\w+/);
    expect(said).toContain('█');
    const code = await consent('--state S2');
    const forged = [`?code=${code}&state=other`, `?code=${code}`, '?state=S2', 'favicon.ico'];
    for (const path of forged) expect((await fetch(`${url}/${path}`)).status).toBe(400);
    const posted = await fetch(`${url}/?code=${code}&state=S2`, { method: 'POST' });
    expect(posted.status).toBe(400);
    const returned = await fetch(`${url}/?code=${code}&state=S2`);
    expect(returned.status).toBe(200);
    expect(await returned.text()).not.toContain(code);
    const { code: exit, stdout, stderr } = await ended;
    expect(exit).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ state: 'valid' });
    for (const hidden of [SECRET, code]) expect(stdout + stderr).not.toContain(hidden);
  });

  it('refuses a code without its own state, or for a host name that was rebound', async () => {
    const { said, url, ended } = await waiting('--end-state mobile_web');
    const [, state = '', copy] = /authorize\?state=(\w{32})&payctlState=(\w{32})/.exec(said) ?? [];
    expect(copy).toBe(state);
    const foreign = await consent();
    for (const query of [`code=${foreign}`, `code=${foreign}&state=`]) {
      expect((await fetch(`${url}/?${query}`)).status).toBe(400);
    }
    const path = `/?code=${foreign}&state=${state}`;
    expect(await statusFor(url, path, 'rebound.example')).toBe(400);
    // The bank's own state in place of ours is passed on; the copy tells that it is our log-in.
    const code = await consent('--state BANKS');
    const back = `/?code=${code}&state=BANKS&payctlState=${state}`;
    expect(await statusFor(url, back, 'localhost:8790')).toBe(200);
    expect((await ended).code).toBe(0);
  });

  it('ends with 8 where nobody comes back, and says how to go on', async () => {
    const waited = await run('token login --redirect-port 0 --wait 50ms');
    expect(waited.code).toBe(8);
    expect(waited.stderr).toMatch(/token login --auth-code CODE --state \w{32} takes/);
  });

  it('shows the request for the link without the credentials', async () => {
    const shown = await run('token login --dry-run --end-state mobile_web -f shop=S7');
    const { url, headers } = JSON.parse(shown.stdout).dryRun;
    expect(url).toMatch(/\/v2\/oauth\/authorize\?state=(\w{32})&shop=S7&payctlState=\1$/);
    expect(headers).toMatchObject({
      apikey: '[redacted]',
      apisecret: '[redacted]',
      endState: 'mobile_web',
      'response-channel': 'mobile',
    });
  });

  it('uses the token of the user for any call with --as user', async () => {
    expect((await run(`token login --auth-code ${await consent()}`)).code).toBe(0);
    const profile = 'api GET /v2/customers/profile';
    expect((await run(`${profile} --as user`)).code).toBe(0);
    expect((await run(`${profile} --as application`)).code).toBe(4);
    const inquire = 'ewallet inquire --tran-type W --out-trade-no SBXNONE1';
    expect((await run(`${inquire} --as user`)).code).toBe(6);
    await run('token clear --grant application');
    const send =
      'transfer credit send --payer-account-no 1110000001 --payee-account-no 2220000001 --payee-bank-code 999 --amount 1.00';
    const sent = await run(`${send} --partner-transaction-id AS1 --as user`);
    expect(sent.code, sent.stderr).toBe(0);
    // Initiation, confirmation and inquiry: none of them bought another.
    const [application] = JSON.parse((await run('token status')).stdout);
    expect(application).toMatchObject({ grant: 'application', state: 'none' });
    await run('token clear --grant user');
    const refused = await run(`${inquire} --as user`);
    expect([refused.code, JSON.parse(refused.stderr).error.hint]).toEqual([
      4,
      'payctl --sandbox token login',
    ]);
    const wrong = await run(`${inquire} --as me`);
    expect(wrong.code).toBe(2);
    expect(wrong.stderr).toContain('give application, user');
  });
});
