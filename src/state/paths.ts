import { posix, sep, win32 } from 'node:path';
import { shell } from '../core/command-line.js';
import { PayctlError } from '../core/errors.js';
import type { Host } from '../host/host.js';
import { stateMessages } from '../messages/state.js';

/** Where everything lies that outlives a run. */
export interface Paths {
  /** Settings and secrets. */
  config: string;
  /** Journal, tokens, callbacks, the sandbox's ledger. */
  state: string;
  configFile: string;
  secrets: string;
  tokens: string;
}

/** All that payctl keeps in its two directories; anything else in them is not its own. */
export const KEPT = {
  config: ['config.json', 'secrets'],
  state: [
    'format.json',
    'tokens',
    'journal',
    'claims',
    'claims.complete',
    'unfinished.jsonl',
    'index',
    'transfers',
    'callbacks',
    'books',
    'desk.db',
    'desk.db-journal',
    'slips',
    'slips-open',
    'spool',
    'store.json',
    'store.claims',
    'store.leaving',
    'store.settled',
    'store.timelines',
    'codes',
    'batch',
    'console',
    'decisions',
    'sandbox.db',
    'sandbox.db-wal',
    'sandbox.db-shm',
    'sandboxes',
  ],
} as const;

export function statePath(stateDir: string, name: (typeof KEPT.state)[number]): string {
  return stateDir + sep + name;
}

/** The variables that name the two directories. */
const VARIABLES = { config: 'PAYCTL_CONFIG_DIR', state: 'PAYCTL_STATE_DIR' } as const;

type Machine = Pick<Host, 'env' | 'platform' | 'cwd'>;

/**
 * PAYCTL_CONFIG_DIR and PAYCTL_STATE_DIR before the XDG variables before what the platform expects.
 * Throws CONFIG where one is not absolute, or not even the home directory is known.
 */
export function findPaths(host: Machine): Paths {
  const path = host.platform === 'win32' ? win32 : posix;
  const given = (name: string): string | undefined => {
    const value = host.env[name];
    if (!value) return undefined;
    // Normalized, because `ownFiles` compares paths by their beginning.
    if (path.isAbsolute(value)) return path.resolve(value);
    // A relative path would mean another journal in each working directory, and so charges made twice.
    throw new PayctlError('CONFIG', stateMessages.notAbsolute(name, value), {
      hint: shell`export ${name}=${path.resolve(host.cwd, value)}`,
    });
  };
  const config = given(VARIABLES.config) ?? defaultDirectory(host, 'config');
  const state = given(VARIABLES.state) ?? defaultDirectory(host, 'state');
  return {
    config,
    state,
    configFile: `${config}${path.sep}config.json`,
    secrets: `${config}${path.sep}secrets`,
    tokens: `${state}${path.sep}tokens`,
  };
}

function defaultDirectory(host: Machine, kind: 'config' | 'state'): string {
  if (host.platform === 'win32') {
    const [variable, parent, folder] =
      kind === 'config' ? ['APPDATA', 'Roaming', 'Config'] : ['LOCALAPPDATA', 'Local', 'Data'];
    const data = host.env[variable] || win32.join(home(host), 'AppData', parent);
    return win32.join(data, 'payctl', folder);
  }
  const xdg = host.env[kind === 'config' ? 'XDG_CONFIG_HOME' : 'XDG_STATE_HOME'];
  // The XDG specification: a relative path is invalid and ignored.
  if (xdg && posix.isAbsolute(xdg)) return posix.join(xdg, 'payctl');
  if (host.platform === 'darwin') {
    const folder = kind === 'config' ? 'Preferences' : 'Application Support';
    return posix.join(home(host), 'Library', folder, 'payctl');
  }
  return posix.join(home(host), kind === 'config' ? '.config' : '.local/state', 'payctl');
}

function home(host: Machine): string {
  const isWindows = host.platform === 'win32';
  const found = host.env[isWindows ? 'USERPROFILE' : 'HOME'];
  if (found && (isWindows ? win32 : posix).isAbsolute(found)) return found;
  const missing = Object.values(VARIABLES).filter((name) => !host.env[name]);
  // A relative path would mean another journal in each working directory.
  const why = found ? stateMessages.homeNotAbsolute(found) : stateMessages.homeUnknown;
  const set = missing.map((name) => `${name}=/path/of/a/directory`);
  throw new PayctlError('CONFIG', why, { hint: shell`export ${set}` });
}
