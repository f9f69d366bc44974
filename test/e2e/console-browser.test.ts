import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import {
  bring,
  findingsOn,
  isLight,
  misfitsOf,
  openBrowser,
  openDetails,
  REBOUND,
  tabTo,
  troublesOf,
} from '../fixtures/browser.js';
import { type Started, startConsole } from '../fixtures/console.js';
import type { Machine } from '../fixtures/machine.js';
import { describeWith } from '../fixtures/needs.js';
import { quickMachine } from '../fixtures/quick-machine.js';
import { listenOn } from '../fixtures/served-bank.js';

const PAGES = [
  ...['/', '/payments', '/p/SBXDEMO0001', '/p/SBXDEMO0009', '/p/NOTHING1', '/payments?amount=7'],
  ...['/refund?id=SBXDEMO0001', '/journal', '/confirmations', '/reconcile', '/health', '/phone'],
  ...['/bank', '/nothing', '/reconcile/book?name=shop'],
];

/** In every field that somebody else fills. */
const HOSTILE = '<img src=x onerror=alert(1)>"\'><script>alert(2)</script>\u202e';

describeWith('chromium', 'the console in a browser', () => {
  let machine: Machine;
  let browser: Browser;
  let started: Started;
  let context: BrowserContext;
  let page: Page;
  let troubles: string[];

  async function payctl(command: string): Promise<string> {
    const { stdout, stderr, code } = await machine.payctl(`--sandbox ${command}`);
    expect(code, stderr).toBe(0);
    return stdout;
  }

  /** A new window of whoever has followed the link. */
  async function enter(at: Started, options: Parameters<Browser['newContext']>[0] = {}) {
    const entered = await browser.newContext(options);
    const opened = await entered.newPage();
    await opened.goto(at.link);
    await opened.waitForURL(`${at.origin}/`);
    return { entered, opened };
  }

  const search = async (on: Page, text: string) => {
    await on.getByRole('searchbox', { name: 'Search' }).fill(text);
    await on.getByRole('button', { name: 'Search' }).click();
  };

  beforeAll(async () => {
    machine = quickMachine();
    browser = await openBrowser();
    await payctl('sandbox settings rateLimit=0');
    await payctl('ewallet create --tran-type W --out-trade-no SBXDEMO0001 --total-fee 100.00');
    await payctl('sandbox pay SBXDEMO0001');
    await payctl('qr create --ref1 INVOICE001 --amount 250.00 --save qr.png');
    const code = (await payctl('sandbox buyer-code --raw')).trim();
    await payctl(
      `ewallet pay --tran-type W --out-trade-no SBXDEMO0009 --total-fee 42.00 --buyer-identity-code ${code}`,
    );
    writeFileSync(join(machine.home, 'night.csv'), 'reference,amount,date\nA1,1.00,2026-01-31\n');
    await payctl('books create shop');
    await machine.payctl('--sandbox reconcile --book shop --orders night.csv');
    started = await startConsole(machine);
    ({ entered: context, opened: page } = await enter(started));
    troubles = troublesOf(context);
  });

  afterEach(() => {
    // A page that is not there is an answer, too.
    const unexpected = troubles.splice(0).filter((one) => !/status of 4(04|22)/.test(one));
    expect(unexpected).toEqual([]);
  });

  afterAll(async () => {
    await browser.close();
    await started.stop();
    machine.dispose();
  });

  it('keeps the key out of every address, and the link of another site leads in', async () => {
    const another = await startConsole(machine, ['--read-only']);
    const site = await serve(`<a href="${another.link}">open</a>`);
    const visitor = await browser.newContext();
    try {
      const tab = await visitor.newPage();
      await tab.goto(site.origin('localhost'));
      await tab.getByRole('link').click();
      await tab.waitForURL(`${another.origin}/`);
      await tab.getByRole('searchbox', { name: 'Search' }).waitFor();
      expect(await tab.evaluate('document.referrer')).toBe('');
      await tab.reload();
      await tab.getByRole('link', { name: 'Journal' }).click();
      await tab.getByRole('heading', { name: 'Journal' }).waitFor();
      const addresses = await tab.evaluate<string[]>(
        'performance.getEntries().map(({ name }) => name + document.referrer)',
      );
      expect(addresses.join(' ')).not.toContain('key=');
      const stranger = await browser.newPage();
      expect((await stranger.goto(another.link))?.status()).toBe(403);
      expect((await stranger.goto(another.origin))?.status()).toBe(403);
      await stranger.close();
    } finally {
      await visitor.close();
      await site.close();
      await another.stop();
    }
  });

  it('every page fits, is light, and has no findings of axe, light and dark', async () => {
    for (const path of PAGES) {
      await page.setViewportSize({ width: 1100, height: 800 });
      const answer = await page.goto(started.origin + path);
      expect([path, (await answer?.body())?.length]).toEqual([path, expect.toSatisfy(isLight)]);
      expect([path, await page.getAttribute('html', 'lang')]).toEqual([path, 'en']);
      await openDetails(page);
      expect([path, await findingsOn(page)]).toEqual([path, []]);
      await page.emulateMedia({ colorScheme: 'dark' });
      expect([path, await findingsOn(page, ['color-contrast'])]).toEqual([path, []]);
      await page.emulateMedia({ colorScheme: null });
      expect([path, await misfitsOf(page, [390, 320, 2560])]).toEqual([path, []]);
    }
  });

  it('speaks Thai by a switch, with Buddhist years', async () => {
    const another = await startConsole(machine);
    const { entered, opened } = await enter(another);
    try {
      await opened.goto(`${another.origin}/payments?state=paid`);
      await opened.getByRole('button', { name: 'ไทย' }).click();
      await opened.waitForURL(/payments\?state=paid$/);
      expect(await opened.getAttribute('html', 'lang')).toBe('th');
      await opened.getByRole('searchbox', { name: 'ค้นหา' }).fill('SBXDEMO0009');
      await opened.getByRole('button', { name: 'ค้นหา' }).click();
      await opened.getByRole('heading', { name: 'ชำระแล้ว' }).waitFor();
      const [first] = await opened.locator('.timeline time').allTextContents();
      expect(first).toMatch(new RegExp(`^\\d+ \\S+ ${new Date().getFullYear() + 543} `));
    } finally {
      await entered.close();
      await another.stop();
    }
  });

  it('is used by keys alone, from the search to the refund', async () => {
    await payctl('ewallet create --tran-type W --out-trade-no SBXDEMO0002 --total-fee 70.00');
    await payctl('sandbox pay SBXDEMO0002');
    await page.goto(started.origin);
    await page.locator('input[type=search]:focus').waitFor();
    await page.keyboard.type('SBXDEMO0002');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Paid' }).waitFor();
    await tabTo(page, 'Refund');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Refund' }).waitFor();
    await tabTo(page, 'Refund 70.00 THB · Test');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Refunded' }).waitFor();
    await page.goto(started.origin);
    await page.keyboard.press('Shift+Tab');
    await page.goto(`${started.origin}/journal`);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('main');
  });

  it('finds what the customer has paid on the phone by its QR, and the slip of it', async () => {
    await page.goto(`${started.origin}/phone`);
    await page.getByLabel('Picture of the QR').setInputFiles(join(machine.home, 'qr.png'));
    await page.getByRole('button', { name: 'Scan' }).click();
    expect(await page.getByLabel('Amount in baht').inputValue()).toBe('250.00');
    await page.getByRole('button', { name: 'Pay' }).click();
    await page.getByRole('heading', { name: 'Paid' }).waitFor();
    const source = await page.getByAltText('Slip of this payment').getAttribute('src');
    const slip = Buffer.from(source?.split(',')[1] ?? '', 'base64');
    const saved = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Save the slip' }).click();
    expect((await saved).suggestedFilename()).toBe('slip.png');
    await search(page, '250.00');
    await page.getByRole('link', { name: 'INVOICE001' }).click();
    await page.getByText(/^Paid: 250\.00/).waitFor();
    await search(page, 'mali');
    await page.getByRole('link', { name: 'INVOICE001' }).waitFor();

    const picture = { name: 'slip.png', mimeType: 'image/png', buffer: slip };
    await page.goto(started.origin);
    await page.getByLabel('Picture of a slip or QR').setInputFiles(picture);
    await page.getByRole('button', { name: 'Check picture' }).click();
    await page.getByText(/^The bank has 250\.00 THB for this slip\. Compare it/).waitFor();
    expect(await page.locator('.verdict.good').count()).toBe(0);
    await page.getByLabel('Amount on the slip').fill('5,900');
    await page.getByRole('button', { name: 'Compare' }).click();
    await page.getByText('Not as expected').waitFor();
    await page.getByLabel('Amount on the slip').fill('฿250');
    await page.getByLabel('Order').fill('invoice-001');
    await page.getByRole('button', { name: 'Compare' }).click();
    await page.getByText('Real, and paid').waitFor();
    await page.goto(`${started.origin}/health`);
    await bring(page, 'paste', 'body', slip);
    await page.getByText('Seen before').waitFor();
    await page.goto(started.origin);
    await bring(page, 'drop', '[data-drop]', slip);
    await page.getByText('Seen before').waitFor();
    for (const typed of ['invoice-001', 'INVOICE 001', 'Invoice001']) {
      await search(page, typed);
      await page.getByText(/INVOICE001 was looked up, because nobody knows/).waitFor();
    }
    await search(page, 'NOTHINGATALL9');
    await page.getByRole('link', { name: /^Search earlier days too, from / }).click();
    await page.getByText(/the days searched are /).waitFor();
  });

  it('lets the customer refuse, show a code and consent, and sets clock, faults and settings of the bank', async () => {
    await payctl('ewallet create --tran-type W --out-trade-no SBXDEMO0003 --total-fee 9.00');
    await page.goto(`${started.origin}/phone`);
    await page.getByRole('button', { name: 'SBXDEMO0003' }).click();
    await page.getByRole('button', { name: 'Refuse' }).click();
    await page.getByRole('heading', { name: 'Refused' }).waitFor();
    await page.getByRole('button', { name: 'Show a code' }).click();
    await page.getByText(/^13\d{16}$/).waitFor();
    await page.getByRole('button', { name: 'Give consent' }).click();
    await page.getByText(/^[0-9a-f-]{36}$/).waitFor();

    await page.goto(`${started.origin}/bank`);
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByText('It stands still.').waitFor();
    await page.getByRole('button', { name: 'Start' }).click();
    await page.getByLabel('Name or code of the fault').fill('nothing-like-that');
    await page.getByRole('button', { name: 'Set fault' }).click();
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Name or code of the fault').fill('8102');
    await page.getByRole('button', { name: 'Set fault' }).click();
    await page.getByRole('button', { name: 'Clear all' }).click();
    await page.getByText('No fault is set.').waitFor();
    await page.getByText('Settings', { exact: true }).click();
    await page.getByLabel('tokenSeconds').fill('900');
    await page.getByRole('button', { name: 'Save settings' }).click();
    await page.getByText('Settings', { exact: true }).click();
    expect(await page.getByLabel('tokenSeconds').inputValue()).toBe('900');
  });

  it('shows confirmations as they come, whatever they hold, in each of two tabs', async () => {
    const { url, child, ended } = await listenOn(machine, '--sandbox');
    const tabs = [page, await context.newPage()];
    try {
      for (const tab of tabs) {
        await tab.clock.install();
        await tab.goto(`${started.origin}/confirmations`);
      }
      const shown = async (text: string | RegExp) => {
        for (const tab of tabs) {
          const count = async () => {
            await tab.clock.runFor(10_000);
            return tab.getByText(text).count();
          };
          await expect.poll(count).toBeGreaterThan(0);
        }
      };
      await shown(/^Live$/);
      await confirm(url, HOSTILE.slice(0, 20), 'T1');
      await shown('Live · 1 new');
      await confirm(url, HOSTILE, `T2${HOSTILE}`);
      await shown('Live · 2 new');
      for (const tab of tabs) {
        expect(await tab.locator('img, script:not([src])').count()).toBe(0);
        expect(await tab.locator('body').innerText()).not.toContain('\u202e');
      }
      await context.setOffline(true);
      await shown('Connection lost');
      await context.setOffline(false);
      await shown(/^Live/);
      expect(await findingsOn(page)).toEqual([]);
      troubles.splice(0);
    } finally {
      await tabs[1]?.close();
      child.kill('SIGTERM');
      await ended;
    }
  });

  it('shows newest confirmations whole beside the slip, and prints only what paper can hold', async () => {
    await page.setViewportSize({ width: 1100, height: 800 });
    await page.goto(started.origin);
    const newest = page.getByRole('region', { name: 'Confirmations' });
    await newest.getByRole('link').first().waitFor();
    expect(await newest.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(
      0,
    );
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('heading', { name: 'Slip or QR picture' }).count()).toBe(0);
    await page.getByText(/^payctl · Test · sandbox · 20/).waitFor();
    await page.goto(`${started.origin}/reconcile/book?name=shop`);
    expect(await page.getByRole('columnheader', { name: 'Decide' }).count()).toBe(0);
    await page.emulateMedia({ media: null });
  });

  it('works without script', async () => {
    const another = await startConsole(machine);
    const { entered, opened } = await enter(another, { javaScriptEnabled: false });
    try {
      await payctl('qr create --ref1 INVOICE002 --amount 12.00 --save qr2.png');
      await opened.goto(`${another.origin}/phone`);
      await opened.getByLabel('Picture of the QR').setInputFiles(join(machine.home, 'qr2.png'));
      await opened.getByRole('button', { name: 'Scan' }).click();
      await opened.getByRole('button', { name: 'Pay' }).click();
      await opened.getByRole('heading', { name: 'Paid' }).waitFor();
      await opened.getByRole('link', { name: 'Start' }).click();
      await search(opened, 'INVOICE002');
      await opened.getByText(/^Paid: 12\.00/).waitFor();
      for (const name of ['Journal', 'Confirmations', 'Health', 'Reconcile']) {
        await opened.getByRole('link', { name }).click();
        await opened.getByRole('heading', { name }).waitFor();
      }
      const file = (name: string, text: string) => {
        return { name, mimeType: 'text/csv', buffer: Buffer.from(text) };
      };
      await opened
        .getByLabel('Your orders')
        .setInputFiles(
          file('a.csv', 'reference,amount,date\nA1,1.00,2026-01-31\nA2,2.00,2026-01-31\n'),
        );
      await opened
        .getByLabel("The bank's file")
        .setInputFiles(
          file('b.csv', 'ref1,transRef,amount,transactionDate\nA1,T1,1.00,2026-01-31\n'),
        );
      await opened.getByRole('button', { name: 'Compare' }).click();
      await opened.getByText('in the orders, not at the bank').first().waitFor();
    } finally {
      await entered.close();
      await another.stop();
    }
  });

  it('cannot be used by another site, in a frame or under another name', async () => {
    await page.goto(`${started.origin}/bank`);
    const token = await page
      .locator('form[action$="/bank/clock"] [name=token]')
      .first()
      .inputValue();
    const form = `<form method="post" action="${started.origin}/bank/clock"><input name="token" value="${token}"><input name="change" value="stop"></form><script>document.forms[0].submit()</script>`;
    const frame = `<iframe src="${started.origin}/bank"></iframe><img src="${started.origin}/bank">`;
    const [poster, framer] = [await serve(form), await serve(frame)];
    const tab = await context.newPage();
    try {
      // The same site, but another origin and another path, and another site.
      for (const name of ['127.0.0.1', 'localhost']) {
        const answered = tab.waitForResponse(`${started.origin}/bank/clock`);
        await tab.goto(poster.origin(name)).catch(() => undefined);
        expect((await answered).status()).toBe(403);
        const embedded = tab.waitForResponse(`${started.origin}/bank`);
        await tab.goto(framer.origin(name));
        expect((await embedded).status()).toBe(403);
      }
      // Nor does either get the cookie of the console, which would open it.
      expect([...poster.cookies, ...framer.cookies].join(' ')).not.toContain('payctl_');
      expect(poster.cookies).not.toEqual([]);
      const rebound = await tab.goto(`http://${REBOUND}:${started.port}/bank`);
      expect(rebound?.status()).toBe(421);
      expect(JSON.parse(await payctl('sandbox clock -o json')).stopped).toBe(false);
    } finally {
      await tab.close();
      await poster.close();
      await framer.close();
      troubles.splice(0);
    }
  });
});

/** A page of somebody else on this machine. */
async function serve(body: string) {
  const cookies: string[] = [];
  const server: Server = createServer(({ headers }, response) => {
    cookies.push(headers.cookie ?? '');
    response.writeHead(200, { 'content-type': 'text/html' }).end(`<!doctype html>${body}`);
  });
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
  return {
    cookies,
    origin: (name: string) => `http://${name}:${port}/`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A confirmation of a bill, as the bank sends it, or somebody in its name. */
async function confirm(url: string, text: string, transactionId: string): Promise<void> {
  const body = JSON.stringify({
    payeeProxyId: '010000000000101',
    payeeProxyType: 'BILLERID',
    payeeAccountNumber: '1110000001',
    payerAccountNumber: '2220000001',
    payerName: text,
    amount: '1.00',
    transactionId,
    transactionDateandTime: '2026-01-31T09:00:00.000+07:00',
    billPaymentRef1: text,
    currencyCode: '764',
  });
  const { ok } = await fetch(url, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json' },
  });
  expect(ok).toBe(true);
}
