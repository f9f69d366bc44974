import { describe, expect, it } from 'vitest';
import type { CommandTree, TreeOption } from '../../../src/cli/help/command-tree.js';
import { SHELLS } from '../../../src/cli/quick.js';
import { completionScript } from '../../../src/commands/completion/command.js';
import { tablesOf } from '../../../src/commands/completion/tables.js';

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
  it('tell what may follow each command and option', () => {
    expect(tablesOf(TREE)).toMatchInlineSnapshot(`
      {
        "argument": [
          {
            "answer": "@references",
            "keys": [
              "pay undo",
            ],
          },
        ],
        "below": [
          {
            "answer": [
              [
                "pay",
                "the customer's way",
              ],
              [
                "show",
                "a look",
              ],
            ],
            "keys": [
              "",
            ],
          },
          {
            "answer": [
              [
                "send",
                "sends",
              ],
              [
                "go",
                "sends",
              ],
              [
                "undo",
                "takes back",
              ],
            ],
            "keys": [
              "pay",
            ],
          },
        ],
        "globals": [
          [
            "--profile",
            "about --profile",
          ],
          [
            "--quiet",
            "about --quiet",
          ],
          [
            "--help",
            "show help",
          ],
        ],
        "options": [
          {
            "answer": [
              [
                "--kind",
                "about --kind",
              ],
              [
                "--note",
                "about --note",
              ],
            ],
            "keys": [
              "pay send",
              "pay go",
            ],
          },
          {
            "answer": [
              [
                "--kind",
                "about --kind",
              ],
            ],
            "keys": [
              "pay undo",
            ],
          },
        ],
        "takes": [
          {
            "answer": "@profiles",
            "keys": [
              "-p",
              "--profile",
            ],
          },
          {
            "answer": "A W",
            "keys": [
              "pay send --kind",
              "pay go --kind",
            ],
          },
          {
            "answer": "A W X",
            "keys": [
              "pay undo --kind",
            ],
          },
          {
            "answer": "@any",
            "keys": [
              "--note",
            ],
          },
        ],
      }
    `);
  });

  it('for PowerShell, which is not everywhere to be tried', () => {
    expect(completionScript('powershell', TREE)).toMatchInlineSnapshot(`
      "# payctl completion for PowerShell. Generated: do not edit. See: payctl completion --help

      Register-ArgumentCompleter -Native -CommandName payctl -ScriptBlock {
        param($wordToComplete, $commandAst, $cursorPosition)

        $below = @{
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

        $words = @($commandAst.CommandElements | Select-Object -Skip 1 |
          Where-Object { $_.Extent.EndOffset -lt $cursorPosition } | ForEach-Object { $_.ToString() })
        $where = ''
        $before = ''
        $option = ''
        foreach ($word in $words) {
          if ($option) { $option = ''; continue }
          if ($word -like '-*') {
            if ($takes.ContainsKey($word) -or $takes.ContainsKey("$where $word")) { $option = $word }
          } elseif ($below.ContainsKey($where) -and ($below[$where] | Where-Object { $_[0] -eq $word })) {
            $where = "$where $word".Trim()
          } else {
            $before += ' _'
          }
        }

        $found = ''
        $offers = @()
        if ($option) {
          $found = if ($takes.ContainsKey($option)) { $takes[$option] } else { $takes["$where $option"] }
        } elseif ($wordToComplete -like '-*') {
          $offers = @($options[$where]) + $globals
        } elseif ($below.ContainsKey($where)) {
          $offers = $below[$where]
        } else {
          $found = $argument["$where$before"]
        }
        switch -Wildcard ($found) {
          '' { }
          '@any' { }
          '@files' { }
          '@*' { $offers = payctl __complete $found.Substring(1) 2>$null | ForEach-Object { , @($_, $_) } }
          default { $offers = $found.Split(' ') | ForEach-Object { , @($_, $_) } }
        }
        $offers | Where-Object { $_ -and $_[0] -like "$wordToComplete*" } | ForEach-Object {
          $about = if ($_[1]) { $_[1] } else { $_[0] }
          [System.Management.Automation.CompletionResult]::new($_[0], $_[0], 'ParameterValue', $about)
        }
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
