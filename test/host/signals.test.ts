import { afterEach, describe, expect, it, vi } from 'vitest';
import { type CaughtSignals, catchSignals, onAbort } from '../../src/host/signals.js';

let caught: CaughtSignals | undefined;

afterEach(() => caught?.release());

function catching(): CaughtSignals {
  caught = catchSignals();
  return caught;
}

function arrive(): void {
  process.emit('SIGTERM', 'SIGTERM');
}

/** Any signal may be waited for: those of this process, and that of a program which uses the client. */
const SIGNALS = [
  {
    whose: 'this process',
    make: () => ({ signal: catching().first, abort: arrive }),
  },
  {
    whose: 'somebody else',
    make: () => {
      const controller = new AbortController();
      return { signal: controller.signal, abort: () => controller.abort() };
    },
  },
];

describe.each(SIGNALS)('waiting for a signal of $whose', ({ make }) => {
  it('tells each who waits, once', () => {
    const { signal, abort } = make();
    const acts = [vi.fn(), vi.fn()];
    for (const act of acts) onAbort(signal, act);
    abort();
    abort();
    expect(signal.aborted).toBe(true);
    for (const act of acts) expect(act).toHaveBeenCalledOnce();
  });

  it('leaves out who no longer waits', () => {
    const { signal, abort } = make();
    const act = vi.fn();
    onAbort(signal, act)();
    abort();
    expect(act).not.toHaveBeenCalled();
  });

  it('is an event as well', () => {
    const { signal, abort } = make();
    const act = vi.fn();
    signal.addEventListener('abort', act);
    abort();
    expect(act).toHaveBeenCalledOnce();
  });
});

describe('signals of this process', () => {
  it('tell the first and the second apart, also to those who ask later', () => {
    const signals = catching();
    const second = vi.fn();
    onAbort(signals.second, second);
    arrive();
    expect([signals.first.aborted, signals.second.aborted]).toEqual([true, false]);
    expect(second).not.toHaveBeenCalled();
    arrive();
    expect(second).toHaveBeenCalledOnce();
    expect(signals.received).toBe('SIGTERM');
  });
});
