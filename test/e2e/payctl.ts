import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterFile } from '../leftovers.js';

/** The built command. */
export const BIN = resolve(import.meta.dirname, '../../bin/payctl.js');

/** What a machine keeps compiled code with, as it does unless told otherwise. */
export const KEEPING_CODE = { XDG_CACHE_HOME: '' };

export interface Finished {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

export interface Running {
  child: ChildProcess;
  ended: Promise<Finished>;
  /** Once it has said something like that, on either stream. */
  says(pattern: RegExp): Promise<RegExpExecArray>;
}

export interface Machine {
  home: string;
  /** Runs the built command in this machine's home; arguments as a shell without quotes would split them, or as a list. */
  payctl(args: string | readonly string[], options?: RunOptions): Promise<Finished>;
  /** The same, while it is under way. */
  start(args: string | readonly string[], options?: RunOptions): Running;
  env: NodeJS.ProcessEnv;
  dispose(): void;
}

export interface RunOptions {
  env?: Record<string, string>;
  input?: string | Uint8Array;
  cwd?: string;
  /** The program that runs it, with its arguments, such as `unshare --pid`. */
  by?: readonly string[];
  /** A file in place of its standard output. */
  stdout?: number;
}

let homes: string | undefined;
const running = new Set<ChildProcess>();

/** Where the homes of the file's machines are. After its tests first the processes go, then the homes. */
function newHomes(): string {
  const directory = mkdtempSync(join(tmpdir(), 'payctl-e2e-'));
  // Some homes belong to another user.
  chmodSync(directory, 0o711);
  afterFile(async () => {
    homes = undefined;
    const ends = Array.from(running, (child) => once(child, 'exit'));
    for (const child of running) child.kill('SIGKILL');
    await Promise.all(ends);
    rmSync(directory, { recursive: true, force: true });
  });
  return directory;
}

/**
 * An empty home, gone after the tests of the file: own configuration, own state, nothing of the
 * developer's environment. No run keeps compiled code, which costs more than the few that follow
 * would save; see KEEPING_CODE.
 */
export function freshMachine(env: Record<string, string> = {}): Machine {
  homes ??= newHomes();
  const home = mkdtempSync(join(homes, 'home-'));
  const machine: Machine = {
    home,
    env: { PATH: process.env.PATH, HOME: home, XDG_CACHE_HOME: '/dev/null', ...env },
    payctl: (args, options) => machine.start(args, options).ended,
    start(args, options = {}) {
      const words = typeof args === 'string' ? args.split(' ').filter(Boolean) : args;
      return start(words, { ...machine.env, ...options.env }, options);
    },
    dispose: () => rmSync(home, { recursive: true, force: true }),
  };
  return machine;
}

/** A machine whose shells find `payctl`. */
export function machineWithPath(env: Record<string, string> = {}): Machine {
  const machine = freshMachine(env);
  const folder = join(machine.home, 'bin');
  mkdirSync(folder);
  symlinkSync(BIN, join(folder, 'payctl'));
  machine.env.PATH = `${folder}:${process.env.PATH}`;
  return machine;
}

function start(args: readonly string[], env: NodeJS.ProcessEnv, options: RunOptions): Running {
  const { by = [], cwd = env.HOME, input = '', stdout = 'pipe' } = options;
  const [program = '', ...words] = [...by, process.execPath, BIN, ...args];
  const child = spawn(program, words, { env, cwd, stdio: ['pipe', stdout, 'pipe'] });
  running.add(child);
  child.on('exit', () => running.delete(child));
  const said = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream]?.setEncoding('utf8').on('data', (text: string) => {
      said[stream] += text;
    });
  }
  child.stdin?.on('error', () => {});
  child.stdin?.end(input);
  const ended = new Promise<Finished>((done, fail) => {
    child.on('error', fail);
    child.on('close', (code, signal) => done({ code, signal, ...said }));
  });
  const says = (pattern: RegExp) =>
    new Promise<RegExpExecArray>((done, fail) => {
      const look = (): void => {
        const found = pattern.exec(said.stdout + said.stderr);
        if (found) done(found);
      };
      for (const stream of [child.stdout, child.stderr]) stream?.on('data', look);
      child.on('close', () => fail(new Error(`it ended without ${pattern}: ${said.stderr}`)));
      look();
    });
  return { child, ended, says };
}
