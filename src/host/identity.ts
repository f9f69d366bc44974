import { readFileSync, readlinkSync } from 'node:fs';
import { hostname, userInfo } from 'node:os';
import { tryOrUndefined } from '../core/try-or-undefined.js';
import { childEnvironment } from './command.js';
import type { ProcessIdentity, ProcessMark } from './host.js';
import { uptimeMs } from './uptime.js';

/**
 * A pid alone is used again by the kernel; with the start time of the process and the boot and
 * pid namespace that counted it, it names one process for good.
 */
export function processIdentity(): ProcessIdentity {
  let own: ProcessMark | undefined;
  const self = (): ProcessMark => {
    own ??= { pid: process.pid, start: startTime(process.pid) ?? '', boot: bootMark() };
    return own;
  };
  return {
    get self() {
      return self();
    },
    state(mark) {
      const [theirs, ours] = [parseMark(mark.boot), parseMark(self().boot)];
      // Another boot of the same host name is no proof either: two machines may share a name.
      const isSameSystem = (['host', 'bootId', 'pids'] as const).every(
        (part) => theirs[part] === ours[part],
      );
      // Where Linux hides its boot id, as some containers do, two machines may look like one.
      if (!isSameSystem || (process.platform === 'linux' && ours.bootId === undefined))
        return 'unknown';
      if (!isRunning(mark.pid)) return 'dead';
      const start = startTime(mark.pid);
      if (start === undefined) return isRunning(mark.pid) ? 'unknown' : 'dead';
      if (start === GONE) return 'dead';
      if (start === mark.start) return 'alive';
      // Start times count from the boot as the time namespace of the reader has it.
      return theirs.time === ours.time ? 'dead' : 'unknown';
    },
    uptime: uptimeMs,
    sinceBoot() {
      const seconds = /^\d+\.\d+/.exec(readText('/proc/uptime') ?? '')?.[0];
      return seconds === undefined ? undefined : Number(seconds) * 1_000;
    },
  };
}

/** Whether two marks count their uptime from the same moment. Without a boot id, only equal marks surely do. */
export function isSameBoot(one: string, other: string): boolean {
  const [a, b] = [parseMark(one), parseMark(other)];
  if (a.bootId === undefined || b.bootId === undefined) return one === other;
  return a.bootId === b.bootId && a.time === b.time;
}

/** The host name of whoever has this mark, by which people know a machine. */
export function hostNameOf({ boot }: Pick<ProcessMark, 'boot'>): string {
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

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: there is one, of another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** The start time of a process that has ended and only waits to be reaped. */
const GONE = '';

/** undefined where the platform does not tell, or the process is gone. */
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

/** With its offset: the number of a namespace that is gone is given to another. */
function timeNamespace(): string | undefined {
  const namespace = linkTarget('/proc/self/ns/time');
  const offset = /^monotonic +(-?\d+) +(\d+)$/m.exec(readText('/proc/self/timens_offsets') ?? '');
  return namespace && [namespace, ...(offset?.slice(1) ?? [])].join(',');
}

/** Containers of one machine share the boot id but not the pids; /proc may be that of another namespace. */
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

/** Who runs this process, as the system knows them: no variable can say otherwise. */
export function userName(): string {
  // Containers are given bare numbers.
  return tryOrUndefined(() => userInfo().username) ?? `uid ${process.geteuid?.() ?? 'unknown'}`;
}
