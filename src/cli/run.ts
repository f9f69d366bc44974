import { GROUPS } from '../commands/tree.js';
import type { Host } from '../host/host.js';
import { type LineOptions, runLine } from './run-line.js';

/** Runs the command line of this process, which ends with it. */
export function run(host: Host, options?: LineOptions): Promise<number> {
  return runLine(host, GROUPS, { ...options, endsProcess: true });
}
