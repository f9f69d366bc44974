import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { parseStoreAddress } from '../../src/state/postgres/address.js';
import { Line } from '../../src/state/postgres/line.js';
import { raw } from '../../src/state/postgres/sql.js';

const PASSWORD = 'canary-password-5527';

const message = (type: string, ...contents: Buffer[]) => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(4 + Buffer.concat(contents).length);
  return Buffer.concat([Buffer.from(type), length, ...contents]);
};
const asks = (kind: number, more = '') =>
  message('R', Buffer.from([0, 0, 0, kind]), Buffer.from(more));
const CLEAR = asks(3);
const MD5 = asks(5, 'salt');
const SCRAM = asks(10, 'SCRAM-SHA-256\0\0');
const WELCOME = asks(0);
const READY = message('Z', Buffer.from('I'));

const opened: Server[] = [];
afterEach(() => {
  for (const server of opened.splice(0)) server.close();
});

/** What a server heard that answers the first message so, in pieces as they are given. */
async function heardBy(pieces: readonly Buffer[]): Promise<[string, unknown]> {
  let heard = '';
  const answer = async (socket: Socket) => {
    for (const piece of pieces) {
      socket.write(piece);
      await new Promise((later) => setTimeout(later, 20));
    }
    setTimeout(() => socket.end(), 50);
  };
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      heard += bytes.toString('latin1');
    });
    socket.once('data', () => void answer(socket));
  });
  opened.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const listening = server.address();
  const port = typeof listening === 'object' ? listening?.port : undefined;
  const address = parseStoreAddress(`postgres://shop@127.0.0.1:${port}/pay?sslmode=disable`);
  const access = { address, password: PASSWORD, ca: undefined };
  const line = new Line(access, 2_000);
  const failure = await line.open(raw('SELECT 1')).catch((error: unknown) => error);
  line.destroy();
  await new Promise((later) => setTimeout(later, 20));
  return [heard, failure];
}

it.each([
  ['in clear', [CLEAR]],
  ['by MD5', [MD5]],
  ['in clear, byte by byte', Array.from(CLEAR, (byte) => Buffer.from([byte]))],
  ['in clear, at once after SCRAM', [Buffer.concat([SCRAM, CLEAR])]],
  ['in clear, later than SCRAM', [SCRAM, CLEAR]],
  ['by MD5, after it had let us in', [Buffer.concat([WELCOME, READY, MD5])]],
  ['in clear, when it had let us in', [Buffer.concat([WELCOME, READY]), CLEAR]],
  ['by Kerberos', [asks(2)]],
])('a server that nothing proves does not get the password: %s', async (_, pieces) => {
  const [heard, failure] = await heardBy(pieces);
  expect(heard).toContain('shop');
  expect(heard).not.toContain(PASSWORD);
  expect(heard).not.toMatch(/p....md5/s);
  expect(failure).toBeInstanceOf(Error);
});

it('says what to do about it', async () => {
  expect(await heardBy([MD5])).toMatchObject([
    expect.anything(),
    { exitClass: 'CONFIG', facts: { hint: expect.stringContaining('scram-sha-256') } },
  ]);
});

it('answers SCRAM', async () => {
  const [heard] = await heardBy([SCRAM]);
  expect(heard).toContain('SCRAM-SHA-256');
});
