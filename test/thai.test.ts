import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { payctl } from './fixtures/command.js';
import { stubBank } from './fixtures/stub-bank.js';

/** Commands, names of fields and files, values: the same in every language. */
const NAMES = [
  /payctl(?: [\x21-\x7e]+)*/g,
  /"[^"\n]*"|'[^'\n]*'/g,
  /https?:\S+|postgres:\S+/g,
  /--?[a-z][\w-]*(?:=\S+)?/g,
  /\b[A-Z][A-Z0-9_]+\b(?:=\S+)?/g,
  /\b[a-z]+[A-Z]\w*/g,
  /\S*[\d…]\S*/g,
  /<\w+>/g,
];

const REFUND = 'outTradeNo,totalFee,tranType\nSBXA,1,W\n';
const SHOP = 'init --name shop --base-url https://api.bank.example --api-key KEY -o json';

/** What a person who asks for Thai must not get in English, and the names that may stand in it. */
const LINES: [line: string, names?: RegExp, stdin?: string][] = [
  ['tokn'],
  ['token status --rwa'],
  ['--sandbox ewallet inquire ABC1 --timeout soon'],
  ['-p shop ewallet inquire ABC1'],
  ['journal show ABC1'],
  ['--sandbox journal settle SBXA', /settle|executed|not-executed/g],
  ['--sandbox journal archive', /archive/g],
  ['listen --forward-to http://bank.example/', /bank\.example/g],
  ['--sandbox listen replay T1 --forward-to http://127.0.0.1:9/'],
  ['--sandbox batch ewallet.inquire - --dry-run', /ewallet inquire/g, 'outTradeNo\nSBXA\n'],
  ['--sandbox batch ewallet.refund -', /ewallet refund|sandbox|test/g, REFUND],
  ['--sandbox batch investigate -', /id|source/g, 'what;customer\nSBXA;Mali\n'],
  ['init --api-key KEY', /init/g],
  [SHOP, /"?[\w:/.{}"]*shop[\w:/.{}",]*/g],
  ['config get apiSecret'],
  ['--sandbox sandbox pay NOSUCH'],
  ['--sandbox sandbox clock sometime', /now|stop|start/g],
  ['--sandbox sandbox faults htmlerror', /html-error/g],
  ['--sandbox sandbox faults no-callback --ref A1', /no-callback/g],
  ['--sandbox token -o raw', /raw/g],
  ['--sandbox store status'],
  ['--sandbox api PUT /v1'],
  ['--sandbox transfer credit confirm ID --expect-amount 1.00 --dry-run'],
  ['help nothing'],
  ['explain 4711'],
  ['--sandbox find'],
  ['store status'],
];

/** The database of the embedded bank is a real file. */
const state = mkdtempSync(join(tmpdir(), 'payctl-thai-'));
afterAll(() => rmSync(state, { recursive: true }));

let runs = 0;

function inThai(line: string, stdin = '', env: Record<string, string> = {}) {
  runs += 1;
  const directory = join(state, String(runs));
  mkdirSync(directory);
  return payctl(`--lang th ${line}`, { stdin, env: { PAYCTL_STATE_DIR: directory, ...env } });
}

/** What is left of a text without the names in it. */
function foreignIn(text: string, names = /^$/g): string[] {
  const bare = [names, ...NAMES].reduce((rest, name) => rest.replace(name, ''), text);
  return bare.match(/[A-Za-z]{2,}/g) ?? [];
}

it.each(LINES)('--lang th says in Thai how it ended: %s', async (line, names, stdin) => {
  const { stderr } = await inThai(line, stdin);
  expect(stderr).toMatch(/[\u0e01-\u0e5b]/);
  expect(foreignIn(stderr, names), stderr).toEqual([]);
});

it('--lang th says in Thai how a call ended, with the words of the bank as they are', async () => {
  const answer = { status: 404, code: 1104, description: 'no such trade' };
  const { env } = await stubBank(() => answer);
  const line = 'ewallet inquire --tran-type W --out-trade-no A1 -o json';
  const { stderr } = await inThai(line, '', env);
  const { message, hint } = JSON.parse(stderr.trim().split('\n').at(-1) ?? '').error;
  expect(message).toMatch(/^ewallet inquire: [^A-Za-z]+: no such trade \([^A-Za-z]+ 1104\)$/);
  expect(hint).toMatch(/[\u0e01-\u0e5b]/);
});

it.each([
  ['investigate SBX-NONE', 6],
  ['explain 401/9500', 0],
])('--lang th says in Thai what it found: %s', async (line, exit) => {
  const { code, stdout } = await inThai(`--sandbox ${line} -o table`);
  expect(code).toBe(exit);
  const names = /^ +\$ .*|exit \d+|[a-z]+\.[a-z]+|access token|sbx-?none/gm;
  expect(foreignIn(stdout, names), stdout).toEqual([]);
});

it.each([
  'postgres://shop@127.0.0.1:1/pay?sslmode=disable',
  'postgres://shop@db/pay?sslmode=prefer',
])('--lang th says in Thai what is wrong with a shared store: %s', async (store) => {
  const key = Buffer.alloc(32, 1).toString('base64');
  const env = { PAYCTL_STORE: store, PAYCTL_STORE_KEY: key, PAYCTL_STORE_PASSWORD: 'hush' };
  const { stderr } = await inThai('store status', '', env);
  expect(stderr).toMatch(/[\u0e01-\u0e5b]/);
  expect(foreignIn(stderr, /sslmode\S*|verify-full|export/g), stderr).toEqual([]);
});

const PAYLOAD =
  '00020101021229370016A000000677010111011300660000000005802TH530376454040.006304ABCD';

it.each([
  ['qr lint', /^ผิดพลาด crc-wrong: แท็ก 63 /m],
  ['qr decode', /29\.01 หมายเลขโทรศัพท์มือถือ +\*\*\*0000/],
])('--lang th %s reads a payload in Thai', async (words, part) => {
  const { stdout } = await inThai(`${words} ${PAYLOAD} -o table`);
  expect(stdout).toMatch(part);
});
