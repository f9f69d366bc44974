import type { CommandTree } from './command-tree.js';
import { type Tables, tablesOf } from './completion-tables.js';
import { bash } from './completions-bash.js';
import { fish } from './completions-fish.js';
import { powershell } from './completions-powershell.js';
import { zsh } from './completions-zsh.js';
import type { Shell } from './shells.js';

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
