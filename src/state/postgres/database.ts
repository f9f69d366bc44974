import { payctl } from '../../core/command-line.js';
import type { PayctlError } from '../../core/errors.js';
import type { Text } from '../../core/message.js';
import { once } from '../../core/once.js';
import { visible } from '../../core/text.js';
import { ConnectionFailure } from '../../host/connect.js';
import type { Host } from '../../host/host.js';
import { storeConnection } from '../../messages/store-connection.js';
import { jitter } from '../lock.js';
import { StoreRefusal, StoreUnavailable } from '../store-errors.js';
import type { StoreHost } from './address.js';
import { PostgresConnection, type ServerAccess, type ServerReply } from './connection.js';
import {
  combineFailures,
  ENDED,
  failureKind,
  type HostFailure,
  type ServerFailure,
  storeFailure,
} from './failure.js';
import type { DatabaseRow, Sql } from './sql.js';

export type DatabaseHost = Pick<Host, 'clock' | 'process' | 'random'>;

interface DatabaseOptions {
  /** Read when the first connection is made. Rejects with CONFIG. */
  access(): Promise<ServerAccess>;
  /** The first query of every connection; `greeted` checks its answer, and rejects to refuse the server. */
  greeting(): Sql;
  greeted(rows: readonly DatabaseRow[]): Promise<void>;
  /** Once it aborts, nothing waits for the server any more. */
  ending?: AbortSignal | undefined;
}

export interface QueryOptions {
  /** How long the statement may take in all; 15 s unless given. */
  limitMs?: number;
  /** How long a server is tried that cannot be reached; 3 s unless given. */
  patienceMs?: number;
  /** Sent right after the statement, as a message of its own; its row comes last. */
  followedBy?: Sql;
}

/** How long a claim waits for the server, or for its standby. */
const LIMIT_MS = 15_000;
/** How long a server is tried that cannot be reached. */
const PATIENCE_MS = 3_000;
/** How long every query fails at once after the server could not be used. */
const FAIL_FAST_MS = 1_000;
const CONNECT_MS = 5_000;
/** How long one of several hosts may take to be connected to, before the next is tried. */
const CONNECT_NEXT_MS = 2_000;
const LONGEST_PAUSE_MS = 500;
/** More than one, so that a query that waits for another machine's claim does not hold up all others. */
const CONNECTIONS = 2;

/** SQLSTATE with which a server says that it stopped waiting for its standby, and reports success. */
const UNCONFIRMED = ['01000', '57P01'];

/**
 * The server of the shared store. Every statement is written so that it may be sent again: if its answer
 * is lost, it is sent again on a new connection until its time is up.
 */
export class Database {
  readonly #host: DatabaseHost;
  readonly #options: DatabaseOptions;
  readonly #idle: PostgresConnection[] = [];
  readonly #waiting: (() => void)[] = [];
  readonly #access = once(() => this.#options.access());
  #at: StoreHost | undefined;
  #used = 0;
  #failure: { error: StoreUnavailable; at: number } | undefined;

  constructor(host: DatabaseHost, options: DatabaseOptions) {
    this.#host = host;
    this.#options = options;
  }

  /** Rejects with CONFIG or UNAVAILABLE; the rows are those of the last statement that returns any. */
  async query(
    statement: Sql,
    { limitMs = LIMIT_MS, patienceMs = PATIENCE_MS, followedBy }: QueryOptions = {},
  ): Promise<readonly DatabaseRow[]> {
    const host = this.#host;
    const { ending } = this.#options;
    if (ending?.aborted) throw new StoreUnavailable(storeConnection.ended);
    const begun = host.process.uptime();
    const elapsed = () => host.process.uptime() - begun;
    // A server that just failed is not tried again at once, and then not for long.
    const failed = this.#failure;
    if (failed && begun - failed.at < FAIL_FAST_MS) {
      throw new StoreUnavailable(failed.error.said, failed.error.facts);
    }
    for (let pause = 25, lost = false; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      const tried = await this.#attempt(statement, followedBy, () =>
        Math.max(limitMs - elapsed(), 1),
      );
      if ('reply' in tried) return requireConfirmation(tried.reply);
      lost ||= tried.kind === 'lost';
      // Until it is known to be reached, the server is tried for less time.
      const isReached = lost || tried.kind === 'undone';
      const untilMs = isReached ? limitMs : failed ? 0 : patienceMs;
      const isOver = tried.kind === 'refused' || untilMs - elapsed() <= pause;
      if (isOver || ending?.aborted) {
        const { error, kind } = tried;
        // What refused this statement may take the next one.
        if (error instanceof StoreUnavailable && kind !== 'refused')
          this.#failure = { error, at: host.process.uptime() };
        throw withSent(error, lost);
      }
      await host.clock.sleep(pause * jitter(host), ending);
    }
  }

  /** The host that the newest connection leads to. */
  get at(): StoreHost | undefined {
    return this.#at;
  }

  close(): void {
    for (const connection of this.#idle.splice(0)) connection.close();
  }

  /** @param left how much time is left, in milliseconds */
  async #attempt(
    statement: Sql,
    next: Sql | undefined,
    left: () => number,
  ): Promise<{ reply: ServerReply } | ServerFailure> {
    const access = await this.#access();
    const connection = (await this.#take()) ?? (await this.#open(access, left));
    if (!(connection instanceof PostgresConnection)) {
      this.#free();
      return connection;
    }
    try {
      const reply = await this.#within(left(), () => connection.query(statement, next));
      this.#failure = undefined;
      this.#give(connection);
      return { reply };
    } catch (error) {
      const kind = failureKind(error, true);
      // A refusal by the server leaves the connection usable.
      if (kind === 'refused') this.#give(connection);
      else this.#drop(connection);
      return { kind, error: storeFailure(error, access.address.shown) };
    }
  }

  /** A connection to the first host that can be written to, beginning with the one that was used last. */
  async #open(
    access: ServerAccess,
    left: () => number,
  ): Promise<PostgresConnection | ServerFailure> {
    const { hosts, shown } = access.address;
    const failures: HostFailure[] = [];
    const last = this.#at;
    const order = last ? [last, ...hosts.filter((at) => at !== last)] : hosts;
    for (const at of order) {
      const connectMs = Math.min(hosts.length > 1 ? CONNECT_NEXT_MS : CONNECT_MS, left());
      const connection = new PostgresConnection(access, at, connectMs);
      try {
        const { rows } = await this.#within(Math.min(CONNECT_MS, left()), () =>
          connection.open(this.#options.greeting()),
        );
        await this.#options.greeted(rows);
        this.#at = at;
        return connection;
      } catch (error) {
        connection.destroy();
        failures.push({ at, error, isReached: connection.isReached });
      }
    }
    return combineFailures(failures, shown);
  }

  /** The server's own time limit does not count while it waits for its standby. */
  async #within<T>(limitMs: number, work: () => Promise<T>): Promise<T> {
    const { ending } = this.#options;
    const stop = new AbortController();
    if (ending?.aborted) stop.abort();
    ending?.addEventListener('abort', () => stop.abort(), { signal: stop.signal });
    const late = this.#host.clock.sleep(limitMs, stop.signal).then((): never => {
      if (ending?.aborted) throw new ConnectionFailure(ENDED, storeConnection.ended);
      throw new ConnectionFailure('ETIMEDOUT', storeConnection.noAnswer);
    });
    late.catch(() => undefined);
    try {
      return await Promise.race([work(), late]);
    } finally {
      stop.abort();
    }
  }

  /** An idle connection; undefined where a new one may be made. */
  async #take(): Promise<PostgresConnection | undefined> {
    while (this.#used >= CONNECTIONS) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    this.#used += 1;
    return this.#idle.pop();
  }

  #give(connection: PostgresConnection): void {
    this.#idle.push(connection);
    this.#free();
  }

  #drop(connection: PostgresConnection): void {
    connection.destroy();
    this.#free();
  }

  #free(): void {
    this.#used -= 1;
    this.#waiting.shift()?.();
  }
}

function withSent(error: PayctlError, sent: boolean): PayctlError {
  if (error instanceof StoreUnavailable || error instanceof StoreRefusal) error.sent = sent;
  return error;
}

function requireConfirmation({ rows, notices }: ServerReply): readonly DatabaseRow[] {
  const notice = notices.find(({ code }) => code !== undefined && UNCONFIRMED.includes(code));
  if (notice === undefined) return rows;
  throw unconfirmed(visible(notice.message ?? ''));
}

/** The error for a commit that the standby may not have. */
export function unconfirmed(why: Text): StoreUnavailable {
  const error = new StoreUnavailable(storeConnection.unconfirmed(why), {
    hint: payctl`store status`,
  });
  error.sent = true;
  return error;
}
