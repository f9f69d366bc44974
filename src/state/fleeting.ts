import { shellWord } from '../core/text.js';
import type { Host } from '../host/host.js';
import { statePath } from './paths.js';

const WHY = {
  tmpfs: 'is in memory (tmpfs): after a restart of the machine',
  overlay: 'is in the own layer of a container (overlay): without the container',
} as const;

/** What follows where the memory of charges does not outlive the machine's or the container's run. */
export function fleetingState(state: string, kind: keyof typeof WHY) {
  return {
    message: `${state} ${WHY[kind]} nothing remembers what was charged, and it could be charged again`,
    fix:
      kind === 'tmpfs'
        ? 'export PAYCTL_STATE_DIR=/path/on/a/disk'
        : `mount a volume at ${shellWord(state)}, or: export PAYCTL_STATE_DIR=/path/of/a/volume`,
  };
}

/** What to say before the first charge over files that do not outlive the run; later it is known. */
export function fleetingBeforeFirst(files: Host['files'], state: string): string | undefined {
  if (files.stat(statePath(state, 'claims')) !== undefined) return undefined;
  const kind = files.fleeting(state);
  if (kind === undefined) return undefined;
  const { message, fix } = fleetingState(state, kind);
  return `${message}; ${fix}`;
}
