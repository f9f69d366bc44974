import { run } from './cli/run.js';
import { nodeHost } from './host/node.js';

/** @param keep is called at a moment that has time for what is no part of the run */
export async function start(keep?: () => void): Promise<void> {
  const exit = await run(nodeHost(), keep);
  // All output is written. Left to end by itself, Node gives the signals back to the system first,
  // and one that comes then would put its own exit in place of that of a payment that succeeded.
  process.exit(exit);
}
