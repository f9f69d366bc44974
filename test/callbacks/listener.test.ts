import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type ListenAddress, openListener } from '../../src/callbacks/listener.js';
import { ListenSession } from '../../src/callbacks/session.js';
import { readInbox } from '../../src/callbacks/stored.js';
import type { Reply } from '../../src/host/reply.js';
import { listen } from '../../src/host/serve.js';
import { FileInbox } from '../../src/state/files/inbox.js';
import { post, qr30 } from '../fixtures/confirmations.js';
import { fakeHost } from '../fixtures/fake-host.js';
import { opened } from '../fixtures/servers.js';

const file = (name: string) =>
  readFileSync(join(import.meta.dirname, '../client/certificates', name));
const TLS = { cert: file('server.pem'), key: file('server.key') };
const TRUSTING = { ca: file('ca.pem'), servername: 'localhost', agent: false } as const;
const LIMITS = { bodyBytes: 1000, headerBytes: 1000, requestMs: 10_000, connections: 100 };

async function listening(address: Partial<ListenAddress> = {}) {
  const inbox = new FileInbox(fakeHost(), '/inbox');
  const notes: string[] = [];
  const session = new ListenSession({
    inbox,
    note: (text) => notes.push(String(text)),
    warn: (text) => notes.push(`warning: ${text}`),
  });
  const listener = await openListener({ port: 0, ...address }, session.handle);
  onTestFinished(() => listener.close());
  const { url } = listener;
  const port = Number(new URL(url).port);
  const stored = async () => (await readInbox(inbox)).stored.length;
  return { url, port, notes, stored, session };
}

function socketTo(port: number): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  onTestFinished(() => {
    socket.destroy();
  });
  return socket;
}

/** A promise, and what keeps it. */
function door(): { opened: Promise<void>; open(): void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((done) => {
    open = done;
  });
  return { opened, open };
}

/** Connections that send so much and then wait. */
async function manyTo(port: number, start: string, count = 100): Promise<Socket[]> {
  const sockets: Socket[] = [];
  for (let index = 0; index < count; index += 1) {
    const socket = socketTo(port);
    sockets.push(socket);
    await once(socket, 'connect');
    socket.write(start);
    socket.resume();
  }
  return sockets;
}

/** All that comes back until the other side closes. */
async function exchange(port: number, text: string): Promise<string> {
  const socket = socketTo(port);
  let answer = '';
  socket.on('data', (part: Buffer) => {
    answer += part.toString();
  });
  socket.write(text);
  await once(socket, 'close');
  return answer;
}

it('answers 400 to bytes that are not UTF-8, since they could not be forwarded unchanged', async () => {
  const { url, stored } = await listening();
  const body = Buffer.concat([
    Buffer.from('{"transactionId":"T1","payerName":"'),
    Buffer.from([0xa1, 0xd2]),
    Buffer.from('"}'),
  ]);
  const { status } = await fetch(url, { method: 'POST', body });
  expect([status, await stored()]).toEqual([400, 0]);
  expect((await fetch(url, { method: 'POST', body: qr30({ transactionId: 'T1' }) })).status).toBe(
    200,
  );
});

describe('the listener', () => {
  it('listens on this machine alone, by both protocols', async () => {
    const { url, port, stored } = await listening();
    expect(url).toBe(`http://127.0.0.1:${port}`);
    for (const [host, id] of [
      ['127.0.0.1', 'T1'],
      ['[::1]', 'T2'],
    ]) {
      const answer = await post(`http://${host}:${port}/`, qr30({ transactionId: id }));
      expect(answer.status).toBe(200);
    }
    expect(await stored()).toBe(2);
  });

  it('serves TLS by the files given, and names a wrong pair', async () => {
    const { url, stored } = await listening({ tls: TLS });
    expect((await post(url, qr30(), TRUSTING)).status).toBe(200);
    expect(await stored()).toBe(1);
    const wrong = { ...TLS, key: file('other.key') };
    await expect(listening({ tls: wrong })).rejects.toMatchObject({ exitClass: 'TLS' });
  });

  it('says so where the port is taken', async () => {
    const port = await opened(createServer());
    await expect(listening({ port })).rejects.toMatchObject({
      exitClass: 'CONFIG',
      message: `port ${port} of 127.0.0.1 is in use by another program`,
    });
  });

  it.each([
    ['no HTTP at all', '\u0016\u0003\u0001\r\n\r\n', /^HTTP\/1\.1 400/],
    [
      'a header that does not end',
      `POST / HTTP/1.1\r\nx: ${'x'.repeat(20_000)}`,
      /^HTTP\/1\.1 431/,
    ],
    [
      'two lengths',
      'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}',
      /^HTTP\/1\.1 400/,
    ],
    [
      'a length and chunks',
      'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
      /^HTTP\/1\.1 400/,
    ],
    [
      'a body of which 1 GB is announced and 300 KB come',
      `POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 1073741824\r\n\r\n${'x'.repeat(300 * 1024)}`,
      /^HTTP\/1\.1 413/,
    ],
    [
      'endless chunks',
      `POST / HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n${`4000\r\n${'x'.repeat(0x4000)}\r\n`.repeat(20)}`,
      /^HTTP\/1\.1 413/,
    ],
  ])('refuses %s at once and goes on', async (_, text, answer) => {
    const { url, port, stored } = await listening();
    expect(await exchange(port, text)).toMatch(answer);
    expect((await post(url, qr30())).status).toBe(200);
    expect(await stored()).toBe(1);
  });

  it('takes 256 KB and no byte more', async () => {
    const { url, stored } = await listening();
    const room = 256 * 1024 - qr30({ note: '' }).length;
    expect((await post(url, qr30({ note: 'x'.repeat(room) }))).status).toBe(200);
    const over = await post(url, qr30({ note: 'x'.repeat(room + 1) })).catch(() => undefined);
    expect(over?.status ?? 413).toBe(413);
    expect(await stored()).toBe(1);
  });

  it('ends slow senders within its time, and serves others meanwhile', async () => {
    const { stored, session } = await listening();
    const limits = { ...LIMITS, requestMs: 800 };
    const { url, close } = await listen({ host: '127.0.0.1', port: 0, limits }, session.handle);
    onTestFinished(close);
    const port = Number(new URL(url).port);
    const head = 'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 1000\r\n';
    const slow = ['', 'POST / HT', head, `${head}\r\n{"transactionId":`].flatMap((start) =>
      Array.from({ length: 20 }, () => {
        const socket = socketTo(port);
        socket.write(start);
        return socket;
      }),
    );
    const drip = setInterval(() => {
      for (const socket of slow) if (socket.writable) socket.write('x');
    }, 200);
    onTestFinished(() => clearInterval(drip));
    const closed = Promise.all(
      slow.map((socket) => new Promise((gone) => socket.once('close', gone))),
    );
    for (const id of ['T1', 'T2']) {
      expect((await post(url, qr30({ transactionId: id }))).status).toBe(200);
    }
    await closed;
    expect(await stored()).toBe(2);
  });

  it.each([
    ['say nothing', ''],
    ['have sent half a head', 'POST / HTTP/1.1\r\nhost: a'],
    ['have sent half a body', 'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 9\r\n\r\n{'],
    ['have been answered', 'GET / HTTP/1.1\r\nhost: a\r\n\r\n'],
  ])('answers at once beside a hundred connections that %s', async (_, start) => {
    const { url, port, stored } = await listening();
    const idle = await manyTo(port, start);
    for (const id of ['T1', 'T2']) {
      expect((await post(url, qr30({ transactionId: id }))).status).toBe(200);
    }
    expect(await stored()).toBe(2);
    // One gave way, that which had waited longest.
    await expect.poll(() => idle.findIndex(({ destroyed }) => !destroyed)).toBe(1);
  });

  it('answers over TLS beside a hundred half-done handshakes', async () => {
    const { url, port } = await listening({ tls: TLS });
    await manyTo(port, '\u0016\u0003\u0001');
    for (const id of ['T1', 'T2']) {
      expect((await post(url, qr30({ transactionId: id }), TRUSTING)).status).toBe(200);
    }
  });

  it('turns a new connection away only while all others are being answered', async () => {
    const { opened, open } = door();
    const limits = { ...LIMITS, connections: 3 };
    const reply: Reply = { response: { status: 200, headers: {}, body: 'late' } };
    let begun = 0;
    const { url, close } = await listen({ host: '127.0.0.1', port: 0, limits }, async () => {
      begun += 1;
      await opened;
      return reply;
    });
    onTestFinished(close);
    const agent = new Agent({ maxSockets: 10 });
    const answers = [1, 2, 3].map(() => post(url, '', { agent }));
    await expect.poll(() => begun, { interval: 5 }).toBe(3);
    await expect(post(url, '', { agent })).rejects.toThrow();
    open();
    expect((await Promise.all(answers)).map(({ body }) => body)).toEqual(['late', 'late', 'late']);
  });

  it('does not close a TLS connection as silent while it is being answered', async () => {
    const [begun, { opened, open }] = [door(), door()];
    const limits = { ...LIMITS, connections: 2 };
    const { url, close } = await listen(
      { host: '127.0.0.1', port: 0, tls: TLS, limits },
      async () => {
        begun.open();
        await opened;
        return { response: { status: 200, headers: {}, body: 'late' } };
      },
    );
    onTestFinished(close);
    const answered = post(url, '', TRUSTING);
    await begun.opened;
    const silent = await manyTo(Number(new URL(url).port), '', 3);
    await expect.poll(() => silent.filter(({ destroyed }) => destroyed).length).toBe(2);
    open();
    expect((await answered).body).toBe('late');
  });

  it('reports a flood of refusals only when their number has doubled', async () => {
    const { url, notes, session } = await listening();
    const agent = new Agent({ keepAlive: true, maxSockets: 10 });
    const bad = Array.from({ length: 300 }, () => post(url, 'forged', { agent }));
    const statuses = (await Promise.all(bad)).map(({ status }) => status);
    agent.destroy();
    expect(new Set(statuses)).toEqual(new Set([400]));
    expect(session.counts.refused).toBe(300);
    expect(notes).toHaveLength(9);
    expect(notes.at(-1)).toBe(
      'refused 256 so far; the last: the body is no confirmation: it is not JSON',
    );
  });

  it('survives senders that go away in the middle', async () => {
    const { url, stored } = await listening();
    await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const sent = request(url, { method: 'POST', headers: { 'content-length': 1000 } });
        sent.on('error', () => undefined);
        sent.write('{"transactionId":');
        await new Promise((resolve) => setTimeout(resolve, index));
        sent.destroy();
      }),
    );
    expect((await post(url, qr30())).status).toBe(200);
    expect(await stored()).toBe(1);
  });
});
