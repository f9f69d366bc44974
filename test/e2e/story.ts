import { describe, expect } from 'vitest';
import { formatAmount } from '../../src/core/money.js';
import type { Finished, Machine, RunOptions } from '../fixtures/machine.js';
import { listenOn, overHttp } from '../fixtures/served-bank.js';

export interface Story {
  /** Runs a command that must end with this exit code. */
  run(command: string, code?: number, options?: RunOptions): Promise<Finished>;
  /** The same, and what it printed as JSON. */
  data(command: string, code?: number, options?: RunOptions): Promise<Record<string, unknown>>;
  /** One field of what a command printed. */
  field(command: string, path: string): Promise<string>;
  /** What a command prints bare: a token, a code, a key. */
  bare(command: string): Promise<string>;
  /** Where the money went, by account, since it was last asked for; the books must balance. */
  moved(work: () => Promise<void>): Promise<Record<string, string>>;
  listening(...options: string[]): Promise<Listening>;
  /** Sets the clock of the bank right again. */
  presentTime(): Promise<void>;
  home(): string;
}

/** What a person does by commands alone. The examples of help do the same inside the command. */
export function onServedBank(tell: (story: Story) => void): void {
  describe('the bank over HTTP', async () => {
    const way = await overHttp();
    tell(storyOf(() => way.machine));
  });
}

function storyOf(machine: () => Machine): Story {
  let known: Map<string, bigint> | undefined;

  async function run(command: string, code = 0, options: RunOptions = {}): Promise<Finished> {
    const finished = await machine().payctl(`${command} -o json`, options);
    expect(finished.code, `${command}: ${finished.stderr}`).toBe(code);
    return finished;
  }

  async function balances(): Promise<Map<string, bigint>> {
    const { stdout, stderr } = await run('sandbox balance');
    expect(stderr).toBe('The books balance.\n');
    const accounts: { account: string; balance: string }[] = JSON.parse(stdout);
    return new Map(
      accounts.map(({ account, balance }) => [account, BigInt(balance.replace('.', ''))]),
    );
  }

  return {
    run,
    data: async (command, code, options) => JSON.parse((await run(command, code, options)).stdout),
    field: async (command, path) => JSON.parse((await run(`${command} --query ${path}`)).stdout),
    bare: async (command) => (await machine().payctl(command)).stdout.trim(),
    async moved(work) {
      const opening = known ?? (await balances());
      await work();
      const changes: Record<string, string> = {};
      known = await balances();
      for (const [account, balance] of known) {
        const change = balance - (opening.get(account) ?? 0n);
        if (change !== 0n) changes[account] = formatAmount(change);
      }
      return changes;
    },
    listening: (...options) => listening(machine(), options),
    presentTime: async () => {
      await run('sandbox clock now');
    },
    home: () => machine().home,
  };
}

export interface Listening {
  /** What it prints, a JSON object a line, once it is so many. */
  rows(count: number): Promise<Record<string, unknown>[]>;
  stop(): Promise<void>;
}

/** `payctl listen` on a free port, to which the bank is told to send its confirmations. */
async function listening(machine: Machine, options: string[]): Promise<Listening> {
  const { child, ended, url } = await listenOn(machine, '-o', 'jsonl', ...options);
  let printed = '';
  child.stdout?.on('data', (text: string) => {
    printed += text;
  });
  await machine.payctl(`sandbox settings confirmationUrl=${url}`);
  return {
    async rows(count) {
      const lines = () => printed.split('\n').slice(0, -1);
      await expect.poll(lines, { timeout: 60_000 }).toHaveLength(count);
      return lines().map((line) => JSON.parse(line));
    },
    async stop() {
      child.kill('SIGTERM');
      await ended;
      await machine.payctl('sandbox settings confirmationUrl=');
    },
  };
}
