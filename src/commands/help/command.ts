import { usageError } from '../../core/errors.js';
import { nearest } from '../../core/text.js';
import { helpPages as messages } from '../../messages/terminal.js';
import { command, type Groups } from '../../runtime/command.js';
import { flag, restArguments } from '../../runtime/parameter.js';

/** @param groups all commands, whose help it prints */
export const helpCommand = (groups: Groups) =>
  command({
    words: ['help'],
    summary: 'help of a command or about a topic',
    notes: [
      'With --json, for machines: one command, the list of those below a word (ewallet), or without words all commands, options, topics and exit codes.',
    ],
    parameters: {
      words: restArguments('topic', 'words of a command, or a topic', { optional: true }),
      json: flag('--json', 'a command as JSON, or the whole tree of commands'),
    },
    examples: [
      'payctl help exit-codes',
      'payctl help ewallet pay',
      'payctl help --json ewallet pay',
    ],
    dryRun: 'harmless',
    run: async (_, { words, json }) => {
      const { helpJson, helpPages } = await import('../../help/help.js');
      const described = json ? await helpJson(groups, words) : undefined;
      if (described !== undefined) return { text: described };
      const pages = await helpPages(groups);
      const text = json ? undefined : pages.get(['payctl', ...words].join('-'));
      if (text !== undefined) return { text };
      const topic = words.join(' ');
      const topics = [...pages.keys()].map((name) =>
        name.replace(/^payctl-/, '').replaceAll('-', ' '),
      );
      const { TOPIC_NAMES } = await import('../../help/topics.js');
      const { commandsMeant, commandsNearest } = await import('../../command-line/tried-words.js');
      const [word = '', ...before] = words.toReversed();
      const [meant] = await commandsMeant(groups, word, before.toReversed());
      const [near] = before.length === 0 ? await commandsNearest(groups, word) : [];
      const guess = nearest(topic, topics) ?? (meant ?? near)?.[0];
      const asked = JSON.stringify(topic);
      const isTopic = guess !== undefined && TOPIC_NAMES.includes(guess);
      throw usageError(
        json ? messages.noCommand(asked) : messages.none(asked),
        guess
          ? messages.meant([...(json && !isTopic ? ['--json'] : []), ...guess.split(' ')])
          : messages.listed,
      );
    },
  });
