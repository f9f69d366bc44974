import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { PASSWORD } from './address.js';
import { postgresPrograms, unprivileged } from './programs.js';

const VARIABLE = 'PAYCTL_TEST_POSTGRES';

/** Gives the servers of a test run one directory, and leaves neither it nor them behind. */
export default async function setup(): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(tmpdir(), 'payctl-pg-'));
  await chmod(directory, 0o711);
  process.env[VARIABLE] = directory;
  return async () => {
    for (const home of await readdir(directory)) await killServerOf(join(directory, home));
    await rm(directory, { recursive: true, force: true, maxRetries: 5 });
  };
}

/** The one that all shared, or one that a test which failed has left. */
async function killServerOf(home: string): Promise<void> {
  try {
    const [pid] = (await readFile(join(home, 'data/postmaster.pid'), 'utf8')).split('\n');
    process.kill(Number(pid), 'SIGQUIT');
    for (;;) {
      process.kill(Number(pid), 0);
      await sleep(10);
    }
  } catch {
    // It has ended.
  }
}

interface Place {
  home: string;
  port: number;
}

/** Where the server of all is; made by the first who asks, while the others wait. */
export async function sharedPlace(make: () => Promise<Place>): Promise<Place> {
  const path = join(runDirectory(), 'shared');
  const ready = join(path, 'place.json');
  try {
    await mkdir(path);
    await writeFile(`${ready}.new`, JSON.stringify(await make()));
    await rename(`${ready}.new`, ready);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  while (!existsSync(ready)) await sleep(50);
  const { home, port }: Place = JSON.parse(await readFile(ready, 'utf8'));
  return { home, port };
}

function runDirectory(): string {
  const directory = process.env[VARIABLE];
  if (directory === undefined) throw new Error('test/postgres/template.ts is no globalSetup here');
  return directory;
}

/** A new directory of this run, owned by whom the server runs as. */
export async function newHome(): Promise<string> {
  return owned(await mkdtemp(join(runDirectory(), 'server-')));
}

async function owned(path: string): Promise<string> {
  const owner = unprivileged();
  if (owner) await chown(path, owner.uid, owner.gid);
  return path;
}

/** A cluster as `initdb` leaves it, in that directory. */
export async function newCluster(data: string): Promise<void> {
  await run('mkdir', ['-m', '700', data]);
  await run('tar', ['-xpf', await template(), '-C', data]);
}

/** Packed, for many small files take longer to copy; made by the first who asks. */
async function template(): Promise<string> {
  const path = join(runDirectory(), 'template.tar');
  if (existsSync(path)) return path;
  const home = await newHome();
  await writeFile(join(home, 'password'), PASSWORD, { mode: 0o644 });
  await program('initdb', [
    ...[
      '-D',
      join(home, 'data'),
      '--no-sync',
      '--username=postgres',
      '--encoding=UTF8',
      '--wal-segsize=1',
    ],
    ...['--locale=C', '--auth-local=trust', '--auth-host=scram-sha-256'],
    `--pwfile=${join(home, 'password')}`,
  ]);
  await run('tar', ['-cf', join(home, 'template.tar'), '-C', join(home, 'data'), '.']);
  // Where another process was faster, it is the same.
  await rename(join(home, 'template.tar'), path);
  await rm(home, { recursive: true });
  return path;
}

/** With all that is in it. */
export async function ownedByServer(path: string): Promise<void> {
  await owned(path);
  const inside = await readdir(path, { recursive: true });
  await Promise.all(inside.map((name) => owned(join(path, name))));
}

const execute = promisify(execFile);

/** Runs one of PostgreSQL's programs to its end, as whom the server runs as. */
export async function program(name: string, args: readonly string[]): Promise<string> {
  const bin = postgresPrograms();
  if (bin === undefined) throw new Error('there is no PostgreSQL here');
  return run(join(bin, name), args);
}

/** As whom the server runs as. */
export async function run(command: string, args: readonly string[]): Promise<string> {
  const { stdout } = await execute(command, args, {
    ...unprivileged(),
    cwd: '/',
    env: { PATH: process.env.PATH, LC_ALL: 'C', PGPASSWORD: PASSWORD },
  });
  return stdout;
}
