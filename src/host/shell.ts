import { spawn } from 'node:child_process';
import { createConnection } from 'node:net';
import { childEnvironment } from './command.js';

type Environment = Readonly<Record<string, string>>;

/** How a command line of the user ended, and the end of what it printed. */
export interface ShellEnd {
  /** null where a signal ended it. */
  code: number | null;
  stdout: string;
  stderr: string;
  /** It had not ended by itself in its time. */
  tooSlow: boolean;
}

/** A program of the user that runs until it is ended, with all that it started. */
export interface Running {
  readonly ended: Promise<ShellEnd>;
  /** undefined while it runs. */
  readonly end: ShellEnd | undefined;
  signal(name: 'SIGTERM' | 'SIGKILL'): void;
}

const MOST_PRINTED = 1_048_576;
/** Groups of processes that must not outlive this one. */
const groups = new Set<number>();
let isWatching = false;

/** Starts a command line in the shell of the user, in a process group of its own. */
export function startShell(line: string, env: Environment): Running {
  endWithThisProcess();
  const [shell, flag] = commandShell();
  const child = spawn(shell, [flag, line], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...childEnvironment(), ...env },
    detached: process.platform !== 'win32',
  });
  const printed = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      printed[name] = (printed[name] + text).slice(-MOST_PRINTED);
    });
  }
  const { pid } = child;
  if (pid !== undefined) groups.add(pid);
  let end: ShellEnd | undefined;
  const ended = new Promise<ShellEnd>((resolve) => {
    const over = (code: number | null) => {
      end ??= { code, ...printed, tooSlow: false };
      resolve(end);
    };
    child.once('error', (error) => {
      printed.stderr += String(error.message);
      over(127);
    });
    // What it started may hold the pipes open: how it ended is known before they close.
    child.once('exit', (code) => setTimeout(over, DRAIN_MS, code));
    child.once('close', over);
  });
  return {
    ended,
    get end() {
      return end;
    },
    signal: (name) => signalGroup(pid, name),
  };
}

/** Runs a command line in the shell of the user to its end. */
export async function runShell(
  line: string,
  { env, timeoutMs }: { env: Environment; timeoutMs: number },
): Promise<ShellEnd> {
  const running = startShell(line, env);
  let tooSlow = false;
  const timer = setTimeout(() => {
    tooSlow = true;
    running.signal('SIGKILL');
  }, timeoutMs);
  const end = await running.ended;
  clearTimeout(timer);
  running.signal('SIGKILL');
  return { ...end, tooSlow };
}

export function isListening(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ host, port, timeout: CONNECT_MS });
    const over = (accepts: boolean) => {
      socket.destroy();
      resolve(accepts);
    };
    socket.once('connect', () => over(true));
    socket.once('timeout', () => over(false));
    socket.once('error', () => over(false));
  });
}

const CONNECT_MS = 1_000;
const DRAIN_MS = 50;

function commandShell(): readonly [shell: string, flag: string] {
  if (process.platform === 'win32') return [process.env.ComSpec ?? 'cmd.exe', '/c'];
  return [process.env.SHELL || '/bin/sh', '-c'];
}

function signalGroup(pid: number | undefined, name: 'SIGTERM' | 'SIGKILL'): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, name);
  } catch {
    // All of them have ended.
  }
  if (name === 'SIGKILL') groups.delete(pid);
}

function endWithThisProcess(): void {
  if (isWatching) return;
  isWatching = true;
  process.once('exit', () => {
    for (const pid of groups) signalGroup(pid, 'SIGKILL');
  });
}
