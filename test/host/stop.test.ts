import { describe, expect, it, vi } from 'vitest';
import { eitherOf, onStop, type Stop, Stopper } from '../../src/host/stop.js';

interface Stopped {
  stop: Stop;
  abort(): void;
}

/** Whatever stops work: ours, that of a program which uses the client, and either of two. */
const STOPS: Readonly<Record<string, () => Stopped>> = {
  'a stopper': () => {
    const stop = new Stopper();
    return { stop, abort: () => stop.abort() };
  },
  'an AbortSignal': () => {
    const controller = new AbortController();
    return { stop: controller.signal, abort: () => controller.abort() };
  },
  'the first of two': () => {
    const one = new Stopper();
    return { stop: eitherOf(one, new Stopper()), abort: () => one.abort() };
  },
  'the second of two': () => {
    const other = new AbortController();
    return { stop: eitherOf(new Stopper(), other.signal), abort: () => other.abort() };
  },
};

describe.each(Object.entries(STOPS))('%s', (_, make) => {
  it('tells each who waits, once', () => {
    const { stop, abort } = make();
    const acts = [vi.fn(), vi.fn()];
    for (const act of acts) onStop(stop, act);
    expect(stop.aborted).toBe(false);
    abort();
    abort();
    expect(stop.aborted).toBe(true);
    for (const act of acts) expect(act).toHaveBeenCalledOnce();
  });

  it('leaves out who no longer waits', () => {
    const { stop, abort } = make();
    const act = vi.fn();
    onStop(stop, act)();
    abort();
    expect(act).not.toHaveBeenCalled();
  });

  it('tells nobody who comes late', () => {
    const { stop, abort } = make();
    const act = vi.fn();
    abort();
    onStop(stop, act);
    expect(act).not.toHaveBeenCalled();
  });
});

describe('either of two', () => {
  it('tells once where both stop', () => {
    const [one, other] = [new Stopper(), new Stopper()];
    const act = vi.fn();
    onStop(eitherOf(one, other), act);
    other.abort();
    one.abort();
    expect(act).toHaveBeenCalledOnce();
  });

  it('tells where somebody who is told by the one stops the other', () => {
    const [one, other] = [new Stopper(), new Stopper()];
    const act = vi.fn();
    onStop(one, () => other.abort());
    const either = eitherOf(one, other);
    onStop(either, act);
    onStop(either, act);
    one.abort();
    expect(act).toHaveBeenCalledOnce();
  });
});

it('tells all, whatever becomes of one of them', () => {
  const stop = new Stopper();
  const [act, left] = [vi.fn(), vi.fn()];
  onStop(stop, () => {
    throw new Error('of the first');
  });
  onStop(stop, () => release());
  onStop(stop, act);
  const release = onStop(stop, left);
  expect(() => stop.abort()).toThrow('of the first');
  expect(act).toHaveBeenCalledOnce();
  expect(left).not.toHaveBeenCalled();
});

it('says why it stopped, and the first reason stays', () => {
  const stop = new Stopper();
  stop.abort('the disk is full');
  stop.abort('something else');
  expect(stop.reason).toBe('the disk is full');
});

it('takes hundreds that wait for no leak', () => {
  const warned = vi.fn();
  process.once('warning', warned);
  const { signal } = new AbortController();
  const stop = new Stopper();
  for (let call = 0; call < 200; call++) {
    for (const shared of [signal, stop]) onStop(shared, vi.fn());
  }
  return new Promise((resolve) => setImmediate(resolve)).then(() => {
    process.off('warning', warned);
    expect(warned).not.toHaveBeenCalled();
  });
});
