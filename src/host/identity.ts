import { readFileSync, readlinkSync } from 'node:fs';
import { hostname, userInfo } from 'node:os';
import { tryOrUndefined } from '../core/try-or-undefined.js';
import { childEnvironment } from './command.js';
import { errorCode } from './disk.js';
import type { Host, Operator, ProcessIdentity, ProcessMark } from './host.js';

/**
 * Identifies processes by pid, start time, boot and pid namespace, because the kernel uses pids again.
 */
export function processIdentity(env: Host['env']): ProcessIdentity {
  let own: ProcessMark | undefined;
  let operator: Operator | undefined;
  const self = (): ProcessMark => {
    own ??= { pid: process.pid, start: startTime(process.pid) ?? '', boot: bootMark() };
    return own;
  };
  return {
    get self() {
      return self();
    },
    get operator() {
      operator ??= readOperator(env);
      return operator;
    },
    state(mark) {
      const [theirs, ours] = [parseMark(mark.boot), parseMark(self().boot)];
      // Another boot under the same host name proves nothing: two machines may share a name.
      const isSameSystem = (['host', 'bootId', 'pids'] as const).every(
        (part) => theirs[part] === ours[part],
      );
      // Some containers hide the boot id; then two machines may look like one.
      if (!isSameSystem || (process.platform === 'linux' && ours.bootId === undefined))
        return 'unknown';
      if (!isRunning(mark.pid)) return 'dead';
      const start = startTime(mark.pid);
      if (start === undefined) return isRunning(mark.pid) ? 'unknown' : 'dead';
      if (start === GONE) return 'dead';
      if (start === mark.start) return 'alive';
      // Start times count from the boot in the reader's time namespace.
      return theirs.time === ours.time ? 'dead' : 'unknown';
    },
    // The kernel's monotonic clock cannot be set, and is the same in every process.
    uptime: () => Number(process.hrtime.bigint() / 1_000_000n),
    sinceBoot() {
      const seconds = /^\d+\.\d+/.exec(readText('/proc/uptime') ?? '')?.[0];
      return seconds === undefined ? undefined : Number(seconds) * 1_000;
    },
  };
}

/**
 * Whether the uptime of two marks counts from the same moment; without boot ids, whether the marks
 * are equal.
 */
export function isSameBoot(one: string, other: string): boolean {
  const [a, b] = [parseMark(one), parseMark(other)];
  if (a.bootId === undefined || b.bootId === undefined) return one === other;
  return a.bootId === b.bootId && a.time === b.time;
}

/** The host name of whoever has this mark, by which people know a machine. */
export function hostNameInMark({ boot }: Pick<ProcessMark, 'boot'>): string {
  return boot.split(' ', 1).join('');
}

interface MarkParts {
  host: string | undefined;
  bootId: string | undefined;
  pids: string | undefined;
  time: string | undefined;
}

function parseMark(mark: string): MarkParts {
  const [host, ...parts] = mark.split(' ');
  return {
    host,
    bootId: parts.find(isBootId),
    pids: parts.find((part) => part.startsWith('pid:')),
    time: parts.find((part) => part.startsWith('time:')),
  };
}

function isBootId(part: string | undefined): boolean {
  return part !== undefined && /^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$/.test(part);
}

/** Whether a process has this pid, of any user. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

/** In place of the start time of a process that has ended and waits to be reaped. */
const GONE = '';

/** As the kernel counts it; undefined where the platform does not tell, or the process has ended. */
function startTime(pid: number): string | undefined {
  const stat = countsOurPids() ? readText(`/proc/${pid}/stat`) : undefined;
  if (stat !== undefined) {
    // The command name before the last ')' may hold anything. State is field 3, start time 22.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? GONE : fields[19];
  }
  if (process.platform === 'win32' || process.platform === 'linux') return undefined;
  return output('ps', ['-o', 'lstart=', '-p', String(pid)]);
}

function bootMark(): string {
  const boot =
    readText('/proc/sys/kernel/random/boot_id')?.trim() ??
    (process.platform === 'darwin' ? output('sysctl', ['-n', 'kern.bootsessionuuid']) : undefined);
  const parts = [hostname(), boot, linkTarget('/proc/self/ns/pid'), timeNamespace()];
  return parts.filter((part) => part !== undefined).join(' ');
}

/** With its offset, because the number of a namespace that has ended is used again. */
function timeNamespace(): string | undefined {
  const namespace = linkTarget('/proc/self/ns/time');
  const offset = /^monotonic +(-?\d+) +(\d+)$/m.exec(readText('/proc/self/timens_offsets') ?? '');
  return namespace && [namespace, ...(offset?.slice(1) ?? [])].join(',');
}

/** Whether /proc has our pids: it may be of another pid namespace. */
function countsOurPids(): boolean {
  return linkTarget('/proc/self') === String(process.pid);
}

function linkTarget(path: string): string | undefined {
  return tryOrUndefined(() => readlinkSync(path));
}

function readText(path: string): string | undefined {
  return tryOrUndefined(() => readFileSync(path, 'utf8'));
}

function output(command: string, args: string[]): string | undefined {
  const { spawnSync } = process.getBuiltinModule('node:child_process');
  const { stdout } = spawnSync(command, args, {
    encoding: 'utf8',
    timeout: 2_000,
    env: childEnvironment(),
  });
  return stdout?.trim() || undefined;
}

/** @param env where sudo says who called it */
export function readOperator({ SUDO_USER: sudoUser = '' }: Host['env']): Operator {
  // In containers there may be no account, only a number.
  const user =
    tryOrUndefined(() => userInfo().username) ?? `uid ${process.geteuid?.() ?? 'unknown'}`;
  return isAccountName(sudoUser) ? { user, sudoUser } : { user };
}

/** Anybody may set SUDO_USER to anything; only what can be the name of an account is believed. */
function isAccountName(text: string): boolean {
  return /^[^\p{C}\p{Z}]{1,255}$/u.test(text);
}
