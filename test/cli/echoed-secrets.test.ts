import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { diskFiles } from '../../src/host/files.js';
import { run } from '../../src/run.js';
import { FORMATS } from '../../src/runtime/run-options.js';
import { type FakeHost, fakeHost } from '../fixtures/fake-host.js';
import { AROUND, OF_TEXTS, readings } from '../fixtures/spellings.js';
import { type Answer, stubBank } from '../fixtures/stub-bank.js';

const SECRETS = {
  'the secret of the application': 'Zq7+x/9wKp3_Lm8==vT',
  'the access token': 'jR4/tY6~hB2-nW5.cX1',
  'the refresh token': 'gD8+mF3/sA7_uE9-pQ0',
};
const KEY = 'kV5xO1zI8yC4';
const BASIC = Buffer.from(`${KEY}:${SECRETS['the secret of the application']}`).toString('base64');
const ALL = Object.values(SECRETS);

/** The pair is in base64 as it is: that again in an encoding is nested, which is not looked for. */
const ENCODED = /base64|hexadecimal/;

/** Every spelling of every secret as the text of a JSON string. */
const SPELLINGS: readonly (readonly [name: string, json: string])[] = [
  ...Object.entries(OF_TEXTS).map(
    ([name, spell]) => [name, (s: string) => inJson(spell(s))] as const,
  ),
  ...Object.entries(AROUND).map(
    ([name, spell]) => [`around: ${name}`, (s: string) => inJson(spell(s))] as const,
  ),
  ['JSON, as its own escapes', (s: string) => each(s, (code) => `\\u00${code}`)] as const,
  ['JSON, slashes alone', (s: string) => s.replaceAll('/', '\\/')] as const,
].map(([name, spell]) => {
  const secrets = ENCODED.test(name) ? ALL : [...ALL, BASIC];
  return [name, secrets.map((secret) => `of ${spell(secret)}`).join(' ')] as const;
});

/** What stands in no JSON: its escapes would be one layer more. */
function withoutJson(notes: readonly string[]): string {
  return notes.map((note) => JSON.parse(`"${note}"`)).join(' ');
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function each(text: string, spell: (code: string) => string): string {
  return Array.from(text, (letter) => spell(letter.charCodeAt(0).toString(16))).join('');
}

let answerTo: (body: string) => Answer = () => ({});
let first: FakeHost;
let home: string;
const token = {
  accessToken: SECRETS['the access token'],
  refreshToken: SECRETS['the refresh token'],
  tokenType: 'Bearer',
  expiresIn: 1800,
};
const bank = await stubBank(({ body }) => answerTo(body), { token });

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'payctl-echo-'));
  first = machine('token');
  expect(await run(first)).toBe(0);
});
afterAll(() => rmSync(home, { recursive: true }));

function machine(words: string, stdin = ''): FakeHost {
  const own = {
    PAYCTL_API_KEY: KEY,
    PAYCTL_API_SECRET: SECRETS['the secret of the application'],
    PAYCTL_ENVIRONMENT: 'test',
  };
  return fakeHost({ argv: words.split(' '), stdin, env: { ...bank.env, ...own } });
}

/** Of a run that finds the token of the one before in its file. */
async function outputOf(words: string, stdin?: string): Promise<string> {
  const host = { ...machine(words, stdin), files: first.files };
  await run(host);
  expect(host.stdout.text() + host.stderr.text(), words).not.toBe('');
  return `${host.stdout.text()}\n${host.stderr.text()}`;
}

/** The secrets of which six letters in a row can be read, decoded whichever way. */
function shown(text: string, secrets: readonly string[] = ALL): string[] {
  const all = readings(text, 3);
  return secrets.filter((secret) =>
    Array.from({ length: secret.length - 5 }, (_, at) => secret.slice(at, at + 6)).some((part) =>
      all.some((reading) => reading.includes(part)),
    ),
  );
}

const INQUIRE = 'ewallet inquire --tran-type W --out-trade-no ABC0001 --retries 0';
const LOOKS = [
  ...FORMATS.map((format) => `-o ${format}`),
  '-o json --envelope -vv',
  '-q notes --show-pii',
  '-o table --show-pii -vv',
];

/** As long as headers may be; a secret in it is whole, because the bank has sent no part of one. */
function inHeader(notes: readonly string[]): string {
  const text = withoutJson(notes).replace(/[^ -~]/g, '');
  return text.slice(0, text.lastIndexOf(' of ', 8_000));
}

function success(notes: readonly string[]): Answer {
  const all = notes.join(' ');
  const data = `{"tradeState":"SUCCESS","transactionId":"${all}","notes":["${notes.join('","')}"],"deep":{"${all}":1}}`;
  const body = `{"status":{"code":1000,"description":"${all}"},"data":${data}}`;
  return { status: 200, body, headers: { server: inHeader(notes) } };
}

const ANSWERS: Readonly<Record<string, (notes: readonly string[]) => Answer>> = {
  success,
  'a refusal': (notes) => {
    const all = notes.join(' ');
    const status = `{"code":1101,"description":"${all}","details":{"of":"${all}"}}`;
    return { status: 400, body: `{"status":${status}}` };
  },
  'a page': (notes) => ({ status: 502, body: `<html>${withoutJson(notes)}</html>` }),
  'broken JSON': (notes) => ({ status: 200, body: `{"status":"${withoutJson(notes)}` }),
  'a redirect': (notes) => ({
    status: 302,
    body: withoutJson(notes),
    headers: { location: `https://elsewhere.example/${inHeader(notes)}` },
  }),
};

describe('a secret that the bank sends back', () => {
  const notes = SPELLINGS.map(([, note]) => note);

  it('is found by this test in each of many spellings', () => {
    expect(SPELLINGS.length).toBeGreaterThan(12);
    for (const [name, note] of SPELLINGS) expect(shown(note), name).toEqual(ALL);
  });

  it.each(LOOKS)('is not shown by %s', async (look) => {
    for (const [name, of] of Object.entries(ANSWERS)) {
      answerTo = () => of(notes);
      const seen = await outputOf(`${INQUIRE} ${look}`);
      if (name === 'success') expect(seen).toContain('[redacted]');
      expect(shown(seen), name).toEqual([]);
    }
  });

  it('is in no file that is written', async () => {
    const pairs = notes.flatMap((note, at) => (at % 2 === 0 ? [[note, notes[at + 1] ?? '']] : []));
    const answers = pairs.flatMap((pair) => Object.values(ANSWERS).map((of) => of(pair)));
    answerTo = (body) => answers[Number(/ROW(\d+)"/.exec(body)?.[1])] ?? {};
    const rows = answers.map((_, row) => `ROW${row}\n`).join('');
    const fields = '-f tranType=W -f buyerIdentityCode=280000000000000001 -f totalFee=1.00';
    const flags = `--retries 0 --wait 0 --yes --rate 0 --out ${join(home, 'results.csv')}`;
    const host = machine(`batch ewallet.pay - ${fields} ${flags}`, `outTradeNo\n${rows}`);
    const random = () => randomBytes(8).toString('hex');
    await run({ ...host, files: diskFiles(random), env: { ...host.env, HOME: home } });
    const written = readdirSync(home, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name));
    expect(written.filter((path) => path.includes('/journal/')).length).toBeGreaterThan(
      answers.length,
    );
    expect(written).toContain(join(home, 'results.csv'));
    for (const path of written) {
      if (!path.includes('/tokens/')) expect(shown(readFileSync(path, 'utf8')), path).toEqual([]);
    }
  });

  it('is in no bundle for the bank', async () => {
    answerTo = () => success(notes);
    await outputOf('investigate ABC0001 -o json --bundle /home/tester/case.zip');
    const files = unzipSync(first.files.read('/home/tester/case.zip') ?? new Uint8Array());
    expect(Buffer.from(files['case.json'] ?? []).toString()).toContain('[redacted]');
    for (const bytes of Object.values(files)) {
      expect(shown(Buffer.from(bytes).toString())).toEqual([]);
    }
  });

  it('may be the API key, which is shown in data, but in no message and no log', async () => {
    for (const [name, spell] of Object.entries(OF_TEXTS)) {
      answerTo = () => ANSWERS['a page']?.([spell(KEY)]) ?? {};
      const seen = await outputOf(`${INQUIRE} -o json -vv`);
      expect(seen).toContain('[redacted]');
      expect(shown(seen, [KEY]), name).toEqual([]);
    }
  });
});
