import { endedBy } from '../host/signals.js';
import { type Command, command, type Groups } from '../runtime/command.js';
import { connectionValues } from '../runtime/named-values.js';
import { choice } from '../runtime/parameter.js';

/** @param groups all commands: each tool is one of them */
export function mcpOf(groups: Groups): Command {
  return command({
    words: ['mcp'],
    summary: 'serve the commands as tools for agents, by the Model Context Protocol over stdio',
    notes: [
      'Reads are tools. What creates something needs --allow create. What moves money is never sent: the tool returns the command for a person.',
      'Files are read below the working directory only. Personal data is masked unless --show-pii is given.',
    ],
    parameters: {
      allow: choice('--allow <what>', 'tools that may also be called', ['create']),
    },
    examples: ['payctl mcp --help', 'payctl --sandbox mcp < /dev/null'],
    run: async (context, { allow }) => {
      const { serve } = await import('./server.js');
      const { host, selection, showPersonal, services, signals } = context;
      await serve({
        host,
        groups,
        signals,
        connection: connectionValues(selection),
        mayCreate: allow === 'create',
        showPersonal,
        say: await services.say(),
      });
      return { text: '', exit: signals.received && endedBy(signals.received) };
    },
  });
}
