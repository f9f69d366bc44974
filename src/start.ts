import { run } from './cli/run.js';
import { nodeHost } from './host/node.js';
import { catchSignals } from './host/signals.js';

/** @param keep is called when there is time for housekeeping */
export async function start(keep?: () => void): Promise<void> {
  // Caught until the process ends: once the default handlers are back, as when Node ends by itself, a
  // signal would replace the exit code of a payment that succeeded.
  const exit = await run(nodeHost(), { signals: catchSignals(), onIdle: keep });
  process.exit(exit);
}
