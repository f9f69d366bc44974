import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { withinGrace } from '../../src/host/signals.js';

it('a signal leaves work that keeps the thread busy no more time than work that waits', async () => {
  const signals = { first: AbortSignal.abort(), inFlight: new Set() };
  let isOver = false;
  let turns = 0;
  async function work(): Promise<string> {
    for (; !isOver; turns += 1) {
      burn(100);
      await nextTurn();
    }
    return 'ended by itself';
  }
  expect(await withinGrace(signals, 600, work())).toBeUndefined();
  isOver = true;
  expect(turns).toBeLessThanOrEqual(8);
});

/** Uses that much processor time without a turn of the event loop. */
function burn(ms: number): void {
  const begun = process.cpuUsage();
  for (;;) {
    const { user, system } = process.cpuUsage(begun);
    if (user + system >= ms * 1_000) return;
  }
}
