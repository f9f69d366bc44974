import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { prepared } from '../faults/command/charges.js';
import { describeWith } from '../needs.js';
import { diesWithItsMachine, waitsForItsMachine } from './checks/lost-outcome.js';
import { Fleet } from './fleet.js';

let fleet: Fleet;
beforeAll(async () => {
  fleet = await Fleet.open();
}, 60_000);
afterAll(() => fleet?.close());
afterEach(() => fleet.proxy.watch());

describeWith('postgres', 'an outcome that the store cannot take', () => {
  it('is printed with its own exit, waits sealed on its machine, and goes up with the next command', async () => {
    expect(await waitsForItsMachine(fleet)).toEqual([]);
  }, 60_000);

  it('is found out by any other machine where its own is gone', async () => {
    expect(await diesWithItsMachine(fleet)).toEqual([]);
  }, 60_000);
});

describeWith('postgres', 'a store that is away', () => {
  it('lets no money leave, and no read suffer', async () => {
    const shop = fleet.machine('shop');
    await shop.payctl('token');
    const charge = await prepared(fleet.bank, 'ewallet.pay');
    const before = fleet.arrivals.length;
    fleet.proxy.watch(() => 'cut');
    const refused = await shop.payctl([...charge.args, '-o', 'json']);
    expect(refused.code, refused.stderr).toBe(9);
    expect(JSON.parse(refused.stderr.trim().split('\n').at(-1) ?? '').error).toMatchObject({
      class: 'UNAVAILABLE',
      executed: 'no',
      safeToRetry: true,
    });
    expect(fleet.arrivals.length).toBe(before);
    const asked = await shop.payctl('ewallet inquire --tran-type W --out-trade-no SBXNEVER');
    expect(asked.code, asked.stderr).toBe(6);
    expect(asked.stderr).toContain('store');
    for (const command of ['journal list', 'listen list', 'store status']) {
      expect((await shop.payctl(command)).code, command).toBe(9);
    }
  }, 120_000);
});
