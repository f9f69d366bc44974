import type { TokenStore } from '../client/connection.js';
import { payctl, shell } from '../core/command-line.js';
import type { Message } from '../core/message.js';
import type { Host } from '../host/host.js';
import { stateMessages } from '../messages/state.js';
import { inboxDirectory } from './files/inbox.js';
import { statePath } from './paths.js';

/** Of a live profile. */
interface Usage {
  files: Host['files'];
  state: string;
  profile: string;
  tokens(): Promise<TokenStore>;
}

/** Whether a charge was ever made with this state directory. */
export function hasClaims(files: Host['files'], state: string): boolean {
  return files.stat(statePath(state, 'claims')) !== undefined;
}

/**
 * The warning, and its fix, that the journal knows no charge although the profile was used here:
 * perhaps it was lost, and what was charged before could be charged again. undefined where nothing
 * shows that it was used.
 */
export async function lostState({
  files,
  state,
  profile,
  tokens,
}: Usage): Promise<{ message: Message; fix: Message } | undefined> {
  if (hasClaims(files, state)) return undefined;
  const hasInbox = files.list(inboxDirectory(state, profile)).length > 0;
  if (!hasInbox && !(await hasToken(tokens))) return undefined;
  const trace = hasInbox ? stateMessages.confirmationsCame : stateMessages.tokenWasIssued;
  return {
    message: stateMessages.perhapsLost(state, profile, trace),
    fix: stateMessages.ifItWasLost(readOnlyCommand(profile)),
  };
}

/** Stops charges until somebody knows; `environment` stands for no profile at all. */
function readOnlyCommand(profile: string): Message {
  if (profile === 'environment')
    return shell`export PAYCTL_READ_ONLY=true`.inCode('createPayments({ readOnly: true })');
  return payctl.on(profile)`config set readOnly true`;
}

/** A token that cannot be read shows nothing. */
async function hasToken(tokens: Usage['tokens']): Promise<boolean> {
  try {
    return (await (await tokens()).read('application')) !== undefined;
  } catch {
    return false;
  }
}
