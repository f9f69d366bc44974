import { payctl } from '../core/command-line.js';
import { type PayctlError, usageError } from '../core/errors.js';
import { joinTexts, type Message } from '../core/message.js';
import { nearest } from '../core/text.js';
import { commandLine } from '../messages/terminal.js';
import type { Command, Groups } from '../runtime/command.js';
import { GLOBAL_OPTIONS } from '../runtime/globals.js';
import type { Option } from '../runtime/parameter.js';
import { type ArgvToken, readArgv } from './argv.js';
import type { CommandGuess } from './tried-words.js';

export interface ResolvedCommand {
  /** Absent: a bare group, or nothing at all, was asked for. */
  command?: Command;
  /** The words that name it; some of them name a group. */
  words: readonly string[];
  /** What is left of argv for the options and arguments of the command. */
  rest: readonly string[];
}

/** Finds the command that argv names; options may stand before, between and after its words. */
export async function resolveCommand(
  argv: readonly string[],
  groups: Groups,
): Promise<ResolvedCommand> {
  const tokens = readArgv(argv, GLOBAL_OPTIONS);
  const first = tokens.find((token) => token.kind === 'word');
  if (first === undefined) return { words: [], rest: argv };
  const name = first.text;
  const group = Object.hasOwn(groups, name) ? groups[name] : undefined;
  if (!group) throw await unknown(name, { groups, choices: Object.keys(groups), prefix: [] });
  const commands = await group.load(secondWord(tokens));
  // The value of a command's own option may read like one of its words.
  const own = commands.flatMap(({ options = [] }) => options);
  const wordTokens = readWords(argv, [...GLOBAL_OPTIONS, ...own]);
  const words = wordTokens.map(({ text }) => text);
  const left = (used: number) => {
    const positions = new Set(wordTokens.slice(0, used).map(({ at }) => at));
    return argv.filter((_, at) => !positions.has(at));
  };
  const { command, depth } = matchWords(commands, words);
  const prefix = words.slice(0, depth);
  const place = { groups, choices: nextWords(commands, prefix), prefix };
  const next = words[depth];
  if (command === undefined) {
    if (next !== undefined) throw await unknown(next, place, group.elsewhere);
    return { words: prefix, rest: left(depth) };
  }
  if (next !== undefined && !command.arguments?.length) await refuseMistyped(next, place);
  return { command, words: command.words, rest: left(depth) };
}

/** undefined where an option of the command may stand before it, whose value reads like a word. */
function secondWord(tokens: readonly ArgvToken[]): string | undefined {
  const unknownAt = tokens.findIndex((token) => token.kind === 'option' && !token.option);
  const sure = unknownAt < 0 ? tokens : tokens.slice(0, unknownAt);
  return sure.filter((token) => token.kind === 'word')[1]?.text;
}

/** Where a word stands, and the words that could. */
interface Place {
  groups: Groups;
  prefix: readonly string[];
  choices: readonly string[];
}

function readWords(argv: readonly string[], options: readonly Option[]) {
  return readArgv(argv, options).filter((token) => token.kind === 'word');
}

function spellings(command: Command): readonly (readonly string[])[] {
  return [command.words, ...(command.aliases ?? [])];
}

function startsWith(words: readonly string[], prefix: readonly string[]): boolean {
  return prefix.every((word, index) => words[index] === word);
}

/** The command that the words name, and how many of them lead to a command. */
function matchWords(commands: readonly Command[], words: readonly string[]) {
  let named: Command | undefined;
  let depth = 0;
  for (const command of commands) {
    for (const spelling of spellings(command)) {
      const differs = spelling.findIndex((word, at) => word !== words[at]);
      const isWhole = differs < 0;
      const length = isWhole ? spelling.length : differs;
      if (length > depth || (length === depth && isWhole)) named = isWhole ? command : undefined;
      depth = Math.max(depth, length);
    }
  }
  return { command: named, depth };
}

/** `token stauts`: `token` is a command by itself and takes no arguments, so one of its others is meant. */
async function refuseMistyped(word: string, place: Place): Promise<void> {
  const { commandsMeant } = await import('./tried-words.js');
  const { groups, prefix, choices } = place;
  const meant = nearest(word, choices) ?? (await commandsMeant(groups, word, prefix))[0];
  if (meant !== undefined) throw await unknown(word, place);
}

function nextWords(commands: readonly Command[], prefix: readonly string[]): string[] {
  const next = commands
    .flatMap(spellings)
    .filter((spelling) => startsWith(spelling, prefix))
    .map((spelling) => spelling[prefix.length])
    .filter((word) => word !== undefined);
  return [...new Set(next)];
}

async function unknown(word: string, place: Place, elsewhere?: string): Promise<PayctlError> {
  const path = ['payctl', ...place.prefix].join(' ');
  return usageError(commandLine.noCommand(word, path), await hintFor(word, place, elsewhere));
}

/** More would be no guess. */
const MOST_GUESSES = 3;

async function hintFor(
  word: string,
  { groups, prefix, choices }: Place,
  elsewhere?: string,
): Promise<Message> {
  const path = ['payctl', ...prefix].join(' ');
  const { commandsMeant, commandsNearest } = await import('./tried-words.js');
  const written = (guesses: readonly CommandGuess[]) =>
    guesses.map(([words, given]) => {
      return payctl.withoutProfile`${words.split(' ')} ${given?.split(' ') ?? []}`;
    });
  const meant = await commandsMeant(groups, word, prefix);
  if (meant.length > 0) return commandLine.run(written(meant));
  const guess = prefix.length > 0 ? nearest(word, choices) : undefined;
  if (guess) return commandLine.didYouMeanCommand(written([[[...prefix, guess].join(' ')]]));
  const near = await (prefix.length > 0
    ? commandsMeant(groups, word, [])
    : commandsNearest(groups, word));
  if (near.length > 0) return commandLine.didYouMeanCommand(written(near.slice(0, MOST_GUESSES)));
  const lists = commandLine.helpLists(path, choices);
  return elsewhere === undefined ? lists : joinTexts([lists, elsewhere]);
}
