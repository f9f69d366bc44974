import { describe, expect, it } from 'vitest';
import { OwnPace, SharedPace } from '../../../src/commands/batch/pace.js';
import { PayctlError } from '../../../src/core/errors.js';
import { joinTexts, type Text } from '../../../src/core/message.js';
import type { PaceRequest, PaceRun, Reservation } from '../../../src/state/paces.js';
import { type FakeClock, fakeClock } from '../../fixtures/fake-host.js';

const START = 1_000_000;
const never = new AbortController().signal;

async function times(clock: FakeClock, pace: OwnPace, count: number): Promise<number[]> {
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
    expect(await times(clock, new OwnPace(clock, 5), 6)).toEqual([0, 200, 400, 600, 800, 1000]);
  });

  it('does not catch up after a pause', async () => {
    const clock = fakeClock(START);
    const pace = new OwnPace(clock, 5);
    await times(clock, pace, 1);
    clock.advance(10_000);
    expect(await times(clock, pace, 3)).toEqual([10_000, 10_200, 10_400]);
  });

  it('lets all go without a rate, until the bank says 429', async () => {
    const clock = fakeClock(START);
    const pace = new OwnPace(clock, undefined);
    expect(await times(clock, pace, 100)).toEqual(Array(100).fill(0));
    pace.slower(undefined);
    expect(pace.rate).toBe(50);
    expect(await times(clock, pace, 3)).toEqual([1_000, 1_020, 1_040]);
  });

  it('holds all back as long as Retry-After says, and goes on at half the rate', async () => {
    const clock = fakeClock(START);
    const pace = new OwnPace(clock, 10);
    await times(clock, pace, 1);
    pace.slower(7_000);
    expect(await times(clock, pace, 3)).toEqual([7_000, 7_200, 7_400]);
  });

  it('takes refusals of calls that were under way together for one', () => {
    const clock = fakeClock(START);
    const pace = new OwnPace(clock, 8);
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
    const pace = new OwnPace(clock, 8);
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
    const pace = new OwnPace(clock, 1);
    await pace.turn(never);
    const waiting = pace.turn(never);
    pace.slower(30_000);
    await waiting;
    expect(clock.now() - START).toBeGreaterThanOrEqual(30_000);
  });

  it('ends the wait when the batch stops', async () => {
    const clock = fakeClock(START);
    const pace = new OwnPace(clock, 0.1);
    const stopping = new AbortController();
    await pace.turn(stopping.signal);
    stopping.abort();
    await pace.turn(stopping.signal);
    expect(clock.now()).toBe(START);
  });
});

/** A store in which this run is alone, unless another rate is given. */
function world(wanted: number | undefined, slowest = Number.POSITIVE_INFINITY) {
  const clock = fakeClock(1_000_000);
  const asked: PaceRequest[] = [];
  const warnings: string[] = [];
  let next = 0;
  let fault: Error | undefined;
  const run: PaceRun = {
    async reserve(want): Promise<Reservation> {
      if (fault) throw fault;
      asked.push(want);
      const apartMs = 1000 / Math.min(want.rate, slowest);
      const at = Math.max(next, clock.passed() + want.holdMs);
      next = at + want.turns * apartMs;
      return { inMs: at - clock.passed(), apartMs };
    },
    async end() {},
  };
  const uptime = () => clock.passed();
  const warn = (text: Text) => void warnings.push(String(text));
  const pace = new SharedPace({ run, clock, uptime, wanted, warn });
  const times = async (count: number) => {
    const found: number[] = [];
    for (let turn = 0; turn < count; turn++) {
      await pace.turn(never);
      found.push(Math.round(clock.passed()));
    }
    return found;
  };
  return { clock, asked, warnings, pace, times, fail: (error?: Error) => (fault = error) };
}

describe('the shared pace', () => {
  it('leaves even distances, a little wider than asked for', async () => {
    expect(await world(5).times(4)).toEqual([0, 210, 420, 630]);
  });

  it('is as slow as the slowest run', async () => {
    expect(await world(5, 1).times(3)).toEqual([0, 1000, 2000]);
    expect(await world(undefined, 1).times(3)).toEqual([0, 1000, 2000]);
  });

  it('asks once a second where nobody has a limit', async () => {
    const { times, asked, clock } = world(undefined);
    expect(await times(500)).toEqual(Array(500).fill(0));
    clock.advance(1_000);
    await times(500);
    expect(asked).toHaveLength(2);
  });

  it('reserves for all that wait, in small blocks', async () => {
    const { pace, asked } = world(10);
    await Promise.all(Array.from({ length: 12 }, () => pace.turn(never)));
    expect(asked.slice(0, 4).map(({ turns }) => turns)).toEqual([1, 5, 5, 1]);
  });

  it('gives up a turn that was missed', async () => {
    const { pace, clock, asked } = world(1);
    await pace.turn(never);
    const late = pace.turn(never);
    await new Promise((resolve) => setImmediate(resolve));
    clock.advance(5_000);
    await late;
    expect(asked.length).toBe(3);
  });

  it('holds all back after a 429, and goes on at half the rate', async () => {
    const { pace, times, asked } = world(10);
    await times(1);
    pace.slower(7_000);
    expect((await times(1))[0]).toBeGreaterThanOrEqual(7_000);
    expect(asked.at(-1)).toMatchObject({ holdMs: 7_000, rate: 5 / 1.05 });
  });

  it('keeps its own pace while the store is away, and says so once', async () => {
    const { times, fail, warnings } = world(5);
    fail(new PayctlError('UNAVAILABLE', joinTexts(['the shared store cannot be reached'])));
    expect(await times(4)).toEqual([0, 200, 400, 600]);
    expect(warnings).toHaveLength(1);
    fail(new PayctlError('CONFIG', joinTexts(['another key'])));
    await expect(times(60)).rejects.toThrow('another key');
  });

  it('ends with the signal', async () => {
    const stop = new AbortController();
    stop.abort();
    const { pace, asked } = world(0.5);
    await pace.turn(stop.signal);
    expect(asked).toEqual([]);
  });
});
