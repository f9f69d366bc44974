import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { nodeHost } from '../../src/host/node.js';
import { setFault } from '../../src/sandbox/operator.js';
import { effectsOf, prepared } from '../faults/command/charges.js';
import { describeWith } from '../fixtures/needs.js';
import { runHere } from '../fixtures/quick-machine.js';
import { arrivalsOf } from './checks/once.js';
import { Fleet } from './fleet.js';
import type { FleetMachine } from './machine.js';

const FILES = { PAYCTL_STORE: '' };

let fleet: Fleet;
beforeAll(async () => {
  fleet = await Fleet.open();
});
afterAll(() => fleet?.close());

async function expectCode(
  machine: FleetMachine,
  args: string | readonly string[],
  code: number,
  env: Readonly<Record<string, string>> = {},
) {
  const finished = await machine.payctl(args, env);
  expect(finished.code, finished.stderr).toBe(code);
  return finished;
}

/** Changes a letter in the file of a charge. */
function damage(machine: FleetMachine, reference: string): { file: string; whole: string } {
  const journal = join(machine.state, 'journal');
  for (const name of readdirSync(journal)) {
    const file = join(journal, name);
    const whole = readFileSync(file, 'utf8');
    if (name === 'index.jsonl' || !whole.includes(reference)) continue;
    writeFileSync(file, whole.replace('"class"', '"klass"'));
    return { file, whole };
  }
  throw new Error('no file of this charge');
}

describeWith('postgres', 'moving into a shared store and out of it', () => {
  it('forgets no charge on the way, and lets none be made beside it', async () => {
    const [first, second, third] = [
      await prepared(fleet.bank, 'ewallet.pay'),
      await prepared(fleet.bank, 'ewallet.pay'),
      await prepared(fleet.bank, 'ewallet.pay'),
    ];
    const machine = fleet.machine('mover');
    await expectCode(machine, first.args, 0, FILES);

    const refused = await expectCode(machine, second.args, 3);
    expect(refused.stderr).toContain('payctl store import');
    const imported = await expectCode(machine, 'store import', 0);
    expect(JSON.parse(imported.stdout)).toMatchObject({ claims: '1', differences: [] });
    const again = await expectCode(machine, 'store import', 0);
    expect(JSON.parse(again.stdout)).toMatchObject({ claims: '0' });
    await expectCode(machine, first.args, 0);
    await expectCode(machine, second.args, 0);
    // The embedded bank has its files for itself.
    await expectCode(machine, 'journal list', 0);

    const left = await expectCode(machine, third.args, 3, FILES);
    expect(left.stderr).toContain('payctl store export');
    await expectCode(machine, 'store export', 0);
    await expectCode(machine, second.args, 0, FILES);
    await expectCode(machine, third.args, 0, FILES);
    for (const charge of [first, second, third]) expect(effectsOf(fleet.bank, charge)).toBe(1);

    await expectCode(machine, second.args, 3);
    await expectCode(machine, 'store import', 0);
    await expectCode(machine, third.args, 0);
    expect(effectsOf(fleet.bank, third)).toBe(1);

    const { stdout } = await expectCode(machine, 'audit export --since -1h', 0);
    const events: Record<string, unknown>[] = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const decisions = events.filter(({ type }) => type === 'decision');
    expect(decisions.map(({ operation }) => operation)).toEqual([
      ...['store import', 'store import', 'store export', 'store import'],
    ]);
    expect(events.filter(({ type }) => type === 'intent')).toHaveLength(3);
    for (const { user } of events) expect(user).toBe(userInfo().username);
  });

  it('lets no other machine charge from when one left until it is back', async () => {
    const [leaver, second, newcomer] = ['leaver', 'second', 'newcomer'].map((name) =>
      fleet.machine(name),
    );
    if (!leaver || !second || !newcomer) throw new Error('three machines');
    const known = await prepared(fleet.bank, 'ewallet.pay');
    await expectCode(second, known.args, 0);
    await expectCode(leaver, 'store export', 0);
    const beside = await prepared(fleet.bank, 'ewallet.pay');
    await expectCode(leaver, beside.args, 0, FILES);
    for (const machine of [second, newcomer]) {
      const refused = await expectCode(machine, beside.args, 3);
      expect(refused.stderr).toMatch(/leaver: payctl store import.*payctl store export/);
      await expectCode(machine, known.args, 0);
    }
    const status = JSON.parse((await expectCode(second, 'store status', 0)).stdout);
    expect(status).toMatchObject({ trust: 'left', failover: false });
    expect(status.consequence).toContain('leaver');

    // Two may leave, and the store counts again when both are back.
    await expectCode(second, 'store export', 0);
    const other = await prepared(fleet.bank, 'ewallet.pay');
    await expectCode(second, other.args, 0, FILES);
    await expectCode(leaver, 'store import', 0);
    await expectCode(newcomer, other.args, 3);
    await expectCode(second, 'store import', 0);
    for (const charge of [beside, other]) {
      await expectCode(newcomer, charge.args, 0);
      expect(effectsOf(fleet.bank, charge)).toBe(1);
    }
    await expectCode(newcomer, (await prepared(fleet.bank, 'ewallet.pay')).args, 0);
  });

  it('lists what differs, and lets the store win', async () => {
    const charge = await prepared(fleet.bank, 'ewallet.pay');
    const [one, two] = [fleet.machine('one'), fleet.machine('two')];
    await expectCode(one, charge.args, 0);
    await expectCode(two, charge.args, 5, FILES);
    const imported = await expectCode(two, 'store import', 12);
    const { reference } = charge;
    expect(JSON.parse(imported.stdout).differences).toMatchObject([{ references: [reference] }]);
    expect(imported.stderr).toContain(reference);
    const other = await prepared(fleet.bank, 'ewallet.pay');
    await expectCode(two, charge.args, 0);
    await expectCode(two, other.args, 0);
  });

  it('lets nobody charge what was charged over a file that cannot be read', async () => {
    const [leaver, other] = [fleet.machine('damaged'), fleet.machine('beside')];
    const charge = await prepared(fleet.bank, 'ewallet.pay');
    await expectCode(leaver, 'store export', 0);
    await expectCode(leaver, charge.args, 0, FILES);
    const { file, whole } = damage(leaver, charge.reference);
    const { stdout } = await expectCode(leaver, 'store import', 12);
    expect(JSON.parse(stdout).differences).toMatchObject([{ place: file }]);
    for (const machine of [leaver, other]) await expectCode(machine, charge.args, 3);
    expect(arrivalsOf(fleet, charge)).toBe(1);
    writeFileSync(file, whole);
    await expectCode(leaver, 'store import', 0);
    for (const machine of [leaver, other]) await expectCode(machine, charge.args, 0);
  });

  it('charges nothing again that failed there and succeeded over a file that cannot be read', async () => {
    const [machine, other] = [fleet.machine('halfway'), fleet.machine('refused')];
    const charge = await prepared(fleet.bank, 'cpm.pay');
    await setFault(fleet.bank, { name: 'rate-limited', operation: 'cpm.pay', times: 1 });
    await expectCode(other, [...charge.args, '--retries', '0'], 7);
    await expectCode(machine, charge.args, 0, FILES);
    const { file, whole } = damage(machine, charge.reference);
    await expectCode(machine, 'store import', 12);
    const calls = arrivalsOf(fleet, charge);
    for (const env of [{}, FILES]) await expectCode(machine, charge.args, 3, env);
    expect(arrivalsOf(fleet, charge)).toBe(calls);
    writeFileSync(file, whole);
    await expectCode(machine, 'store import', 0);
    await expectCode(other, charge.args, 0);
    expect(arrivalsOf(fleet, charge)).toBe(calls);
  });

  it('brings no released proposal without its charge', async () => {
    const [clerk, other] = [fleet.machine('clerk'), fleet.machine('third')];
    const charge = await prepared(fleet.bank, 'qr.void');
    const proposed = [...charge.args, '--propose', '--note', 'as agreed'];
    const { proposal } = JSON.parse((await expectCode(clerk, proposed, 0, FILES)).stdout);
    fleet.onMoment = (moment) => {
      if (moment === 'after-commit') throw new Error('the answer is lost');
    };
    const { clock, process } = nodeHost();
    const released = await runHere(['approvals', 'release', proposal], {
      ...{ env: { ...clerk.env, ...FILES }, cwd: clerk.home, clock },
      process: { ...process, operator: { user: 'lead' } },
    });
    expect(released.code, released.stderr).toBe(10);
    fleet.onMoment = () => undefined;
    damage(clerk, charge.reference);
    await expectCode(clerk, 'store import', 12);
    await other.payctl(['journal', 'recover', '--ref', charge.reference, '--wait', '0']);
    expect(arrivalsOf(fleet, charge)).toBe(1);
  });

  it('leaves it to a person who sends what was released before several left', async () => {
    const [clerk, lead] = [fleet.machine('proposer'), fleet.machine('releaser')];
    const charge = await prepared(fleet.bank, 'cpm.pay');
    const proposed = [...charge.args, '--propose', '--note', 'as agreed'];
    const { proposal } = JSON.parse((await expectCode(clerk, proposed, 0)).stdout);
    await setFault(fleet.bank, { name: 'rate-limited', operation: 'cpm.pay', times: 1 });
    await expectCode(lead, ['approvals', 'release', proposal, '--retries', '0'], 7);
    for (const machine of [clerk, lead]) await expectCode(machine, 'store export', 0);
    for (const machine of [clerk, lead]) {
      const { stderr } = await expectCode(machine, 'journal recover --wait 0', 0, FILES);
      expect(stderr).toContain(`payctl approvals release ${proposal}`);
    }
    expect(effectsOf(fleet.bank, charge)).toBe(0);
    for (const machine of [clerk, lead]) await expectCode(machine, 'store import', 0);
    await expectCode(clerk, 'journal recover --wait 0', 0);
    expect(effectsOf(fleet.bank, charge)).toBe(1);
  });

  it('seals all with another key, and both open meanwhile', async () => {
    const charge = await prepared(fleet.bank, 'ewallet.pay');
    const machine = fleet.machine('sealer');
    const first = await expectCode(machine, [...charge.args, '-o', 'json'], 0);
    const key = (await expectCode(machine, 'store key', 0)).stdout.trim();
    const both = { PAYCTL_STORE_KEY_NEW: key };
    await expectCode(machine, charge.args, 0, both);
    const rotated = await expectCode(machine, 'store rotate-key --force', 0, both);
    expect(Number(JSON.parse(rotated.stdout).values)).toBeGreaterThan(1);
    await expectCode(machine, charge.args, 0, both);
    await expectCode(machine, charge.args, 3);
    const again = await expectCode(machine, [...charge.args, '-o', 'json'], 0, {
      PAYCTL_STORE_KEY: key,
    });
    expect(again.stdout).toBe(first.stdout);
  });
});
