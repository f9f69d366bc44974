import type { Socket } from 'node:net';
import type { Notice } from 'postgres';
import { isRecord } from '../../core/fields.js';
import {
  ConnectionFailure,
  connectTo,
  encryptSocket,
  withoutVariable,
} from '../../host/connect.js';
import { storeConnection } from '../../messages/store-connection.js';
import type { StoreAddress, StoreHost } from './address.js';
import { guardedPassword } from './authentication.js';
import { type DatabaseRow, joinStatements, raw, type Sql } from './sql.js';

/**
 * In front of every statement: in a large store the server takes a search for expensive and compiles it,
 * which takes a hundred times as long as the search. Said within the transaction, because PgBouncer
 * refuses it at the start of a session, and would leave it to whoever gets the session next.
 */
const PLANNED = raw('SET LOCAL jit TO off');

export interface ServerReply {
  /** Rows of the last statement that returns any. */
  rows: readonly DatabaseRow[];
  notices: readonly Notice[];
}

export interface ServerAccess {
  address: StoreAddress;
  passwordFor(at: StoreHost): string | undefined;
  ca: Uint8Array | undefined;
}

/**
 * One connection, which is never made again: the driver would reconnect by itself, at its own pace and
 * without end. One query at a time, so that it is known to which query a notice belongs.
 */
export class PostgresConnection {
  readonly #access: ServerAccess;
  readonly #at: StoreHost;
  readonly #limitMs: number;
  #socket: Socket | undefined;
  #driver: Driver | undefined;
  #notices: Notice[] = [];
  #isDestroyed = false;

  /** @param limitMs within which it must be connected */
  constructor(access: ServerAccess, at: StoreHost, limitMs: number) {
    this.#access = access;
    this.#at = at;
    this.#limitMs = limitMs;
  }

  /** Whether the server was reached; it may still be too slow. */
  get isReached(): boolean {
    return this.#socket !== undefined;
  }

  async open(greeting: Sql): Promise<ServerReply> {
    this.#socket = await this.#connect();
    // Given up while it was connecting.
    if (this.#isDestroyed) this.#socket.destroy();
    this.#driver = await this.#drive(this.#socket);
    return this.query(greeting);
  }

  /** A second statement is sent right after the first, as a message of its own. */
  async query(...statements: readonly [Sql, Sql?]): Promise<ServerReply> {
    this.#notices = [];
    const asked = statements.map(async (one) => {
      return (one && (await this.#driver?.(joinStatements(PLANNED, one).text))) ?? [];
    });
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
    this.#isDestroyed = true;
    void this.#driver?.end().catch(() => undefined);
    this.#socket?.destroy();
  }

  async #connect(): Promise<Socket> {
    const { address, ca } = this.#access;
    const { path, host, port } = this.#at;
    const sslmode = path === undefined ? address.sslmode : 'disable';
    const plain = await connectTo(path === undefined ? { host, port } : { path }, this.#limitMs);
    if (sslmode === 'disable') return plain.setNoDelay();
    const proof = PROOF[sslmode];
    return encryptSocket(plain.setNoDelay(), { host, proof, ...(ca && { ca }) }, this.#limitMs);
  }

  async #drive(socket: Socket): Promise<Driver> {
    const { default: postgres } = await import('postgres');
    const { address, passwordFor } = this.#access;
    let made = false;
    const secret = guardedPassword(socket, address, this.#at, passwordFor(this.#at));
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
    const run = async (text: string): Promise<readonly DatabaseRow[]> =>
      lastRows(await sql.unsafe(text));
    return Object.assign(run, { end: () => sql.end({ timeout: 0 }) });
  }
}

type Driver = ((text: string) => Promise<readonly DatabaseRow[]>) & { end(): Promise<void> };

const PROOF = { require: 'none', 'verify-ca': 'authority', 'verify-full': 'host' } as const;

/** The rows of the last result: several statements in one message have a result each. */
function lastRows(result: readonly unknown[]): readonly DatabaseRow[] {
  const last = result.findLast((one) => Array.isArray(one));
  const rows: readonly unknown[] = Array.isArray(last) ? last : result;
  return rows.filter(isRecord);
}
