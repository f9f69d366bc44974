import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { chanceOf } from '../faults/chance.js';
import { type Charge, effectsOf, prepared } from '../faults/command/charges.js';
import { describeWith } from '../fixtures/needs.js';
import { FULL } from '../fixtures/sizes.js';
import { byPromotion, repetition } from './checks/forgotten.js';
import { lieOf, unannounced } from './checks/verdict.js';
import { inPair, Pair } from './pair.js';

const ROUNDS = FULL ? 200 : 1;
const MACHINES = 4;

describeWith('postgres', 'a synchronous pair whose standby takes over', () => {
  it(`${ROUNDS} times under load forgets no claim`, async () => {
    const pair = await Pair.open('synchronous');
    await pair.declare();
    const { fleet } = pair;
    const machines = Array.from({ length: MACHINES }, (_, index) => fleet.machine(`m${index}`));
    const chance = chanceOf(7);
    const charges: Charge[] = [];
    const lies: string[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      if (round > 0) await pair.repair();
      const running = machines.map(async (machine) => {
        for (let count = 0; count < 2; count += 1) {
          const charge = await prepared(fleet.bank, 'ewallet.pay');
          charges.push(charge);
          const finished = await machine.payctl([...charge.args, '--wait', '0']);
          const lie = lieOf(fleet, charge, finished);
          if (lie !== undefined) lies.push(lie);
        }
      });
      await sleep(chance.between(200, 1_200));
      await pair.failOver();
      await Promise.all(running);
      expect(await unannounced(fleet)).toEqual([]);
    }
    expect(lies).toEqual([]);
    // Whoever asks again, nothing is sent twice.
    const sent = (charge: Charge) =>
      fleet.arrivals.filter(({ body }) => body.includes(charge.reference)).length;
    const newcomer = fleet.machine('newcomer');
    for (const charge of charges.slice(-MACHINES).filter((one) => sent(one) > 0)) {
      await newcomer.payctl([...charge.args, '--wait', '0']);
    }
    for (const charge of charges) {
      expect(sent(charge)).toBeLessThan(2);
      expect(effectsOf(fleet.bank, charge)).toBeLessThan(2);
    }
    console.log(`${ROUNDS} promotions of a synchronous standby: ${charges.length} charges`);
    await pair.close();
  }, 14_400_000);
});

describeWith('postgres', 'a store that forgot a charge', () => {
  it('because an asynchronous standby took over, sends it no second time', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      expect(await inPair('asynchronous', byPromotion)()).toEqual([]);
    }
  }, 14_400_000);

  it('of which it still knows an attempt that failed, sends it no second time', async () => {
    expect(await inPair('asynchronous', repetition)()).toEqual([]);
  });
});
