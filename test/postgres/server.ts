import { type ChildProcess, spawn } from 'node:child_process';
import { appendFile, chmod, copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { ROLES } from '../../src/state/postgres/schema/version.js';
import { freePort } from '../fixtures/free-port.js';
import { isRunning } from '../fixtures/is-running.js';
import { PASSWORD, urlAt } from './address.js';
import { childrenOf } from './process.js';
import { postgresPrograms, unprivileged } from './programs.js';
import { WireProxy } from './proxy.js';
import { newCluster, newHome, ownedByServer, program, sharedPlace } from './template.js';

/** How a server waits before it acknowledges: not at all for its standby, or until that has it on disk. */
export type Durability = 'asynchronous' | 'synchronous';

export interface ServerOptions {
  /** Directory with `server.pem` and `server.key`. */
  tls?: string;
  settings?: Readonly<Record<string, string | number>>;
}

/** Fast, for data that nobody will miss; SIGKILL loses nothing of it, for the kernel lives on. */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  max_connections: 220,
  fsync: 'off',
  full_page_writes: 'off',
  shared_buffers: '32MB',
  max_wal_size: '512MB',
  wal_keep_size: '64MB',
  password_encryption: 'scram-sha-256',
  autovacuum: 'off',
  log_min_messages: 'warning',
};

const STANDBY = 'standby';

/** A real PostgreSQL on a loopback port of its own, in a directory that ends with it. */
export class PostgresServer {
  readonly port: number;
  readonly #home: string;
  readonly #settings: Readonly<Record<string, string | number>>;
  readonly #isShared: boolean;
  #postmaster: ChildProcess | undefined;
  /** What a standby hears of its primary goes through here. */
  #link: WireProxy | undefined;
  #log = '';

  private constructor(
    home: string,
    port: number,
    settings: ServerOptions['settings'] = {},
    isShared = false,
  ) {
    this.#home = home;
    this.port = port;
    this.#settings = settings;
    this.#isShared = isShared;
  }

  /** A new server with the account `postgres` and the password above. */
  static async start(options: ServerOptions = {}): Promise<PostgresServer> {
    const home = await newHome();
    await newCluster(join(home, 'data'));
    const tls = options.tls === undefined ? {} : await certificateIn(home, options.tls);
    const settings = { ...tls, ...options.settings };
    const server = new PostgresServer(home, await freePort(), settings);
    await server.start();
    return server;
  }

  /**
   * One for all tests of a run that neither kill it nor change its settings: the first who asks starts
   * it, and it ends with the run.
   */
  static async shared(): Promise<PostgresServer> {
    const { home, port } = await sharedPlace(async () => {
      const begun = await PostgresServer.start();
      await begun.stop();
      const child = begun.#spawn('ignore');
      child.unref();
      await begun.#untilAnswers(child);
      // Scripts make them where they lack, and two at the same time would stumble.
      for (const role of Object.values(ROLES)) await begun.sql(`CREATE ROLE ${role} NOLOGIN`);
      return { home: begun.#home, port: begun.port };
    });
    return new PostgresServer(home, port, undefined, true);
  }

  get data(): string {
    return join(this.#home, 'data');
  }

  /** What the server said. */
  get log(): string {
    return this.#log;
  }

  get running(): boolean {
    return this.#postmaster !== undefined;
  }

  url(database = 'postgres', user = 'postgres'): string {
    return urlAt(this.port, database, user);
  }

  /** Asks the server itself, past every proxy. */
  async sql<T extends postgres.MaybeRow>(text: string, database = 'postgres'): Promise<T[]> {
    const sql = this.#connect(database);
    try {
      return [...(await sql.unsafe<T[]>(text))];
    } finally {
      await sql.end();
    }
  }

  /** An empty database of its own. */
  async database(): Promise<string> {
    const name = `d${Math.random().toString(36).slice(2, 10)}`;
    await this.sql(`CREATE DATABASE ${name} TEMPLATE template0`);
    return name;
  }

  /** Starts, or starts again after a crash; answers once it takes connections. */
  async start(): Promise<void> {
    const child = this.#spawn('pipe');
    child.stderr?.on('data', (part: Buffer) => {
      this.#log += part.toString();
    });
    this.#postmaster = child;
    await this.#untilAnswers(child);
  }

  #spawn(stderr: 'pipe' | 'ignore'): ChildProcess {
    const bin = postgresPrograms();
    if (bin === undefined) throw new Error('there is no PostgreSQL here');
    const settings = {
      ...SETTINGS,
      unix_socket_directories: this.#home,
      port: this.port,
      ...this.#settings,
    };
    const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    return spawn(join(bin, 'postgres'), ['-D', this.data, ...flags], {
      ...unprivileged(),
      cwd: this.#home,
      env: { PATH: process.env.PATH, LC_ALL: 'C' },
      stdio: ['ignore', 'ignore', stderr],
      // What nobody hears outlives who started it.
      detached: stderr === 'ignore',
    });
  }

  async #untilAnswers(child: ChildProcess): Promise<void> {
    for (;;) {
      if (child.exitCode !== null || child.signalCode !== null) {
        this.#postmaster = undefined;
        throw new Error(`PostgreSQL did not start: ${this.#log}`);
      }
      if (await this.#answers()) return;
      await sleep(20);
    }
  }

  /** As when the power goes: the server and all its processes at once. */
  async crash(): Promise<void> {
    if (this.#isShared) throw new Error('others use this server');
    const child = this.#postmaster;
    if (!child?.pid) return;
    const gone = new Promise<void>((done) => child.once('exit', () => done()));
    const parts = childrenOf(child.pid);
    for (const pid of [child.pid, ...parts]) kill(pid, 'SIGKILL');
    await gone;
    for (const pid of parts) while (isRunning(pid)) await sleep(2);
    this.#postmaster = undefined;
  }

  /** Ends all connections, and the server in an orderly way. */
  async stop(signal: NodeJS.Signals = 'SIGINT'): Promise<void> {
    const child = this.#postmaster;
    if (child?.pid) {
      const gone = new Promise<void>((done) => child.once('exit', () => done()));
      child.kill(signal);
      await gone;
      this.#postmaster = undefined;
    }
  }

  /** Ends it, and nothing remains. A shared one goes on. */
  async dispose(): Promise<void> {
    if (this.#isShared) return;
    await this.crash();
    await this.#link?.dispose();
    await rm(this.#home, { recursive: true, force: true });
  }

  /** A standby that follows this server; where it is synchronous, this server waits for it from now on. */
  async standby(durability: Durability): Promise<PostgresServer> {
    const home = await newHome();
    const port = await freePort();
    await program('pg_basebackup', [
      ...['-h', '127.0.0.1', '-p', String(this.port), '-U', 'postgres', '-D', join(home, 'data')],
      ...['--checkpoint=fast', '--wal-method=stream', '--no-sync', '--write-recovery-conf'],
    ]);
    const link = await WireProxy.before(this.port);
    const conninfo = `host=127.0.0.1 port=${link.port} user=postgres password=${PASSWORD} application_name=${STANDBY} sslmode=disable`;
    await appendFile(
      join(home, 'data/postgresql.auto.conf'),
      `\nprimary_conninfo = '${conninfo}'\nsynchronous_standby_names = ''\n`,
    );
    const standby = new PostgresServer(home, port, {
      ...this.#settings,
      wal_retrieve_retry_interval: '100ms',
    });
    standby.#link = link;
    await standby.start();
    const names = durability === 'synchronous' ? STANDBY : '';
    await this.set('synchronous_standby_names', names);
    await this.#follows(durability === 'synchronous' ? 'sync' : 'async');
    return standby;
  }

  /** A copy of its data as they are now; not started. */
  async copy(): Promise<PostgresServer> {
    const home = await newHome();
    await program('pg_basebackup', [
      ...['-h', '127.0.0.1', '-p', String(this.port), '-U', 'postgres', '-D', join(home, 'data')],
      ...['--checkpoint=fast', '--wal-method=stream', '--no-sync'],
    ]);
    return new PostgresServer(home, await freePort(), this.#settings);
  }

  /** Starts as a standby that follows nobody. */
  async startAsStandby(): Promise<void> {
    await writeFile(join(this.data, 'standby.signal'), '');
    await ownedByServer(this.data);
    await this.start();
  }

  /** Changes a setting of the running server. */
  async set(name: string, value: string): Promise<void> {
    await this.sql(`ALTER SYSTEM SET ${name} = '${value}'`);
    await this.sql('SELECT pg_reload_conf()');
    while ((await this.sql<{ now: string }>(`SHOW ${name}`))[0]?.[name as 'now'] !== value) {
      await sleep(10);
    }
  }

  async #follows(state: string): Promise<void> {
    const asked = `SELECT 1 FROM pg_stat_replication WHERE application_name = '${STANDBY}'
      AND state = 'streaming' AND sync_state = '${state}'`;
    while ((await this.sql(asked)).length === 0) await sleep(20);
  }

  /** Answers once this standby has all that the primary had when it was asked. */
  async caughtUpWith(primary: PostgresServer): Promise<void> {
    const [row] = await primary.sql<{ at: string }>('SELECT pg_current_wal_lsn()::text AS at');
    const reached = `SELECT 1 WHERE pg_last_wal_replay_lsn() >= '${row?.at}'::pg_lsn`;
    while ((await this.sql(reached)).length === 0) await sleep(10);
  }

  /** Makes a standby the server that takes writes; answers once it does. */
  async promote(): Promise<void> {
    await this.sql('SELECT pg_promote(true, 30)');
  }

  /** Whether what the primary sends reaches this standby; what does not is lost for good when the primary dies. */
  hears(hearing: boolean): void {
    this.#link?.watch(() => (hearing ? 'pass' : 'swallow'));
    if (hearing) this.#link?.cutAll();
  }

  #connect(database = 'postgres'): postgres.Sql {
    return postgres({
      // By its socket it asks for no password, whose proof takes longer than most questions.
      path: join(this.#home, `.s.PGSQL.${this.port}`),
      database,
      username: 'postgres',
      max: 1,
      prepare: false,
      fetch_types: false,
      onnotice: () => {},
      connect_timeout: 10,
    });
  }

  async #answers(): Promise<boolean> {
    try {
      await this.sql('SELECT 1');
      return true;
    } catch {
      return false;
    }
  }
}

async function certificateIn(home: string, from: string): Promise<Record<string, string>> {
  const files = { ssl_cert_file: 'server.pem', ssl_key_file: 'server.key' };
  const directory = join(home, 'tls');
  await mkdir(directory);
  for (const name of Object.values(files)) {
    await copyFile(join(from, name), join(directory, name));
    await chmod(join(directory, name), 0o600);
  }
  await ownedByServer(directory);
  const paths = Object.entries(files).map(([setting, name]) => [setting, join(directory, name)]);
  return { ssl: 'on', ...Object.fromEntries(paths) };
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended by itself.
  }
}
