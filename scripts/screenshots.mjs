// @ts-check
// node scripts/screenshots.mjs: takes the pictures of docs/console.md, from a real run of the built command.
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { BIN, root, run, scratchEnvironment, serve } from './shared.mjs';

const home = mkdtempSync(join(tmpdir(), 'payctl-screenshots-'));
const options = { env: scratchEnvironment(home), cwd: home };

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
  args: ['--no-sandbox', '--disable-dev-shm-usage'],
});
try {
  prepare();
  // The figures come when they are counted.
  await picture('start', {}, (page) => page.locator('#today').waitFor());
  await picture('payments', {}, async (page) => {
    await page.getByRole('link', { name: 'Payments' }).click();
    await page.waitForLoadState();
  });
  await picture('report', {}, (page) => search(page, 'SBXSHOP0002'));
  await picture('slip', {}, async (page) => {
    await page.locator('form[action$="/slip"] input[type=file]').setInputFiles(join(home, 's.png'));
    await page.locator('form[action$="/slip"] button').click();
    await page.waitForLoadState();
  });
  await picture('phone', { width: 420, height: 1320 }, async (page) => {
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('link', { name: "Customer's phone" }).click();
    await page.getByRole('button', { name: 'INVOICE0042' }).click();
    await page.waitForLoadState();
  });
  await picture('thai', { lang: 'th', colorScheme: 'dark' }, (page) => search(page, 'SBXSHOP0003'));
} finally {
  await browser.close();
  rmSync(home, { recursive: true, force: true });
}

/** A day at a shop: what support is asked about. */
function prepare() {
  payctl('sandbox settings rateLimit=0');
  for (const [reference, amount] of [
    ['SBXSHOP0002', '250.00'],
    ['SBXSHOP0003', '1290.00'],
  ]) {
    payctl(`ewallet create --tran-type W --out-trade-no ${reference} --total-fee ${amount}`);
    payctl(`sandbox pay ${reference}`);
  }
  payctl('ewallet refund --tran-type W --out-trade-no SBXSHOP0003 --total-fee 1290.00');
  payctl('qr create --ref1 INVOICE0041 --amount 480.00 --save q.png');
  payctl('sandbox pay q.png --slip s.png');
  payctl('sandbox pay q.png');
  payctl('qr create --ref1 INVOICE0042 --amount 99.00');
}

function payctl(line) {
  run(process.execPath, [BIN, '--sandbox', ...line.split(' ')], options);
}

async function search(page, text) {
  await page.locator('input[type=search]').fill(text);
  await page.locator('form[role=search] button').click();
  await page.waitForLoadState();
}

/**
 * A window on a console of its own, once `walk` has gone to what is shown.
 *
 * @param {string} name
 * @param {{ width?: number, height?: number, lang?: string, colorScheme?: 'light' | 'dark' }} look
 * @param {(page: import('playwright-core').Page) => Promise<void>} walk
 */
async function picture(
  name,
  { width = 1000, height = 720, lang = 'en', colorScheme = 'light' },
  walk,
) {
  const words = ['--sandbox', '--lang', lang, 'console', '--port', '0'];
  const served = await serve(BIN, words, /^http:\S+$/m, options);
  try {
    const [link = ''] = /^http:\S+$/m.exec(served.said) ?? [];
    const page = await browser.newPage({ viewport: { width, height }, colorScheme });
    await page.goto(link);
    await page.waitForURL(new URL('.', link).href);
    await walk(page);
    const path = join(root, 'docs', `console-${name}.png`);
    await page.screenshot({ path });
    await page.close();
    console.log(`docs/console-${name}.png: ${statSync(path).size} bytes`);
  } finally {
    await served.end();
  }
}
