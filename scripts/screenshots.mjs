// node scripts/screenshots.mjs: takes the pictures of docs/console.md, from a real run of the built command.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { root } from './bundle.mjs';

const BIN = join(root, 'bin/payctl.js');
const home = mkdtempSync(join(tmpdir(), 'payctl-screenshots-'));
const env = { PATH: process.env.PATH, HOME: home };

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-dev-shm-usage'],
});
try {
  prepare();
  await picture('start', {}, async () => {});
  await picture('report', {}, (page) => search(page, 'SBXSHOP0002'));
  await picture('slip', {}, async (page) => {
    await page.locator('form[action$="/slip"] input[type=file]').setInputFiles(join(home, 's.png'));
    await page.locator('form[action$="/slip"] button').click();
    await page.waitForLoadState();
  });
  await picture('phone', { width: 420, height: 1240 }, async (page) => {
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
  payctl('qr create --ref1 INVOICE0042 --amount 99.00');
}

function payctl(line) {
  const words = ['--sandbox', ...line.split(' ')];
  const { status, stderr } = spawnSync(process.execPath, [BIN, ...words], { env, cwd: home });
  if (status !== 0) throw new Error(`payctl ${line}: ${stderr}`);
}

async function search(page, text) {
  await page.locator('input[type=search]').fill(text);
  await page.locator('form[role=search] button').click();
  await page.waitForLoadState();
}

/** A window on a console of its own, once `walk` has gone to what is shown. */
async function picture(
  name,
  { width = 1000, height = 720, lang = 'en', colorScheme = 'light' },
  walk,
) {
  const words = ['--sandbox', '--lang', lang, 'console', '--port', '0'];
  const served = spawn(process.execPath, [BIN, ...words], { env, cwd: home });
  try {
    const link = await new Promise((resolve) => {
      served.stdout.on('data', (text) => resolve(String(text).trim()));
    });
    const page = await browser.newPage({ viewport: { width, height }, colorScheme });
    await page.goto(link);
    await page.waitForURL(new URL('.', link).href);
    await walk(page);
    const path = join(root, 'docs', `console-${name}.png`);
    await page.screenshot({ path });
    await page.close();
    console.log(`docs/console-${name}.png: ${statSync(path).size} bytes`);
  } finally {
    served.kill();
  }
}
