import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { childEnvironment } from './child-environment.js';
import type { ProcessIdentity, ProcessMark } from './host.js';

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
      if (endedWithItsBoot(mark.boot, self().boot)) return 'dead';
      if (mark.boot !== self().boot) return 'unknown';
      if (!isRunning(mark.pid)) return 'dead';
      const start = startTime(mark.pid);
      if (start === undefined) return isRunning(mark.pid) ? 'unknown' : 'dead';
      return start === mark.start ? 'alive' : 'dead';
    },
    // The same in every process: Node counts it from the kernel's own start, not from the process's.
    uptime: () => Number(process.hrtime.bigint() / 1_000_000n),
  };
}

/** No process outlives the boot of its host. A mark without a boot id proves nothing. */
function endedWithItsBoot(theirs: string, ours: string): boolean {
  const [host, boot] = ours.split(' ');
  const [theirHost, theirBoot] = theirs.split(' ');
  return host === theirHost && isBootId(boot) && isBootId(theirBoot) && boot !== theirBoot;
}

/** Whether two marks count their uptime from the same moment. */
export function isSameBoot(one: string, other: string): boolean {
  const [a, b] = [bootIdOf(one), bootIdOf(other)];
  return a === undefined || b === undefined ? one === other : a === b;
}

function bootIdOf(mark: string): string | undefined {
  return mark.split(' ').find(isBootId);
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

/** undefined where the platform does not tell, or the process is gone or only waits to be reaped. */
function startTime(pid: number): string | undefined {
  const stat = readText(`/proc/${pid}/stat`);
  if (stat !== undefined) {
    // The command name before the last ')' may hold anything. State is field 3, start time 22.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? '' : fields[19];
  }
  if (process.platform === 'win32' || process.platform === 'linux') return undefined;
  return output('ps', ['-o', 'lstart=', '-p', String(pid)]);
}

function bootMark(): string {
  const boot =
    readText('/proc/sys/kernel/random/boot_id')?.trim() ??
    (process.platform === 'darwin' ? output('sysctl', ['-n', 'kern.bootsessionuuid']) : undefined);
  return [hostname(), boot, pidNamespace()].filter((part) => part !== undefined).join(' ');
}

/** Containers of one machine share the boot id but not the pids. */
function pidNamespace(): string | undefined {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return undefined;
  }
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
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
