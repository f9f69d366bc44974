import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { beforeEach, describe, expect, it } from 'vitest';
import { BIN, type Machine } from '../fixtures/machine.js';
import { describeWith, itWith } from '../fixtures/needs.js';
import { quickMachine } from '../fixtures/quick-machine.js';
import { type ServedBank, serveBank } from '../fixtures/served-bank.js';

const SECRET = 'canary-secret-8841';

let machine: Machine;
beforeEach(() => {
  machine = quickMachine();
});

const inConfig = (...path: string[]) => join(machine.home, '.config/payctl', ...path);

function initShop(...more: string[]) {
  const words = 'init --name shop --base-url https://api.bank.example/v --api-key KEY'.split(' ');
  return machine.payctl([...words, ...more], { input: `${SECRET}\n` });
}

describe('init', () => {
  it('takes flags, and the secret from standard input into a file of mode 0600', async () => {
    const made = await initShop('--secret-stdin', '--store', 'file', '--environment', 'test');
    expect(made.code, made.stderr).toBe(0);
    expect(JSON.parse(made.stdout)).toEqual({
      profile: 'shop',
      baseUrl: 'https://api.bank.example/v',
      apiKey: 'KEY',
      environment: 'test',
    });
    expect(made.stderr).toContain('(mode 0600)');
    expect(made.stderr).toContain('next: payctl doctor');
    const file = inConfig('secrets', 'shop.apiSecret');
    expect(readFileSync(file, 'utf8')).toBe(`${SECRET}\nhttps://api.bank.example\n`);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(inConfig('config.json'), 'utf8')).not.toContain(SECRET);
    expect(made.stdout + made.stderr).not.toContain(SECRET);
  });

  it('takes the variables of the environment', async () => {
    const env = {
      PAYCTL_BASE_URL: 'https://api.bank.example',
      PAYCTL_API_KEY: 'KEY2',
      PAYCTL_API_SECRET: SECRET,
    };
    expect((await machine.payctl('init', { env })).code).toBe(0);
    const shown = await machine.payctl('config show');
    expect(JSON.parse(shown.stdout)).toMatchObject({ profile: 'default', apiKey: 'KEY2' });
    expect(readdirSync(inConfig('secrets'))).toEqual(['default.apiSecret']);
  });

  it('names what is missing, and creates nothing', async () => {
    const refused = await machine.payctl('init --name shop --api-key KEY');
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toMatchInlineSnapshot(`
      "error: init needs --base-url (or PAYCTL_BASE_URL)
        hint: without an account: payctl init --sandbox
      "
    `);
    expect((await machine.payctl('config list -o json')).stdout).not.toContain('shop');
  });

  it('says that the profile is saved where its secret cannot be', async () => {
    mkdirSync(inConfig('secrets', 'shop.apiSecret'), { recursive: true, mode: 0o700 });
    const half = await initShop('--secret-stdin', '--store', 'file');
    expect(half.code).toBe(3);
    expect(half.stderr).toContain('the profile shop is saved, its secret is not: cannot');
    expect(half.stderr).toContain('payctl -p shop config set-secret apiSecret --store file');
    expect((await machine.payctl('config list')).stdout).toContain('shop');
  });

  it('updates a profile, which becomes the current one only in place of the embedded bank', async () => {
    await machine.payctl('init --sandbox');
    await initShop();
    const again = await machine.payctl('init --name shop --company-id 001');
    expect(again.code, again.stderr).toBe(0);
    expect(again.stderr).not.toContain('no secret was given');
    const shown = JSON.parse((await machine.payctl('config show')).stdout);
    expect(shown).toMatchObject({ profile: 'shop', apiKey: 'KEY', companyId: '001' });
    const second = await machine.payctl(
      'init --name kiosk --base-url https://b.example --api-key K',
    );
    expect(second.stderr).toContain('shop stays the current profile; payctl config use kiosk');
    expect(second.stderr).toContain('next: payctl -p kiosk doctor');
  });
});

/** Types each answer when its question has come; all that was shown. */
function typed(
  command: string,
  answers: readonly (readonly [question: string, keys: string])[],
  env: Record<string, string> = {},
) {
  return new Promise<{ code: number | null; shown: string }>((done, fail) => {
    const line = `"${process.execPath}" "${BIN}" ${command}`;
    const child = spawn('script', ['-qefc', line, '/dev/null'], {
      env: { ...machine.env, TERM: 'xterm', FORCE_COLOR: '0', ...env },
    });
    const waiting = [...answers];
    let shown = '';
    let seen = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      shown += chunk.toString();
      const [next] = waiting;
      const at = next ? shown.indexOf(next[0], seen) : -1;
      if (!next || at < 0) return;
      seen = at + next[0].length;
      waiting.shift();
      child.stdin.write(next[1]);
    });
    // It may end before all is typed.
    child.stdin.on('error', () => {});
    child.on('error', fail);
    child.on('close', (code) => done({ code, shown }));
  });
}

describeWith('script', 'init on a terminal', () => {
  const DOWN = '\u001b[B';

  it('asks for what a person has in hand, and checks each answer', async () => {
    const { code, shown } = await typed('init', [
      ['How do you want to start?', '\r'],
      ['Name of the profile', 'sandbox\r'],
      ['is a reserved name', '\u0015shop\r'],
      ['(baseUrl):', 'http://bank.example\r'],
      ['must begin with https://', `\u0015https://api.bank.example\r`],
      ['Which environment', DOWN],
      ['❯ live', '\r'],
      ['(apiKey):', 'KEY\r'],
      ['(apiSecret;', `${SECRET}\r`],
      ['(companyId):', '001\r'],
      ['(terminalId):', '\r'],
      ['(billerId):', '\r'],
      ['(merchantId):', '\r'],
      ['(outTradeNoPrefix):', '\r'],
      ['shared store', '\r'],
    ]);
    expect(code, shown).toBe(0);
    expect(shown).not.toContain(SECRET);
    const { profiles, current } = JSON.parse(readFileSync(inConfig('config.json'), 'utf8'));
    expect(current).toBe('shop');
    expect(profiles.shop).toEqual({
      baseUrl: 'https://api.bank.example',
      environment: 'live',
      apiKey: 'KEY',
      companyId: '001',
    });
    expect(readFileSync(inConfig('secrets', 'shop.apiSecret'), 'utf8')).toBe(
      `${SECRET}\nhttps://api.bank.example\n`,
    );
  });

  it('offers the embedded bank to a person without a key', async () => {
    const { code, shown } = await typed('init', [
      ['How do you want to start?', DOWN],
      ['❯ I have none yet', '\r'],
    ]);
    expect(code, shown).toBe(0);
    expect(shown).toContain('next: payctl qr create');
  });

  it.each([
    ['ctrl-C', '\u0003'],
    ['ctrl-D', '\u0004'],
  ])('creates nothing when the person leaves by %s', async (_, key) => {
    const { code, shown } = await typed('init', [
      ['How do you want to start?', '\r'],
      ['Name of the profile', key],
    ]);
    expect(code).toBe(130);
    const lines = stripVTControlCharacters(shown).split(/[\r\n]+/);
    expect(lines).toContain('error: interrupted at a prompt; nothing was done');
    expect((await machine.payctl('config list')).stdout).not.toContain('true');
  });
});

describe('config', () => {
  beforeEach(async () => {
    await initShop('--secret-stdin', '--store', 'file', '--terminal-id', '7');
  });

  it('tells where each value comes from', async () => {
    const env = { PAYCTL_COMPANY_ID: '002', PAYCTL_API_SECRET: SECRET };
    const { stdout } = await machine.payctl('config show --origin --lang th', { env });
    const rows: { setting: string; value: string; origin: string; variable: string }[] =
      JSON.parse(stdout);
    const origin = (name: string) => {
      const row = rows.find(({ setting }) => setting === name);
      return [row?.value, row?.origin];
    };
    expect(origin('lang')).toEqual(['th', 'flag']);
    expect(origin('companyId')).toEqual(['002', 'environment']);
    expect(origin('terminalId')).toEqual(['7', 'profile']);
    expect(origin('merchantApp')).toEqual(['shopapp', 'default']);
    expect(origin('billerId')).toEqual([null, null]);
    expect(origin('apiSecret')).toEqual(['[redacted]', 'environment']);
    expect(stdout).not.toContain(SECRET);
    const stored = await machine.payctl([
      ...['config', 'show', '--origin'],
      ...['-q', "[?setting=='apiSecret'].origin"],
    ]);
    expect(stored.stdout).toBe('["file"]\n');
  });

  it('sets, gets and removes', async () => {
    expect((await machine.payctl('config set billerId 010000000000101')).code).toBe(0);
    expect((await machine.payctl('config get billerId')).stdout).toBe('010000000000101\n');
    expect((await machine.payctl('config unset billerId terminalId')).code).toBe(0);
    expect(await machine.payctl('config get billerId')).toMatchObject({ code: 6, stdout: '' });
    const { stderr } = await machine.payctl('config set billerId 12');
    expect(stderr).toContain('billerId must be 15 digits');
  });

  it('copies settings, and never a secret', async () => {
    const { stderr } = await machine.payctl('config copy shop kiosk');
    expect(stderr).toContain('payctl -p kiosk config set-secret apiSecret');
    expect(readdirSync(inConfig('secrets'))).toEqual(['shop.apiSecret']);
    expect((await machine.payctl('config get terminalId -p kiosk')).stdout).toBe('7\n');
  });

  it('takes secrets along when a profile gets another name', async () => {
    expect((await machine.payctl('config rename shop context')).code).toBe(0);
    expect(readdirSync(inConfig('secrets'))).toEqual(['context.apiSecret']);
    expect(JSON.parse((await machine.payctl('config show')).stdout)).toMatchObject({
      profile: 'context',
    });
  });

  it('asks before it deletes, and then leaves nothing behind', async () => {
    const refused = await machine.payctl('config delete shop');
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('confirm with --yes');
    expect((await machine.payctl('config delete shop --yes')).code).toBe(0);
    expect(readdirSync(inConfig('secrets'))).toEqual([]);
    expect((await machine.payctl('config list')).stdout).not.toContain('shop');
  });

  itWith('script', 'deletes when a person says yes', async () => {
    const { code } = await typed('config delete shop', [['Delete the profile shop', 'y\r']]);
    expect(code).toBe(0);
    expect(readdirSync(inConfig('secrets'))).toEqual([]);
  });
});

describe('a profile with a token and charges', () => {
  let bank: ServedBank;
  let server: Machine;
  beforeEach(async () => {
    server = quickMachine();
    bank = await serveBank(server);
    const { PAYCTL_API_SECRET = '', ...settings } = bank.env;
    const made = await machine.payctl('init --name shop --secret-stdin --store file', {
      env: settings,
      input: PAYCTL_API_SECRET,
    });
    expect(made.code, made.stderr).toBe(0);
  });

  it('keeps its token under another name, and loses it when it is deleted', async () => {
    const token = (await machine.payctl('token --raw')).stdout;
    expect((await machine.payctl('config rename shop context')).code).toBe(0);
    expect((await machine.payctl('token --raw')).stdout).toBe(token);
    expect((await machine.payctl('config delete context --yes')).code).toBe(0);
    const tokens = join(machine.home, '.local/state/payctl/tokens');
    expect(readdirSync(tokens).filter((name) => name.endsWith('.json'))).toEqual([]);
  });

  it('can be neither renamed nor deleted while a charge is open', async () => {
    await machine.payctl('token');
    const state = { PAYCTL_STATE_DIR: join(server.home, '.local/state/payctl') };
    await machine.payctl('sandbox faults committed-but-reply-lost', { env: state });
    const lost = await machine.payctl(
      'ewallet close --tran-type W --out-trade-no SBXOPEN1 --wait 0',
    );
    expect(lost.code, lost.stderr).toBe(10);
    for (const command of ['config rename shop context', 'config delete shop --yes']) {
      const refused = await machine.payctl(command);
      expect(refused.code).toBe(2);
      expect(refused.stderr).toContain('the profile shop has open charges (1)');
    }
    expect((await machine.payctl('config list')).stdout).toContain('shop');
  });
});

describeWith('script', 'a person who needs plain lines', () => {
  it('is asked by them, without a line that is drawn again', async () => {
    const { code, shown } = await typed(
      'init --name plain',
      [
        ['Number, 1 to 2:', 'first\r'],
        ['Number, 1 to 2:', '1\r'],
        ['(baseUrl):', 'bank\r'],
        ['(baseUrl):', 'https://bank.example\r'],
        ['Number, 1 to 2:', '1\r'],
        ['(apiKey):', '\u0003'],
      ],
      { ACCESSIBLE: '1' },
    );
    expect(code, shown).toBe(130);
    expect(shown).toContain('  1. I have an API key of the bank\r\n');
    expect(shown).toContain('is not a URL\r\n');
    expect(shown).not.toContain('\u001b');
  });

  it.each([
    ['maybe\r', 'n\r', 2],
    ['', 'y\r', 0],
  ])('says yes or no by a letter: %j%j', async (first, second, exit) => {
    await machine.payctl('init --name plain --base-url https://b.example --api-key K --no-input');
    const answers = [['[y/N]', first] as const, ['[y/N]', second] as const];
    const env = { ACCESSIBLE: '1' };
    const { code, shown } = await typed(
      'config delete plain',
      answers.filter(([, keys]) => keys),
      env,
    );
    expect(code, shown).toBe(exit);
    expect(shown.includes('Answer y or n.')).toBe(first !== '');
    expect(shown).not.toContain('\u001b');
  });
});

describeWith('script', 'money on a live profile', () => {
  const REFUND = 'ewallet refund --tran-type W --out-trade-no SBXLIVE1 --total-fee 5.00';
  /** The terminal breaks lines where it likes. */
  const unwrapped = (text: string) => stripVTControlCharacters(text).replaceAll(/\s+/g, '');
  let bank: ServedBank;
  let env: Record<string, string>;
  beforeEach(async () => {
    bank = await serveBank(machine);
    env = { ...bank.env, PAYCTL_ENVIRONMENT: 'live' };
  });

  it('says what it is about to do and where, and does nothing without a yes', async () => {
    const answers: [keys: string, code: number, words: string][] = [
      ['n\r', 2, 'not sent: you answered no'],
      ['\r', 2, 'not sent: you answered no'],
      ['\u0003', 130, 'interrupted at a prompt; nothing was done'],
      ['\u0004', 130, 'interrupted at a prompt; nothing was done'],
    ];
    for (const [keys, code, words] of answers) {
      const ended = await typed(REFUND, [['Send it?', keys]], env);
      expect(ended.code, ended.shown).toBe(code);
      expect(unwrapped(ended.shown)).toContain(
        unwrapped(
          `ewallet refund of 5.00 THB, companyId 00100, terminalId 100000000000001, outTradeNo SBXLIVE1, live at ${new URL(bank.url).host}. Send it?`,
        ),
      );
      expect(ended.shown).toContain(words);
    }
    expect((await machine.payctl('journal list', { env })).stdout).toBe('[]\n');
    const sent = await typed(REFUND, [['Send it?', 'y\r']], env);
    expect(sent.code, sent.shown).toBe(6);
  });

  it('needs --yes where there is nobody to ask', async () => {
    const refused = await machine.payctl(REFUND, { env });
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toContain(
      'a live profile asks for confirmation, and there is no terminal',
    );
    expect((await machine.payctl(`${REFUND} --yes`, { env })).code).toBe(6);
  });
});

describe('an address with a password', () => {
  // More spellings, and those without one: test/config/shown-address.test.ts.
  it('is shown by no command, however wrong it is', async () => {
    const settings = {
      apiKey: 'KEY',
      baseUrl: `htps://${SECRET}@h`,
      proxy: `http://u:1/${SECRET}@h`,
      store: `password='a ${SECRET}' host=h`,
    };
    const config = { current: 'shop', profiles: { shop: settings } };
    mkdirSync(inConfig(), { recursive: true, mode: 0o700 });
    writeFileSync(inConfig('config.json'), JSON.stringify(config), { mode: 0o600 });
    const looks = [
      'config show',
      'config show --origin',
      ...['baseUrl', 'proxy', 'store'].map((name) => `config get ${name}`),
      'config list',
      'doctor --offline',
    ];
    for (const look of looks) {
      const { stdout, stderr } = await machine.payctl(look);
      expect(stdout + stderr, look).not.toContain(SECRET);
    }
  });
});
