import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CallAttempt } from '../../src/client/attempt.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** An attempt of 600 ms, 200 of them for the connection, and how it is cut off. */
function attempt({ ready, timeoutMs = 600 }: { ready: boolean; timeoutMs?: number }) {
  const made = new CallAttempt(
    new URL('https://bank.example'),
    { proxy: undefined, fixes: undefined },
    { timeoutMs, connectMs: 200 },
  );
  made.progress.ready = ready;
  const cut = vi.fn();
  made.onStop(cut);
  return { made, cut };
}

it('keeps its whole time limit when it connects early', () => {
  const { made, cut } = attempt({ ready: true });
  vi.advanceTimersByTime(599);
  expect(cut).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(cut).toHaveBeenCalledOnce();
  expect(made.failure(new Error('cut')).reason).toBe('timeout');
});

it('ends at the connection limit when it does not connect', () => {
  const { made, cut } = attempt({ ready: false });
  vi.advanceTimersByTime(200);
  expect(cut).toHaveBeenCalledOnce();
  expect(made.failure(new Error('cut')).reason).toBe('connect');
});

it.each([2 ** 31, Infinity])('does not end at once for a limit of %d ms', (timeoutMs) => {
  const { made, cut } = attempt({ ready: true, timeoutMs });
  vi.advanceTimersByTime(86_400_000);
  expect(cut).not.toHaveBeenCalled();
  made.end();
});
