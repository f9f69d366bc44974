import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { quickMachine } from '../fixtures/quick-machine.js';
import { type Answer, stubBank } from '../fixtures/stub-bank.js';

const SECRET = 'canary-secret-7Q+x/9w==';
const TOKEN = 'canary-token-41b7-7c2e';

/** A bank that echoes what it was sent, as careless gateways do in their error pages. */
let answer: (echo: string) => Answer = () => ({});
const token = { accessToken: TOKEN, tokenType: 'Bearer', expiresIn: 1800, expiresAt: 1 };
const bank = await stubBank(({ headers, body }) => answer(`${JSON.stringify(headers)} ${body}`), {
  token,
});
const machine = quickMachine({ FORCE_COLOR: '0' });

beforeAll(async () => {
  const init = `init --name shop --base-url ${bank.url} --api-key key-0 --environment test`;
  const more = '--company-id 001 --terminal-id 1 --store file --secret-stdin';
  const made = await machine.payctl(`${init} ${more}`, { input: `${SECRET}\n` });
  expect(made.code, made.stderr).toBe(0);
});

// Every spelling in every kind of answer is tried in test/cli/echoed-secrets.test.ts.
const ANSWERS: Readonly<Record<string, typeof answer>> = {
  'an error that echoes': (echo) => ({ status: 400, code: 1101, description: echo }),
  'a bank that remembers the secret': () => ({
    description: SECRET,
    data: { note: `of ${SECRET}` },
  }),
  'a redirect that names it': () => ({
    status: 302,
    body: SECRET,
    headers: { location: `http://127.0.0.1/?s=${encodeURIComponent(SECRET)}` },
  }),
};

const COMMANDS = [
  'token',
  'token status',
  'ewallet inquire --tran-type W --out-trade-no ABC1',
  'ewallet refund --tran-type W --out-trade-no ABC2 --total-fee 1 --wait 0',
  'qr create --ref1 A --pp-id 123456789012345 --amount 1',
  'ewallet cancel --tran-type W --out-trade-no ABC3 --dry-run',
  'config show --show-pii',
  'journal list',
];

/** In every form in which it could slip out. */
function forms(text: string): string[] {
  const base64 = Buffer.from(text).toString('base64');
  return [text, base64, encodeURIComponent(text), JSON.stringify(text).slice(1, -1)];
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesBelow(path) : [path];
  });
}

describe('a canary secret', () => {
  it.each(Object.keys(ANSWERS))('shows nowhere: %s', async (name) => {
    const chosen = ANSWERS[name];
    if (chosen) answer = chosen;
    for (const command of COMMANDS) {
      const { stdout, stderr } = await machine.payctl(`${command} -p shop --retries 0 -o json -vv`);
      for (const form of [...forms(SECRET), ...forms(TOKEN)]) {
        expect(stdout + stderr, command).not.toContain(form);
      }
    }
  });

  it('lies in the secret store alone; no file is open to others', () => {
    const files = filesBelow(machine.home);
    expect(files.length).toBeGreaterThan(3);
    for (const file of files) {
      const text = readFileSync(file, 'latin1');
      if (!file.includes('/secrets/'))
        for (const form of forms(SECRET)) expect(text, file).not.toContain(form);
      if (!file.includes('/tokens/'))
        for (const form of forms(TOKEN)) expect(text, file).not.toContain(form);
      expect(statSync(file).mode & 0o077, file).toBe(0);
    }
  });
});
