import { usageError } from '../../core/errors.js';
import { nearest } from '../../core/text.js';
import { helpPages as messages } from '../../messages/help-pages.js';
import { command, type Groups } from '../../runtime/command.js';
import { flag, restArguments } from '../../runtime/parameter.js';

/** @param groups all commands, whose help it prints */
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
      const topic = words.join(' ');
      const topics = [...pages.keys()].map((name) =>
        name.replace(/^payctl-/, '').replaceAll('-', ' '),
      );
      const { commandsMeant, commandsNearest } = await import('../../command-line/tried-words.js');
      const [word = '', ...before] = words.toReversed();
      const [meant] = await commandsMeant(groups, word, before.toReversed());
      const [near] = before.length === 0 ? await commandsNearest(groups, word) : [];
      const guess = nearest(topic, topics) ?? (meant ?? near)?.replace(/ [A-Z-].*$/, '');
      throw usageError(
        messages.none(JSON.stringify(topic)),
        guess ? messages.meant(guess) : messages.listed,
      );
    },
  });
