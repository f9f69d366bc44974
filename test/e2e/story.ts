import { describe, expect } from 'vitest';
import { formatAmount } from '../../src/core/money.js';
import type { Finished, Machine, RunOptions } from '../fixtures/machine.js';
import { listenOn, overHttp } from '../fixtures/served-bank.js';

/** What a person does by commands alone. The examples of help do the same inside the command. */
export function onServedBank(tell: (story: ReturnType<typeof storyOf>) => void): void {
  describe('the bank over HTTP', async () => {
    const { machine } = await overHttp();
    tell(storyOf(machine));
  });
}

function storyOf(machine: Machine) {
  let known: Map<string, bigint> | undefined;

  /** Runs a command that must end with this exit code. */
  async function run(command: string, code = 0, options: RunOptions = {}): Promise<Finished> {
    const finished = await machine.payctl(`${command} -o json`, options);
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
    /** The same, and what it printed as JSON. */
    data: async (
      command: string,
      code?: number,
      options?: RunOptions,
    ): Promise<Record<string, unknown>> => JSON.parse((await run(command, code, options)).stdout),
    /** One field of what a command printed. */
    field: async (command: string, path: string): Promise<string> =>
      JSON.parse((await run(`${command} --query ${path}`)).stdout),
    /** What a command prints bare: a token, a code, a key. */
    bare: async (command: string) => (await machine.payctl(command)).stdout.trim(),
    /** Where the money went, by account, since it was last asked for; the books must balance. */
    async moved(work: () => Promise<void>) {
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
    listening: (...options: string[]) => listening(machine, options),
    /** Sets the clock of the bank right again. */
    presentTime: async () => {
      await run('sandbox clock now');
    },
    home: machine.home,
  };
}

/** `payctl listen` on a free port, to which the bank is told to send its confirmations. */
async function listening(machine: Machine, options: string[]) {
  const { child, ended, url } = await listenOn(machine, '-o', 'jsonl', ...options);
  let printed = '';
  child.stdout?.on('data', (text: string) => {
    printed += text;
  });
  await machine.payctl(`sandbox settings confirmationUrl=${url}`);
  return {
    /** What it prints, a JSON object a line, once it is so many. */
    async rows(count: number): Promise<Record<string, unknown>[]> {
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
