import type { CommandTree } from '../../cli/help/command-tree.js';
import { bash } from './bash.js';
import { fish } from './fish.js';
import { powershell } from './powershell.js';
import type { Shell } from './shells.js';
import { type Tables, tablesOf } from './tables.js';
import { zsh } from './zsh.js';

const SCRIPTS: Readonly<Record<Shell, (tables: Tables) => string>> = {
  bash,
  zsh,
  fish,
  powershell,
};

/** The completion script of a shell. All four look words up in the same tables. */
export function completionScript(shell: Shell, tree: CommandTree): string {
  return SCRIPTS[shell](tablesOf(tree));
}
