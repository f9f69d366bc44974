import { PayctlError } from '../errors.js';
import { nearest } from '../nearest.js';
import type { Command } from './command.js';
import { GLOBAL_OPTIONS } from './globals.js';
import { GROUPS } from './tree.js';

export interface Resolved {
  /** Absent: a bare group, or nothing at all, was asked for. */
  command?: Command;
  group?: string;
  commands: readonly Command[];
  /** What is left of argv for the options and arguments of the command. */
  rest: readonly string[];
}

/** Global options that are followed by a value, so that the value is not taken for a command. */
const WITH_VALUE = new Set(
  GLOBAL_OPTIONS.filter((option) => option.flags.includes('<')).flatMap((option) =>
    option.flags.replace(/ <.*$/, '').split(', '),
  ),
);

/** Finds the command that argv names; options may stand before, between and after its words. */
export async function resolveCommand(argv: readonly string[]): Promise<Resolved> {
  const positions = wordPositions(argv);
  const [first] = positions;
  if (first === undefined) return { commands: [], rest: argv };
  const name = argv[first] ?? '';
  const group = Object.hasOwn(GROUPS, name) ? GROUPS[name] : undefined;
  if (!group) throw unknown(name, Object.keys(GROUPS), []);
  const words = positions.map((position) => argv[position] ?? '');
  const commands = await group.load(words[1]);
  const found = longestMatch(commands, words);
  if (found) {
    const used = new Set(positions.slice(0, found.length));
    return { ...found, group: name, commands, rest: argv.filter((_, index) => !used.has(index)) };
  }
  const depth = deepestPrefix(commands, words);
  const next = words[depth];
  if (next !== undefined)
    throw unknown(
      next,
      nextWords(commands, words.slice(0, depth)),
      words.slice(0, depth),
      group.elsewhere,
    );
  return { group: name, commands, rest: argv };
}

function wordPositions(argv: readonly string[]): number[] {
  const positions: number[] = [];
  for (let index = 0; index < argv.length; index++) {
    const token = argv[index] ?? '';
    if (token === '--') break;
    if (WITH_VALUE.has(token)) index++;
    else if (!token.startsWith('-')) positions.push(index);
  }
  return positions;
}

function spellings(command: Command): readonly (readonly string[])[] {
  return [command.words, ...(command.aliases ?? [])];
}

function startsWith(words: readonly string[], prefix: readonly string[]): boolean {
  return prefix.every((word, index) => words[index] === word);
}

function longestMatch(commands: readonly Command[], words: readonly string[]) {
  let best: { command: Command; length: number } | undefined;
  for (const command of commands) {
    for (const spelling of spellings(command)) {
      const better = spelling.length > (best?.length ?? 0);
      if (better && startsWith(words, spelling)) best = { command, length: spelling.length };
    }
  }
  const tooShort = best && deepestPrefix(commands, words) > best.length;
  return tooShort ? undefined : best;
}

function deepestPrefix(commands: readonly Command[], words: readonly string[]): number {
  let depth = 0;
  for (const spelling of commands.flatMap(spellings)) {
    let match = 0;
    while (match < spelling.length && spelling[match] === words[match]) match++;
    depth = Math.max(depth, match);
  }
  return depth;
}

function nextWords(commands: readonly Command[], prefix: readonly string[]): string[] {
  const next = commands
    .flatMap(spellings)
    .filter((spelling) => startsWith(spelling, prefix))
    .map((spelling) => spelling[prefix.length])
    .filter((word) => word !== undefined);
  return [...new Set(next)];
}

function unknown(
  word: string,
  choices: readonly string[],
  prefix: readonly string[],
  elsewhere?: string,
): PayctlError {
  const path = ['payctl', ...prefix].join(' ');
  const guess = nearest(word, choices);
  const list = [`${path} --help lists: ${choices.join(', ')}`, elsewhere]
    .filter(Boolean)
    .join('; ');
  return new PayctlError('USAGE', `there is no command ${JSON.stringify(word)} in ${path}`, {
    hint: guess ? `did you mean: ${path} ${guess}` : list,
  });
}
