import { type LineOptions, runLine } from './cli/run-line.js';
import type { Host } from './host/host.js';
import { GROUPS } from './tree.js';

/** Runs the command line of this process, which ends with it. */
export function run(host: Host, options?: LineOptions): Promise<number> {
  return runLine(host, GROUPS, { ...options, endsProcess: true });
}
