import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import {
  type Answered,
  openConsole,
  type Started,
  send,
  sendRaw,
  startConsole,
  Visitor,
  visitConsole,
} from '../fixtures/console.js';
import { freshMachine, type Machine } from '../fixtures/machine.js';
import { quickMachine } from '../fixtures/quick-machine.js';
import { openGate, serveBank } from '../fixtures/served-bank.js';

/** The same machine, whose consoles are processes. */
let built: Machine;
let machine: Machine;
let started: Started;
let visitor: Visitor;

async function payctl(command: string, code = 0): Promise<string> {
  const { stdout, stderr, code: ended } = await machine.payctl(`--sandbox ${command}`);
  expect(ended, stderr).toBe(code);
  return stdout;
}

const auditOf = ({ home }: Machine) => join(home, '.local/state/payctl/console');

/** A machine of its own beside a served bank, at which SBXDEMO0001 was paid. */
async function machineBesideBank() {
  const other = quickMachine();
  const bank = await serveBank(other);
  onTestFinished(async () => {
    await bank.stop();
    other.dispose();
  });
  Object.assign(other.env, bank.env);
  await other.payctl('ewallet create --tran-type W --out-trade-no SBXDEMO0001 --total-fee 8.00');
  await other.payctl('sandbox pay SBXDEMO0001');
  return { other, bank };
}

/** A payment of wallet B that the customer has made. */
async function paid(reference: string, amount: string): Promise<void> {
  await payctl(
    `ewallet create --tran-type W --out-trade-no ${reference} --total-fee ${amount} -o json`,
  );
  await payctl(`sandbox pay ${reference}`);
}

beforeAll(async () => {
  built = freshMachine();
  machine = quickMachine(built);
  await payctl('sandbox settings rateLimit=0');
  await paid('SBXDEMO0001', '100.00');
  started = await startConsole(machine);
  visitor = await Visitor.at(started);
});

afterAll(async () => {
  await started.stop();
  machine.dispose();
});

function isGuarded({ headers }: Answered): void {
  const policy = String(headers['content-security-policy']);
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain('unsafe');
  expect(headers['referrer-policy']).toBe('same-origin');
  expect(headers['cache-control']).toBe('no-store');
  expect(headers['x-content-type-options']).toBe('nosniff');
}

const PAGES = [
  ...['/', '/search?q=SBXDEMO0001', '/p/SBXDEMO0001', '/refund?id=SBXDEMO0001'],
  ...['/payments', '/payments.csv', '/journal', '/confirmations', '/confirmations/rows'],
  ...['/reconcile', '/health', '/phone', '/bank', '/assets/console.css', '/assets/console.js'],
];

it('names the calls of the log of the embedded bank as they are typed', async () => {
  await payctl('qr create --api v1 --qr-type PP --ref1 LOGGED1 --amount 1.00');
  const { text } = await visitor.get('/bank?log=all');
  expect(text).toMatch(/<code>qr create<\/code>/);
  expect(text).not.toContain('qr create v1');
});

describe('the link of the console', () => {
  it('has a long key, sets a cookie by a page that goes on, and works once', async () => {
    const another = await openConsole(machine);
    const { link, port } = another;
    const { pathname, search, searchParams } = new URL(link);
    expect(searchParams.get('key')?.length).toBeGreaterThanOrEqual(16);
    // A browser that looks ahead, or a preview, does not use it up.
    await send(port, pathname + search, { headers: { 'sec-purpose': 'prefetch' } });
    await send(port, pathname + search, { method: 'HEAD' });
    const first = await send(port, pathname + search, {
      headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
    });
    expect(first.status).toBe(200);
    const cookie = String(first.headers['set-cookie']);
    const base = pathname.slice(0, -1);
    expect(base).toMatch(/^\/[0-9a-f]{24}$/);
    // Cookies know no port: other pages of this machine are at other paths, and do not get it.
    expect(cookie).toMatch(/^payctl_\w+=[\w-]{32}; Path=\/\w+; HttpOnly; SameSite=Strict$/);
    expect(cookie).toContain(`; Path=${base};`);
    expect(first.text).toContain(`http-equiv="refresh" content="0; url=${base}/"`);
    expect(first.text).toContain('name="referrer" content="no-referrer"');
    expect(first.text).not.toContain(searchParams.get('key'));
    isGuarded(first);
    const second = await send(port, pathname + search);
    expect(second.status).toBe(403);
    expect(second.headers['set-cookie']).toBeUndefined();
    const [own = ''] = cookie.split(';');
    const again = await send(port, pathname + search, { headers: { cookie: own } });
    expect([again.status, again.headers.location]).toEqual([303, `${base}/`]);
    for (const wrong of ['', 'x', `${searchParams.get('key')}x`]) {
      expect((await send(port, `${base}/?key=${wrong}`)).status).toBe(403);
    }
  });

  it('does not reveal the path of the pages in a command line', async () => {
    const seen = join(machine.home, 'opened');
    const opener = join(machine.home, 'xdg-open');
    writeFileSync(opener, `#!/bin/sh\necho "$1" > ${seen}\n`, { mode: 0o755 });
    const path = `${machine.home}:${machine.env.PATH}`;
    const another = await openConsole(built, ['--open'], ['--sandbox'], { PATH: path });
    await expect.poll(() => existsSync(seen) && readFileSync(seen, 'utf8')).toContain('\n');
    const { pathname, search } = new URL(readFileSync(seen, 'utf8').trim());
    const base = new URL(another.link).pathname.slice(0, -1);
    expect(pathname).not.toContain(base);
    const first = await send(another.port, pathname + search);
    expect([first.status, first.headers['set-cookie']]).toEqual([
      200,
      [expect.stringContaining(`; Path=${base};`)],
    ]);
    for (const link of [pathname + search, pathname, base + pathname]) {
      expect((await send(another.port, link)).status).toBe(403);
    }
    expect((await send(another.port, new URL(another.link).pathname + search)).status).toBe(403);
  });

  it('is the only way in: no page answers without the cookie', async () => {
    for (const path of [...PAGES, '/slip', '/nothing']) {
      for (const cookie of ['', 'payctl=1', `${visitor.cookie}x`, visitor.cookie.toUpperCase()]) {
        const answer = await send(started.port, visitor.base + path, { headers: { cookie } });
        expect([path, answer.status]).toEqual([path, 403]);
        expect(answer.text).not.toContain('SBXDEMO');
        isGuarded(answer);
      }
      // Nor at any other path, even with it.
      expect((await send(started.port, path, { headers: { cookie: visitor.cookie } })).status).toBe(
        403,
      );
    }
  });
});

describe('every answer', () => {
  it('forbids frames, foreign scripts, caches and referrers', async () => {
    const answers = await Promise.all([...PAGES, '/nothing'].map((path) => visitor.get(path)));
    for (const answer of answers) isGuarded(answer);
    expect(answers.map(({ status }) => status)).toEqual([...PAGES.map(() => 200), 404]);
    isGuarded(await send(started.port, '/', { method: 'DELETE' }));
  });

  it('has the same headers where the request itself is broken', async () => {
    const long = `GET / HTTP/1.1\r\nHost: localhost\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`;
    for (const [request, status] of [
      ['GET / HTTP/1.1\r\n\r\n', 421],
      ['GET / HTTP/1.1\r\nHost: localhost\r\nExpect: wonders\r\n\r\n', 417],
      ['nonsense\r\n\r\n', 400],
      ['GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n', 400],
      [long, 431],
    ] as const) {
      const answer = await sendRaw(started.port, request);
      expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      for (const name of ['content-security-policy', 'referrer-policy', 'cache-control']) {
        expect(answer.toLowerCase(), String(status)).toContain(`\r\n${name}: `);
      }
    }
  });
});

describe('a request', () => {
  it('must call this machine by its own name, on any port', async () => {
    const statusOf = async (host: string) => (await visitor.get('/', { host })).status;
    for (const host of ['127.0.0.1:1', 'localhost', 'LOCALHOST:8080', '[::1]:99']) {
      expect([host, await statusOf(host)]).toEqual([host, 200]);
    }
    const foreign = ['evil.example', '127.0.0.1.evil.example', 'localhost.evil.example:80'];
    for (const host of [...foreign, '10.0.0.1', '127.0.0.2', '[::2]', 'localhost@evil', '0']) {
      expect(await statusOf(host), host).toBeOneOf([400, 421]);
    }
  });

  it('must come from a page of the console, even with a right token', async () => {
    const token = await visitor.token('/bank', '/bank/clock');
    expect(token).not.toBe('');
    const statusOf = async (headers: Record<string, string>) =>
      (await visitor.post('/bank/clock', { token, change: 'now' }, headers)).status;
    const own = `http://127.0.0.1:${started.port}`;
    expect(await statusOf({ origin: own })).toBe(200);
    expect(await statusOf({ origin: own, 'sec-fetch-site': 'same-origin' })).toBe(200);
    expect(await statusOf({ origin: 'null', 'sec-fetch-site': 'same-origin' })).toBe(200);
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: 'null', 'sec-fetch-site': 'cross-site' },
      { origin: 'http://127.0.0.1:1' },
      { origin: `http://localhost:${started.port}` },
      { origin: `https://127.0.0.1:${started.port}` },
      { origin: own, 'sec-fetch-site': 'cross-site' },
      { origin: own, 'sec-fetch-site': 'same-site' },
      { origin: own, host: 'evil.example' },
    ];
    for (const headers of foreign) {
      expect(await statusOf(headers), JSON.stringify(headers)).toBeOneOf([403, 421]);
    }
  });
});

describe('a form', () => {
  it('carries a token of its own, and is refused without it', async () => {
    const pages = ['/', '/reconcile', '/phone', '/bank', '/refund?id=SBXDEMO0001'];
    const tokens = new Map<string, string>();
    for (const page of pages) {
      const { text } = await visitor.get(page);
      for (const [form, path = ''] of text.matchAll(
        /<form method="post" action="([^"]+)"[\s\S]*?<\/form>/g,
      )) {
        const token = /name="token" value="([\w-]{43})"/.exec(form)?.[1];
        expect(token, path).toBeDefined();
        tokens.set(path, token ?? '');
      }
    }
    expect([...tokens.keys()].sort()).toEqual(
      [
        '/bank/clock',
        '/bank/faults',
        '/bank/settings',
        '/language',
        '/phone/buyer-code',
        '/phone/consent',
      ].concat(['/phone/scan', '/reconcile', '/refund', '/slip']),
    );
    expect(new Set(tokens.values()).size).toBe(tokens.size);
    for (const path of tokens.keys()) {
      const wrong = ['', 'x', tokens.get(path === '/slip' ? '/refund' : '/slip') ?? ''];
      for (const token of wrong) {
        expect([path, (await visitor.post(path, { token })).status]).toEqual([path, 403]);
      }
      expect((await visitor.post(path, {})).status).toBe(403);
    }
  });

  it('changes nothing by GET', async () => {
    const before = await payctl('sandbox log -o json');
    const journal = await payctl('journal list -o json');
    for (const path of ['/refund', '/bank/clock', '/bank/faults', '/phone/pay', '/phone/consent']) {
      const answer = await visitor.get(
        `${path}?id=SBXDEMO0001&amount=100.00&change=%2B2h&fault=clear`,
      );
      expect(answer.status).toBeLessThan(400);
    }
    expect(await payctl('journal list -o json')).toBe(journal);
    const done = JSON.parse(await payctl('sandbox log -o json')).slice(JSON.parse(before).length);
    expect(done.filter(({ committed }: { committed: boolean }) => committed)).toEqual([]);
  });
});

describe('an amount or a name that no list has', () => {
  it('is not reported as not found: other days and a report are offered', async () => {
    for (const query of ['77777.00', 'Nobody', 'มาลี']) {
      const { headers } = await visitor.get(`/search?q=${encodeURIComponent(query)}`);
      const { text } = await visitor.get(String(headers.location));
      expect(text).toContain('It may have been paid all the same');
      expect(text).toMatch(/<input name="from" [^>]*type="date"/);
      expect(text).not.toMatch(/class="card verdict|Not found/);
      expect(text.includes(`href="/p/${query}"`)).toBe(query !== 'มาลี');
    }
  });
});

describe('a reference', () => {
  it.each(['SBXDEMO0001', 'SBXNONE1'])(
    'is reported with the verdict of the command: %s',
    async (id) => {
      const { stdout } = await machine.payctl(`--sandbox investigate ${id} -o json`);
      const { sentence } = JSON.parse(stdout).verdict;
      expect((await visitor.get(`/p/${id}`)).text).toContain(sentence);
    },
  );
});

describe('what is typed or uploaded', () => {
  const HOSTILE = [
    `<script>alert(1)</script>`,
    `"><img src=x onerror=alert(1)>`,
    `' onmouseover='alert(1)`,
    `</title><script>alert(1)</script>`,
    'javascript:alert(1)',
    '\u202e0001DEMO',
    '$(touch owned)`touch owned`',
    '--report=owned.html',
    '--yes',
    '-',
    '{{7*7}}',
    "'; DROP TABLE qr; --",
  ];

  it('is never markup, an option or a command', async () => {
    const token = await visitor.token('/phone', '/phone/scan');
    for (const text of HOSTILE) {
      const query = encodeURIComponent(text);
      const answers = [
        await visitor.get(`/search?q=${query}`),
        await visitor.get(`/p/${query}?date=${query}`),
        await visitor.get(`/payments?payer=${query}&amount=${query}&from=${query}&sort=${query}`),
        await visitor.get(`/confirmations?page=${query}`),
        await visitor.get(`/refund?id=${query}`),
        await visitor.post('/phone/scan', { token, code: text }),
      ];
      for (const { status, text: page } of answers) {
        expect(status, text).toBeOneOf([200, 303]);
        expect(page).not.toMatch(/<script>|<img src=x| onmouseover='|\u202e/);
      }
    }
    expect(readdirSync(machine.home).filter((name) => /owned/.test(name))).toEqual([]);
  });

  it('is never the name of a file of this machine', async () => {
    const secret = join(machine.home, '.local/state/payctl/tokens');
    expect(existsSync(secret)).toBe(true);
    const paths = ['/etc/passwd', '../../etc/passwd', './package.json', 'a/../../../etc/passwd'];
    for (const path of [...paths, secret, '.local/state/payctl/store.json', '%2e%2e/etc/passwd']) {
      const query = encodeURIComponent(path);
      const { text } = await visitor.get(`/p/${query}`);
      expect(text).not.toMatch(/root:|"name"|accessToken/);
      for (const wrong of [`/assets/${path}`, `/assets/../${path}`, `/${query}`]) {
        expect((await visitor.get(wrong)).status).toBeOneOf([403, 404]);
      }
    }
  });

  it('a picture that is broken, no picture, or no form gets a message', async () => {
    const token = await visitor.token('/', '/slip');
    const png = Buffer.from('89504e470d0a1a0a', 'hex');
    const broken: readonly Uint8Array[] = [
      png,
      Buffer.concat([png, Buffer.alloc(2_000, 7)]),
      Buffer.from('GIF89a'),
      Buffer.from('%PDF-1.4'),
      Buffer.from('/etc/passwd\nSBXDEMO0001\n'),
      new Uint8Array(),
      Buffer.from('<svg onload="alert(1)">'),
    ];
    for (const bytes of broken) {
      const { status, text } = await visitor.upload('/slip', token, bytes, '%22><b>../../x.png');
      expect(status).toBe(422);
      expect(text).toContain('role="alert"');
      expect(text).not.toMatch(/root:|<b>|<svg onload/);
    }
    const types = ['text/plain', 'multipart/form-data', 'multipart/form-data; boundary=x', ''];
    for (const type of types) {
      expect((await visitor.post('/slip', { token }, { 'content-type': type })).status).toBe(400);
    }
  });

  it('over 8 MB is refused, and a stranger may send far less', async () => {
    const token = await visitor.token('/', '/slip');
    const statusOf = (answer: Promise<Answered>) =>
      answer.then(
        ({ status }) => status,
        () => 'closed',
      );
    const large = Buffer.alloc(8 * 1024 * 1024 + 1);
    const said = await visitor.upload('/slip', token, large).catch(() => undefined);
    if (said?.status === 413) expect(said.text).toContain('The file is over 8 MB');
    expect(await statusOf(visitor.upload('/slip', token, large))).toBeOneOf([413, 'closed']);
    const foreign = send(started.port, `${visitor.base}/slip`, {
      method: 'POST',
      body: Buffer.alloc(100_000),
    });
    expect(await statusOf(foreign)).toBeOneOf([413, 'closed']);
    expect((await visitor.get('/')).status).toBe(200);
  });

  it('that holds over 8 MB when it is unpacked is refused as well', async () => {
    const rows = 'reference,amount,date\n'.padEnd(9 << 20, 'A,1.00,2026-01-31\n');
    const token = await visitor.token('/reconcile', '/reconcile');
    const orders = { bytes: gzipSync(rows), field: 'orders' };
    const bank = { bytes: Buffer.from(rows.slice(0, 40)), field: 'bank' };
    const { status, text } = await visitor.uploads('/reconcile', token, [orders, bank]);
    expect([status, text]).toEqual([413, expect.stringContaining('The file is over 8 MB')]);
  });
});

describe('a refund', () => {
  it('restates amount, payee and environment, is sent once, and stands in the journal', async () => {
    await paid('SBXDEMO0002', '70.00');
    const report = await visitor.get('/search?q=SBXDEMO0002');
    expect(report.text).toContain('<button>Refund</button>');
    const { text } = await visitor.get('/refund?id=SBXDEMO0002');
    expect(text).toContain('<button class="danger">Refund <bdi>70.00</bdi> THB · Test</button>');
    for (const fact of ['00100', '100000000000001', 'sandbox.localhost', 'Test']) {
      expect(text).toContain(fact);
    }
    const form = await visitor.hidden('/refund?id=SBXDEMO0002', '/refund');
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => visitor.post('/refund', form)),
    );
    expect(answers.filter((answer) => answer.text.includes('>Refunded<'))).not.toEqual([]);
    const charges = JSON.parse(await payctl('journal list --ref SBXDEMO0002 -o json'));
    expect(charges).toMatchObject([
      { operation: 'ewallet.refund', state: 'succeeded', amount: '70.00' },
    ]);
    const log = JSON.parse(await payctl('sandbox log --operation ewallet.refund -o json'));
    const done = log.filter(({ reference, committed }: Record<string, unknown>) => {
      return reference === 'SBXDEMO0002' && committed;
    });
    expect(done).toHaveLength(1);
    expect((await visitor.get('/search?q=SBXDEMO0002')).text).not.toContain('>Refund</button>');
    expect((await visitor.post('/refund', form)).text).toContain('cannot be refunded');
  });

  it('of another payment, amount or connection than the page showed is refused', async () => {
    const form = await visitor.hidden('/refund?id=SBXDEMO0001', '/refund');
    await paid('SBXDEMO0009', '3.00');
    const others: Record<string, string>[] = [
      { offer: '' },
      { offer: form.token ?? '' },
      { id: 'SBXDEMO0009' },
    ];
    for (const other of others) {
      const { status, text } = await visitor.post('/refund', { ...form, ...other });
      expect([status, text]).toEqual([409, expect.stringContaining('Nothing was sent')]);
    }
    const { text } = await visitor.post('/refund', { ...form, id: 'SBXNOTHING' });
    expect(text).toContain('cannot be refunded');
    expect((await visitor.get('/search?q=SBXDEMO0001')).text).toContain('Paid: 100.00');
    expect(await payctl('journal list --ref SBXDEMO0001 -o json')).not.toContain('refund');
  });

  it('is not offered where its command would refuse it, and says why', async () => {
    const { other } = await machineBesideBank();
    delete other.env.PAYCTL_COMPANY_ID;
    const { reader } = await visitConsole(other, [], []);
    const { text } = await reader.get('/refund?id=SBXDEMO0001');
    expect(text).toContain('companyId: is missing');
    expect(text).not.toContain('class="danger"');
  });

  it('is not shown as done while the bank cannot be asked', async () => {
    const { other, bank } = await machineBesideBank();
    const { reader } = await visitConsole(other, [], ['--retries', '0']);
    const form = await reader.hidden('/refund?id=SBXDEMO0001', '/refund');
    await bank.stop();
    const answers = [
      await reader.get('/refund?id=SBXDEMO0001'),
      await reader.post('/refund', form),
    ];
    for (const { text } of answers) {
      expect(text).toContain('Do not tell the customer that it was refunded');
      expect(text).not.toContain('refunded already');
    }
    const directory = auditOf(other);
    const [file = ''] = readdirSync(directory);
    expect(readFileSync(join(directory, file), 'utf8')).toMatch(
      /"action":"refund-refused","what":"SBXDEMO0001","exit":[1-9]/,
    );
  });

  it('is impossible with --read-only, while the customer can still pay', async () => {
    await payctl(
      'ewallet create --tran-type W --out-trade-no SBXDEMO0003 --total-fee 9.00 -o json',
    );
    const { reader } = await visitConsole(machine, ['--read-only']);
    expect((await reader.get('/search?q=SBXDEMO0001')).text).not.toContain('>Refund</button>');
    expect((await reader.get('/refund?id=SBXDEMO0001')).status).toBe(403);
    expect((await reader.post('/refund', { id: 'SBXDEMO0001' })).status).toBe(403);
    const scan = await reader.token('/phone', '/phone/scan');
    const scanned = await reader.post('/phone/scan', { token: scan, code: 'SBXDEMO0003' });
    const form = /action="\/phone\/pay">\s*<input type="hidden" name="token" value="([^"]+)"/;
    const token = form.exec(scanned.text)?.[1] ?? '';
    const pay = { token, code: 'SBXDEMO0003', amount: '9.00', answer: 'pay' };
    expect((await reader.post('/phone/pay', pay)).text).toContain('>Paid<');
  });
});

describe('the phone', () => {
  it('pays once, however often its form is sent', async () => {
    const qr = JSON.parse(await payctl('qr create --ref1 ONCE1 --amount 51.00 -o json'));
    const token = await visitor.token('/phone', '/phone/scan');
    const { text } = await visitor.post('/phone/scan', { token, code: qr.data.qrRawData });
    const [, form = ''] = /action="\/phone\/pay">([\s\S]*?)<\/form>/.exec(text) ?? [];
    const fields = Object.fromEntries(
      [...form.matchAll(/name="(\w+)" [^>]*?value="([^"]*)"/g)].map(([, name, value]) => [
        name,
        value,
      ]),
    );
    const pay = () => visitor.post('/phone/pay', { ...fields, answer: 'pay' });
    const answers = [...(await Promise.all([pay(), pay()])), await pay()];
    for (const answer of answers) expect(answer.text).toContain('>Paid<');
    expect(JSON.parse(await payctl('find --amount 51.00 -o json'))).toHaveLength(1);
  });
});

describe('a console', () => {
  it('writes down who looked at what', async () => {
    await visitor.get('/search?q=Mali%20Suksai');
    const directory = auditOf(machine);
    const [file = ''] = readdirSync(directory);
    const path = join(directory, file);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const text = readFileSync(path, 'utf8');
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines[0]).toMatchObject({
      action: 'open',
      profile: 'sandbox',
      user: expect.any(String),
    });
    expect(lines).toContainEqual(
      expect.objectContaining({ action: 'investigate', what: 'SBXDEMO0001', exit: 0 }),
    );
    expect(text).not.toContain('Suksai');
    expect(text).not.toContain(new URL(started.link).searchParams.get('key'));
  });

  it('ends by a signal, and by itself when nobody asks', async () => {
    for (const [signal, code] of [
      ['SIGTERM', 143],
      ['SIGINT', 130],
    ] as const) {
      const { reader, serving } = await visitConsole(built);
      await reader.get('/');
      expect((await serving.stop(signal)).code).toBe(code);
    }
    // A page that asks by itself keeps no console alive.
    const { reader: left, serving: idle } = await visitConsole(machine, ['--idle', '4s']);
    const asking = setInterval(() => void left.get('/confirmations/rows').catch(() => {}), 200);
    const { code, stderr } = await idle.ended;
    clearInterval(asking);
    expect([code, stderr]).toEqual([0, expect.stringContaining('nobody has asked')]);
  });

  it('ends within its grace while a refund is stalled, which the journal then knows', async () => {
    await paid('SBXDEMO0005', '30.00');
    const { reader, serving } = await visitConsole(built);
    const form = await reader.hidden('/refund?id=SBXDEMO0005', '/refund');
    await payctl('sandbox faults stalled --operation ewallet.refund --times 1');
    const answer = reader.post('/refund', form).then(
      ({ text }) => text,
      () => 'closed',
    );
    const journal = () => payctl('journal list --ref SBXDEMO0005 -o json');
    await expect.poll(journal).toContain('in-flight');
    expect((await serving.stop()).code).toBe(143);
    expect(await answer).not.toContain('>Refunded<');
    const [charge] = JSON.parse(await payctl('journal list --ref SBXDEMO0005 -o json'));
    expect(charge).toMatchObject({ operation: 'ewallet.refund', state: 'unknown', exit: 10 });
    await payctl('sandbox faults clear');
  });
});

describe('a console of a live profile', () => {
  it('says so on every page, refunds by its button alone, and not at all where it is read-only', async () => {
    const { other } = await machineBesideBank();
    other.env.PAYCTL_ENVIRONMENT = 'live';
    const look = async (another: Started) => {
      const reader = await Visitor.at(another);
      const report = await reader.get('/search?q=SBXDEMO0001');
      expect(report.text).toContain('<strong>Live</strong>');
      expect(report.text).not.toContain('href="/phone"');
      expect((await reader.get('/phone')).status).toBe(404);
      return { reader, hasButton: report.text.includes('>Refund</button>') };
    };
    const guarded = await openConsole(other, [], [], { PAYCTL_READ_ONLY: 'true' });
    expect((await look(guarded)).hasButton).toBe(false);
    const { reader, hasButton } = await look(await openConsole(other, [], []));
    expect(hasButton).toBe(true);
    const page = await reader.get('/refund?id=SBXDEMO0001');
    expect(page.text).toContain('<strong>Live</strong> <bdi>127.0.0.1:');
    const form = await reader.hidden('/refund?id=SBXDEMO0001', '/refund');
    const sent = await reader.post('/refund', form);
    expect(sent.text).toContain('>Refunded<');
  });
});

describe('a console whose settings change while it is open', () => {
  it('refuses every command, whichever setting changed and however the profile was named', async () => {
    const { other, bank } = await machineBesideBank();
    // What it has of the environment would stand before the profiles.
    for (const name of Object.keys(bank.env)) delete other.env[name];
    const run = async (words: string) => {
      const { code, stderr } = await other.payctl(words);
      expect(code, stderr).toBe(0);
    };
    const { PAYCTL_BASE_URL: url = '', PAYCTL_API_SECRET: secret = '', ...rest } = bank.env;
    for (const [name, environment] of [
      ['uat', 'test'],
      ['prod', 'live'],
    ]) {
      const settings = [
        ...['--name', name, '--environment', environment, '--base-url', url],
        ...['--api-key', rest.PAYCTL_API_KEY, '--company-id', rest.PAYCTL_COMPANY_ID],
        ...['--terminal-id', rest.PAYCTL_TERMINAL_ID, '--secret-stdin', '--store', 'file'],
      ].join(' ');
      const { code, stderr } = await other.payctl(`init ${settings}`, { input: secret });
      expect(code, stderr).toBe(0);
    }
    await run('config use uat');
    const changes: [globals: string[], change: string, undo: string][] = [
      [['-p', 'uat'], 'config set environment live -p uat', 'config set environment test -p uat'],
      [['-p', 'uat'], 'config set readOnly true -p uat', 'config unset readOnly -p uat'],
      [[], 'config rename uat was', 'config rename was uat'],
      [[], 'config use prod', 'config use uat'],
    ];
    for (const [globals, change, undo] of changes) {
      const { reader } = await visitConsole(other, [], globals);
      const form = await reader.hidden('/refund?id=SBXDEMO0001', '/refund');
      expect(form.offer, change).toBeDefined();
      await run(change);
      const answers = [
        await reader.post('/refund', form),
        await reader.get('/search?q=SBXDEMO0001'),
      ];
      await run(undo);
      if (change === 'config use prod') {
        // The profile of the start is held by its name.
        expect(answers[0]?.text).toContain('>Refunded<');
        expect((await other.payctl('journal list -o json')).stdout).toContain('"profile":"uat"');
      } else {
        for (const { status, text } of answers) {
          expect([change, status]).toEqual([change, 500]);
          expect(text).toContain('the settings have changed since this console was started');
        }
      }
      const { stdout } = await other.payctl('journal list -o json');
      expect(stdout).not.toContain('prod');
      expect(stdout).not.toContain('live');
    }
  });
});

/** A machine of its own, at whose embedded bank SBXDEMO0001 was paid. */
async function machineWithPayment() {
  const other = quickMachine();
  onTestFinished(() => other.dispose());
  const run = (words: string) => other.payctl(`--sandbox ${words}`);
  await run('ewallet create --tran-type W --out-trade-no SBXDEMO0001 --total-fee 8.00');
  await run('sandbox pay SBXDEMO0001');
  return { other, run };
}

describe('a console whose audit cannot be written', () => {
  it('shows nothing, and sends no refund', async () => {
    const { other, run } = await machineWithPayment();
    const { reader } = await visitConsole(other);
    const form = await reader.hidden('/refund?id=SBXDEMO0001', '/refund');
    const directory = auditOf(other);
    rmSync(directory, { recursive: true });
    writeFileSync(directory, 'no directory');
    const { status, text } = await reader.get('/search?q=SBXDEMO0001');
    expect(status).toBe(500);
    expect(text).not.toContain('Paid');
    const sent = await reader.post('/refund', form);
    expect(sent.status).toBe(500);
    expect((await run('journal list -o json')).stdout).toBe('[]\n');
  });

  it('still tells how a refund ended that was sent before', async () => {
    const { other, bank } = await machineBesideBank();
    const gate = await openGate(bank.url);
    onTestFinished(() => gate.close());
    Object.assign(other.env, { PAYCTL_BASE_URL: gate.url, PAYCTL_ENVIRONMENT: 'test' });
    const { reader } = await visitConsole(other, [], []);
    const form = await reader.hidden('/refund?id=SBXDEMO0001', '/refund');
    const refund = gate.hold('/refund');
    const sent = reader.post('/refund', form);
    await refund.asked;
    const directory = auditOf(other);
    rmSync(directory, { recursive: true });
    writeFileSync(directory, 'no directory');
    refund.release();
    const { status, text } = await sent;
    expect([status, text]).toEqual([200, expect.stringContaining('>Refunded<')]);
    expect(text).toContain('the audit log does not say how this ended');
  });
});

describe('a console whose settings are wrong', () => {
  it('works once they are mended, without being started anew', async () => {
    const other = quickMachine();
    onTestFinished(() => other.dispose());
    const run = (line: string, input = '') => other.payctl(`-p shop config ${line}`, { input });
    await run('set baseUrl http://127.0.0.1:9');
    await run('set apiKey key');
    await run('set store postgres://u@127.0.0.1:1/db?sslmode=disable');
    const { reader } = await visitConsole(other, [], ['-p', 'shop']);
    const lacking = (await reader.get('/confirmations')).text;
    expect(lacking).toContain('payctl -p shop config set-secret storeKey');
    const key = (await other.payctl('store key')).stdout;
    await run('set-secret storeKey', key);
    expect((await reader.get('/confirmations')).text).toContain('cannot be reached');
  });
});

describe('sandbox serve --control', () => {
  it('has the phone and the bank as pages, of the very bank that it serves, and nothing else', async () => {
    const other = quickMachine();
    onTestFinished(() => other.dispose());
    const served = other.serve(
      'sandbox serve --port 0 --control --seed 7 --clock 2026-01-31T09:00:00+07:00',
    );
    const [link = ''] = await served.says(/^http:\S+key=\S+$/m);
    const desk = await Visitor.at({ link, port: Number(new URL(link).port) });
    expect((await desk.get('/')).headers.location).toBe('/phone');
    expect((await desk.get('/bank')).text).toContain('2026-01-31 09:00:00');
    expect((await desk.get('/phone')).text).toContain('Buyer of wallet B');
    const token = await desk.token('/bank', '/bank/clock');
    const { text } = await desk.post('/bank/clock', { token, change: '+2h' });
    expect(text).toContain('2026-01-31 11:00:00');
    for (const path of ['/search?q=SBXDEMO0001', '/journal', '/refund?id=SBXDEMO0001', '/health']) {
      expect((await desk.get(path)).status).toBe(404);
    }
    expect((await served.stop()).code).toBe(143);
  });
});
