import { type ChildProcess, spawn } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../fixtures/free-port.js';
import { PASSWORD, urlAt } from './address.js';
import { pgbouncerProgram, unprivileged } from './programs.js';
import { newHome, ownedByServer } from './template.js';

/** PgBouncer in transaction mode: each transaction may meet another connection of the server. */
export class PgBouncer {
  readonly port: number;
  readonly #home: string;
  readonly #process: ChildProcess;

  private constructor(home: string, port: number, child: ChildProcess) {
    this.#home = home;
    this.port = port;
    this.#process = child;
  }

  /** Few connections for many clients, so that sessions really change hands. */
  static async before(serverPort: number, poolSize = 4): Promise<PgBouncer> {
    const pgbouncer = pgbouncerProgram();
    if (pgbouncer === undefined) throw new Error('there is no PgBouncer here');
    const home = await newHome();
    const port = await freePort();
    const files = {
      'users.txt': `"postgres" "${PASSWORD}"\n`,
      'pgbouncer.ini': configuration(home, port, serverPort, poolSize),
    };
    for (const [name, text] of Object.entries(files)) {
      await writeFile(join(home, name), text, { mode: 0o600 });
    }
    await ownedByServer(home);
    const child = spawn(pgbouncer, ['-q', join(home, 'pgbouncer.ini')], {
      ...unprivileged(),
      cwd: '/',
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr.on('data', (part: Buffer) => {
      said += part.toString();
    });
    process.once('exit', () => child.kill('SIGKILL'));
    const bouncer = new PgBouncer(home, port, child);
    while (!(await listens(port))) {
      if (child.exitCode !== null) throw new Error(`PgBouncer did not start: ${said}`);
      await sleep(10);
    }
    return bouncer;
  }

  url(database: string, user = 'postgres'): string {
    return urlAt(this.port, database, user);
  }

  async dispose(): Promise<void> {
    const gone = new Promise<void>((done) => this.#process.once('exit', () => done()));
    this.#process.kill('SIGKILL');
    await gone;
    await rm(this.#home, { recursive: true, force: true });
  }
}

function configuration(home: string, port: number, serverPort: number, poolSize: number): string {
  return `[databases]
* = host=127.0.0.1 port=${serverPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
pool_mode = transaction
auth_type = scram-sha-256
auth_file = ${home}/users.txt
default_pool_size = ${poolSize}
max_client_conn = 500
server_login_retry = 1
logfile =
`;
}

function listens(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('connect', () => {
      socket.destroy();
      done(true);
    });
    socket.on('error', () => done(false));
  });
}
