import { FAMILY_NAMES } from '../bank/families.js';
import { capitalized } from '../core/text.js';
import type { Command, Groups } from '../runtime/command.js';
import { GLOBAL_OPTIONS, HELP_AND_VERSION } from '../runtime/globals.js';
import { definitionList, optionRow, renderHelp } from './command-help.js';
import { type CommandTree, commandTree, SUMMARY, type TreeCommand } from './command-tree.js';
import { TOPIC_NAMES, topics } from './topics.js';

/** All help pages by their words joined with `-`; rendered once, when the program is built. */
export async function helpPages(groups: Groups): Promise<Map<string, string>> {
  const pages = new Map<string, string>([['payctl', rootHelp(groups)]]);
  for (const [name, text] of topics()) pages.set(`payctl-${name}`, text);
  for (const [name, group] of Object.entries(groups)) {
    const commands = await group.load();
    pages.set(`payctl-${name}`, await groupHelp(name, group.summary, commands));
    for (const command of commands) {
      for (const words of [command.words, ...(command.aliases ?? [])]) {
        if (words.length > 1) pages.set(pageName(words), await renderHelp(command));
        for (let depth = 2; depth < words.length; depth++) {
          const prefix = words.slice(0, depth);
          const below = commands.filter((other) =>
            prefix.every((word, at) => other.words[at] === word),
          );
          pages.set(pageName(prefix), await groupHelp(prefix.join(' '), '', below));
        }
      }
    }
  }
  return pages;
}

function pageName(words: readonly string[]): string {
  return ['payctl', ...words].join('-');
}

/** Every group is in one of them; what people look for first comes first. */
const SECTIONS: readonly (readonly [title: string, groups: readonly string[]])[] = [
  ['Calls to the bank', [...new Set(['token', 'qr', ...FAMILY_NAMES, 'api'])]],
  [
    'Work with payments',
    [
      'investigate',
      'find',
      'console',
      'reconcile',
      'books',
      'batch',
      'approvals',
      'journal',
      'audit',
      'store',
      'listen',
      'explain',
    ],
  ],
  ['Set-up', ['init', 'config', 'doctor', 'metrics', 'completion', 'openapi', 'mcp', 'help']],
  ['Without a bank', ['sandbox', 'smoke', 'attack']],
];

export function rootHelp(groups: Groups): string {
  const widest = Math.max(...Object.keys(groups).map((name) => name.length));
  const sections = SECTIONS.flatMap(([title, names]) => [
    `${title}:`,
    ...definitionList(
      names.flatMap((name) => {
        const group = groups[name];
        return group ? [[name.padEnd(widest), capitalized(group.summary)] as const] : [];
      }),
    ),
    '',
  ]);
  return [
    `payctl: ${SUMMARY}`,
    '',
    'Usage: payctl <command> [options]',
    '',
    ...sections,
    'Global options:',
    ...definitionList([...GLOBAL_OPTIONS, ...HELP_AND_VERSION].map(optionRow)),
    '',
    'Start here, without an account:',
    '  $ payctl --sandbox qr create --ref1 ORDER1 --amount 100.00',
    '',
    `Topics: payctl help ${TOPIC_NAMES.join(' | ')}`,
    '',
  ].join('\n');
}

export async function groupHelp(
  name: string,
  summary: string,
  commands: readonly Command[],
): Promise<string> {
  const below = commands.filter((command) => command.words.join(' ') !== name);
  const rows = below.map(
    (command) => [`payctl ${command.words.join(' ')}`, capitalized(command.summary)] as const,
  );
  const own = commands.find((command) => command.words.join(' ') === name);
  const list = rows.length === 0 ? [] : ['Commands:', ...definitionList(rows), ''];
  if (own) return [await renderHelp(own), ...list].join('\n');
  return [
    `Usage: payctl ${name} <command> [options]`,
    '',
    ...(summary ? [`${capitalized(summary)}.`, ''] : []),
    ...list,
    `More: payctl help ${name} <command>`,
    '',
  ].join('\n');
}

/**
 * What `help --json` prints for machines: the whole command line, or the command that the words name,
 * or all commands below them; undefined where there are none.
 */
export async function helpJson(
  groups: Groups,
  words: readonly string[] = [],
): Promise<string | undefined> {
  const tree = await commandTree(groups);
  const described = words.length === 0 ? tree : commandsNamed(tree, words.join(' '));
  return described && `${JSON.stringify(described, null, 2)}\n`;
}

function commandsNamed(
  { commands }: CommandTree,
  name: string,
): TreeCommand | TreeCommand[] | undefined {
  const own = commands.find(({ words, aliases }) =>
    [words, ...aliases].some((each) => each.join(' ') === name),
  );
  const below = commands.filter(({ words }) => words.join(' ').startsWith(`${name} `));
  return own ?? (below.length > 0 ? below : undefined);
}
