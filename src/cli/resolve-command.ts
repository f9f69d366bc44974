import { GROUPS } from '../commands/tree.js';
import { PayctlError } from '../core/errors.js';
import { nearest } from '../core/nearest.js';
import { listed } from '../core/text.js';
import { readArgv } from './argv.js';
import type { Command, Option } from './command.js';
import { GLOBAL_OPTIONS } from './globals.js';

export interface Resolved {
  /** Absent: a bare group, or nothing at all, was asked for. */
  command?: Command;
  /** The words that name it; some of them name a group. */
  words: readonly string[];
  /** What is left of argv for the options and arguments of the command. */
  rest: readonly string[];
}

/** Finds the command that argv names; options may stand before, between and after its words. */
export async function resolveCommand(argv: readonly string[]): Promise<Resolved> {
  const [first, second] = wordsIn(argv, GLOBAL_OPTIONS);
  if (first === undefined) return { words: [], rest: argv };
  const name = first.text;
  const group = Object.hasOwn(GROUPS, name) ? GROUPS[name] : undefined;
  if (!group) throw await unknown(name, Object.keys(GROUPS), []);
  const commands = await group.load(second?.text);
  // The value of a command's own option may read like one of its words.
  const own = commands.flatMap(({ options = [] }) => options);
  const found = wordsIn(argv, [...GLOBAL_OPTIONS, ...own]);
  const words = found.map(({ text }) => text);
  const left = (used: number) => {
    const positions = new Set(found.slice(0, used).map(({ at }) => at));
    return argv.filter((_, at) => !positions.has(at));
  };
  const match = longestMatch(commands, words);
  if (match) {
    await refuseMistyped(match.command, commands, words, match.length);
    return { command: match.command, words: match.command.words, rest: left(match.length) };
  }
  const depth = deepestPrefix(commands, words);
  const next = words[depth];
  if (next !== undefined)
    throw await unknown(
      next,
      nextWords(commands, words.slice(0, depth)),
      words.slice(0, depth),
      group.elsewhere,
    );
  return { words: words.slice(0, depth), rest: left(depth) };
}

function wordsIn(argv: readonly string[], options: readonly Option[]) {
  return readArgv(argv, options).filter((token) => token.kind === 'word');
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

/** `token stauts`: `token` is a command by itself and takes no arguments, so one of its others is meant. */
async function refuseMistyped(
  command: Command,
  commands: readonly Command[],
  words: readonly string[],
  used: number,
): Promise<void> {
  const next = words[used];
  if (next === undefined || command.arguments?.length) return;
  const prefix = words.slice(0, used);
  const choices = nextWords(commands, prefix);
  const { commandsMeant } = await import('./help/tried-words.js');
  const isMeant = nearest(next, choices) ?? (await commandsMeant(next, prefix))[0];
  if (isMeant !== undefined) throw await unknown(next, choices, prefix);
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

async function unknown(
  word: string,
  choices: readonly string[],
  prefix: readonly string[],
  elsewhere?: string,
): Promise<PayctlError> {
  const path = ['payctl', ...prefix].join(' ');
  return new PayctlError('USAGE', `there is no command ${JSON.stringify(word)} in ${path}`, {
    hint: await hintFor(word, choices, prefix, elsewhere),
  });
}

async function hintFor(
  word: string,
  choices: readonly string[],
  prefix: readonly string[],
  elsewhere?: string,
): Promise<string> {
  const path = ['payctl', ...prefix].join(' ');
  const { commandsMeant } = await import('./help/tried-words.js');
  const meant = await commandsMeant(word, prefix);
  if (meant.length > 0) return `run ${listed(meant.map((command) => `payctl ${command}`))}`;
  const guess = nearest(word, choices);
  if (guess) return `did you mean: ${path} ${guess}`;
  return [`${path} --help lists: ${choices.join(', ')}`, elsewhere].filter(Boolean).join('; ');
}
