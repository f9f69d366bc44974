import { createHmac, pbkdf2Sync } from 'node:crypto';
import type { Socket } from 'node:net';
import type { Message } from '../../core/message.js';
import { storeLogin } from '../../messages/store-connection.js';
import { StoreRefusal } from '../store-errors.js';
import type { StoreAddress, StoreHost } from './address.js';

/** Whether TLS or a Unix socket has already proven that the other end is the server. */
function isProven({ sslmode }: StoreAddress, { path }: StoreHost): boolean {
  return path !== undefined || sslmode === 'verify-full' || sslmode === 'verify-ca';
}

/** A message is its type (1 byte), its length (4) and its contents; those of Authentication begin with a kind (4). */
const HEADER = 5;
const KIND = HEADER + 4;
const AUTHENTICATION = 'R';
/** What a server may also send before it accepts a client: an error, a notice, its version. */
const HARMLESS = ['E', 'N', 'v'];

/**
 * The password for the driver, which would send it in whatever form a server asks for, and would trust
 * any server that accepts it. A server that is not proven otherwise only gets a SCRAM proof, neither the
 * password nor its MD5 hash, which is as good as the password; and it must prove in turn that it knows
 * the password. Else the connection ends before an answer or a statement is sent.
 */
export function guardedPassword(
  socket: Socket,
  address: StoreAddress,
  at: StoreHost,
  password = '',
): () => string | Promise<never> {
  if (isProven(address, at)) return () => password;
  const login = new Login(address.shown, password);
  let rest = Buffer.alloc(0);
  const read = (bytes: Buffer) => {
    rest = Buffer.concat([rest, bytes]);
    while (!login.isOver && rest.length >= HEADER) {
      const length = rest.readUInt32BE(1) + 1;
      if (rest.length < length) return;
      login.receive(rest.subarray(0, length));
      rest = rest.subarray(length);
    }
  };
  watch(socket, login, read);
  // A server that asks again later gets no answer.
  return () => (login.isOver ? new Promise(() => undefined) : password);
}

/**
 * Shows the login what the driver writes and, before the driver gets it, what the server sends. A
 * listener is not enough, because the driver would still get what the login refuses.
 */
function watch(socket: Socket, login: Login, read: (bytes: Buffer) => void): void {
  socket.write = new Proxy(socket.write, {
    apply(write, self, given: unknown[]) {
      if (Buffer.isBuffer(given[0])) login.send(given[0]);
      return Reflect.apply(write, self, given);
    },
  });
  socket.emit = new Proxy(socket.emit, {
    apply(emit, self, given: unknown[]) {
      const [event, bytes] = given;
      if (event !== 'data' || !Buffer.isBuffer(bytes)) return Reflect.apply(emit, self, given);
      if (socket.destroyed) return false;
      try {
        read(bytes);
      } catch (error) {
        socket.destroy(error instanceof Error ? error : undefined);
        return false;
      }
      if (login.isOver) for (const name of ['write', 'emit']) Reflect.deleteProperty(socket, name);
      return Reflect.apply(emit, self, given);
    },
  });
}

/** The driver's first message, without a user name, which the server has already (RFC 5802, 7677). */
const CLIENT_FIRST = /SCRAM-SHA-256\0.{4}n,,(n=\*,r=([^,]+))$/s;
/** The server's first message, without extensions, because they would not be checked here. */
const SERVER_FIRST = /^r=([^,]+),s=([A-Za-z0-9+/]+=*),i=([1-9]\d{0,9})$/;
/** `least` is from RFC 7677; more than `most` would block this process for seconds. */
const ITERATIONS = { least: 4096, most: 1_000_000 };

/** Follows a login until the client is accepted, and checks that the server proves itself. */
class Login {
  readonly #shown: string;
  readonly #password: string;
  #first: { message: string; nonce: string } | undefined;
  /** The signature by which the server shows that it knows the password. */
  #signature: string | undefined;
  #isProven = false;
  /** A server that asks for no password (trust, peer) is accepted, as by libpq: it learns nothing. */
  #hasAsked = false;
  isOver = false;

  constructor(shown: string, password: string) {
    this.#shown = shown;
    this.#password = password;
  }

  /** A message of the driver, before it is sent. */
  send(bytes: Buffer): void {
    const [, message, nonce] = CLIENT_FIRST.exec(bytes.toString('latin1')) ?? [];
    if (message !== undefined && nonce !== undefined) this.#first = { message, nonce };
  }

  /** A message of the server, before the driver gets it. Throws StoreRefusal. */
  receive(message: Buffer): void {
    const type = message.toString('latin1', 0, 1);
    if (HARMLESS.includes(type)) return;
    if (type !== AUTHENTICATION) throw this.#unproven();
    if (message.length < KIND) throw this.#refusal(storeLogin.noLogin(this.#shown));
    switch (message.readUInt32BE(HEADER)) {
      case 0:
        if (this.#hasAsked && !this.#isProven) throw this.#unproven();
        this.isOver = true;
        return;
      case 10:
        this.#hasAsked = true;
        return;
      case 11:
        this.#signature = this.#expected(message.toString('utf8', KIND));
        return;
      case 12:
        if (
          this.#signature === undefined ||
          `v=${this.#signature}` !== message.toString('utf8', KIND)
        )
          throw this.#refusal(storeLogin.wrongProof(this.#shown));
        this.#isProven = true;
        return;
      default:
        throw this.#refusal(storeLogin.passwordItself(this.#shown));
    }
  }

  /** The signature that answers this challenge (RFC 5802, section 3). */
  #expected(challenge: string): string {
    const [, nonce = '', salt = '', count] = SERVER_FIRST.exec(challenge) ?? [];
    const iterations = Number(count);
    if (this.#first === undefined || this.#signature !== undefined || count === undefined)
      throw this.#refusal(storeLogin.order(this.#shown));
    if (!nonce.startsWith(this.#first.nonce) || nonce.length === this.#first.nonce.length)
      throw this.#refusal(storeLogin.nonce(this.#shown));
    if (iterations < ITERATIONS.least || iterations > ITERATIONS.most)
      throw this.#refusal(
        storeLogin.iterations({ shown: this.#shown, asked: iterations, ...ITERATIONS }),
      );
    const salted = pbkdf2Sync(
      this.#password,
      Buffer.from(salt, 'base64'),
      iterations,
      32,
      'sha256',
    );
    const key = createHmac('sha256', salted).update('Server Key').digest();
    const all = `${this.#first.message},${challenge},c=biws,r=${nonce}`;
    return createHmac('sha256', key).update(all).digest('base64');
  }

  #unproven(): StoreRefusal {
    return this.#refusal(storeLogin.noProof(this.#shown));
  }

  #refusal(why: Message): StoreRefusal {
    this.isOver = true;
    return new StoreRefusal(why, { hint: storeLogin.proveServer });
  }
}
