import { shell } from '../core/command-line.js';
import type { Message } from '../core/message.js';
import { shellWord } from '../core/text.js';
import type { Host } from '../host/host.js';
import { stateMessages } from '../messages/state.js';

/** The warning, and its fix, that the journal will be lost with the machine's memory or with the container. */
export function ephemeralState(state: string, kind: 'tmpfs' | 'overlay') {
  return kind === 'tmpfs'
    ? {
        message: stateMessages.inMemory(state),
        fix: shell`export PAYCTL_STATE_DIR=/path/on/a/disk`.inCode(
          "createPayments({ stateDir: '/path/on/a/disk' })",
        ),
      }
    : {
        message: stateMessages.inContainer(state),
        fix: stateMessages.mountVolume(shellWord(state)),
      };
}

/** The warning where the state directory is ephemeral; undefined where it is not. */
export function ephemeralWarning(files: Host['files'], state: string): Message | undefined {
  const kind = files.ephemeralFileSystem(state);
  if (kind === undefined) return undefined;
  const { message, fix } = ephemeralState(state, kind);
  return stateMessages.doThis(message, fix);
}
