import { GROUPS } from '../commands/tree.js';
import type { Host } from '../host/host.js';
import { runLine } from './run-line.js';

/** Runs the command line of this process, which ends with it. `onIdle` is called when there is time for housekeeping. */
export function run(host: Host, onIdle?: () => void): Promise<number> {
  return runLine(host, GROUPS, { onIdle, endsProcess: true });
}
