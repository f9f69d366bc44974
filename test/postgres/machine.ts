import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Host } from '../../src/host/host.js';
import { readOperator } from '../../src/host/identity.js';
import { nodeHost } from '../../src/host/node.js';
import { BIN, type Finished, freshMachine, type Machine } from '../fixtures/machine.js';
import { CONTAINER, has } from '../fixtures/needs.js';
import { runHere } from '../fixtures/quick-machine.js';
import { FULL } from '../fixtures/sizes.js';
import { childrenOf } from './process.js';

const real = nodeHost();
/** Of runs in this process, each a namespace of its own. */
let containers = 0;

/** What makes a container of a process: processes, name and boot of another machine. */
const APART = [...CONTAINER, '--mount', '--uts'];
const AS_ANOTHER = `hostname "$0" && mount --bind "$1" /proc/sys/kernel/random/boot_id && shift && exec "$@"`;

/** What has ended in the meantime needs no signal. */
function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

export class Running {
  readonly child: ChildProcess;
  readonly finished: Promise<Finished>;

  constructor(child: ChildProcess, finished: Promise<Finished>) {
    this.child = child;
    this.finished = finished;
  }

  /** As when its machine sleeps: it notices nothing. */
  stop(): void {
    this.#signal('SIGSTOP');
  }

  goOn(): void {
    this.#signal('SIGCONT');
  }

  /** As by a person; what holds a container ignores it. */
  end(): Promise<Finished> {
    this.#signal('SIGTERM');
    return this.finished;
  }

  /** The command itself, which may run in a namespace of its own, too. */
  #signal(signal: NodeJS.Signals): void {
    const { pid = 0 } = this.child;
    for (const one of [pid, ...childrenOf(pid)]) send(one, signal);
  }
}

/** Another machine, as far as one kernel can play it: home, state, host name, boot and processes of its own. */
export class FleetMachine {
  readonly name: string;
  readonly #machine: Machine;
  readonly #boot: string;
  readonly #bin: string;
  readonly #isQuick: boolean;

  constructor(
    name: string,
    env: Readonly<Record<string, string>>,
    { bin, isQuick = !FULL }: { bin?: string | undefined; isQuick?: boolean } = {},
  ) {
    this.name = name;
    this.#bin = bin ?? BIN;
    this.#isQuick = bin === undefined && isQuick;
    this.#machine = freshMachine(env);
    this.#boot = join(this.#machine.home, 'boot_id');
    writeFileSync(this.#boot, `${randomUUID()}\n`);
  }

  get home(): string {
    return this.#machine.home;
  }

  get env(): NodeJS.ProcessEnv {
    return this.#machine.env;
  }

  get state(): string {
    return join(this.home, '.local/state/payctl');
  }

  /** @param by a program that is given the command line, in place of running it */
  start(
    args: string | readonly string[],
    env: Readonly<Record<string, string>> = {},
    by: readonly string[] = [],
  ): Running {
    const words = typeof args === 'string' ? args.split(' ').filter(Boolean) : args;
    const line = [...by, process.execPath, this.#bin, ...words];
    const [program = '', ...rest] = [...this.#apart(), ...line];
    const child = spawn(program, rest, {
      env: { ...this.env, ...env },
      cwd: this.home,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [stdout, stderr]: [Buffer[], Buffer[]] = [[], []];
    child.stdout.on('data', (part: Buffer) => stdout.push(part));
    child.stderr.on('data', (part: Buffer) => stderr.push(part));
    const finished = new Promise<Finished>((done, fail) => {
      child.on('error', fail);
      child.on('close', (code, signal) => {
        const [out, err] = [stdout, stderr].map((parts) => Buffer.concat(parts).toString());
        done({ code, signal, stdout: out ?? '', stderr: err ?? '' });
      });
    });
    return new Running(child, finished);
  }

  /** In this process, which to other runs of the machine is another container; else as `start`. */
  payctl(
    args: string | readonly string[],
    more: Readonly<Record<string, string>> = {},
  ): Promise<Finished> {
    if (!this.#isQuick || more.NODE_OPTIONS) return this.start(args, more).finished;
    const env = { ...this.env, ...more };
    const process = this.#containerOf(env);
    return runHere(args, { env, cwd: this.home, clock: real.clock, process });
  }

  dispose(): void {
    this.#machine.dispose();
  }

  #containerOf(env: NodeJS.ProcessEnv): Host['process'] {
    const boot = readFileSync(this.#boot, 'utf8').trim();
    const own = { ...real.process.self, boot: `${this.name} ${boot} pid:[${++containers}]` };
    return {
      ...real.process,
      self: own,
      operator: readOperator(env),
      state: (mark) => (mark.boot === own.boot ? 'alive' : 'unknown'),
      uptime: () => real.process.uptime(),
    };
  }

  /** Where this kernel does not allow it, home and state alone are another machine's. */
  #apart(): string[] {
    if (!has('pid namespaces') || !has('root')) return [];
    return ['unshare', ...APART, 'sh', '-c', AS_ANOTHER, this.name, this.#boot];
  }
}
