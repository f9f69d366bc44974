import { usageError } from '../../core/errors.js';
import { nearest } from '../../core/text.js';
import { helpPages as messages } from '../../messages/help-pages.js';
import { command, type Groups } from '../../runtime/command.js';
import { flag, restArguments } from '../../runtime/parameter.js';

/** It prints the whole command line, so that is passed in. */
export const helpOf = (groups: Groups) =>
  command({
    words: ['help'],
    summary: 'help of a command or about a topic',
    notes: ['With --json: all commands, options, topics and exit codes, for machines.'],
    parameters: {
      words: restArguments('topic', 'words of a command, or a topic', { optional: true }),
      json: flag('--json', 'the whole tree of commands as JSON'),
    },
    examples: ['payctl help exit-codes', 'payctl help ewallet pay'],
    dryRun: 'harmless',
    run: async (_, { words, json }) => {
      const { helpJson, helpPages } = await import('../../help/help.js');
      if (json) return { text: await helpJson(groups) };
      const pages = await helpPages(groups);
      const text = pages.get(['payctl', ...words].join('-'));
      if (text !== undefined) return { text };
      const asked = words.join(' ');
      const known = [...pages.keys()].map((name) =>
        name.replace(/^payctl-/, '').replaceAll('-', ' '),
      );
      const { commandsMeant } = await import('../../command-line/tried-words.js');
      const [word = '', ...others] = words.toReversed();
      const [meant] = await commandsMeant(groups, word, others.toReversed());
      const guess = nearest(asked, known) ?? meant?.replace(/ [A-Z].*$/, '');
      throw usageError(
        messages.none(JSON.stringify(asked)),
        guess ? messages.meant(guess) : messages.listed,
      );
    },
  });
