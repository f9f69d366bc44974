import zsh from '../../../completions/_payctl?raw';
import bash from '../../../completions/payctl.bash?raw';
import fish from '../../../completions/payctl.fish?raw';
import powershell from '../../../completions/payctl.ps1?raw';
import { SHELLS, type Shell } from '../../help/quick.js';
import { command } from '../../runtime/command.js';
import { choiceArgument } from '../../runtime/parameter.js';

/** All four ask the program what may follow; see `complete.ts`. */
const SCRIPTS: Readonly<Record<Shell, string>> = { bash, zsh, fish, powershell };

export const completion = command({
  words: ['completion'],
  summary: 'the completion script of a shell',
  notes: [
    'The script asks payctl when you press the key: commands, options and their values are those of the version that is installed, names of profiles and open references are read from this machine. The network is never used.',
    [
      'Install once, then restart the shell:',
      '',
      '  bash        in ~/.bashrc:  eval "$(payctl completion bash)"',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: zsh reads it
      '  zsh         payctl completion zsh > "${fpath[1]}/_payctl"',
      '              or, in ~/.zshrc after compinit:  source <(payctl completion zsh)',
      '  fish        payctl completion fish > ~/.config/fish/completions/payctl.fish',
      '  powershell  in $PROFILE:  payctl completion powershell | Out-String | Invoke-Expression',
    ].join('\n'),
  ],
  parameters: { shell: choiceArgument('shell', SHELLS.join(', '), SHELLS) },
  examples: ['payctl completion bash', 'payctl completion zsh'],
  // Usually `help/quick.ts` prints the script that is shipped, before this is loaded.
  dryRun: 'harmless',
  run: async (_, { shell }) => ({ text: SCRIPTS[shell] }),
});
