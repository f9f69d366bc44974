import {
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { lockByFile } from '../../src/state/file-lock.js';
import { fakeHost } from '../fixtures/fake-host.js';
import type { Machine } from '../fixtures/machine.js';
import { quickMachine } from '../fixtures/quick-machine.js';
import { opened } from '../fixtures/servers.js';

let machine: Machine;
beforeEach(() => {
  machine = quickMachine();
});
afterEach(() => machine.dispose());

const file = (name = 'm.prom') => join(machine.home, name);
const figures = (name?: string) => readFileSync(file(name), 'utf8');

/** Of one sample; undefined where there is none. */
function sample(name: string): number | undefined {
  const line = figures()
    .split('\n')
    .find((one) => one.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.slice(name.length + 1));
}

/** A service that is pinged. */
async function service(answer: (url: string, response: ServerResponse) => void = ok) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    answer(request.url ?? '', response);
  });
  return { asked, url: `http://127.0.0.1:${await opened(server)}` };
}

function ok(_: string, response: ServerResponse): void {
  response.end();
}

describe('--metrics', () => {
  it('writes what Prometheus reads, for all to read', async () => {
    const { code, stderr } = await machine.payctl('--sandbox journal recover --metrics m.prom');
    expect([code, stderr]).toEqual([0, '']);
    const samples = figures()
      .replace(/ \d{10}$/m, ' NOW')
      .replace(/ \d+\.\d+$/m, ' SECONDS');
    expect(samples.replaceAll(/^# TYPE .*\n/gm, '')).toMatchInlineSnapshot(`
      "# HELP payctl_journal_damaged 1 where the journal cannot be read, and the open charges are not known.
      payctl_journal_damaged 0
      # HELP payctl_charges_open Charges whose end is not known.
      payctl_charges_open 0
      # HELP payctl_charges_open_oldest_age_seconds Age of the oldest charge whose end is not known; 0 without one.
      payctl_charges_open_oldest_age_seconds 0
      # HELP payctl_last_run_exit Exit code of the last run; 0 while it goes on.
      payctl_last_run_exit{command="journal recover"} 0
      # HELP payctl_last_run_timestamp_seconds When the last run ended or was seen last, in seconds since 1970.
      payctl_last_run_timestamp_seconds{command="journal recover"} NOW
      # HELP payctl_duration_seconds How long the last run took.
      payctl_duration_seconds{command="journal recover"} SECONDS
      "
    `);
    expect(samples.match(/^# TYPE payctl_\w+ gauge$/gm)).toHaveLength(6);
    expect(statSync(file()).mode & 0o777).toBe(0o644);
  });

  it('counts open charges, and names none', async () => {
    await machine.payctl('sandbox faults before-commit --operation ewallet.inquire');
    await machine.payctl('sandbox faults before-commit --operation ewallet.pay --times 1');
    const buyer = (await machine.payctl('sandbox buyer-code --wallet W --raw')).stdout.trim();
    const pay = 'ewallet pay --tran-type W --out-trade-no SBXOPEN1 --total-fee 10.00 --wait 0';
    const { code } = await machine.payctl(`--sandbox ${pay} --buyer-identity-code ${buyer}`);
    expect(code).toBe(10);
    const recovered = await machine.payctl(
      '--sandbox journal recover --wait 0 --retries 0 --metrics m.prom',
    );
    expect(recovered.code).toBe(10);
    expect(sample('payctl_charges_open')).toBe(1);
    expect(sample('payctl_charges_open_oldest_age_seconds')).toBeGreaterThan(0);
    expect(sample('payctl_last_run_exit{command="journal recover"}')).toBe(10);
    expect(figures()).not.toContain('SBXOPEN1');
  });

  it('says how the rows of a batch ended, and keeps what other commands wrote', async () => {
    writeFileSync(
      file(),
      'payctl_last_run_exit{command="reconcile"} 11\npayctl_rows{result="nonsense"} 1\nother 1\n',
    );
    const input = 'outTradeNo\nSBXA1\nSBXA2\nA3\n';
    const words = '--sandbox batch ewallet.inquire - -f tranType=W --metrics m.prom';
    expect((await machine.payctl(words, { input })).code).toBe(11);
    expect(sample('payctl_rows{result="SUCCESS"}')).toBe(0);
    expect(sample('payctl_rows{result="NOT_FOUND"}')).toBe(2);
    expect(sample('payctl_rows{result="USAGE"}')).toBe(1);
    expect(sample('payctl_last_run_exit{command="batch"}')).toBe(11);
    expect(sample('payctl_last_run_exit{command="reconcile"}')).toBe(11);
    expect(figures()).not.toMatch(/nonsense|other/);
  });

  it('says what a night left open in its book, and how old it is', async () => {
    writeFileSync(file('o.csv'), 'reference,amount,date\nA1,1.00,2026-01-01\nA2,2.00,2026-01-12\n');
    writeFileSync(file('b.csv'), 'reference,amount,date\nA2,2.00,2026-01-12\nA3,3.00,2026-01-12\n');
    await machine.payctl('--sandbox books create shop');
    const night = 'reconcile --book shop --orders o.csv --bank b.csv --metrics m.prom';
    expect((await machine.payctl(`--sandbox ${night}`)).code).toBe(11);
    expect(sample('payctl_book_open_items{book="shop",age="0-1d"}')).toBe(1);
    expect(sample('payctl_book_open_items{book="shop",age="2-7d"}')).toBe(0);
    expect(sample('payctl_book_open_items{book="shop",age="8-30d"}')).toBe(1);
    expect(sample('payctl_book_open_oldest_age_seconds{book="shop"}')).toBe(11 * 86_400);
    expect(sample('payctl_last_run_exit{command="reconcile"}')).toBe(11);
  });

  it('keeps the open items of each book, and drops labels that no run writes', async () => {
    const items = [
      'payctl_book_open_items{book="shop",age="0-1d"} 2',
      'payctl_book_open_oldest_age_seconds{book="branch-2.b"} 86400',
    ];
    const wrong = [
      'payctl_book_open_items{age="0-1d"} 2',
      'payctl_book_open_items{book="a b",age="0-1d"} 1',
    ];
    writeFileSync(file(), [...items, ...wrong].map((line) => `${line}\n`).join(''));
    await machine.payctl('--sandbox journal recover --metrics m.prom');
    const kept = figures()
      .split('\n')
      .filter((line) => line.startsWith('payctl_book'));
    expect(kept).toEqual(items);
  });

  it('replaces a link, and removes what a killed run left', async () => {
    writeFileSync(file('private'), 'untouched');
    symlinkSync(file('private'), file());
    // No process has this number.
    writeFileSync(file('.m.prom.99999999'), 'half');
    writeFileSync(file('.m.prom.1'), 'of one that runs');
    expect((await machine.payctl('--sandbox journal recover --metrics m.prom')).code).toBe(0);
    expect(readFileSync(file('private'), 'utf8')).toBe('untouched');
    expect(lstatSync(file()).isFile()).toBe(true);
    const beside = readdirSync(machine.home).filter((name) => name.startsWith('.m.prom'));
    expect(beside).toEqual(['.m.prom.1']);
  });

  it('waits for another run that changes the same file, and loses nothing of it', async () => {
    const lock = await lockByFile(fakeHost(), file('m.prom.lock'));
    const { ended } = machine.start('--sandbox journal recover --metrics m.prom');
    await sleep(1_000);
    writeFileSync(file(), 'payctl_last_run_exit{command="reconcile"} 11\n');
    lock?.release();
    expect((await ended).code).toBe(0);
    expect(sample('payctl_last_run_exit{command="reconcile"}')).toBe(11);
    expect(sample('payctl_last_run_exit{command="journal recover"}')).toBe(0);
    expect(existsSync(file('m.prom.lock'))).toBe(false);
  });

  it('that cannot be written is a warning', async () => {
    const { code, stderr } = await machine.payctl(
      '--sandbox journal recover --metrics none/m.prom',
    );
    expect(code).toBe(0);
    expect(stderr).toMatch(/^warning: no figures were written: cannot write .*none\/m\.prom: /);
    const wrong = await machine.payctl('--sandbox journal recover --metrics out.jsonl');
    expect([wrong.code, wrong.stderr]).toEqual([
      2,
      'error: --metrics is "out.jsonl"; give a name that ends in .prom\n',
    ]);
  });

  it('tells of a run that failed, where the charges cannot be counted', async () => {
    const env = { PAYCTL_STORE: 'postgres://payctl@127.0.0.1:1/payctl?sslmode=disable' };
    const { code, stderr } = await machine.payctl('journal recover --metrics m.prom', { env });
    expect(code).toBe(3);
    expect(stderr).toContain('warning: the open charges cannot be counted: ');
    expect(sample('payctl_journal_damaged')).toBe(1);
    expect(sample('payctl_charges_open')).toBeUndefined();
    expect(sample('payctl_charges_open_oldest_age_seconds')).toBeUndefined();
    expect(sample('payctl_last_run_exit{command="journal recover"}')).toBe(3);
  });

  it('calls damage damage: what cannot be read may be open', async () => {
    await machine.payctl('sandbox faults before-commit --operation ewallet.pay --times 2');
    await machine.payctl('sandbox faults before-commit --operation ewallet.inquire');
    for (const reference of ['SBXWHOLE1', 'SBXTORN1']) {
      const buyer = (await machine.payctl('sandbox buyer-code --wallet W --raw')).stdout.trim();
      const pay = `ewallet pay --tran-type W --out-trade-no ${reference} --total-fee 10.00 --wait 0`;
      await machine.payctl(`--sandbox ${pay} --buyer-identity-code ${buyer}`);
    }
    const claims = join(machine.home, '.local/state/payctl/claims');
    const torn = readdirSync(claims, { recursive: true, encoding: 'utf8' })
      .map((name) => join(claims, name))
      .filter((path) => statSync(path).isFile())
      .filter((path) => readFileSync(path, 'utf8').includes('SBXTORN1'));
    expect(torn).not.toEqual([]);
    for (const path of torn) writeFileSync(path, 'nonsense\n');
    await machine.payctl('--sandbox journal recover --wait 0 --retries 0 --metrics m.prom');
    expect(sample('payctl_journal_damaged')).toBe(1);
    expect(sample('payctl_charges_open')).toBeUndefined();
    expect(sample('payctl_charges_open_oldest_age_seconds')).toBeGreaterThan(0);
  });

  it('writes how often a command is meant to run, which a run by hand does not change', async () => {
    const interval = 'payctl_expected_interval_seconds{command="journal recover"}';
    const recover = '--sandbox journal recover --metrics m.prom';
    expect((await machine.payctl(recover)).code).toBe(0);
    expect(sample(interval)).toBeUndefined();
    expect((await machine.payctl(`${recover} --every 10m`)).code).toBe(0);
    expect(sample(interval)).toBe(600);
    expect((await machine.payctl(recover)).code).toBe(0);
    expect(sample(interval)).toBe(600);
    expect(await machine.payctl('--sandbox journal recover --every 10m')).toMatchObject({
      code: 2,
      stderr: 'error: --every is written to the file of --metrics, and there is none\n',
    });
    expect((await machine.payctl(`${recover} --every 5s`)).code).toBe(2);
  });

  it('forgets a command, and no other', async () => {
    const recover = '--sandbox journal recover --metrics m.prom --every 10m';
    expect((await machine.payctl(recover)).code).toBe(0);
    const input = 'outTradeNo\nSBXA1\n';
    const batch = '--sandbox batch ewallet.inquire - -f tranType=W --metrics m.prom';
    expect((await machine.payctl(batch, { input })).code).toBe(11);
    const forget = (words: string) => machine.payctl(`metrics forget ${words} --metrics m.prom`);
    expect(await forget('journal recover')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('"command":"journal recover"'),
    });
    expect(figures()).not.toContain('journal recover');
    expect(sample('payctl_last_run_exit{command="batch"}')).toBe(11);
    expect(sample('payctl_charges_open')).toBe(0);
    expect((await forget('batch')).code).toBe(0);
    expect(figures()).not.toMatch(/batch|payctl_rows/);
    expect((await forget('ewallet pay')).code).toBe(2);
    const none = await machine.payctl('metrics forget batch --metrics none.prom');
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('which does not exist')]);
    expect(existsSync(file('none.prom'))).toBe(false);
  });

  it('is written while listen runs, and nothing with --dry-run', async () => {
    const { child, ended, says } = machine.start('--sandbox listen --port 0 --metrics m.prom');
    onTestFinished(() => void child.kill('SIGKILL'));
    await says(/listening on/);
    await expect.poll(() => existsSync(file())).toBe(true);
    expect(sample('payctl_last_run_exit{command="listen"}')).toBe(0);
    child.kill('SIGTERM');
    expect((await ended).code).toBe(143);
    expect(sample('payctl_last_run_exit{command="listen"}')).toBe(143);
    await machine.payctl('--sandbox smoke --dry-run --metrics dry.prom');
    expect(existsSync(file('dry.prom'))).toBe(false);
  });
});

describe('--ping', () => {
  it('tells of the beginning and of the exit, with the query', async () => {
    const { asked, url } = await service();
    await machine.payctl(['--sandbox', 'journal', 'recover', '--ping', `${url}/id/?k=v`]);
    const input = 'outTradeNo\nSBXA1\n';
    const words = ['--sandbox', 'batch', 'ewallet.inquire', '-', '-f', 'tranType=W'];
    const { code } = await machine.payctl([...words, '--ping', url], { input });
    expect(code).toBe(11);
    expect(asked).toEqual(['GET /id/start?k=v', 'GET /id/0?k=v', 'GET /start', 'GET /11']);
  });

  it('never changes the exit, follows no redirect, and waits five seconds', async () => {
    const { asked, url } = await service((path, response) => {
      if (path.endsWith('/start')) response.writeHead(302, { location: '/elsewhere' }).end();
    });
    const { code, stderr } = await machine.payctl([
      ...'--sandbox journal recover --ping'.split(' '),
      `${url}/secret-id`,
    ]);
    expect(code).toBe(0);
    expect(asked).toEqual(['GET /secret-id/start', 'GET /secret-id/0']);
    expect(stderr).toBe(
      `warning: ${url} answered the ping with 302\nwarning: ${url} could not be pinged: ETIMEDOUT\n`,
    );
  });

  it('takes http and https alone, and tells of wrong options, too', async () => {
    const { asked, url } = await service();
    for (const wrong of ['ftp://x/secret-id', 'secret-id', 'file:///etc/passwd']) {
      const { code, stderr } = await machine.payctl(['journal', 'recover', '--ping', wrong]);
      expect([code, stderr.split('\n')[0]]).toEqual([
        2,
        'error: --ping needs an http or https address',
      ]);
    }
    const words = `--sandbox journal recover --since soon --ping ${url}`;
    const { code } = await machine.payctl(words);
    expect([code, asked]).toEqual([2, ['GET /start', 'GET /2']]);
  });
});
