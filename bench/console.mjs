// npm run bench:console: how large and how quick the pages of the console are, in Chromium on loopback.
//   --rounds N          how often the first page is opened (9)
//   --confirmations N   how many are listed (10000)
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { flag, openScratch, payctl } from './surroundings.mjs';

const FIRST_BYTES = 100_000;
const FIRST_MS = 300;

const rounds = Number(flag('rounds', 9));
const count = Number(flag('confirmations', 10_000));
const scratch = openScratch();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-dev-shm-usage'],
});
try {
  await receive(count);
  const served = start('console', '--port', '0');
  const [link] = await says(served, /^http:\S+$/m);
  const page = await browser.newPage();
  await page.goto(link);
  await page.waitForURL(new URL('.', link).href);
  report('first page', await first(page), { bytes: FIRST_BYTES, ms: FIRST_MS });
  for (const [look, path] of [
    ['first look', 'confirmations'],
    ['next page', 'confirmations?page=2'],
    ['again', 'confirmations'],
  ]) {
    const before = processorMs(served.pid);
    await page.goto(new URL(path, link).href);
    const seen = await painted(page);
    const used = processorMs(served.pid) - before;
    console.log(`${count} confirmations, ${look}: seen after ${seen} ms, processor ${used} ms`);
  }
  served.kill();
} finally {
  await browser.close();
  scratch.close();
}

function start(...words) {
  const [program, ...before] = payctl;
  return spawn(program, [...before, '--sandbox', ...words], { env: scratch.env });
}

function says(child, pattern) {
  return new Promise((resolve) => {
    let text = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (part) => {
        text += part;
        const found = pattern.exec(text);
        if (found) resolve(found);
      });
    }
  });
}

/** Opens the first page again and again: all its bytes, and the median of when it is seen. */
async function first(page) {
  let answers = [];
  page.on('response', (response) => answers.push(response.body()));
  const times = [];
  for (let round = 0; round < rounds; round++) {
    answers = [];
    await page.reload({ waitUntil: 'networkidle' });
    times.push(await painted(page));
  }
  const bodies = await Promise.all(answers);
  const bytes = bodies.reduce((sum, { length }) => sum + length, 0);
  return { bytes, ms: times.sort((a, b) => a - b)[rounds >> 1] };
}

/** User and system time of a process so far; Linux counts it in hundredths of a second. */
function processorMs(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Milliseconds from asking for the page to its first contents on the screen. */
async function painted(page) {
  const ask = `new Promise((resolve) => {
    new PerformanceObserver((list) => {
      const [entry] = list.getEntriesByName('first-contentful-paint');
      if (entry) resolve(entry.startTime);
    }).observe({ type: 'paint', buffered: true });
  })`;
  return Math.round(await page.evaluate(ask));
}

function report(name, { bytes, ms }, bar) {
  const isWithin = bytes < bar.bytes && ms < bar.ms;
  console.log(`${name}: ${bytes} bytes (bar ${bar.bytes}), painted after ${ms} ms (bar ${bar.ms})`);
  if (!isWithin) process.exitCode = 1;
}

/** Fills the inbox as the bank would. */
async function receive(wanted) {
  const listener = start('listen', '--port', '0');
  listener.stdout.resume();
  const [, url] = await says(listener, /listening on (\S+),/);
  let sent = 0;
  const sender = async () => {
    while (sent < wanted) {
      const number = sent++;
      const body = JSON.stringify({
        ...{ payeeProxyId: '010000000000101', payeeProxyType: 'BILLERID', currencyCode: '764' },
        ...{ payeeAccountNumber: '1110000001', payerAccountNumber: '2220000001' },
        ...{ payerName: 'Mali Suksai', amount: '1.00', transactionId: `T${number}` },
        ...{ transactionDateandTime: '2026-01-31T09:00:00.000+07:00' },
        billPaymentRef1: `INVOICE${number}`,
      });
      const headers = { 'content-type': 'application/json' };
      await fetch(url, { method: 'POST', headers, body }).then((answer) => answer.text());
    }
  };
  await Promise.all(Array.from({ length: 40 }, sender));
  listener.kill();
}
