import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openBank } from '../../../src/sandbox/bank.js';
import { setFault } from '../../../src/sandbox/operator.js';
import { type Finished, freshMachine, type Machine } from '../../fixtures/machine.js';
import { serveBank } from '../../fixtures/served-bank.js';
import { FULL } from '../../fixtures/sizes.js';
import { atAnotherTime, BANK_PARTS, LIBRARY } from './bench.js';
import { effectsOf, prepared } from './charges.js';

const CHARGING = FULL ? { processes: 100, rounds: 20 } : { processes: 8, rounds: 1 };
const ASKING = FULL ? { processes: 200, rounds: 10 } : { processes: 10, rounds: 1 };
const HOUR = 3_600_000;

/** `sandbox serve` in a process of its own: this one is busy with starting others. */
describe('many processes at once', async () => {
  const machine = freshMachine();
  Object.assign(machine.env, (await serveBank(machine)).env);
  const books = await openBank({ ...BANK_PARTS, path: `${stateOf(machine)}/sandbox.db` });
  afterAll(() => books.close());

  const crowd = (count: number, args: string | readonly string[]): Promise<Finished[]> =>
    Promise.all(Array.from({ length: count }, () => machine.payctl(args)));

  it(`${CHARGING.processes} charge one reference once`, async () => {
    const { processes, rounds } = CHARGING;
    const exits = new Map<number | null, number>();
    for (let round = 0; round < rounds; round++) {
      const charge = await prepared(books, 'ewallet.pay');
      for (const { code, stderr } of await crowd(processes, charge.args)) {
        expect([0, 12], stderr).toContain(code);
        exits.set(code, (exits.get(code) ?? 0) + 1);
      }
      expect(effectsOf(books, charge)).toBe(1);
      expect(books.log({ reference: charge.reference, operation: 'ewallet.pay' })).toHaveLength(1);
    }
    const told = [...exits].map(([code, count]) => `${count} with exit ${code}`).join(', ');
    console.log(`${rounds} rounds of ${processes} processes: one effect each; ${told}`);
  }, 3_600_000);

  it('5 of the library, with 20 calls each, charge one reference once', async () => {
    const charge = await prepared(books, 'ewallet.pay');
    const run = () => machine.start(charge.args, { by: LIBRARY, env: { CALLS: '20' } }).ended;
    const ended = await Promise.all(Array.from({ length: 5 }, run));
    for (const { code, stdout, stderr } of ended) expect(code, stdout + stderr).toBe(0);
    const classes: string[] = ended.flatMap(({ stdout }) => JSON.parse(stdout));
    expect(classes).toHaveLength(100);
    expect(classes).toContain('SUCCESS');
    expect(effectsOf(books, charge)).toBe(1);
    expect(books.log({ reference: charge.reference, operation: 'ewallet.pay' })).toHaveLength(1);
  });

  it(`${ASKING.processes} buy one token`, async () => {
    const { processes, rounds } = ASKING;
    for (let round = 0; round < rounds; round++) {
      await expireToken();
      const before = tokenCalls();
      expectOneToken(await crowd(processes, 'token --raw'));
      expect(tokenCalls() - before).toBe(1);
    }
    console.log(`${rounds} rounds of ${processes} processes, an expired token: 1 token call each`);
  }, 3_600_000);

  it(`${ASKING.processes} buy one more where the one that asks is killed`, async () => {
    const { processes, rounds } = ASKING;
    const calls: number[] = [];
    for (let round = 0; round < rounds; round++) {
      await expireToken();
      // Its answer never comes, so it asks until it is killed, however busy this machine is.
      await setFault(books, { name: 'stalled', operation: 'token.issue', times: 1 });
      const before = tokenCalls();
      const refresher = machine.payctl('token --raw --timeout 10m');
      while (tokenCalls() === before) await pause();
      // Nobody waits longer for a refresher than a token call may take: it dies while the crowd gathers.
      const early = crowd(Math.ceil(processes / 10), 'token --raw');
      process.kill(holderOf(join(stateOf(machine), 'tokens')), 'SIGKILL');
      const late = crowd(processes - 1 - Math.ceil(processes / 10), 'token --raw');
      expect((await refresher).signal).toBe('SIGKILL');
      expectOneToken([...(await early), ...(await late)]);
      calls.push(tokenCalls() - before);
      expect(calls.at(-1)).toBeLessThanOrEqual(2);
    }
    const told = calls.join(', ');
    console.log(`${rounds} rounds of ${processes}, the refresher killed: ${told} token calls`);
  }, 3_600_000);

  /** Leaves a token that was bought two hours ago. */
  async function expireToken(): Promise<void> {
    rmSync(join(stateOf(machine), 'tokens'), { recursive: true, force: true });
    const { code, stderr } = await machine.payctl('token', { env: atAnotherTime(-2 * HOUR) });
    expect(code, stderr).toBe(0);
  }

  const tokenCalls = () => books.log({ operation: 'token.issue', limit: 1_000_000 }).length;
});

function stateOf({ home }: Machine): string {
  return `${home}/.local/state/payctl`;
}

function expectOneToken(finished: readonly Finished[]): void {
  for (const { code, stderr } of finished) expect(code, stderr).toBe(0);
  expect(new Set(finished.map(({ stdout }) => stdout)).size).toBe(1);
}

/** The process that holds the newest lock of a directory. */
function holderOf(directory: string): number {
  const locks = readdirSync(directory).filter((name) => name.includes('.lock.'));
  const newest = locks.sort((a, b) => numberOf(a) - numberOf(b)).at(-1) ?? '';
  const { pid }: { pid: number } = JSON.parse(readFileSync(join(directory, newest), 'utf8'));
  return pid;
}

function numberOf(name: string): number {
  return Number(name.slice(name.lastIndexOf('.') + 1));
}

function pause(): Promise<void> {
  return new Promise((done) => setTimeout(done, 20));
}
