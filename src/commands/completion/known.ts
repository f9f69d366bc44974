import { optional } from '../../core/fields.js';
import type {
  CommandTree,
  TreeArgument,
  TreeCommand,
  TreeOption,
} from '../../help/command-tree.js';

export type KnownOption = Pick<TreeOption, 'names' | 'summary' | 'placeholder' | 'values'>;

export interface KnownCommand extends Pick<TreeCommand, 'words' | 'aliases' | 'summary'> {
  options: readonly KnownOption[];
  arguments: readonly Pick<TreeArgument, 'variadic' | 'values'>[];
}

/** What completion needs of the command line, and no more: it is read at every key press. */
export interface Known extends Pick<CommandTree, 'groups'> {
  globalOptions: readonly KnownOption[];
  commands: readonly KnownCommand[];
}

/** Made of the whole when the program is built. */
export function knownOf({ groups, globalOptions, commands }: CommandTree): Known {
  const option = ({ names, summary, placeholder, values }: TreeOption): KnownOption => ({
    ...{ names, summary },
    ...optional('placeholder', placeholder),
    ...optional('values', values),
  });
  return {
    groups,
    globalOptions: globalOptions.map(option),
    commands: commands.map(({ words, aliases, summary, options, arguments: all }) => ({
      ...{ words, aliases, summary },
      options: options.map(option),
      arguments: all.map(({ variadic, values }) => ({ variadic, ...optional('values', values) })),
    })),
  };
}
