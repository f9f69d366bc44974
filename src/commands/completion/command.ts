import type { Command, Groups } from '../../cli/command.js';
import { isShell, SHELLS } from './shells.js';

/** The scripts hold the whole command line, so it is handed in. */
export const completionOf = (groups: Groups): Command => ({
  words: ['completion'],
  summary: 'the completion script of a shell',
  notes: [
    'Commands, options and their values come from the script; names of profiles and open references are read from this machine at that moment. Nothing is asked of the network.',
    [
      'Installation, once; then start the shell anew:',
      '',
      '  bash        in ~/.bashrc:  source <(payctl completion bash)',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: zsh reads it
      '  zsh         payctl completion zsh > "${fpath[1]}/_payctl"',
      '              or, in ~/.zshrc after compinit:  source <(payctl completion zsh)',
      '  fish        payctl completion fish > ~/.config/fish/completions/payctl.fish',
      '  powershell  payctl completion powershell >> $PROFILE',
    ].join('\n'),
  ],
  arguments: [{ name: 'shell', summary: SHELLS.join(', '), choices: SHELLS }],
  examples: ['payctl completion bash', 'payctl completion zsh'],
  // The script lies beside the program and is printed before this is loaded; a payctl of a single
  // file makes it anew.
  dryRun: 'harmless',
  run: async (context) => {
    const shell = context.argument('shell') ?? '';
    const { commandTree } = await import('../../cli/help/command-tree.js');
    const { completionScript } = await import('./completions.js');
    return isShell(shell) ? { text: completionScript(shell, await commandTree(groups)) } : {};
  },
});
