import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import {
  CLIENT,
  type IdentityProvider,
  type Somebody,
  startProvider,
} from '../fixtures/identity-provider.js';
import type { Machine } from '../fixtures/machine.js';
import { quickMachine } from '../fixtures/quick-machine.js';
import {
  Browser,
  ORIGIN,
  startTeamConsole,
  type TeamConsole,
  teamEnvironment,
} from '../fixtures/team.js';

let machine: Machine;
let provider: IdentityProvider;
let desk: TeamConsole;

const person = (name: string, ...groups: string[]): Somebody => ({
  ...{ sub: `id-of-${name.toLowerCase()}`, name, groups },
});

const ANN = person('Ann', 'refunders');
const BEN = person('Ben', 'approvers');

beforeAll(async () => {
  machine = quickMachine();
  provider = await startProvider(ORIGIN);
  await machine.payctl('--sandbox sandbox settings rateLimit=0');
  desk = await startTeamConsole(machine, provider);
});

afterAll(async () => {
  await desk.stop();
  machine.dispose();
});

/** A payment of wallet B that the customer has made. */
async function paid(reference: string, amount: string): Promise<void> {
  const create = `--sandbox ewallet create --tran-type W --out-trade-no ${reference}`;
  await machine.payctl(`${create} --total-fee ${amount} -o json`);
  await machine.payctl(`--sandbox sandbox pay ${reference}`);
}

/** Opens the refund of a payment and sends its form. */
async function refund(browser: Browser, id: string, more: Record<string, string> = {}) {
  return browser.post('/refund', {
    ...(await browser.hidden(`/refund?id=${id}`, '/refund')),
    ...more,
  });
}

function auditLines(): Record<string, unknown>[] {
  const directory = join(machine.home, '.local/state/payctl/console');
  return readdirSync(directory)
    .sort()
    .flatMap((name) => readFileSync(join(directory, name), 'utf8').trim().split('\n'))
    .map((line) => JSON.parse(line));
}

async function intentOf(reference: string): Promise<Record<string, unknown>> {
  const { stdout } = await machine.payctl(`--sandbox journal show ${reference} -o json`);
  const lines = JSON.parse(stdout).flatMap(({ lines: all }: { lines: object[] }) => all);
  return lines.findLast(({ type }: { type: string }) => type === 'intent');
}

const heading = (text: string) => /<h1[^>]*>([\s\S]*?)<\/h1>/.exec(text)?.[1]?.trim();

describe('whoever is not signed in', () => {
  it('sees nothing: a browser is sent to sign in, everything else is refused', async () => {
    const nobody = new Browser(desk);
    for (const path of ['/', '/p/SBX1', '/journal', '/assets/console.css', '/audit.csv', '/x']) {
      expect([path, (await nobody.get(path)).status]).toEqual([path, 401]);
      const shown = await nobody.get(path, { 'sec-fetch-mode': 'navigate', accept: 'text/html' });
      expect([path, shown.status]).toEqual([path, 303]);
    }
    const link = await nobody.get('/p/A%2F1?date=2026-01-31', { accept: 'text/html' });
    expect(link.headers.location).toBe('/sign-in?to=%2Fp%2FA%252F1%3Fdate%3D2026-01-31');
    expect((await nobody.post('/refund', { id: 'SBX1' })).status).toBe(401);
    expect((await nobody.post('/sign-out', {})).status).toBe(401);
  });

  it('is no key of a link: that is for a console of one machine', async () => {
    const answered = await new Browser(desk).get('/?key=abcdefghijklmnopqrstuvwxyz');
    expect(answered.status).toBe(401);
  });
});

describe('signing in', () => {
  it('leads to where the link led, with a cookie that only this origin gets', async () => {
    const browser = new Browser(desk);
    const back = await browser.signIn(provider, ANN, '/journal?page=2');
    expect([back.status, back.headers.location]).toEqual([303, '/journal?page=2']);
    expect(String(back.headers['set-cookie'])).toMatch(
      /^__Host-payctl=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Lax$/,
    );
    expect(back.headers['cache-control']).toBe('no-store');
    expect((await browser.get('/journal')).status).toBe(200);
  });

  it.each([
    ...['https://evil.example/', '//evil.example/', '/\\evil.example', 'javascript:alert(1)'],
    ...['/\t/evil.example', '///evil.example', '@evil.example', '/sign-out', '/signed-in?code=x'],
    `${ORIGIN}.evil.example/`,
  ])('never leads to %j', async (to) => {
    const back = await new Browser(desk).signIn(provider, ANN, to);
    expect([back.status, back.headers.location]).toEqual([303, '/']);
  });

  it('works once, in the browser that began', async () => {
    const [victim, thief] = [new Browser(desk), new Browser(desk)];
    const address = await victim.untilBack(provider, ANN);
    const path = address.pathname + address.search;
    expect((await thief.get(path)).status).toBe(403);
    expect((await victim.get(path)).status).toBe(303);
    const again = await victim.get(path);
    expect(again.status).toBe(403);
    expect(again.headers['set-cookie']).toBeUndefined();
    // Nor does the state of one sign-in fit the code of another.
    const [one, other] = [new Browser(desk), new Browser(desk)];
    const mine = await one.untilBack(provider, ANN);
    const theirs = await other.untilBack(provider, BEN);
    mine.searchParams.set('code', theirs.searchParams.get('code') ?? '');
    expect((await one.get(mine.pathname + mine.search)).status).toBe(403);
  });

  it('gives a new cookie, whatever the browser had', async () => {
    const browser = new Browser(desk);
    browser.cookies.set('__Host-payctl', 'chosen-by-somebody-else-0123456789012345678');
    const first = await browser.signIn(provider, ANN);
    const planted = new Browser(desk);
    planted.cookies.set('__Host-payctl', 'chosen-by-somebody-else-0123456789012345678');
    expect((await planted.get('/journal')).status).toBe(401);
    const kept = new Browser(desk);
    kept.cookies.take(first);
    const second = await browser.signIn(provider, ANN, '/journal');
    // Who is signed in already is not asked again.
    expect(second.headers['set-cookie']).toBeUndefined();
    expect((await kept.get('/journal')).status).toBe(200);
  });

  it('ends by Sign out, whose form has a token', async () => {
    const browser = await Browser.of(desk, provider, ANN);
    const other = new Browser(desk);
    other.cookies.set('__Host-payctl', browser.cookies.get('__Host-payctl'));
    expect((await other.post('/sign-out', { token: 'x' })).status).toBe(403);
    expect((await browser.get('/journal')).status).toBe(200);
    const form = await browser.hidden('/journal', '/sign-out');
    const out = await browser.post('/sign-out', form);
    expect(out.status).toBe(200);
    expect(out.text).toContain('You are signed out.');
    expect((await other.get('/journal')).status).toBe(401);
  });

  it('as somebody without a role shows a page that says so, and nothing else', async () => {
    const browser = await Browser.of(desk, provider, person('Nobody', 'others'));
    for (const path of ['/', '/journal', '/assets/console.css', '/audit']) {
      const answered = await browser.get(path);
      expect([path, answered.status]).toEqual([path, 403]);
      expect(answered.text).toContain('have no role here');
      expect(answered.text).not.toContain('Journal');
    }
    const form = await browser.hidden('/', '/sign-out');
    expect((await browser.post('/sign-out', form)).status).toBe(200);
  });

  it('as an auditor leads to the audit, and so does the start', async () => {
    const eve = await Browser.of(desk, provider, person('Eve', 'auditors'));
    expect((await eve.get('/')).headers.location).toBe('/audit');
  });

  it('refused by the provider, or with the provider away, says so', async () => {
    const browser = new Browser(desk);
    const refused = await browser.signIn(provider, 'refuse');
    expect([refused.status, refused.text.includes('has not let you in')]).toEqual([403, true]);
    const lonely = await startTeamConsole(machine, { issuer: 'http://127.0.0.1:9' });
    onTestFinished(() => lonely.stop());
    const away = await new Browser(lonely).get('/sign-in');
    expect([away.status, away.text.includes('cannot be reached now')]).toEqual([503, true]);
  });
});

describe('a request', () => {
  it('must name the origin, come from its pages, and carry a token of this visit', async () => {
    const browser = await Browser.of(desk, provider, ANN);
    for (const host of ['127.0.0.1', 'localhost:1', 'evil.example', 'desk.example.evil.example']) {
      expect([host, (await browser.get('/journal', { host })).status]).toEqual([host, 421]);
    }
    const form = await browser.hidden('/journal', '/language');
    const fields = { ...form, language: 'en', here: '/' };
    for (const origin of ['http://desk.example', 'https://evil.example', 'null']) {
      const answered = await browser.post('/language', fields, { origin });
      expect([origin, answered.status]).toEqual([origin, 403]);
    }
    const crossing = { 'sec-fetch-site': 'cross-site' };
    expect((await browser.post('/language', fields, crossing)).status).toBe(403);
    const other = await Browser.of(desk, provider, BEN);
    expect((await other.post('/language', fields)).status).toBe(403);
    expect((await browser.post('/language', fields)).status).toBe(303);
  });

  it('is of the address that the proxy names, and of nobody whom somebody else names', async () => {
    const browser = await Browser.of(desk, provider, person('Fay', 'viewers'));
    await browser.get('/journal', { 'x-forwarded-for': '198.51.100.9, 203.0.113.5' });
    await browser.get('/journal', { 'x-forwarded-for': 'not-an-address' });
    const distant = await startTeamConsole(machine, provider, { proxies: '192.0.2.1' });
    onTestFinished(() => distant.stop());
    const stranger = await Browser.of(distant, provider, person('Fay', 'viewers'));
    await stranger.get('/journal', { 'x-forwarded-for': '203.0.113.5' });
    const looks = auditLines().filter(({ name, action }) => name === 'Fay' && action === 'journal');
    expect(looks.map(({ address }) => address)).toEqual(['203.0.113.5', '127.0.0.1', '127.0.0.1']);
  });
});

describe('refunds by people', () => {
  it('go out within the limit of a payment and of a day, by name, and are proposed above it', async () => {
    await Promise.all([
      paid('SBXTEAM0001', '200.00'),
      paid('SBXTEAM0002', '301.00'),
      paid('SBXTEAM0003', '501.00'),
    ]);
    const ann = await Browser.of(desk, provider, ANN);
    const reason = 'the customer sent it twice';
    const sent = await refund(ann, 'SBXTEAM0001', { reason });
    expect(heading(sent.text)).toBe('Refunded');
    expect(await intentOf('SBXTEAM0001')).toMatchObject({
      ...{ operation: 'ewallet.refund', subject: 'id-of-ann', name: 'Ann' },
    });
    // 200 and 301 are more than 500; so is 501 alone.
    for (const id of ['SBXTEAM0002', 'SBXTEAM0003']) {
      const page = await ann.get(`/refund?id=${id}`);
      expect(page.text).toContain('Propose a refund of');
      // Whoever leaves the mark out of the form sends nothing either.
      const { proposed: _, ...form } = await ann.hidden(`/refund?id=${id}`, '/refund');
      expect((await ann.post('/refund', form)).status).toBe(409);
      const answered = await refund(ann, id, { reason });
      expect(heading(answered.text)).toBe('Proposed; nothing was sent');
    }
  });

  it('are released by another person, once, and refused to whoever proposed them', async () => {
    const ann = await Browser.of(desk, provider, { ...ANN, groups: ['refunders', 'approvers'] });
    const ben = await Browser.of(desk, provider, BEN);
    const list = await ben.get('/approvals');
    const ids = [...list.text.matchAll(/href="\/approvals\/([^"?]+)"><bdi>SBXTEAM000([23])/g)].map(
      ([, id = '']) => id,
    );
    expect(ids).toHaveLength(2);
    expect((await ben.get('/')).text).toContain('2 proposals to release or refuse');
    const [one = '', other = ''] = ids;
    const own = await ann.get(`/approvals/${one}`);
    expect(own.text).not.toContain('action="/approvals/release"');
    const { token } = await ben.hidden(`/approvals/${one}`, '/approvals/release');
    expect(token).not.toBeUndefined();
    const stolen = await ann.hidden(`/approvals/${one}`, '/approvals/refuse');
    expect((await ann.post('/approvals/release', { ...stolen, id: one })).status).toBe(403);
    const release = () =>
      ben
        .hidden(`/approvals/${one}`, '/approvals/release')
        .then((form) => ben.post('/approvals/release', form));
    const [first, second] = await Promise.all([release(), release()]);
    const both = first.text + second.text;
    expect(both).toContain('Released, and carried out');
    const { stdout } = await machine.payctl('--sandbox sandbox log -o json');
    const reference = /SBXTEAM000[23]/.exec(own.text)?.[0] ?? '';
    const refunds = JSON.parse(stdout).filter(
      (entry: Record<string, unknown>) =>
        JSON.stringify(entry).includes(reference) && entry.operation === 'ewallet.refund',
    );
    expect(refunds).toHaveLength(1);
    expect(await intentOf(reference)).toMatchObject({
      ...{ subject: 'id-of-ben', name: 'Ben' },
      proposal: { proposedBy: { subject: 'id-of-ann' }, releasedBy: { subject: 'id-of-ben' } },
    });
    const withdrawn = await (async () => {
      const clerk = await Browser.of(desk, provider, ANN);
      const form = await clerk.hidden(`/approvals/${other}`, '/approvals/withdraw');
      return clerk.post('/approvals/withdraw', { ...form, note: 'not needed' });
    })();
    expect(withdrawn.text).toContain('Refused');
  });

  it('are of a payment by its own reference alone, as the audit has it', async () => {
    await paid('SBXTEAM0021', '20.00');
    const ivy = await Browser.of(desk, provider, person('Ivy', 'refunders'));
    const led = await ivy.get('/refund?id=sbx-team-0021');
    expect([led.status, led.headers.location]).toEqual([303, '/refund?id=SBXTEAM0021']);
    const form = await ivy.hidden('/refund?id=SBXTEAM0021', '/refund');
    const answered = await ivy.post('/refund', { ...form, id: 'sbx-team-0021' });
    expect(heading(answered.text)).not.toBe('Refunded');
    const acts = auditLines().filter(({ name, action }) => name === 'Ivy' && action === 'refund');
    expect(acts).toEqual([]);
  });

  it('of two at once by one person, no more go out than the limit of the day allows', async () => {
    await Promise.all([paid('SBXTEAM0011', '300.00'), paid('SBXTEAM0012', '300.00')]);
    const gus = person('Gus', 'refunders');
    const browsers = [await Browser.of(desk, provider, gus), await Browser.of(desk, provider, gus)];
    const forms = await Promise.all(
      browsers.map((one, index) => one.hidden(`/refund?id=SBXTEAM001${index + 1}`, '/refund')),
    );
    const answers = await Promise.all(
      browsers.map((one, index) => one.post('/refund', forms[index] ?? {})),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('stay within the limit of the day, on two consoles at once too', async () => {
    const another = await startTeamConsole(machine, provider);
    onTestFinished(() => another.stop());
    await Promise.all([paid('SBXTEAM0031', '300.00'), paid('SBXTEAM0032', '300.00')]);
    const jan = person('Jan', 'refunders');
    const browsers = [
      await Browser.of(desk, provider, jan),
      await Browser.of(another, provider, jan),
    ];
    const forms = await Promise.all(
      browsers.map((one, index) => one.hidden(`/refund?id=SBXTEAM003${index + 1}`, '/refund')),
    );
    const answers = await Promise.all(
      browsers.map((one, index) => one.post('/refund', forms[index] ?? {})),
    );
    expect(answers.filter(({ text }) => heading(text) === 'Refunded').length).toBeLessThan(2);
    const { stdout } = await machine.payctl('--sandbox sandbox log -o json');
    expect(stdout.match(/"ewallet\.refund"[^}]*SBXTEAM003[12]/g)?.length ?? 0).toBeLessThan(2);
  });
});

it('speaks of the case file to whoever may download it', async () => {
  await paid('SBXTEAM0041', '20.00');
  const viewer = await Browser.of(desk, provider, person('Fay', 'viewers'));
  const agent = await Browser.of(desk, provider, ANN);
  const pages = await Promise.all([viewer, agent].map((one) => one.get('/p/SBXTEAM0041')));
  expect(pages.map(({ text }) => text.includes('Ask the bank where it sent'))).toEqual([
    true,
    true,
  ]);
  expect(pages.map(({ text }) => /case file/i.test(text))).toEqual([false, true]);
});

describe('the audit', () => {
  it('names who did what from where, is filtered, and leaves as CSV and JSON Lines', async () => {
    const eve = await Browser.of(desk, provider, person('Eve', 'auditors'));
    const page = await eve.get('/audit?person=ann&act=refund');
    expect(page.text).toContain('>Ann</bdi>');
    expect(page.text).not.toContain('>Gus</bdi>');
    const ended = await eve.get('/audit?person=ann&act=refund-ended');
    expect(ended.text).toContain('data-label="Outcome">done</td>');
    const { text } = await eve.get('/audit.jsonl?person=id-of-ann&act=refund');
    expect(
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([
      expect.objectContaining({
        ...{ action: 'refund', what: 'SBXTEAM0001', amount: '200.00', address: '127.0.0.1' },
        ...{ subject: 'id-of-ann', name: 'Ann' },
      }),
    ]);
    const csv = await eve.get('/audit.csv?person=ann&act=refund');
    expect(csv.text.split('\n')[0]).toMatch(/^\ufeffat,subject,name,address,/);
    expect(csv.headers['content-disposition']).toContain('audit.csv');
    const exported = await machine.payctl('--sandbox audit export --since today');
    const looks = exported.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(looks).toContainEqual(
      expect.objectContaining({
        ...{ type: 'look', operation: 'audit-export', subject: 'id-of-eve', address: '127.0.0.1' },
      }),
    );
  });

  it('has each page, and each time that personal data was seen', async () => {
    const qr = 'qr create --ref1 TEAMBILL1 --amount 12.00 -o json -q data.qrRawData';
    const { stdout: payload } = await machine.payctl(`--sandbox ${qr}`);
    await machine.payctl(['--sandbox', 'sandbox', 'pay', JSON.parse(payload)]);
    const hal = await Browser.of(desk, provider, person('Hal', 'viewers', 'unmaskers'));
    for (const path of ['/payments', '/health', '/approvals', '/reconcile', '/phone']) {
      expect([path, (await hal.get(path)).status]).toEqual([path, 200]);
    }
    const seen = await hal.post('/unmask', await hal.hidden('/p/TEAMBILL1', '/unmask'));
    expect(/<span class="theirs">([^<*]+)</.exec(seen.text)?.[1]).toBeTruthy();
    const lines = auditLines().filter(({ name }) => name === 'Hal');
    const done = lines.map(({ action, what }) => (action === 'page' ? what : action));
    expect(done).toEqual([
      ...['sign-in', 'payments', 'health', 'approvals', '/reconcile', '/phone'],
      ...['investigate', 'unmask'],
    ]);
  });
});

describe('the start of a console for a team', () => {
  const serve = (more: string, env: Record<string, string> = {}) =>
    machine.payctl(`--sandbox console ${more}`, { env });

  it.each([
    ['PAYCTL_CONSOLE_ISSUER', 'consoleIssuer'],
    ['PAYCTL_CONSOLE_CLIENT_ID', 'consoleClientId'],
    ['PAYCTL_CONSOLE_ROLES', 'consoleRoles'],
  ])('needs %s, and says how it is set', async (variable, name) => {
    const env = { ...teamEnvironment(provider), [variable]: '' };
    const { code, stderr } = await serve('--serve 127.0.0.1:0 --trust-proxy 127.0.0.1', env);
    expect([code, stderr]).toEqual([2, expect.stringContaining(`--serve needs ${name}`)]);
    expect(stderr).toContain(`set ${variable}`);
  });

  it.each([
    ['--serve 127.0.0.1:8443', /without TLS is for a proxy/],
    ['--serve 0.0.0.0:8443 --trust-proxy 10.0.0.1', /without TLS is for a proxy/],
    ['--serve 127.0.0.1', /give a host and a port/],
    ['--serve 127.0.0.1:8443 --trust-proxy nobody', /give addresses or networks/],
    ['--serve 127.0.0.1:8443 --trust-proxy 10.0.0.0/33', /give addresses or networks/],
    ['--serve 127.0.0.1:8443 --tls-cert nothing.pem', /does not exist/],
    ['--serve 127.0.0.1:8443 --trust-proxy 127.0.0.1 --open', /not for --serve/],
    ['--trust-proxy 10.0.0.1', /belongs to --serve/],
  ])('refuses %s', async (words, why) => {
    const { code, stderr } = await serve(words, teamEnvironment(provider));
    expect([code, stderr]).toEqual([2, expect.stringMatching(why)]);
  });

  it.each([
    ['PAYCTL_CONSOLE_ISSUER', 'http://login.example'],
    ['PAYCTL_CONSOLE_ORIGIN', 'https://desk.example/console'],
    ['PAYCTL_CONSOLE_ORIGIN', 'http://desk.example'],
    ['PAYCTL_CONSOLE_ROLES', '{"boss":["a"]}'],
    ['PAYCTL_CONSOLE_ROLES', 'viewer'],
    ['PAYCTL_REFUND_LIMIT', 'much'],
  ])('refuses %s=%s', async (variable, value) => {
    const env = { ...teamEnvironment(provider), [variable]: value };
    const { code, stderr } = await serve('--serve 127.0.0.1:0 --trust-proxy 127.0.0.1', env);
    expect([code, stderr]).toEqual([3, expect.stringContaining(variable)]);
  });

  it('keeps the secret of the client to itself, and ends by a signal', async () => {
    const another = await startTeamConsole(machine, provider);
    const browser = await Browser.of(another, provider, ANN);
    const { text } = await browser.get('/health');
    another.running.child.kill('SIGTERM');
    const { code, stdout, stderr } = await another.running.ended;
    expect(code).toBe(143);
    expect(stdout).toBe(`${ORIGIN}/\n`);
    expect(text + stdout + stderr).not.toContain(CLIENT.secret);
  });
});
