import type { Host, ProcessIdentity } from './host.js';

/**
 * The machine at another moment, whose waits take no time but advance its clocks, unless they are `real`.
 * `at` is in milliseconds since the epoch.
 */
export function simulatedClock<T extends Pick<Host, 'clock' | 'process'>>(
  host: T,
  at: number,
  waits: 'skipped' | 'real' = 'skipped',
): T {
  const { clock, process } = host;
  const ahead = at - clock.now();
  let skipped = 0;
  const simulated: ProcessIdentity = {
    self: process.self,
    operator: process.operator,
    state: (mark) => process.state(mark),
    uptime: () => process.uptime() + skipped,
    sinceBoot() {
      const since = process.sinceBoot();
      return since === undefined ? undefined : since + skipped;
    },
  };
  return {
    ...host,
    clock: {
      now: () => clock.now() + ahead + skipped,
      async sleep(ms: number, signal?: AbortSignal) {
        if (waits === 'real') return clock.sleep(ms, signal);
        // Lets other tasks run, and signals come through.
        await new Promise(setImmediate);
        if (!signal?.aborted) skipped += Math.max(0, ms);
      },
    },
    process: simulated,
  };
}
