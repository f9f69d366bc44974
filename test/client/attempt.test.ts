import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Attempt } from '../../src/client/attempt.js';

let uptime: bigint;
beforeEach(() => {
  vi.useFakeTimers();
  uptime = 5_000_000_000n;
  vi.spyOn(process.hrtime, 'bigint').mockImplementation(() => uptime);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** An attempt of 600 ms, 200 of them for the connection, and how it is cut off. */
function attempt({ ready }: { ready: boolean }) {
  const made = new Attempt(
    new URL('https://bank.example'),
    { proxy: undefined, fixes: undefined },
    { timeoutMs: 600, connectMs: 200 },
  );
  made.progress.ready = ready;
  const cut = vi.fn();
  made.onStop(cut);
  return { made, cut };
}

it('keeps its whole time limit when it connects early', () => {
  const { made, cut } = attempt({ ready: true });
  uptime += 200_000_000n;
  vi.advanceTimersByTime(200);
  vi.advanceTimersByTime(399);
  expect(cut).not.toHaveBeenCalled();
  vi.advanceTimersByTime(2);
  expect(cut).toHaveBeenCalledOnce();
  expect(made.failure(new Error('cut')).reason).toBe('timeout');
});

it('counts the time in which the process was stopped', () => {
  const { cut } = attempt({ ready: true });
  // The timer of the connection comes late, after all of the time.
  uptime += 700_000_000n;
  vi.advanceTimersByTime(201);
  expect(cut).toHaveBeenCalledOnce();
});

it('ends at the connection limit when it does not connect', () => {
  const { made, cut } = attempt({ ready: false });
  vi.advanceTimersByTime(200);
  expect(cut).toHaveBeenCalledOnce();
  expect(made.failure(new Error('cut')).reason).toBe('connect');
});
