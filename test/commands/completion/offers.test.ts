import { describe, expect, it } from 'vitest';
import { completionTree } from '../../../src/commands/completion/completion-tree.js';
import { offersFor } from '../../../src/commands/completion/offers.js';
import type { CommandTree, TreeOption } from '../../../src/help/command-tree.js';

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

const COMPLETION = completionTree(TREE);

/** What is offered after a line, as words with their lines or as a kind of them. */
function offers(line: string): string | string[] {
  const words = offersFor(line.split(' ').slice(1), COMPLETION);
  return typeof words === 'string'
    ? words
    : words.map(([word, about]) => `${word} ${about}`.trim());
}

const GLOBALS = ['--profile about --profile', '--quiet about --quiet', '--help show help'];

describe('completion', () => {
  it.each<[line: string, expected: string | string[]]>([
    ['payctl ', ["pay the customer's way", 'show a look']],
    ['payctl -', GLOBALS],
    ['payctl pay ', ['send sends', 'go sends', 'undo takes back']],
    ['payctl --quiet -p shop pay ', ['send sends', 'go sends', 'undo takes back']],
    ['payctl pay go --', ['--kind about --kind', '--note about --note', ...GLOBALS]],
    ['payctl pay send --kind ', ['A', 'W']],
    ['payctl pay send --kind A --kind=', ['A', 'W']],
    ['payctl pay undo --kind ', ['A', 'W', 'X']],
    ['payctl pay undo --kind W ', 'references'],
    ['payctl pay undo --kind=W REF ', []],
    ['payctl -p ', 'profiles'],
    ['payctl pay send --note ', []],
    ['payctl nonsense ', []],
  ])('%s', (line, expected) => {
    expect(offers(line)).toEqual(expected);
  });

  it('treats a blank as an empty word, as PowerShell passes it', () => {
    expect(offersFor(['pay', ' '], COMPLETION)).toHaveLength(3);
  });
});
