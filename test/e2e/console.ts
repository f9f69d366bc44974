import { request } from 'node:http';
import { connect } from 'node:net';
import { onTestFinished } from 'vitest';
import type { Machine, Running } from './payctl.js';

/** A console that a test has started. */
export interface Started {
  running: Running;
  /** Its link, which works once. */
  link: string;
  /** Where its pages are. */
  origin: string;
  port: number;
  stop(): Promise<void>;
}

export async function startConsole(
  machine: Machine,
  options: readonly string[] = [],
  globals: readonly string[] = ['--sandbox'],
  env: Record<string, string> = {},
): Promise<Started> {
  const running = machine.start([...globals, 'console', '--port', '0', ...options], { env });
  const [link = ''] = await running.says(/^http:\S+$/m);
  const { origin: host, pathname, port } = new URL(link);
  const origin = host + pathname.replace(/\/$/, '');
  return {
    ...{ running, link, origin, port: Number(port) },
    async stop() {
      running.child.kill('SIGTERM');
      await running.ended;
    },
  };
}

/** A console that ends with its test. */
export async function openConsole(...how: Parameters<typeof startConsole>): Promise<Started> {
  const started = await startConsole(...how);
  onTestFinished(() => started.stop());
  return started;
}

/** The same, and whoever has followed its link. */
export async function visitConsole(
  ...how: Parameters<typeof startConsole>
): Promise<Started & { reader: Visitor }> {
  const started = await openConsole(...how);
  return { ...started, reader: await Visitor.at(started) };
}

export interface Answered {
  status: number;
  headers: NodeJS.Dict<string | string[]>;
  text: string;
}

export interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  host?: string;
}

/** A request as anybody may send it; nothing is added that a browser would add. */
export function send(port: number, path: string, sent: Sent = {}): Promise<Answered> {
  const { method = 'GET', headers = {}, body, host = '127.0.0.1' } = sent;
  const answered = new Promise<Answered>((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const message = request(
      { host, port, path, method, headers: { ...length, ...headers }, agent: false },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => {
          text += part;
        });
        response.on('end', () => {
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
        });
        response.on('error', reject);
      },
    );
    message.on('error', reject);
    message.end(body);
  });
  // Where a test fails before it reads the answer, the console ends and nobody else hears of it.
  answered.catch(() => {});
  return answered;
}

/** Whatever is written to the port, and all that comes back until the other side ends. */
export function sendRaw(port: number, request: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' }, () => socket.write(request));
    let text = '';
    socket.setEncoding('utf8').on('data', (part: string) => {
      text += part;
      if (text.includes('\r\n\r\n')) socket.destroy();
    });
    socket.on('error', () => socket.destroy());
    socket.on('close', () => resolve(text));
  });
}

/** Whoever has followed the link. */
export class Visitor {
  readonly #port: number;
  readonly cookie: string;
  /** The path below which the pages of this console are. */
  readonly base: string;

  private constructor(port: number, cookie: string, base: string) {
    this.#port = port;
    this.cookie = cookie;
    this.base = base;
  }

  static async at({ link, port }: Pick<Started, 'link' | 'port'>): Promise<Visitor> {
    const { pathname, search } = new URL(link);
    const { headers } = await send(port, pathname + search);
    const [cookie = ''] = headers['set-cookie'] ?? [];
    return new Visitor(port, cookie.split(';')[0] ?? '', pathname.replace(/\/$/, ''));
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Answered> {
    return this.#send(path, { headers: { cookie: this.cookie, ...headers } });
  }

  /** Paths without that of the console. */
  async #send(path: string, sent: Sent): Promise<Answered> {
    const { headers, text, status } = await send(this.#port, this.base + path, sent);
    const location = String(headers.location ?? '').replace(this.base, '');
    const own = text.replaceAll(`"${this.base}/`, '"/');
    return { status, headers: { ...headers, location }, text: own };
  }

  /** The token of the form on a page that posts to a path. */
  async token(page: string, path: string): Promise<string> {
    const { text } = await this.get(page);
    const form = new RegExp(
      `action="${path}"[^>]*>\\s*<input type="hidden" name="token" value="([^"]+)"`,
    );
    return form.exec(text)?.[1] ?? '';
  }

  /** What the form on a page sends by itself. */
  async hidden(page: string, path: string): Promise<Record<string, string>> {
    const { text } = await this.get(page);
    const form = new RegExp(`action="${path}"[^>]*>([\\s\\S]*?)</form>`).exec(text)?.[1] ?? '';
    const fields = form.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g);
    return Object.fromEntries([...fields].map(([, name = '', value = '']) => [name, value]));
  }

  post(
    path: string,
    fields: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<Answered> {
    return this.#send(path, {
      method: 'POST',
      body: new URLSearchParams(fields).toString(),
      headers: {
        cookie: this.cookie,
        origin: `http://127.0.0.1:${this.#port}`,
        'content-type': 'application/x-www-form-urlencoded',
        ...headers,
      },
    });
  }

  /** Posts a form with one file. */
  upload(
    path: string,
    token: string,
    bytes: Uint8Array,
    name = 'slip.png',
    field = 'file',
  ): Promise<Answered> {
    return this.uploads(path, token, [{ bytes, name, field }]);
  }

  /** Posts a form with files. */
  uploads(
    path: string,
    token: string,
    files: readonly { bytes: Uint8Array; field: string; name?: string }[],
  ): Promise<Answered> {
    const mark = '----a-mark-of-a-test';
    const part = (head: string, bytes: string | Uint8Array) => [
      Buffer.from(`--${mark}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
      Buffer.from(bytes),
      Buffer.from('\r\n'),
    ];
    const body = Buffer.concat([
      ...part('name="token"', token),
      ...files.flatMap(({ bytes, field, name = 'file.csv' }) =>
        part(`name="${field}"; filename="${name}"`, bytes),
      ),
      Buffer.from(`--${mark}--\r\n`),
    ]);
    return this.#send(path, {
      method: 'POST',
      body,
      headers: {
        cookie: this.cookie,
        origin: `http://127.0.0.1:${this.#port}`,
        'content-type': `multipart/form-data; boundary=${mark}`,
      },
    });
  }
}
