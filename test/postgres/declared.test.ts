import { userInfo } from 'node:os';
import { expect, it } from 'vitest';
import { effectsOf, prepared } from '../faults/command/charges.js';
import { describeWith } from '../fixtures/needs.js';
import type { FleetMachine } from './machine.js';
import { Pair } from './pair.js';

async function expectCode(machine: FleetMachine, args: string | readonly string[], code: number) {
  const finished = await machine.payctl(args);
  expect(finished.code, finished.stderr).toBe(code);
  return finished;
}

async function statusOf(machine: FleetMachine): Promise<Record<string, unknown>> {
  return JSON.parse((await expectCode(machine, 'store status -o json', 0)).stdout);
}

describeWith('postgres', 'a store that a person declared synchronous', () => {
  it('is believed after a promotion, and takes no claim that a standby need not have', async () => {
    const pair = await Pair.open('synchronous');
    const { fleet } = pair;
    const charging = async () => (await prepared(fleet.bank, 'cpm.pay')).args;
    const shop = fleet.machine('shop');
    const user = userInfo().username;
    expect(await statusOf(shop)).toMatchObject({ durability: 'synchronous', declared: null });
    for (const _ of ['once', 'twice']) await expectCode(shop, 'store init --synchronous', 0);
    expect(await statusOf(shop)).toMatchObject({
      declared: { machine: expect.any(String), user, at: expect.stringContaining('+07:00') },
      declarations: [{ kind: 'synchronous', user }],
      trust: 'trusted',
    });
    const rows = await fleet.server.sql('SELECT kind FROM payctl.declaration', fleet.database);
    expect(rows).toEqual([{ kind: 'synchronous' }]);

    const known = await prepared(fleet.bank, 'cpm.pay');
    await expectCode(shop, known.args, 0);
    await pair.failOver();
    const { server } = fleet;
    const other = fleet.machine('other');
    // The new primary has no standby yet.
    const refused = await expectCode(other, await charging(), 9);
    expect(refused.stderr).toContain('payctl store accept-async');
    expect(await statusOf(other)).toMatchObject({ trust: 'alone', failover: false });
    await expectCode(other, known.args, 0);
    await pair.repair();
    const paid = await prepared(fleet.bank, 'cpm.pay');
    await expectCode(other, paid.args, 0);
    await expectCode(shop, paid.args, 0);
    expect(effectsOf(fleet.bank, paid)).toBe(1);

    await server.set('synchronous_standby_names', '');
    const waiting = await charging();
    const calls = fleet.arrivals.length;
    const error = await expectCode(shop, [...waiting, '-o', 'json'], 9);
    expect(error.stderr).toContain('"executed":"no"');
    await expectCode(shop, 'store accept-async', 2);
    await expectCode(shop, waiting, 9);
    expect(fleet.arrivals).toHaveLength(calls);
    await expectCode(shop, 'store accept-async --yes', 0);
    expect(await statusOf(other)).toMatchObject({ durability: 'asynchronous', declared: null });
    await expectCode(shop, waiting, 0);
    const audit = await expectCode(other, 'audit export --since -1h', 0);
    const events: { type: string; user: string; state: string }[] = audit.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const declared = events.filter(({ type }) => type === 'declaration');
    expect(declared).toMatchObject([
      { user, host: expect.any(String), state: 'synchronous' },
      { user, host: expect.any(String), state: 'asynchronous' },
    ]);
    const undeclared = await expectCode(other, 'store init --synchronous', 3);
    expect(undeclared.stderr).toContain('synchronous_standby_names');

    await pair.failOver();
    await expectCode(fleet.machine('newcomer'), await charging(), 3);
    expect(await statusOf(shop)).toMatchObject({ trust: 'forgotten', failover: true });
    await pair.close();
  });
});
