import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** The built command. */
export const BIN = resolve(import.meta.dirname, '../../bin/payctl.js');

export interface Finished {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

export interface Machine {
  home: string;
  /** Runs the built command in this machine's home; arguments as a shell without quotes would split them, or as a list. */
  payctl(args: string | readonly string[], options?: RunOptions): Promise<Finished>;
  env: NodeJS.ProcessEnv;
  dispose(): void;
}

export interface RunOptions {
  env?: Record<string, string>;
  input?: string | Uint8Array;
  cwd?: string;
}

/** An empty home: own configuration, own state, nothing of the developer's environment. */
export function freshMachine(env: Record<string, string> = {}): Machine {
  const home = mkdtempSync(join(tmpdir(), 'payctl-e2e-'));
  const base = { PATH: process.env.PATH, HOME: home, ...env };
  return {
    home,
    env: base,
    payctl: (args, options = {}) => run(words(args), { ...base, ...options.env }, options),
    dispose: () => rmSync(home, { recursive: true, force: true }),
  };
}

function words(args: string | readonly string[]): readonly string[] {
  return typeof args === 'string' ? args.split(' ').filter(Boolean) : args;
}

function run(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  options: RunOptions,
): Promise<Finished> {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, [BIN, ...args], { env, cwd: options.cwd ?? env.HOME });
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
    child.on('error', fail);
    child.on('close', (code, signal) =>
      done({
        code,
        signal,
        stdout: Buffer.concat(stdout).toString(),
        stderr: Buffer.concat(stderr).toString(),
      }),
    );
    child.stdin.on('error', () => {});
    child.stdin.end(options.input ?? '');
  });
}
