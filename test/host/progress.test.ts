import { describe, expect, it } from 'vitest';
import { createProgress, progressLine } from '../../src/host/progress.js';
import { fakeHost } from '../fixtures/fake-host.js';

describe('progress', () => {
  it('shows count, rate, time left and a note', () => {
    expect(progressLine('slip verify', 420, 1_000, 12_000, '3 failed')).toMatchInlineSnapshot(
      `"slip verify  420 of 1000  42%  35.0/s  17 s left  3 failed"`,
    );
    expect(progressLine('slip verify', 0, 1_000, 0)).toBe('slip verify  0 of 1000  0%');
    expect(progressLine('listen', 7, undefined, 2_000)).toBe('listen  7  3.5/s');
    expect(progressLine('batch', 1, 100_000, 10_000)).toContain('278 h left');
  });

  it('rewrites one line of a terminal after a delay, at intervals, and clears it', async () => {
    const host = fakeHost({ tty: true, columns: 20 });
    const progress = createProgress(host, 'slip verify', 10);
    await progress.update(1);
    expect(host.stderr.text()).toBe('');
    host.clock.advance(250);
    await progress.update(2);
    await progress.update(3);
    host.clock.advance(100);
    await progress.update(4);
    await progress.clear();
    expect(host.stderr.text()).toBe(
      '\r\u001b[Kslip verify  2 of\r\u001b[Kslip verify  4 of\r\u001b[K',
    );
  });

  it('draws a bar where there is room for one', async () => {
    const host = fakeHost({ tty: true, columns: 64 });
    const progress = createProgress(host, 'batch', 4);
    host.clock.advance(1_000);
    await progress.update(3);
    expect(host.stderr.text()).toBe(
      `\r\u001b[Kbatch  3 of 4  75%  3.0/s  1 s left  [${'#'.repeat(16)}${'-'.repeat(6)}]`,
    );
  });

  it.each([
    ['no terminal', {}],
    ['a terminal that rewrites nothing', { tty: true, env: { TERM: 'dumb' } }],
  ])('writes a plain line every ten seconds on %s', async (_, machine) => {
    const host = fakeHost(machine);
    const progress = createProgress(host, 'batch', 100);
    for (let second = 1; second <= 25; second++) {
      host.clock.advance(1_000);
      await progress.update(second);
    }
    await progress.clear();
    expect(host.stderr.text()).toBe(
      'batch  10 of 100  10%  1.0/s  90 s left\nbatch  20 of 100  20%  1.0/s  80 s left\n',
    );
  });
});
