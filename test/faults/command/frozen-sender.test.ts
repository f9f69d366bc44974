import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CONTAINER, describeWith, upFor } from '../../fixtures/needs.js';
import { type Gate, type Held, openGate } from '../../fixtures/served-bank.js';
import { atAnotherTime, type Bench, openBench } from './bench.js';
import { type Charge, prepared } from './charges.js';

const MINUTE = 60_000;

let bench: Bench;
let gate: Gate;
/** The first token: its buyer stands between intent and first byte. */
let token: Held;
let charge: Charge;
beforeEach(async () => {
  bench = await openBench();
  gate = await openGate(bench.machine.env.PAYCTL_BASE_URL ?? '');
  token = gate.hold('/token');
  bench.machine.env.PAYCTL_BASE_URL = gate.url;
  charge = await prepared(bench.bank, 'ewallet.pay');
});
afterEach(() => gate.close());

const runIn = (flags: readonly string[], args: readonly string[], env = {}) =>
  bench.machine.start(args, { env, by: ['unshare', ...flags] });

async function stateOf(env = {}): Promise<string | undefined> {
  const { stdout } = await bench.machine.payctl('journal list -o json', { env });
  return JSON.parse(stdout)[0]?.state;
}

const recover = (minutes: number) =>
  bench.machine.payctl('journal recover --wait 0', { env: atAnotherTime(minutes * MINUTE) });

describeWith(
  'pid namespaces',
  'a sender in another container, stopped before its first byte',
  () => {
    it('sends nothing after another has proved that nothing was sent, and has paid', async () => {
      const held = runIn(CONTAINER, charge.args, { PAYCTL_TIMEOUT: '30s' });
      await token.asked;
      expect(await stateOf()).toBe('in-flight');
      expect((await bench.machine.payctl(charge.args)).code).toBe(12);

      // After the lease alone nothing is proved, however often it is asked.
      for (const minutes of [16, 16.5]) expect((await recover(minutes)).code).toBe(10);
      for (const minutes of [18.5, 19]) await recover(minutes);
      expect(await stateOf()).toBe('not-executed');
      const paid = await bench.machine.payctl(charge.args, { env: atAnotherTime(19 * MINUTE) });
      expect(paid.code, paid.stderr).toBe(0);

      token.release();
      const { code, stderr } = await held.ended;
      expect(stderr).toContain('another process has taken it up meanwhile');
      expect(code).toBe(9);
      expect(bench.arrivals).toHaveLength(1);
      expect(await stateOf()).toBe('succeeded');
      expect((await bench.machine.payctl('journal verify')).code).toBe(0);
    });
  },
);

describeWith('time namespaces', 'a machine with two time namespaces', () => {
  it('brings no absence early', async () => {
    const killed = runIn(['--fork', '--kill-child', '--uts'], charge.args);
    await token.asked;
    killed.child.kill('SIGKILL');
    await killed.ended;
    token.release();
    for (const seconds of [100_000, 100_010]) {
      const looked = runIn(upFor(seconds), ['journal', 'recover', '--wait', '0']);
      expect((await looked.ended).code).toBe(10);
    }
    expect(await stateOf()).toBe('unknown');
  });
});

describe('the files of a charge', () => {
  const journal = () => join(bench.state, 'journal');
  const claim = () => {
    const [name = ''] = readdirSync(journal()).filter((file) => file.endsWith('.1.jsonl'));
    return join(journal(), name);
  };
  const fix = (stderr: string) =>
    spawnSync('sh', ['-c', /hint: (.*)/.exec(stderr)?.[1] ?? 'false']).status;

  it.each([
    ['deleted', () => rmSync(claim())],
    ['moved away', () => renameSync(journal(), `${journal()}.old`)],
  ])('%s, the charge is not made again, and the hint puts them back', async (_, lose) => {
    token.release();
    expect((await bench.machine.payctl(charge.args)).code).toBe(0);
    lose();
    const again = await bench.machine.payctl(charge.args);
    expect(again.code, again.stderr).toBe(3);
    expect(again.stderr).toContain('the file is missing');
    expect((await bench.machine.payctl('journal verify')).code).toBe(3);
    expect(fix(again.stderr)).toBe(0);
    const replayed = await bench.machine.payctl(charge.args);
    expect(replayed.code, replayed.stderr).toBe(0);
    expect(bench.arrivals).toHaveLength(1);
  });

  it('deleted in flight, are written anew and whole', async () => {
    token.release();
    bench.onMoment = (moment) => {
      if (moment === 'received') rmSync(claim());
    };
    expect((await bench.machine.payctl(charge.args)).code).toBe(0);
    expect(readFileSync(claim(), 'utf8')).toMatch(/"type":"intent".*\n.*"type":"outcome".*\n$/);
    expect((await bench.machine.payctl('journal verify')).code).toBe(0);
    expect((await bench.machine.payctl(charge.args)).code).toBe(0);
    expect(bench.arrivals).toHaveLength(1);
  });
});

describe('a state directory that cannot be used', () => {
  it.each(['list', 'recover', 'verify'])('is no empty journal: %s', async (verb) => {
    const link = join(bench.machine.home, 'nowhere');
    if (!existsSync(link)) symlinkSync('/nonexistent/state', link);
    const { code, stdout } = await bench.machine.payctl(`journal ${verb} -o json`, {
      env: { PAYCTL_STATE_DIR: link },
    });
    expect([code, stdout]).toEqual([3, '']);
  });
});
