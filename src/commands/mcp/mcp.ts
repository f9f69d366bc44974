import { connectionOptions } from '../../cli/captured.js';
import type { Command, Groups } from '../../cli/command.js';

/** @param groups all commands: each tool is one of them */
export function mcpOf(groups: Groups): Command {
  return {
    words: ['mcp'],
    summary: 'serve the commands as tools for agents, by the Model Context Protocol over stdio',
    notes: [
      'Reads are tools. What creates something needs --allow create. What moves money is never sent: the tool returns the command for a person.',
      'Files are read below the working directory only. Personal data is masked unless --show-pii is given.',
    ],
    options: [
      { flags: '--allow <what>', summary: 'tools that may also be called', choices: ['create'] },
    ],
    examples: ['payctl mcp --help', 'payctl --sandbox mcp < /dev/null'],
    dryRun: 'harmless',
    run: async (context) => {
      const { serve } = await import('../../mcp/server.js');
      const { host, globals, signals } = context;
      await serve({
        host,
        groups,
        signals,
        connection: connectionOptions(globals),
        mayCreate: context.text('allow') === 'create',
        showPersonal: globals.showPersonal,
      });
      return { text: '' };
    },
  };
}
