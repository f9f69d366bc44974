import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Started, sendRaw, startConsole, Visitor } from '../fixtures/console.js';
import type { Machine } from '../fixtures/machine.js';
import { quickMachine } from '../fixtures/quick-machine.js';

let machine: Machine;
let started: Started;
let visitor: Visitor;

async function payctl(command: string, code = 0): Promise<string> {
  const { stdout, stderr, code: ended } = await machine.payctl(`--sandbox ${command}`);
  expect(ended, stderr).toBe(code);
  return stdout;
}

/** Presses a button of a page: what its form sends by itself, and what somebody typed. */
async function press(page: string, path: string, typed: Record<string, string> = {}) {
  const hidden = await visitor.hidden(page, path);
  return visitor.post(path, { ...hidden, ...typed });
}

const plain = (text: string) => text.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');

beforeAll(async () => {
  machine = quickMachine();
  await payctl('sandbox settings rateLimit=0');
  await payctl('qr create --ref1 INVOICE0041 --amount 480.00 --save q.png');
  await payctl('sandbox pay q.png');
  await payctl('sandbox pay q.png');
  await payctl('sandbox faults committed-but-reply-lost --operation ewallet.pay --times 2');
  await payctl('sandbox faults stalled --operation ewallet.inquire');
  for (const reference of ['SBXTILL0001', 'SBXTILL0002']) {
    const code = (await payctl('sandbox buyer-code --raw')).trim();
    await payctl(
      `ewallet pay --tran-type W --out-trade-no ${reference} --total-fee 890.00 --buyer-identity-code ${code} --wait 0`,
      10,
    );
  }
  await payctl('sandbox faults clear');
  started = await startConsole(machine);
  visitor = await Visitor.at(started);
});

afterAll(async () => {
  await started.stop();
  machine.dispose();
});

describe('the start', () => {
  it('counts the payments of today, each figure with the list behind it', async () => {
    // On a busy machine the first page comes before they are counted.
    const counted = async () => (await visitor.get('/')).text;
    await expect.poll(counted).toContain('class="figures"');
    const links = /<li><a href="(\/payments\?[^"]*)">([\s\S]*?)<\/a>/g;
    const figures = [...(await counted()).matchAll(links)];
    expect(figures.map(([, , figure = '']) => plain(figure).trim())).toEqual([
      'Paid 2 960.00 THB',
      'Refunded 0 0.00 THB',
      'Not final 0 0.00 THB',
      'Outcome not known 2 1,780.00 THB',
    ]);
    const behind = figures.at(-1)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const list = await visitor.get(behind);
    expect([...list.text.matchAll(/<a href="\/p\/(SBX\w+)/g)].map(([, id]) => id)).toEqual([
      'SBXTILL0002',
      'SBXTILL0001',
    ]);
  });
});

describe('payments', () => {
  it('are marked where one amount and payer came twice', async () => {
    const { text } = await visitor.get('/payments');
    expect(text.match(/possible duplicate/g)).toHaveLength(2);
  });

  it('are exported as CSV and as a workbook', async () => {
    const csv = await visitor.get('/payments.csv?kind=bill');
    expect(csv.headers['content-disposition']).toBe('attachment; filename="payments.csv"');
    expect(csv.text.split('\n').map((line) => line.split(',').slice(3).join())).toEqual([
      'Amount in baht,State,Payer,Kind,Known to,possible duplicate',
      '480.00,paid,M***,Bill payment,bank,yes',
      '480.00,paid,M***,Bill payment,bank,yes',
      '',
    ]);
    const { pathname } = new URL(started.origin);
    const raw = await sendRaw(
      started.port,
      `GET ${pathname}/payments.xlsx?kind=bill HTTP/1.1\r\nHost: localhost\r\nCookie: ${visitor.cookie}\r\nConnection: close\r\n\r\n`,
    );
    expect(raw).toContain('spreadsheetml.sheet');
  });
});

describe('a payment', () => {
  it('shows both payments of a double one', async () => {
    const { text } = await visitor.get('/p/INVOICE0041');
    expect(plain(text)).toContain('Paid 2 times 2 × 480.00 THB');
    expect(text.match(/<td class="number" data-label="Amount">480\.00/g)).toHaveLength(2);
  });

  it('is where older addresses lead', async () => {
    const lead = async (path: string) => (await visitor.get(path)).headers.location;
    expect(await lead('/report?id=A%2F1&date=2026-01-31')).toBe('/p/A%2F1?date=2026-01-31');
    expect(await lead('/journal/charge?ref=SBXTILL0001')).toBe('/p/SBXTILL0001');
  });

  it('is asked about again by a button, and then has an end', async () => {
    const { text } = await press('/p/SBXTILL0001', '/recover');
    expect(plain(text)).toContain('The bank was asked again.');
    const [row] = JSON.parse(await payctl('journal list --ref SBXTILL0001 -o json'));
    expect(row.state).toBe('succeeded');
    expect((await visitor.get('/p/SBXTILL0001')).text).not.toContain('action="/recover"');
  });

  it('is settled with the word of a person, and a note', async () => {
    const asked = await press('/p/SBXTILL0002', '/settle', { as: 'executed', note: '' });
    expect(asked.text).toContain('role="alert"');
    const { text } = await press('/p/SBXTILL0002', '/settle', {
      ...{ as: 'executed', note: 'on the statement' },
    });
    expect(plain(text)).toContain('Settled, with your note.');
    const [row] = JSON.parse(await payctl('journal list --ref SBXTILL0002 -o json'));
    expect(row.state).toBe('settled-executed');
  });

  it('keeps what somebody notes about it, as text', async () => {
    const { text } = await press('/p/SBXTILL0002', '/note', { text: 'called <b>twice</b>' });
    expect(text).toContain('called &lt;b&gt;twice&lt;/b&gt;');
    expect(await payctl('journal show SBXTILL0002 -o json')).toContain('called <b>twice</b>');
  });

  it('gives away its report in the language of the page, and its case', async () => {
    const report = await visitor.get('/report.html?id=SBXTILL0001');
    expect(report.headers['content-disposition']).toContain('report.html');
    expect(report.text).toContain('<html lang="en">');
    const thai = await visitor.get('/report.html?id=SBXTILL0001', {
      cookie: `${visitor.cookie}; payctl_lang=th`,
    });
    expect(thai.text).toContain('<html lang="th">');
    const { status, headers } = await visitor.get('/case.zip?id=SBXTILL0001');
    expect([status, headers['content-type']]).toEqual([200, 'application/zip']);
  });
});

describe('the switch of languages', () => {
  it('leads back to its page, and to no other place', async () => {
    const token = await visitor.token('/health', '/language');
    const chosen = await visitor.post('/language', {
      token,
      language: 'th',
      here: '/payments?q=1',
    });
    expect([chosen.status, chosen.headers.location]).toEqual([303, '/payments?q=1']);
    const [cookie = ''] = chosen.headers['set-cookie'] ?? [];
    expect(cookie).toMatch(
      /^payctl_lang=th; Path=\/[0-9a-f]+\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/,
    );
    for (const here of [
      '//evil.example',
      '/\\evil.example',
      'https://evil.example',
      '/a\r\nb: c',
    ]) {
      const answer = await visitor.post('/language', { token, language: 'en', here });
      expect([here, answer.headers.location]).toEqual([here, '/']);
    }
    const unknown = await visitor.post('/language', { token, language: 'xx', here: '/' });
    expect(unknown.headers['set-cookie']).toBeUndefined();
  });
});
