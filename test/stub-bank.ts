import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterFile } from './leftovers.js';

export interface Call {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Either the whole body, or the envelope around `data`. None at all: the call hangs. */
export interface Answer {
  status?: number;
  headers?: Record<string, string>;
  body?: string;
  code?: number;
  description?: string;
  data?: unknown;
}

export interface StubBank {
  url: string;
  /** The connection to it, and what most calls take from a profile. */
  env: Record<string, string>;
  /** All calls but those for a token, since the last `forget`. */
  calls: Call[];
  forget(): void;
}

const TOKEN = { accessToken: 'T', tokenType: 'Bearer', expiresIn: 1800 };

/**
 * A bank on loopback that is one function; a token it gives by itself, unless told another.
 * It ends after the last test of the file.
 */
export async function stubBank(
  answer: (call: Call) => Answer | undefined,
  { token = TOKEN, port = 0 }: { token?: object | ((call: Call) => Answer); port?: number } = {},
): Promise<StubBank> {
  const calls: Call[] = [];
  const tokenAnswer = (call: Call) => (typeof token === 'function' ? token(call) : { data: token });
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request;
      const call = { method, path, headers, body };
      const isToken = path.endsWith('/oauth/token');
      if (!isToken) calls.push(call);
      const given = isToken ? tokenAnswer(call) : answer(call);
      if (given === undefined) return;
      response.writeHead(given.status ?? 200, {
        'content-type': 'application/json',
        ...given.headers,
      });
      response.end(given.body ?? envelope(given));
    });
  });
  // Where the port is fixed, another run of the tests may stand there for the moment.
  const listens = () =>
    new Promise<boolean>((done) => {
      server.once('error', () => done(false));
      server.listen(port, '127.0.0.1', () => done(true));
    });
  while (!(await listens())) await new Promise((again) => setTimeout(again, 100));
  afterFile(() => {
    server.closeAllConnections();
    server.close();
  });
  const bound: AddressInfo = Object(server.address());
  const url = `http://127.0.0.1:${bound.port}`;
  const env = {
    PAYCTL_BASE_URL: url,
    PAYCTL_API_KEY: 'key-of-the-test',
    PAYCTL_API_SECRET: 'secret-of-the-test',
    PAYCTL_COMPANY_ID: '001',
    PAYCTL_TERMINAL_ID: '1',
  };
  return { url, env, calls, forget: () => void calls.splice(0) };
}

function envelope({ code = 1000, description = 'Success', data }: Answer): string {
  return JSON.stringify({ status: { code, description }, ...(data !== undefined && { data }) });
}
