import type { Values } from '../../help/command-tree.js';
import type { Known, KnownCommand, KnownOption } from './known.js';

/** A word that may be typed, and a line about it. */
export type Offer = readonly [word: string, about: string];

/** Words, or of which kind the shell or this machine knows some. */
export type Offers = readonly Offer[] | Extract<Values, string>;

/** What may stand in place of the last of these words, which follow the name of the program. */
export function offersFor(words: readonly string[], known: Known): Offers {
  const typed = words.at(-1)?.trim() ?? '';
  const place = placeAfter(words.slice(0, -1), known);
  const { path, before, option } = place;
  if (option) return offered(option.values);
  const [name, value] = typed.split('=', 2);
  if (typed.startsWith('--') && value !== undefined) {
    return offered(optionOf(name, path, known)?.values);
  }
  const command = commandAt(path, known);
  if (typed.startsWith('-')) {
    const options = [...(command?.options ?? []), ...known.globalOptions];
    // Short spellings are not offered: those who use them know them.
    const long = options.map(({ names, summary }) => [names.at(-1) ?? '', summary] as const);
    return [...long, ['--help', 'show help']];
  }
  const values = offered(argumentAt(before, command)?.values);
  if (typeof values === 'string') return values;
  return before > 0 ? values : [...values, ...wordsBelow(path, known)];
}

/** Where on the command line the next word stands. */
interface Place {
  /** Words of the command so far. */
  path: string[];
  /** How many arguments stand before. */
  before: number;
  /** The one that waits for its value. */
  option: KnownOption | undefined;
}

function placeAfter(words: readonly string[], known: Known): Place {
  const place: Place = { path: [], before: 0, option: undefined };
  for (const word of words) {
    if (place.option) place.option = undefined;
    else if (word.startsWith('-')) {
      const option = optionOf(word, place.path, known);
      if (option?.placeholder !== undefined) place.option = option;
    } else if (wordsBelow(place.path, known).some(([one]) => one === word)) {
      place.path.push(word);
    } else place.before += 1;
  }
  return place;
}

interface Spelling {
  command: KnownCommand;
  words: readonly string[];
}

/** The commands that begin with this path, by each of their names. */
function below(path: readonly string[], { commands }: Known): Spelling[] {
  return commands
    .flatMap((command) => [command.words, ...command.aliases].map((words) => ({ command, words })))
    .filter(({ words }) => path.every((word, at) => words[at] === word));
}

function commandAt(path: readonly string[], known: Known): KnownCommand | undefined {
  return below(path, known).find(({ words }) => words.length === path.length)?.command;
}

/** Of the command, of all, or of a command that the next words may still name. */
function optionOf(
  name: string | undefined,
  path: readonly string[],
  known: Known,
): KnownOption | undefined {
  const further = below(path, known).flatMap(({ command }) => command.options);
  const own = commandAt(path, known)?.options ?? [];
  return [...own, ...known.globalOptions, ...further].find(({ names }) =>
    names.some((one) => one === name),
  );
}

function argumentAt(before: number, command: KnownCommand | undefined) {
  const last = command?.arguments.at(-1);
  return command?.arguments[before] ?? (last?.variadic ? last : undefined);
}

/** Words that may follow the path; a line about those that end it. */
function wordsBelow(path: readonly string[], known: Known): Offer[] {
  if (path.length === 0) return known.groups.map(({ name, summary }) => [name, summary]);
  const found = new Map<string, string>();
  for (const { command, words } of below(path, known)) {
    const { [path.length]: word } = words;
    if (word === undefined || found.get(word)) continue;
    found.set(word, words.length === path.length + 1 ? command.summary : '');
  }
  return [...found];
}

/** Values with spaces are not offered: each shell quotes them in its own way. */
function offered(values: Values = []): Offers {
  if (typeof values === 'string') return values;
  return values.some((value) => value.includes(' ')) ? [] : values.map((value) => [value, '']);
}
