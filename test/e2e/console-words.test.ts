import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  bring,
  isLight,
  misfitsOf,
  openBrowser,
  openDetails,
  textsOf,
  weightOf,
} from '../fixtures/browser.js';
import { type Started, startConsole } from '../fixtures/console.js';
import type { Machine } from '../fixtures/machine.js';
import { describeWith } from '../fixtures/needs.js';
import { quickMachine } from '../fixtures/quick-machine.js';
import { listenOn } from '../fixtures/served-bank.js';

/** Names, codes, references and brands, which are the same in every language. */
const NAMES = [
  /https?:\S+/g,
  /\/\S+/g,
  /[0-9a-f]{8}(?:-[0-9a-f]{4,12}){4}/g,
  /\b(?=\w*[0-9])[A-Za-z0-9_]{2,}\b/g,
  /\b[A-Z][A-Z_]+\b/g,
  /คอลัมน์ \w+/g,
  /payctl reconcile guess/g,
  /token(?:, [a-z]+)+|sandbox\.localhost|sandbox \(test\)/g,
  /\b(?:English|CSV|Excel|ewallet refund|bill inquire|sandbox|payctl|WebP|Node|xlsx|camt|outTradeNo|apiSecret|mali|MALI)\b/g,
];

const PAGES = [
  ...['/', '/p/SBXWORD0001', '/p/SBXWORD0002', '/p/SBXWORD0003'],
  ...['/p/SBXNONE1', '/p/INVOICE1', '/search?q=480.00', '/search?q=mali'],
  ...['/search?q=slip.png', '/search?q=-', '/payments?amount=777.00&from=2026-02-01&to=2026-01-01'],
  ...['/refund?id=SBXWORD0001', '/refund?id=SBXWORD0002', '/journal', '/confirmations'],
  ...[
    '/payments',
    '/payments?state=unknown&amount=1.00&sort=largest',
    '/tickets',
    '/reconcile',
    '/health',
  ],
  ...['/reconcile/book?name=BOOK1', '/reconcile/book?name=NONE1'],
  ...['/phone', '/bank', '/bank?log=all', '/nothing'],
];

describeWith('chromium', 'the words of the console', () => {
  let machine: Machine;
  let browser: Browser;
  let english: Started & { page: Page };
  let thai: Started & { page: Page };

  async function payctl(command: string): Promise<void> {
    const { stderr, code } = await machine.payctl(`--sandbox ${command}`);
    expect(code, stderr).toBe(0);
  }

  /** A console, and the page of whoever has followed its link. */
  async function open(lang: 'en' | 'th', options = {}): Promise<Started & { page: Page }> {
    const started = await startConsole(machine, [], ['--sandbox', '--lang', lang]);
    const page = await (await browser.newContext(options)).newPage();
    await page.goto(started.link);
    await page.waitForURL(`${started.origin}/`);
    return { ...started, page };
  }

  beforeAll(async () => {
    machine = quickMachine();
    browser = await openBrowser();
    await payctl('sandbox settings rateLimit=0');
    for (const [id, amount] of [
      ['SBXWORD0001', '250.00'],
      ['SBXWORD0002', '1290.00'],
    ]) {
      await payctl(`ewallet create --tran-type W --out-trade-no ${id} --total-fee ${amount}`);
      await payctl(`sandbox pay ${id}`);
    }
    await payctl('ewallet refund --tran-type W --out-trade-no SBXWORD0002 --total-fee 1290.00');
    await payctl('ewallet create --tran-type W --out-trade-no SBXWORD0003 --total-fee 9.00');
    const night = join(machine.home, 'night.csv');
    writeFileSync(night, 'reference,amount,date\nA1,1.00,2026-01-31\n');
    await payctl('books create BOOK1');
    await machine.payctl('--sandbox reconcile --book BOOK1 --orders night.csv');
    await payctl('qr create --ref1 INVOICE1 --amount 480.00 --save q.png');
    const { child, ended } = await listenOn(machine, '--sandbox');
    await payctl('sandbox pay q.png --slip s.png');
    child.kill('SIGTERM');
    await ended;
    [english, thai] = [await open('en'), await open('th')];
  });

  afterAll(async () => {
    await browser.close();
    await english.stop();
    await thai.stop();
    machine.dispose();
  });

  const slip = (name: string, bytes: () => Buffer) => async (page: Page, origin: string) => {
    await page.goto(origin);
    await send(page, '/slip', { file: { name, mimeType: 'image/png', buffer: bytes() } });
  };
  const compare = (orders: string, bank: string) => async (page: Page, origin: string) => {
    await page.goto(`${origin}/reconcile`);
    await send(page, '/reconcile', { orders: csv(orders), bank: csv(bank) });
  };

  /** Presses the buttons of forms that go wrong, or show what no address does. */
  const STEPS: Readonly<Record<string, (page: Page, origin: string) => Promise<void>>> = {
    'a slip': slip('s.png', () => readFileSync(join(machine.home, 's.png'))),
    'a picture of nothing': slip('blank', () => Buffer.from('GIF89a')),
    'files that do not match': compare(
      'reference,amount,date\nA1,1.00,2026-01-31\nA2,x,2026-01-31\n',
      'ref1,transRef,amount,transactionDate\nA1,T1,2.00,2026-01-31\n',
    ),
    'a file that is none': compare('ก,ข\n1,2\n', ''),
    async 'a code that is scanned'(page, origin) {
      await page.goto(`${origin}/phone`);
      await page.locator('.code').first().click();
    },
    'a payment that is refused': (page) => page.locator('button[value=refuse]').click(),
    async 'a clock that cannot be set'(page, origin) {
      await page.goto(`${origin}/bank`);
      await page.locator('input[name=change]').fill('เที่ยง');
      await page.locator('input[name=change]').press('Enter');
    },
  };

  it('are wholly Thai on every page, which they fit, but for names, codes and the words of others', async () => {
    const { page, origin } = thai;
    const english = async () => {
      await page.waitForLoadState();
      const texts = await textsOf(page);
      const bare = texts.map((text) => NAMES.reduce((rest, name) => rest.replace(name, ''), text));
      return texts.filter((_, at) => /[A-Za-z]{2,}/.test(bare[at] ?? ''));
    };
    for (const path of PAGES) {
      const answer = await page.goto(origin + path);
      expect([path, (await answer?.body())?.length]).toEqual([path, expect.toSatisfy(isLight)]);
      expect([path, await english()]).toEqual([path, []]);
      expect([path, await page.locator('body').innerText()]).toEqual([
        path,
        expect.not.stringMatching(/(?<![\w/.-])20[0-9]{2}-[0-9]{2}-[0-9]{2}/),
      ]);
      await openDetails(page);
      // What else axe says of the English page holds for this one.
      expect([path, await misfitsOf(page, [320, 390, 1100])]).toEqual([path, []]);
    }
    for (const [name, step] of Object.entries(STEPS)) {
      await step(page, origin);
      expect([name, await english()]).toEqual([name, []]);
    }
  });

  it('tell support what happened, in words of theirs', async () => {
    const { page, origin } = english;
    const text = () => page.locator('main').innerText();
    await page.goto(`${origin}/p/SBXWORD0002`);
    await page.getByRole('heading', { name: 'Refunded' }).waitFor();
    expect(await text()).not.toMatch(/refused|REJECTED|exit 5|payctl/);

    await page.getByText('Journal (1)').click();
    expect(await text()).toMatch(/Amount\s+1,290\.00 THB/);
    expect(await text()).toContain('Refund of an e-wallet payment done');
    expect(await text()).not.toMatch(/[{}]|boot|sha/);
    await page.getByText('All lines as they are kept (2)').click();
    expect(await text()).toContain('"requestUId"');

    await page.goto(origin);
    const picture = readFileSync(join(machine.home, 's.png'));
    await send(page, '/slip', { file: { name: 'x.png', mimeType: 'image/png', buffer: picture } });
    expect(await page.locator('.strip dd').last().innerText()).toMatch(/^Slip 20\w{10,}$/);
    expect(await text()).not.toContain('slip.png');

    await page.goto(`${origin}/search?q=slip.png`);
    await page.getByText('This is the name of a file.').waitFor();
    expect(await text()).not.toMatch(/paths are|standard input/);
    await page.goto(`${origin}/p/SBXNONE1`);
    expect(await page.getByRole('heading', { name: /Timeline|What each/ }).count()).toBe(0);
    await page.getByLabel(/Paid on another day/).fill('2026-01-31');
    await page.getByRole('button', { name: 'Ask again' }).last().click();
    await page.waitForURL(/date=2026-01-31/);
    await page.goto(`${origin}/nothing`);
    await page.getByRole('heading', { name: 'No such page' }).waitFor();
  });

  it('come with a font of their own, in a first page under 100 kB', async () => {
    for (const [at, fonts] of [
      // The switch of languages has a Thai word.
      [english, 3],
      [thai, 4],
    ] as const) {
      expect(await weightOf(at.page, at.origin)).toBeLessThan(100_000);
      const loaded = "[...document.fonts].filter(({ status }) => status === 'loaded').length";
      expect(await at.page.evaluate(loaded)).toBe(fonts);
    }
  });

  it('say beside the field that a file is too large, and on a page where no script runs', async () => {
    const { page, origin } = english;
    const big = join(machine.home, 'big.png');
    writeFileSync(big, Buffer.alloc(9_000_000, 1));
    const says = page.getByText('Too large: 8 MB at most.', { exact: false });
    await page.goto(origin);
    await page.locator('form[action$="/slip"] input[type=file]').setInputFiles(big);
    await says.last().waitFor();
    await page.getByRole('button', { name: 'Check picture' }).click();
    expect(page.url()).not.toContain('/slip');
    await page.goto(`${origin}/health`);
    await bring(page, 'paste', 'body', 9_000_000);
    await says.waitFor();
    const bare = await open('en', { javaScriptEnabled: false });
    try {
      const field = bare.page.locator('form[action$="/slip"] input[type=file]');
      await field.setInputFiles(big);
      await bare.page.getByRole('button', { name: 'Check picture' }).click();
      await bare.page.getByText('The file is over 8 MB.').waitFor();
    } finally {
      await bare.stop();
    }
  });
});

function csv(text: string) {
  return { name: 'any.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
}

/** Fills in the files of a form, and presses its button. */
async function send(
  page: Page,
  path: string,
  files: Readonly<Record<string, { name: string; mimeType: string; buffer: Buffer }>>,
): Promise<void> {
  const form = page.locator(`form[action$="${path}"]:not([hidden])`);
  for (const [name, file] of Object.entries(files)) {
    await form.locator(`[name=${name}]`).setInputFiles(file);
  }
  await form.locator('button').click();
  await page.waitForLoadState();
}
