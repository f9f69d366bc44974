import type { Message } from '../core/message.js';
import { shellWord } from '../core/text.js';
import type { Host } from '../host/host.js';
import { stateMessages } from '../messages/state.js';
import { wording } from '../messages/wording.js';
import { statePath } from './paths.js';

/** What follows where the memory of charges does not outlive the machine's or the container's run. */
export function fleetingState(state: string, kind: 'tmpfs' | 'overlay') {
  return kind === 'tmpfs'
    ? {
        message: stateMessages.inMemory(state),
        fix: wording.command('export PAYCTL_STATE_DIR=/path/on/a/disk'),
      }
    : {
        message: stateMessages.inContainer(state),
        fix: stateMessages.mountVolume(shellWord(state)),
      };
}

/** What to say before the first charge over files that do not outlive the run; later it is known. */
export function fleetingBeforeFirst(files: Host['files'], state: string): Message | undefined {
  if (files.stat(statePath(state, 'claims')) !== undefined) return undefined;
  const kind = files.ephemeralFileSystem(state);
  if (kind === undefined) return undefined;
  const { message, fix } = fleetingState(state, kind);
  return stateMessages.doThis(message, fix);
}
