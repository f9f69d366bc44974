import { afterEach, describe, expect, it, vi } from 'vitest';
import { type CaughtSignals, catchSignals } from '../../src/host/signals.js';

let caught: CaughtSignals | undefined;

afterEach(() => caught?.release());

function catching(): CaughtSignals {
  caught = catchSignals();
  return caught;
}

function arrive(): void {
  process.emit('SIGTERM', 'SIGTERM');
}

describe('signals of this process', () => {
  it('tell the first and the second apart, also to those who ask later', () => {
    const signals = catching();
    const second = vi.fn();
    signals.second.addEventListener('abort', second);
    arrive();
    expect([signals.first.aborted, signals.second.aborted]).toEqual([true, false]);
    expect(second).not.toHaveBeenCalled();
    arrive();
    expect(second).toHaveBeenCalledOnce();
    expect(signals.received).toBe('SIGTERM');
  });
});
