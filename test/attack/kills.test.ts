import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Kills } from '../../src/attack/kills.js';
import type { Clock } from '../../src/host/host.js';

const clock: Clock = { now: () => Date.now(), sleep: (ms) => sleep(ms) };

/** An application that is killed, and what was on its way then. */
function application() {
  const underWay = new Set<string>();
  const killedDuring: string[][] = [];
  const kills = new Kills(clock, async () => {
    killedDuring.push([...underWay].sort());
    underWay.clear();
  });
  /** A confirmation that is on its way until the application is killed. */
  const confirm = (order: string) => async () => {
    underWay.add(order);
    while (underWay.has(order)) await sleep(1);
  };
  /** A kill at a moment of one order alone. */
  const own = (order: string) =>
    kills.inTurn(async () => {
      const delivery = confirm(order)();
      await Promise.all([delivery, kills.takeAlong(), kills.now()]);
    });
  return { kills, confirm, own, killedDuring };
}

describe('the kills of an attack', () => {
  it('serve orders that any kill serves, whether they or the kill came first', async () => {
    const { kills, own, killedDuring } = application();
    await Promise.all([kills.idle(), own('A'), kills.idle(), own('B')]);
    expect(killedDuring).toEqual([['A'], ['B']]);
  });

  it('take along confirmations that are to be on their way', async () => {
    const { kills, confirm, own, killedDuring } = application();
    await Promise.all([
      kills.during(confirm('B'), 1),
      own('A'),
      kills.during(confirm('C'), 1),
      kills.idle(),
    ]);
    expect(killedDuring).toEqual([['A', 'B', 'C']]);
  });

  it('happen for them alone where no other order has one', async () => {
    const { kills, confirm, killedDuring } = application();
    await Promise.all([kills.during(confirm('A'), 1), kills.during(confirm('B'), 1)]);
    await kills.idle();
    expect(killedDuring).toEqual([['A', 'B'], []]);
  });
});
