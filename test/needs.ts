import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { describe, it } from 'vitest';
import { pgbouncerProgram, postgresPrograms } from './postgres/programs.js';

/** A pid namespace of its own, as a container has. */
export const CONTAINER = ['--pid', '--fork', '--kill-child', '--mount-proc'];

/** A time namespace in which the machine has been up for longer. */
export function upFor(seconds: number): string[] {
  const times = [`--monotonic=${seconds}`, `--boottime=${seconds}`];
  return ['--time', '--fork', '--kill-child', ...times];
}

/** With an overlay at `merged` in this directory of a tmpfs, as the own layer of a container is. */
export function onOverlay(base: string): [string, ...string[]] {
  const [lower, upper, work, merged] = ['lower', 'upper', 'work', 'merged'].map(
    (name) => `${base}/${name}`,
  );
  const options = `lowerdir=${lower},upperdir=${upper},workdir=${work}`;
  const made = `mkdir -p ${lower} ${upper} ${work} ${merged}`;
  const mounted = `mount -t overlay overlay -o ${options} ${merged}`;
  return ['unshare', '-m', 'sh', '-c', `${made} && ${mounted} && exec "$@"`, 'sh'];
}

/** What not every machine has or allows, and whether this one does. */
const NEEDS = {
  Linux: () => process.platform === 'linux',
  root: () => process.geteuid?.() === 0,
  bash: () => runs('bash', '-c', 'exit 0'),
  zsh: () => runs('zsh', '-c', 'exit 0'),
  fish: () => runs('fish', '-c', 'exit 0'),
  script: () => runs('script', '--version'),
  strace: () => runs('strace', '-f', '-o', '/dev/null', 'true'),
  dpkg: () => runs('dpkg-deb', '--version'),
  pytest: () => pythonWithPytest() !== undefined,
  groff: () => runs('groff', '--version'),
  'systemd-analyze': () => runs('systemd-analyze', '--version'),
  openssl: () => runs('openssl', 'version'),
  '/dev/full': () => existsSync('/dev/full'),
  'mount namespaces': () => runs('unshare', '-rm', 'true'),
  'overlay mounts': hasOverlay,
  'pid namespaces': () => runs('unshare', ...CONTAINER, 'true'),
  chromium: () => runs('chromium', '--version'),
  postgres: hasPostgres,
  pgbouncer: () => hasPostgres() && pgbouncerProgram() !== undefined,
  'time namespaces': () => runs('unshare', ...upFor(1), 'true'),
} as const satisfies Record<string, () => boolean>;

export type Need = keyof typeof NEEDS;

function hasOverlay(): boolean {
  const base = '/dev/shm/payctl-needs';
  const works = runs(...onOverlay(base), 'true');
  rmSync(base, { recursive: true, force: true });
  return works;
}

function hasPostgres(): boolean {
  return process.platform === 'linux' && postgresPrograms() !== undefined;
}

/** The system's Python has what Debian packages; another one may stand before it. */
export function pythonWithPytest(): string | undefined {
  return ['python3', '/usr/bin/python3'].find((python) => {
    return runs(python, '-c', 'import pytest, requests');
  });
}

function runs(program: string, ...args: readonly string[]): boolean {
  return spawnSync(program, args).status === 0;
}

const known = new Map<Need, boolean>();

/** Asked once: some of the answers cost a process. */
export function has(need: Need): boolean {
  const answer = known.get(need) ?? NEEDS[need]();
  known.set(need, answer);
  return answer;
}

/** Where the machine lacks what the tests need, they are skipped, and their name says for want of what. */
export function describeWith(need: Need, name: string, tests: () => void): void {
  if (has(need)) describe(name, tests);
  else describe.skip(`${name} (needs ${need})`, tests);
}

/** As `describeWith`, for one test. */
export function itWith(need: Need, name: string, test: () => Promise<void> | void): void {
  if (has(need)) it(name, test);
  else it.skip(`${name} (needs ${need})`, test);
}
