import { createHmac, pbkdf2Sync } from 'node:crypto';
import { createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { storeLogin } from '../../src/messages/store-connection.js';
import { parseStoreAddress } from '../../src/state/postgres/address.js';
import { PostgresConnection } from '../../src/state/postgres/connection.js';
import { raw } from '../../src/state/postgres/sql.js';
import { opened } from '../fixtures/servers.js';

const PASSWORD = 'canary-password-5527';

const message = (type: string, ...contents: Buffer[]) => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(4 + Buffer.concat(contents).length);
  return Buffer.concat([Buffer.from(type), length, ...contents]);
};
const asks = (kind: number, more: string | Buffer = '') =>
  message('R', Buffer.from([0, 0, 0, kind]), Buffer.from(more));
const CLEAR = asks(3);
const MD5 = asks(5, 'salt');
const SCRAM = asks(10, 'SCRAM-SHA-256\0\0');
const WELCOME = asks(0);
const READY = message('Z', Buffer.from('I'));

/** What a server sends next, on what it has heard. */
type Piece = Buffer | ((heard: string) => Buffer);

interface Login {
  password?: string;
  greeting?: Buffer[];
  /** What the client says in the end; else it gets a moment in which to say too much. */
  awaits?: string;
}

/** What a server heard that answers the first message so, in pieces as they are given. */
async function heardBy(
  pieces: readonly Piece[],
  { password = PASSWORD, greeting = [], awaits }: Login = {},
): Promise<[string, unknown]> {
  let heard = '';
  const answer = async (socket: Socket) => {
    const until = async (isSaid: () => boolean) => {
      while (!socket.closed && !isSaid()) await sleep(5);
    };
    let before = 0;
    for (const piece of pieces) {
      if (typeof piece === 'function') await until(() => heard.length > before);
      before = heard.length;
      socket.write(typeof piece === 'function' ? piece(heard) : piece);
      await sleep(20);
    }
    if (awaits === undefined) await sleep(50);
    else await until(() => heard.includes(awaits));
    socket.end();
  };
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    for (const piece of greeting) socket.write(piece);
    socket.on('data', (bytes) => {
      heard += bytes.toString('latin1');
    });
    socket.once('data', () => void answer(socket));
  });
  const port = await opened(server);
  const address = parseStoreAddress(`postgres://shop@127.0.0.1:${port}/pay?sslmode=disable`);
  const at = { host: '127.0.0.1', port };
  const access = { address, passwordFor: () => password, ca: undefined };
  const connection = new PostgresConnection(access, at, 30_000);
  const failure = await connection.open(raw('SELECT 1')).catch((error: unknown) => error);
  connection.destroy();
  await sleep(20);
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
    { exitClass: 'CONFIG', facts: { hint: storeLogin.proveServer } },
  ]);
});

/** The second half of SCRAM by a server that has such a verifier of this password. */
function proofs(password: string, verifier: { nonce?: string; iterations?: number } = {}) {
  const { nonce, iterations = 4096 } = verifier;
  const salt = Buffer.from('salt of the role');
  const firstIn = (heard: string) => /n=\*,r=([^,\0]+?)(?=p\0|$)/.exec(heard) ?? [];
  const challengeTo = (heard: string) => {
    const [, theirs = ''] = firstIn(heard);
    return `r=${nonce ?? `${theirs}server`},s=${salt.toString('base64')},i=${iterations}`;
  };
  const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest();
  return {
    challenge: (heard: string) => asks(11, challengeTo(heard)),
    final: (heard: string) => {
      const challenge = challengeTo(heard);
      const [all = ''] = firstIn(heard);
      const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256');
      const said = `${all},${challenge},c=biws,${challenge.split(',')[0]}`;
      return asks(12, `v=${hmac(hmac(salted, 'Server Key'), said).toString('base64')}`);
    },
  };
}
const LET_IN = Buffer.concat([WELCOME, READY]);
const HONEST = proofs(PASSWORD);
const STRANGER = proofs('another');
const WEAK = proofs(PASSWORD, { iterations: 1 });
const ENDLESS = proofs(PASSWORD, { iterations: 1_000_001 });
const REPLAY = proofs(PASSWORD, { nonce: 'nonce-of-another-login' });
const UNASKED = asks(12, 'v=undefined');

it.each<[string, Piece[]]>([
  ['without a word of authentication', [READY]],
  ['after it began SCRAM', [SCRAM, LET_IN]],
  ['after the proof of the client', [SCRAM, HONEST.challenge, LET_IN]],
  ['with a final message alone', [UNASKED, LET_IN]],
  ['with a final message before its challenge', [SCRAM, UNASKED, LET_IN]],
  ['with the proof of another password', [SCRAM, STRANGER.challenge, STRANGER.final, LET_IN]],
  ['by one iteration', [SCRAM, WEAK.challenge, WEAK.final, LET_IN]],
  ['by a million iterations and one', [SCRAM, ENDLESS.challenge, ENDLESS.final, LET_IN]],
  ['by the nonce of another login', [SCRAM, REPLAY.challenge, REPLAY.final, LET_IN]],
  ['by two challenges', [SCRAM, HONEST.challenge, WEAK.challenge, HONEST.final, LET_IN]],
  ['by a message that is too short', [message('R'), LET_IN]],
])('a server that lets us in %s is not believed', async (_, pieces) => {
  const [heard, failure] = await heardBy(pieces);
  expect(heard).not.toContain('SELECT 1');
  expect(failure).toMatchObject({ exitClass: 'CONFIG', facts: { executed: 'no' } });
});

it.each([1, 1_000_001])('sends no proof of the password by %i iterations', async (iterations) => {
  const [heard] = await heardBy([SCRAM, proofs(PASSWORD, { iterations }).challenge]);
  expect(heard).toContain('SCRAM-SHA-256');
  expect(heard).not.toContain('c=biws');
});

it('does not believe what is said before it has spoken', async () => {
  const greeting = [SCRAM, asks(11, 'r=x,s=c2FsdA==,i=4096'), asks(12, 'v=')];
  const [heard, failure] = await heardBy([LET_IN], { greeting });
  expect(heard).not.toContain('SELECT 1');
  expect(failure).toMatchObject({ exitClass: 'CONFIG' });
});

it('believes a server that proves that it knows the password', async () => {
  const [heard] = await heardBy([SCRAM, HONEST.challenge, HONEST.final, LET_IN], {
    awaits: 'SELECT 1',
  });
  expect(heard).toContain('SELECT 1');
});

it('believes one that asks for no password where there is none', async () => {
  const [heard] = await heardBy([LET_IN], { password: '', awaits: 'SELECT 1' });
  expect(heard).toContain('SELECT 1');
});

it('answers SCRAM', async () => {
  const [heard] = await heardBy([SCRAM], { awaits: 'SCRAM-SHA-256' });
  expect(heard).toContain('SCRAM-SHA-256');
});
