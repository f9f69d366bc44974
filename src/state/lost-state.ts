import { join } from 'node:path';
import type { TokenStore } from '../client/connection.js';
import { payctl, shell } from '../core/command-line.js';
import type { Message } from '../core/message.js';
import { channelDateTime } from '../core/time.js';
import { tryOrUndefined } from '../core/try-or-undefined.js';
import type { Host } from '../host/host.js';
import { stateMessages } from '../messages/state.js';
import { inboxDirectory } from './files/inbox.js';
import { readLines } from './files/lines.js';
import { claimPlaces } from './files/store.js';
import { parseValues, toRevisionNote } from './outcome-line.js';
import { statePath } from './paths.js';

/** Of a live profile. */
interface Usage {
  files: Host['files'];
  state: string;
  profile: string;
  tokens(): Promise<TokenStore>;
}

/** Whether there is the directory of backup links, which the first charge makes. */
export function hasClaimsDirectory(files: Host['files'], state: string): boolean {
  return files.stat(statePath(state, 'claims')) !== undefined;
}

/**
 * The warning, and its fix, that what was charged could be charged again: the journal knows no charge
 * although the profile was used here, or it is a copy, such as a backup that was restored, and no charge
 * was made since. undefined where nothing shows that.
 */
export async function lostState({
  files,
  state,
  profile,
  tokens,
}: Usage): Promise<{ message: Message; fix: Message } | undefined> {
  const readOnly = readOnlyCommand(profile);
  if (hasClaimsDirectory(files, state)) {
    const at = copiedAt(files, state);
    if (at === undefined) return undefined;
    return {
      message: stateMessages.perhapsOlder(state, channelDateTime(at)),
      fix: stateMessages.ifItIsOlder(readOnly),
    };
  }
  const hasInbox = files.list(inboxDirectory(state, profile)).length > 0;
  if (!hasInbox && !(await hasToken(tokens))) return undefined;
  const trace = hasInbox ? stateMessages.confirmationsCame : stateMessages.tokenWasIssued;
  return {
    message: stateMessages.perhapsLost(state, profile, trace),
    fix: stateMessages.ifItWasLost(readOnly),
  };
}

/** File systems round times, and clocks are set. */
const SLACK_MS = 60_000;
/** Of the log: what other runs learnt of older charges may come after the newest charge. */
const TAIL_BYTES = 16 * 1024;

/** When the newest charge was copied here: programs that copy keep the time of the last change, but not of the making. */
function copiedAt(files: Host['files'], state: string): number | undefined {
  const { claims, log } = claimPlaces(state);
  // A log that cannot be read shows nothing.
  const key = tryOrUndefined(() => newestClaim(files, log));
  const stat = key === undefined ? undefined : files.stat(join(claims, `${key}.1.jsonl`));
  if (stat?.bornAt === undefined) return undefined;
  return stat.bornAt - stat.modifiedAt > SLACK_MS ? stat.bornAt : undefined;
}

function newestClaim(files: Host['files'], path: string): string | undefined {
  const log = files.open(path);
  if (log === undefined) return undefined;
  try {
    const lines = [...readLines(log, Math.max(0, log.size() - TAIL_BYTES))];
    for (const { text } of lines.reverse()) {
      const values = parseValues(text);
      const note = values && toRevisionNote(values);
      if (note?.number === 1) return note.key;
    }
    return undefined;
  } finally {
    log.close();
  }
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
