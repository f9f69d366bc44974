import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { childEnvironment } from './command.js';
import type { Pager } from './host.js';

/** Starts a pager on the terminal of this process; undefined where there is no such program. */
export async function openPager([program = '', ...args]: readonly string[]): Promise<
  Pager | undefined
> {
  const child = spawn(program, args, {
    stdio: ['pipe', 'inherit', 'inherit'],
    env: childEnvironment(),
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  // Leaving a pager early closes the pipe; that is no failure.
  child.stdin.on('error', () => undefined);
  try {
    await once(child, 'spawn');
  } catch {
    return undefined;
  }
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  return {
    get isClosed() {
      return hasEnded() || child.stdin.destroyed;
    },
    write: (text) => new Promise((resolve) => child.stdin.write(text, () => resolve())),
    async end() {
      child.stdin.end();
      await ended;
    },
    kill: () => void child.kill(),
  };
}
