import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { run } from '../../src/cli/run.js';
import { type FakeHostOptions, fakeHost } from '../fake-host.js';

/** A bank at which nothing listens: a call that comes so far ends in exit 9. */
export const NOWHERE = {
  PAYCTL_BASE_URL: 'http://127.0.0.1:9',
  PAYCTL_API_KEY: 'key-of-the-test',
  PAYCTL_API_SECRET: 'secret-of-the-test',
  PAYCTL_COMPANY_ID: '001',
  PAYCTL_TERMINAL_ID: '1',
};

/** Runs a command line on a machine in memory: words as a shell would split them, or a list. */
export async function payctl(words: string | readonly string[], options: FakeHostOptions = {}) {
  const argv = typeof words === 'string' ? words.split(' ') : words;
  const env: Record<string, string> = { ...NOWHERE, ...options.env };
  const host = fakeHost({ ...options, argv, env });
  const code = await run(host);
  return { code, stdout: host.stdout.text(), stderr: host.stderr.text(), host };
}

export interface Call {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

interface Answer {
  status?: number;
  /** As text it is sent as it is. */
  body: unknown;
}

export function success(data: unknown): Answer {
  return { body: { status: { code: 1000, description: 'Success' }, data } };
}

const TOKEN = success({ accessToken: 'T', tokenType: 'Bearer', expiresIn: 1800 });

/** A bank for the tests of a file, which gives a token and answers all else as `answer` says. */
export function bankThat(answer: (call: Call) => Answer) {
  const bank = { url: '', env: {}, calls: [] as Call[] };
  let server: Server;
  beforeAll(async () => {
    server = createServer((request, response) => void reply(request, response));
    const reply = async (request: IncomingMessage, response: ServerResponse) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const { method = '', url = '', headers } = request;
      const call = { method, url, headers, body: Buffer.concat(chunks).toString() };
      const isToken = url.endsWith('/oauth/token');
      if (!isToken) bank.calls.push(call);
      const { status = 200, body } = isToken ? TOKEN : answer(call);
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
    };
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    bank.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    bank.env = { PAYCTL_BASE_URL: bank.url };
  });
  beforeEach(() => {
    bank.calls.length = 0;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return bank;
}
