import type { CommandTree } from '../../help/command-tree.js';
import { SHELLS, type Shell } from '../../help/quick.js';
import { command, type Groups } from '../../runtime/command.js';
import { choiceArgument } from '../../runtime/parameter.js';
import { bash } from './bash.js';
import { fish } from './fish.js';
import { powershell } from './powershell.js';
import { type Tables, tablesOf } from './tables.js';
import { zsh } from './zsh.js';

/** The scripts contain the whole command line, so it is passed in. */
export const completionOf = (groups: Groups) =>
  command({
    words: ['completion'],
    summary: 'the completion script of a shell',
    notes: [
      'Commands, options and their values come from the script; names of profiles and open references are read from this machine when you press the key. The network is never used.',
      [
        'Install once, then restart the shell:',
        '',
        '  bash        in ~/.bashrc:  source <(payctl completion bash)',
        // biome-ignore lint/suspicious/noTemplateCurlyInString: zsh reads it
        '  zsh         payctl completion zsh > "${fpath[1]}/_payctl"',
        '              or, in ~/.zshrc after compinit:  source <(payctl completion zsh)',
        '  fish        payctl completion fish > ~/.config/fish/completions/payctl.fish',
        '  powershell  payctl completion powershell >> $PROFILE',
      ].join('\n'),
    ],
    parameters: { shell: choiceArgument('shell', SHELLS.join(', '), SHELLS) },
    examples: ['payctl completion bash', 'payctl completion zsh'],
    // The script is shipped with the program and printed before this is loaded, where it is there.
    dryRun: 'harmless',
    run: async (_, { shell }) => {
      const { commandTree } = await import('../../help/command-tree.js');
      return { text: completionScript(shell, await commandTree(groups)) };
    },
  });

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
