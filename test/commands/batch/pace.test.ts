import { describe, expect, it } from 'vitest';
import { Pace } from '../../../src/commands/batch/pace.js';
import { type FakeClock, fakeClock } from '../../fixtures/fake-host.js';

const START = 1_000_000;
const never = new AbortController().signal;

async function times(clock: FakeClock, pace: Pace, count: number): Promise<number[]> {
  const found: number[] = [];
  for (let turn = 0; turn < count; turn++) {
    await pace.turn(never);
    found.push(clock.now() - START);
  }
  return found;
}

describe('pace', () => {
  it('leaves even distances, so that no second holds more than the rate', async () => {
    const clock = fakeClock(START);
    expect(await times(clock, new Pace(clock, 5), 6)).toEqual([0, 200, 400, 600, 800, 1000]);
  });

  it('does not catch up after a pause', async () => {
    const clock = fakeClock(START);
    const pace = new Pace(clock, 5);
    await times(clock, pace, 1);
    clock.advance(10_000);
    expect(await times(clock, pace, 3)).toEqual([10_000, 10_200, 10_400]);
  });

  it('lets all go without a rate, until the bank says 429', async () => {
    const clock = fakeClock(START);
    const pace = new Pace(clock, undefined);
    expect(await times(clock, pace, 100)).toEqual(Array(100).fill(0));
    pace.slower(undefined);
    expect(pace.rate).toBe(50);
    expect(await times(clock, pace, 3)).toEqual([1_000, 1_020, 1_040]);
  });

  it('holds all back as long as Retry-After says, and goes on at half the rate', async () => {
    const clock = fakeClock(START);
    const pace = new Pace(clock, 10);
    await times(clock, pace, 1);
    pace.slower(7_000);
    expect(await times(clock, pace, 3)).toEqual([7_000, 7_200, 7_400]);
  });

  it('takes refusals of calls that were under way together for one', () => {
    const clock = fakeClock(START);
    const pace = new Pace(clock, 8);
    for (let call = 0; call < 4; call++) pace.slower(undefined);
    expect(pace.rate).toBe(4);
    clock.advance(1_999);
    pace.slower(undefined);
    expect(pace.rate).toBe(4);
    clock.advance(2_000);
    pace.slower(undefined);
    expect(pace.rate).toBe(2);
  });

  it('comes back to what was asked for, and no further', async () => {
    const clock = fakeClock(START);
    const pace = new Pace(clock, 8);
    pace.slower(undefined);
    const rates = new Set<number | undefined>();
    for (let second = 0; second < 60; second++) {
      clock.advance(1_000);
      await pace.turn(never);
      rates.add(pace.rate);
    }
    expect([...rates]).toEqual([4, 6, 8]);
  });

  it('a refusal also reaches those who wait for their turn', async () => {
    const clock = fakeClock(START);
    const pace = new Pace(clock, 1);
    await pace.turn(never);
    const waiting = pace.turn(never);
    pace.slower(30_000);
    await waiting;
    expect(clock.now() - START).toBeGreaterThanOrEqual(30_000);
  });

  it('ends the wait when the batch stops', async () => {
    const clock = fakeClock(START);
    const pace = new Pace(clock, 0.1);
    const stopping = new AbortController();
    await pace.turn(stopping.signal);
    stopping.abort();
    await pace.turn(stopping.signal);
    expect(clock.now()).toBe(START);
  });
});
