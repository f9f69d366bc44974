import type { Journal } from './journal.js';

/** From its intent on, a call that was not sent within this time is never sent. */
export const LEASE_MS = 15 * 60_000;

/** Clocks that tell times further apart than this contradict each other. */
const TOLERANCE_MS = 2_000;

/**
 * Begins a lease; the answer tells what is left of it, by the clock that says the least. undefined
 * where the clocks contradict each other: one was set, or the machine slept, and nobody knows how long.
 */
export function beginLease(journal: Journal): () => number | undefined {
  const clocks = [
    () => journal.process.uptime(),
    () => journal.clock.now(),
    () => journal.process.sinceBoot(),
  ];
  const begun = clocks.map((read) => read());
  return () => {
    const passed = clocks.flatMap((read, index) => {
      const [then, now] = [begun[index], read()];
      return then === undefined || now === undefined ? [] : [now - then];
    });
    const most = Math.max(...passed);
    return most - Math.min(...passed) > TOLERANCE_MS ? undefined : LEASE_MS - most;
  };
}
