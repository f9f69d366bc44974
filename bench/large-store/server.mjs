// @ts-check
// A PostgreSQL on a directory that outlives the run: the largest stores take half an hour to fill.
import { spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { load } from '../../scripts/bundle.mjs';

const COMMON = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: 60,
  shared_buffers: '4GB',
  max_wal_size: '4GB',
  checkpoint_timeout: '30min',
  log_min_messages: 'warning',
};

/** Nothing is on disk before the end: a crash means that the store is filled again. */
const FILLING = {
  ...{ fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', autovacuum: 'off' },
  ...{ wal_level: 'minimal', max_wal_senders: 0 },
  ...{ maintenance_work_mem: '1GB', max_parallel_maintenance_workers: 1 },
};

/** As docs/scaling.md has it for production, with what counts the work of each statement; one process does all of it. */
const MEASURING = {
  max_parallel_workers_per_gather: 0,
  ...{ fsync: 'on', synchronous_commit: 'on', autovacuum: 'on', track_io_timing: 'on' },
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track_planning': 'on',
};

const { ports, programs } = await load({
  ports: 'test/fixtures/free-port.ts',
  programs: 'test/postgres/programs.ts',
});

/**
 * Starts the server of a directory; makes it where it is missing.
 *
 * @param {string} directory
 * @param {'filling' | 'measuring'} purpose
 */
export async function openServer(directory, purpose) {
  const bin = programs.postgresPrograms();
  if (bin === undefined) throw new Error('there is no PostgreSQL here');
  const data = join(directory, 'data');
  const account = programs.unprivileged();
  if (!existsSync(data)) newCluster(bin, directory, account);
  const port = await ports.freePort();
  const settings = { ...COMMON, ...(purpose === 'filling' ? FILLING : MEASURING), port };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(join(bin, 'postgres'), ['-D', data, ...flags], {
    ...account,
    cwd: directory,
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  /** @type {string[]} */
  const log = [];
  child.stderr?.on('data', (part) => log.push(String(part)));
  const ended = new Promise((resolve) => child.once('exit', resolve));
  process.once('exit', () => child.kill('SIGINT'));
  const server = {
    url: (database) => `postgres://postgres@127.0.0.1:${port}/${database}?sslmode=disable`,
    /** Runs statements as the superuser, and returns the rows of the last one. */
    async sql(text, database = 'postgres') {
      const connection = connect(server.url(database));
      try {
        return [...(await connection.unsafe(text))];
      } finally {
        await connection.end();
      }
    },
    async close() {
      child.kill('SIGINT');
      await ended;
    },
  };
  for (;;) {
    if (child.exitCode !== null) throw new Error(`PostgreSQL did not start: ${log.join('')}`);
    const answered = await server.sql('SELECT 1').catch(() => undefined);
    if (answered) return server;
    await sleep(200);
  }
}

export function connect(url) {
  const { hostname, port, username, pathname } = new URL(url);
  return postgres({
    host: hostname,
    port: Number(port),
    username,
    database: pathname.slice(1),
    max: 1,
    prepare: false,
    idle_timeout: 0,
    onnotice: () => {},
  });
}

function newCluster(bin, directory, account) {
  mkdirSync(directory, { recursive: true });
  if (account) chownSync(directory, account.uid, account.gid);
  const flags = [
    '--no-sync',
    '--username=postgres',
    '--encoding=UTF8',
    '--locale=C',
    '--auth=trust',
  ];
  const { status } = spawnSync(join(bin, 'initdb'), ['-D', join(directory, 'data'), ...flags], {
    ...account,
    cwd: directory,
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error('initdb failed');
}
