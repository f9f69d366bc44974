// @ts-check
// node bench/console.mjs: how long the console takes to answer for its pages over a store that is there.
//   --state DIR       a state directory, as bench/growth.mjs --keep makes them
//   --store URL       or a shared store, as bench/large-store.mjs fills them; its key is in PAYCTL_STORE_KEY
//   --reference REF   a payment of it
//   --rounds N        how often each page is asked for (9), after once that does not count
//   --painted         also until a browser (CHROMIUM, /usr/bin/chromium-headless-shell) has painted them
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium } from 'playwright-core';
import { COMPANY } from './large-store/shop.mjs';
import { median } from './measure.mjs';
import { fixed, flag, machine, openScratch, payctl, publish } from './shared.mjs';
import { environmentProfile } from './startup-rows.mjs';
import { BASE_URL, COMMAND, reference } from './years.mjs';

const rounds = Number(flag('rounds', 9));
const PAGES = [
  ...['/', '/payments', '/payments?sort=largest', '/payments?sort=smallest&from=-90d'],
  ...[`/p/${flag('reference', reference(1))}`, '/journal', '/confirmations'],
  ...['/approvals', '/approvals?all=yes', '/audit', '/health'],
];

/**
 * Starts a console and follows its link; resolves to where its pages are, and the cookie that opens them.
 * Charges count for their own bank alone, and at its address nobody answers: it refuses at once.
 */
async function enter(env) {
  const [program = '', ...args] = payctl;
  const child = spawn(program, [...args, '--retries', '0', 'console', '--port', '0'], {
    ...{ env, stdio: ['ignore', 'pipe', 'inherit'] },
  });
  const link = await new Promise((resolve, reject) => {
    child.stdout?.once('data', (line) => resolve(String(line).trim()));
    child.once('exit', (code) => reject(new Error(`the console ended with exit ${code}`)));
  });
  const opened = await fetch(link);
  const [cookie = ''] = (opened.headers.getSetCookie()[0] ?? '').split(';');
  const { origin, pathname } = new URL(link);
  const pages = origin + pathname.replace(/\/$/, '');
  return { pages, cookie, pid: child.pid, close: () => child.kill() };
}

/** The processor time of a process so far, in ticks of 10 ms. */
function processTicks(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ');
  return Number(fields[13]) + Number(fields[14]);
}

/** A page that asks the bank waits where it was asked as often in the same second: not what is measured here. */
const betweenVisits = (path) => sleep(path.startsWith('/p/') ? 1_000 : 0);

/** Of one answer, to its last byte; and what of it was the console's own work. */
async function ask({ pages, cookie, pid }, path) {
  await betweenVisits(path);
  const [began, ticks] = [performance.now(), processTicks(pid)];
  const answer = await fetch(pages + path, { headers: { cookie } });
  await answer.text();
  if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}`);
  return { ms: performance.now() - began, cpu: 10 * (processTicks(pid) - ticks) };
}

/**
 * Opens pages as a person's browser does; tells when each has painted for the first time.
 */
async function openBrowser({ pages, cookie }) {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
  });
  const context = await browser.newContext({ extraHTTPHeaders: { cookie } });
  const page = await context.newPage();
  return {
    async painted(path) {
      await betweenVisits(path);
      await page.goto(pages + path);
      return page.evaluate(`new Promise((resolve) => {
        new PerformanceObserver((seen) => resolve(seen.getEntriesByName('first-contentful-paint')[0].startTime))
          .observe({ type: 'paint', buffered: true });
      })`);
    },
    close: () => browser.close(),
  };
}

async function main() {
  const scratch = openScratch();
  const [state, store] = [flag('state', undefined), flag('store', undefined)];
  const console_ = await enter({
    ...environmentProfile(scratch.env, BASE_URL),
    PAYCTL_COMPANY_ID: store ? COMPANY : COMMAND.companyId,
    PAYCTL_TERMINAL_ID: COMMAND.terminalId,
    ...(state && { PAYCTL_STATE_DIR: state }),
    ...(store && { PAYCTL_STORE: store, PAYCTL_STORE_KEY: process.env.PAYCTL_STORE_KEY }),
  });
  const browser = process.argv.includes('--painted') ? await openBrowser(console_) : undefined;
  try {
    const rows = [];
    for (const path of PAGES) {
      const first = await ask(console_, path);
      const all = [];
      for (let round = 0; round < rounds; round++) all.push(await ask(console_, path));
      const cpu = all.reduce((sum, one) => sum + one.cpu, 0) / rounds;
      const painted = [];
      for (let round = 0; browser && round < rounds; round++) {
        painted.push(await browser.painted(path));
      }
      const figures = [first.ms, median(all.map(({ ms }) => ms)), cpu, median(painted)];
      rows.push([path, ...figures.map((ms) => fixed(ms, 0))]);
    }
    publish('console', machine(), [['page', 'first ms', 'ms', 'cpu ms', 'painted ms'], rows]);
  } finally {
    await browser?.close();
    console_.close();
    scratch.close();
  }
}

await main();
