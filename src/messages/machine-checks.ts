import { payctl, phrase } from '../core/command-line.js';
import { area } from '../core/message.js';
import { pluralize } from '../core/text.js';

/** What `doctor` removes once nobody needs it. */
export type OldFileKind =
  | 'token'
  | 'lock'
  | 'checkpoint'
  | 'code list'
  | 'half-written file'
  | 'compiled build';

export interface OldFileCount {
  kind: OldFileKind;
  count: number;
}

/** What `doctor` finds of this machine: Node, its variables, and the files of payctl. */
export const machineChecks = area('machineChecks', () => ({
  node: (version: string) => `Node ${version}`,
  nodeTooOld: (version: string, oldest: string) => `Node ${version} is older than ${oldest}`,
  updateNode: 'update Node',
  noSqlite: (machine: string) =>
    `SQLite (libsql) is not installed, or has no build for ${machine}: journal and confirmations are read whole each time, and the embedded bank does not open`,
  noSqliteForBank: (machine: string) =>
    `the embedded bank needs SQLite (libsql), which is not installed or has no build for ${machine}`,
  sqliteElsewhere:
    'on Windows for ARM install Node for x64, and payctl with it; elsewhere install payctl again with --include=optional (docs/installing.md). Calls to a real bank work without it; where the journal is long, use the shared store (docs/shared-store.md)',
  cannotCheck: (things: readonly string[]) =>
    `this system does not tell payctl ${things.join('; ')}`,
  whetherEphemeral: 'whether the state directory is in memory, or in the layer of a container',
  whetherPrivate: 'whether other accounts can read or write its files',
  whetherSameProcess: 'whether a running process is the one that made a claim, or a later one',
  noVariableInterferes: 'no Node variable interferes',
  variableInterferes: {
    terminal: (variable: string, why: string) => `${variable} is set: ${why}`,
    page: (_: string, why: string) => `a variable of Node is set: ${why}`,
  },
  certificatesUnverified: {
    terminal: 'payctl verifies certificates nevertheless, but what secretCommand runs may not',
    page: 'certificates are verified nevertheless, but perhaps not by the command that gives the secret',
  },
  credentialsLogged: 'Node then writes headers and bodies, credentials included, to standard error',
  foreignCode: 'it loads foreign code or opens a debugger in a process that holds credentials',
  tlsKeysLogged: 'it writes the keys of every TLS connection to a file',
  authoritiesForAll: 'it is read at each start and trusted for every host',
  trustForBankAlone: phrase`${payctl.ofSettings`config set ca FILE`} trusts it for the bank alone`,
  createdWhenNeeded: (directory: string) => `${directory} is created when it is first needed`,
  writable: (directory: string) => `${directory} can be written`,
  writableAndPrivate: (directory: string, count: number) =>
    `${directory} can be written and is private (${count === 1 ? 'one file or directory' : `${count} files and directories`})`,
  firstPrivate: {
    terminal: (directory: string, most: number) =>
      phrase`${directory} can be written; the first ${most} entries of each directory in it are private (${payctl`doctor --fix`} looks at all)`,
    page: (directory: string, most: number) =>
      `${directory} can be written; the first ${most} entries of each directory in it are private`,
  },
  moreLikeIt: (count: number) => `and ${count} more like it`,
  modeChanged: ({ path, from, to }: { path: string; from: string; to: string }) =>
    `${path}: mode changed from ${from} to ${to}`,
  openToOthers: (path: string, mode: string) => `${path} is open to others (mode ${mode})`,
  noOldFiles: 'none',
  oldFiles: (count: number, kinds: readonly OldFileCount[]) =>
    `${pluralize(count, 'old file')} that nothing needs any more: ${listed(kinds)}`,
  oldFilesInUse: 'all are in use',
  oldFilesRemoved: (kinds: readonly OldFileCount[]) => `removed: ${listed(kinds)}`,
}));

/** `2 checkpoints, 1 token`. */
function listed(kinds: readonly OldFileCount[]): string {
  return kinds.map(({ kind, count }) => pluralize(count, kind)).join(', ');
}
