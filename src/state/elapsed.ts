import type { Host } from '../host/host.js';

type Clocks = Pick<Host, 'clock' | 'process'>;

/** Clocks that tell times further apart than this contradict each other. */
const TOLERANCE_MS = 2_000;

/**
 * Tells how much time has passed since now, by the clock that says the most: one counts sleep,
 * another cannot be set. undefined where they contradict each other: one was set, or the machine
 * slept, and nobody knows how long.
 */
export function elapsed(host: Clocks): () => number | undefined {
  const clocks = [
    () => host.process.uptime(),
    () => host.clock.now(),
    () => host.process.sinceBoot(),
  ];
  const begun = clocks.map((read) => read());
  return () => {
    const passed = clocks.flatMap((read, index) => {
      const [then, now] = [begun[index], read()];
      return then === undefined || now === undefined ? [] : [now - then];
    });
    const most = Math.max(...passed);
    return most - Math.min(...passed) > TOLERANCE_MS ? undefined : most;
  };
}
