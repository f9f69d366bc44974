import { type Command, command, type Groups } from '../runtime/command.js';
import { connectionValues } from '../runtime/globals.js';
import { option } from '../runtime/parameter.js';
import { parseChoice } from '../runtime/value-parsers.js';
import { GROUPS } from './listing.js';

const ALLOWED = ['create', 'propose'] as const;
type Allowed = (typeof ALLOWED)[number];

function parseAllowed(value: string, flag: string): ReadonlySet<Allowed> {
  return new Set(value.split(',').map((word) => parseChoice(word.trim(), ALLOWED, flag)));
}

/** @param groups all commands: each tool is one of them */
export function mcpCommand(groups: Groups): Command {
  return command({
    words: ['mcp'],
    lasts: true,
    summary: 'serve the commands as tools for agents, by the Model Context Protocol over stdio',
    notes: [
      'Reads are tools. What creates something needs --allow create. What moves money is never sent: the tool returns the command for a person, or with --allow propose writes a proposal, which a person releases (payctl approvals). No tool releases.',
      'Files are read below the working directory only. Personal data is masked unless --show-pii is given.',
    ],
    parameters: {
      allow: option(
        '--allow <what>',
        'what tools may also do: create, propose, or both',
        parseAllowed,
        {
          choices: ALLOWED,
        },
      ),
      tools: option(
        '--tools <what>',
        `tools, or groups (${GROUPS.join(', ')}), with commas; without it all but what may not be created`,
        (value) => value.split(',').map((word) => word.trim()),
      ),
    },
    examples: [
      'payctl mcp --help',
      'payctl --sandbox mcp < /dev/null',
      'payctl --sandbox mcp --allow create,propose < /dev/null',
      'payctl --sandbox mcp --tools read,journal < /dev/null',
    ],
    run: async (services, { allow = new Set<Allowed>(), tools }) => {
      const { serve } = await import('./server.js');
      const { host, signals } = services;
      const { selection, showPersonal } = services.options;
      await serve({
        host,
        groups,
        signals,
        connection: connectionValues(selection),
        mayCreate: allow.has('create'),
        mayPropose: allow.has('propose'),
        showPersonal,
        tools,
        say: await services.say(),
      });
      return {};
    },
  });
}
