import { describe, expect, it } from 'vitest';
import { completionScript } from '../../../src/commands/completion/command.js';
import type { CommandTree, TreeOption } from '../../../src/help/command-tree.js';
import { SHELLS } from '../../../src/help/quick.js';

function option(names: string[], more: Partial<TreeOption> = {}): TreeOption {
  return { names, summary: `about ${names.at(-1)}`, required: false, repeatable: false, ...more };
}

const command = { aliases: [], notes: [], arguments: [], options: [], examples: [] };

const TREE: CommandTree = {
  name: 'payctl',
  version: '1',
  summary: 'a tree',
  globalOptions: [
    option(['-p', '--profile'], { placeholder: 'name', values: 'profiles' }),
    option(['--quiet']),
  ],
  groups: [
    { name: 'pay', summary: "the customer's way" },
    { name: 'show', summary: 'a look' },
  ],
  commands: [
    {
      ...command,
      words: ['pay', 'send'],
      aliases: [['pay', 'go']],
      summary: 'sends',
      options: [
        option(['--kind'], { placeholder: 'choice', values: ['A', 'W'] }),
        option(['--note'], { placeholder: 'text' }),
      ],
    },
    {
      ...command,
      words: ['pay', 'undo'],
      summary: 'takes back',
      arguments: [
        { name: 'reference', summary: '', required: true, variadic: false, values: 'references' },
      ],
      options: [option(['--kind'], { placeholder: 'choice', values: ['A', 'W', 'X'] })],
    },
  ],
  topics: [],
  exits: {},
};

describe('completions', () => {
  /** What is no table in it is in the committed script. */
  it('tell what may follow each command and option', () => {
    const [tables = ''] = completionScript('powershell', TREE).split('  $words = ');
    expect(tables.slice(tables.indexOf('  $below'))).toMatchInlineSnapshot(`
      "  $below = @{
          '' = @(@('pay', 'the customer''s way'), @('show', 'a look'))
          'pay' = @(@('send', 'sends'), @('go', 'sends'), @('undo', 'takes back'))
        }
        $options = @{
          'pay send' = @(@('--kind', 'about --kind'), @('--note', 'about --note'))
          'pay go' = @(@('--kind', 'about --kind'), @('--note', 'about --note'))
          'pay undo' = @(,@('--kind', 'about --kind'))
        }
        $globals = @(@('--profile', 'about --profile'), @('--quiet', 'about --quiet'), @('--help', 'show help'))
        $takes = @{
          '-p' = '@profiles'
          '--profile' = '@profiles'
          'pay send --kind' = 'A W'
          'pay go --kind' = 'A W'
          'pay undo --kind' = 'A W X'
          '--note' = '@any'
        }
        $argument = @{
          'pay undo' = '@references'
        }

      "
    `);
  });

  it.each(SHELLS)('quote what stands in summaries: %s', (shell) => {
    const text = completionScript(shell, TREE);
    if (shell === 'bash') expect(text).not.toContain('customer');
    else if (shell === 'powershell') expect(text).toContain("'the customer''s way'");
    else expect(text).toContain("the customer'\\''s way'");
  });
});
