import type {
  CommandTree,
  TreeArgument,
  TreeCommand,
  TreeOption,
} from '../../help/command-tree.js';

export type CompletionOption = Pick<TreeOption, 'names' | 'summary' | 'placeholder' | 'values'>;

export interface CompletionCommand extends Pick<TreeCommand, 'words' | 'aliases' | 'summary'> {
  options: readonly CompletionOption[];
  arguments: readonly Pick<TreeArgument, 'variadic' | 'values'>[];
}

/** What completion needs of the command line, and no more: it is read at every key press. */
export interface CompletionTree extends Pick<CommandTree, 'groups'> {
  globalOptions: readonly CompletionOption[];
  commands: readonly CompletionCommand[];
}

/** Written to `help/completion.json` when the program is built. */
export function completionTree({ groups, globalOptions, commands }: CommandTree): CompletionTree {
  const option = ({ names, summary, placeholder, values }: TreeOption): CompletionOption => {
    return { names, summary, placeholder, values };
  };
  return {
    groups,
    globalOptions: globalOptions.map(option),
    commands: commands.map(({ words, aliases, summary, options, arguments: all }) => ({
      ...{ words, aliases, summary },
      options: options.map(option),
      arguments: all.map(({ variadic, values }) => ({ variadic, values })),
    })),
  };
}
