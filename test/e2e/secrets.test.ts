import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshMachine, type Machine } from './payctl.js';

const SECRET = 'canary-secret-7Q+x/9w==';
const TOKEN = 'canary-token-41b7-7c2e';

interface Reply {
  status: number;
  type: string;
  body: string;
  location?: string;
}

/** A bank that echoes what it was sent, as careless gateways do in their error pages. */
let answer: (path: string, echo: string) => Reply;
let server: Server;
let machine: Machine;

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      const echo = `${JSON.stringify(request.headers)} ${body}`;
      const path = request.url ?? '';
      const reply: Reply = path.endsWith('/oauth/token') ? token() : answer(path, echo);
      const { location } = reply;
      response.writeHead(reply.status, {
        'content-type': reply.type,
        ...(location !== undefined && { location }),
      });
      response.end(reply.body);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port }: AddressInfo = Object(server.address());
  machine = freshMachine({ FORCE_COLOR: '0' });
  const flags = ['--name', 'shop', '--base-url', `http://127.0.0.1:${port}`, '--api-key', 'key-0'];
  const made = await machine.payctl(
    [
      'init',
      ...flags,
      '--environment',
      'test',
      '--company-id',
      '001',
      '--terminal-id',
      '1',
      '--store',
      'file',
      '--secret-stdin',
    ],
    { input: `${SECRET}\n` },
  );
  expect(made.code, made.stderr).toBe(0);
});

afterAll(() => {
  server.close();
  machine.dispose();
});

function token() {
  const data = { accessToken: TOKEN, tokenType: 'Bearer', expiresIn: 1800, expiresAt: 1 };
  return json(200, { status: { code: 1000, description: 'Success' }, data });
}

function json(status: number, body: unknown) {
  return { status, type: 'application/json', body: JSON.stringify(body) };
}

const ANSWERS: Readonly<Record<string, typeof answer>> = {
  success: () => json(200, { status: { code: 1000, description: 'Success' }, data: {} }),
  'an error that echoes': (_, echo) => json(400, { status: { code: 1101, description: echo } }),
  'a page that echoes': (_, echo) => ({
    status: 502,
    type: 'text/html',
    body: `<html>${echo}</html>`,
  }),
  'broken JSON that echoes': (_, echo) => ({
    status: 200,
    type: 'application/json',
    body: `{"status":${echo}`,
  }),
  'a bank that remembers the secret': () =>
    json(200, { status: { code: 1000, description: SECRET }, data: { note: `of ${SECRET}` } }),
  'a redirect that names it': () => ({
    status: 302,
    type: 'text/plain',
    body: SECRET,
    location: `http://127.0.0.1/?s=${encodeURIComponent(SECRET)}`,
  }),
  'a refusal': () =>
    json(401, { status: { code: 9500, description: 'Invalid authorization credentials' } }),
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
      for (const look of ['-o json --envelope -vv', '-o raw -vv']) {
        const { stdout, stderr } = await machine.payctl(`${command} -p shop --retries 0 ${look}`);
        for (const form of [...forms(SECRET), ...forms(TOKEN)]) {
          expect(stdout + stderr, `${command} ${look}`).not.toContain(form);
        }
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
