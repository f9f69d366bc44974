import { area } from '../core/message.js';
import { counted } from '../core/text.js';

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
  noVariableInterferes: 'no Node variable interferes',
  variableInterferes: (variable: string, why: string) => `${variable} is set: ${why}`,
  certificatesUnverified:
    'payctl verifies certificates nevertheless, but what secretCommand runs may not',
  credentialsLogged: 'Node then writes headers and bodies, credentials included, to standard error',
  foreignCode: 'it loads foreign code or opens a debugger in a process that holds credentials',
  tlsKeysLogged: 'it writes the keys of every TLS connection to a file',
  authoritiesForAll: 'it is read at each start and trusted for every host',
  trustForBankAlone: 'payctl config set ca FILE trusts it for the bank alone',
  createdWhenNeeded: (directory: string) => `${directory} is created when it is first needed`,
  writable: (directory: string) => `${directory} can be written`,
  writableAndPrivate: (directory: string, count: number) =>
    `${directory} can be written and is private (${count} files and directories)`,
  moreLikeIt: (count: number) => `and ${count} more like it`,
  modeChanged: ({ path, from, to }: { path: string; from: string; to: string }) =>
    `${path}: mode changed from ${from} to ${to}`,
  openToOthers: (path: string, mode: string) => `${path} is open to others (mode ${mode})`,
  noOldFiles: 'none',
  oldFiles: (count: number, kinds: readonly OldFileCount[]) =>
    `${counted(count, 'old file')} that nothing needs any more: ${listed(kinds)}`,
  oldFilesInUse: 'all are in use',
  oldFilesRemoved: (kinds: readonly OldFileCount[]) => `removed: ${listed(kinds)}`,
}));

/** `2 checkpoints, 1 token`. */
function listed(kinds: readonly OldFileCount[]): string {
  return kinds.map(({ kind, count }) => counted(count, kind)).join(', ');
}
