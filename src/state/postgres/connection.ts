import type { Socket } from 'node:net';
import type { Notice } from 'postgres';
import { isRecord } from '../../core/fields.js';
import { ConnectionFailure, connectTo, encrypted, withoutVariable } from '../../host/connect.js';
import { storeConnection } from '../../messages/store-connection.js';
import type { StoreAddress } from './address.js';
import { guardedPassword } from './authentication.js';
import type { Row, Sql } from './sql.js';

export interface Reply {
  /** Rows of the last statement that returns any. */
  rows: readonly Row[];
  notices: readonly Notice[];
}

/** What a connection is made with. */
export interface Access {
  address: StoreAddress;
  password: string | undefined;
  ca: Uint8Array | undefined;
}

/**
 * One connection, which is never made again: the driver would reconnect by itself, at its own pace and
 * without end. One query at a time, so that it is known to which query a notice belongs.
 */
export class Connection {
  readonly #access: Access;
  readonly #limitMs: number;
  #socket: Socket | undefined;
  #driver: Driver | undefined;
  #notices: Notice[] = [];
  #sent = false;
  #isOpen = false;

  constructor(access: Access, limitMs: number) {
    this.#access = access;
    this.#limitMs = limitMs;
  }

  /** Whether the statement was sent, or may have been. */
  get sent(): boolean {
    return this.#sent;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Connects, and sends a first query. */
  async open(greeting: Sql): Promise<Reply> {
    this.#sent = false;
    this.#socket = await this.#connect();
    this.#driver = await this.#drive(this.#socket);
    const reply = await this.#ask(greeting);
    this.#isOpen = true;
    return reply;
  }

  /** `next` is sent right after the statement, as a message of its own. */
  async query(statement: Sql, next?: Sql): Promise<Reply> {
    this.#sent = true;
    return this.#ask(statement, next);
  }

  async #ask(...statements: readonly (Sql | undefined)[]): Promise<Reply> {
    this.#notices = [];
    const asked = statements.map(async (one) => (one && (await this.#driver?.(one.text))) ?? []);
    // All must be answered before the connection is used again.
    await Promise.allSettled(asked);
    return { rows: (await Promise.all(asked)).flat(), notices: this.#notices };
  }

  /** Ends the session without waiting for the server. */
  close(): void {
    void this.#driver?.end().catch(() => undefined);
    this.#socket?.unref();
  }

  destroy(): void {
    void this.#driver?.end().catch(() => undefined);
    this.#socket?.destroy();
  }

  async #connect(): Promise<Socket> {
    const { address, ca } = this.#access;
    const { path, host, port, sslmode } = address;
    const plain = await connectTo(path === undefined ? { host, port } : { path }, this.#limitMs);
    if (sslmode === 'disable') return plain.setNoDelay();
    const proof = PROOF[sslmode];
    return encrypted(plain.setNoDelay(), { host, proof, ...(ca && { ca }) }, this.#limitMs);
  }

  async #drive(socket: Socket): Promise<Driver> {
    const { default: postgres } = await import('postgres');
    const { address, password } = this.#access;
    let made = false;
    const secret = guardedPassword(socket, address, password);
    const options = {
      host: 'localhost',
      user: address.user,
      database: address.database,
      password: secret,
      socket: async () => {
        // The driver gets the socket once; one that has ended already would never tell it.
        if (made || socket.destroyed || socket.readableEnded)
          throw socket.errored ?? new ConnectionFailure('ECONNRESET', storeConnection.closed);
        made = true;
        return socket;
      },
      ssl: false,
      max: 1,
      prepare: false,
      fetch_types: false,
      idle_timeout: 0,
      max_lifetime: 0,
      connect_timeout: 0,
      backoff: false,
      keep_alive: 30,
      debug: false,
      max_pipeline: 2,
      connection: { application_name: 'payctl' },
      onnotice: (notice: Notice) => void this.#notices.push(notice),
    };
    const sql = withoutVariable('PGTARGETSESSIONATTRS', () => postgres(options));
    const run = async (text: string): Promise<readonly Row[]> => lastOf(await sql.unsafe(text));
    return Object.assign(run, { end: () => sql.end({ timeout: 0 }) });
  }
}

type Driver = ((text: string) => Promise<readonly Row[]>) & { end(): Promise<void> };

const PROOF = { require: 'none', 'verify-ca': 'authority', 'verify-full': 'host' } as const;

/** The rows of the last result: several statements in one message have a result each. */
function lastOf(result: readonly unknown[]): readonly Row[] {
  const last = result.findLast((one) => Array.isArray(one));
  const rows: readonly unknown[] = Array.isArray(last) ? last : result;
  return rows.filter(isRecord);
}
