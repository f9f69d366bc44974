import { run } from './cli/run.js';
import { nodeHost } from './host/node.js';

/** @param keep is called when there is time for housekeeping */
export async function start(keep?: () => void): Promise<void> {
  const exit = await run(nodeHost(), keep);
  // All output is written. If Node ended by itself, it would first restore the default signal handlers,
  // and a signal then would replace the exit code of a payment that succeeded.
  process.exit(exit);
}
