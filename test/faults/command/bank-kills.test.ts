import { describe, expect, it } from 'vitest';
import type { BankMoment } from '../../../src/sandbox/server/request-handler.js';
import { FULL } from '../../fixtures/sizes.js';
import { eachOf, openBench } from './bench.js';
import { type Charge, moneyOperations, prepared } from './charges.js';
import { inWords, recovered, SOUND } from './verdict.js';

const COUNT = FULL ? 2_000 : 12;

/** When the bank kills who called it, and whether the bank itself fails as well and undoes its work. */
const STRIKES: readonly { moment: BankMoment; fails: boolean }[] = [
  { moment: 'received', fails: false },
  { moment: 'received', fails: true },
  { moment: 'before-commit', fails: false },
  { moment: 'before-commit', fails: true },
  { moment: 'after-commit', fails: false },
  { moment: 'mid-reply', fails: false },
];

/** A run under way, and what shall befall it. */
interface Victim {
  charge: Charge;
  pid: number | undefined;
  strike: (typeof STRIKES)[number];
}

describe('a run that the bank kills', () => {
  it('is resolved to what the bank has done', async () => {
    const bench = await openBench();
    const { bank, machine } = bench;
    await machine.payctl('token');
    const victims = new Set<Victim>();
    bench.onMoment = (moment, { body = '' }) => {
      for (const { charge, pid, strike } of victims) {
        if (strike.moment !== moment || !body.includes(`"${charge.reference}"`)) continue;
        if (pid !== undefined) process.kill(pid, 'SIGKILL');
        if (strike.fails) throw new Error('the bank fails');
      }
    };
    const operations = moneyOperations(Date.now());
    const charges: Charge[] = [];
    let kills = 0;
    await eachOf([...Array(COUNT).keys()], async (index) => {
      const strike = at(STRIKES, index);
      // Every strike meets every operation, and the first few meet many.
      const turn = index + Math.floor(index / STRIKES.length);
      const charge = await prepared(bank, at(operations, turn));
      charges.push(charge);
      const { child, ended } = machine.start(charge.args);
      const victim = { charge, pid: child.pid, strike };
      victims.add(victim);
      const { signal } = await ended;
      victims.delete(victim);
      if (signal === 'SIGKILL') kills += 1;
    });
    const verdict = await recovered(bench, charges);
    console.log(`${kills} kills by the bank: ${inWords(verdict)}`);
    expect(verdict).toMatchObject({ ...SOUND, unbegun: 0 });
    expect(kills).toBe(COUNT);
    expect(bench.arrivals).toHaveLength(COUNT);
    expect(bench.unannounced).toEqual([]);
    expect(bank.balanced()).toBe(true);
    await bench.close();
  }, 7_200_000);
});

function at<T>(list: readonly T[], index: number): T {
  const item = list[index % list.length];
  if (item === undefined) throw new RangeError('an empty list');
  return item;
}
