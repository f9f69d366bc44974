import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { once } from '../../src/core/once.js';

/** Debian keeps the programs of each version in a directory of its own, outside PATH. */
const DEBIAN = '/usr/lib/postgresql';

/** Where `initdb` and its fellows lie: as `PAYCTL_POSTGRES_BIN` has it, the newest version of Debian's, or a directory of PATH. */
export function postgresPrograms(): string | undefined {
  const { PAYCTL_POSTGRES_BIN: named } = process.env;
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN) : [];
  const newestFirst = versions.sort((a, b) => Number(b) - Number(a));
  const debian = newestFirst.map((version) => join(DEBIAN, version, 'bin'));
  return [...(named ? [named] : []), ...debian, ...searched()].find((bin) =>
    existsSync(join(bin, 'initdb')),
  );
}

export function pgbouncerProgram(): string | undefined {
  return [...searched(), '/usr/sbin'].map((bin) => join(bin, 'pgbouncer')).find(existsSync);
}

function searched(): string[] {
  return (process.env.PATH ?? '').split(delimiter).filter(Boolean);
}

/** Whom a program runs as that refuses to be root's; undefined where that is this process's own user. */
export const unprivileged = once((): { uid: number; gid: number } | undefined => {
  if (process.geteuid?.() !== 0) return undefined;
  return account('postgres') ?? account('nobody');
});

function account(name: string): { uid: number; gid: number } | undefined {
  const [uid, gid] = ['-u', '-g'].map((flag) => {
    const { status, stdout } = spawnSync('id', [flag, name], { encoding: 'utf8' });
    return status === 0 ? Number(stdout) : undefined;
  });
  return uid === undefined || gid === undefined ? undefined : { uid, gid };
}
