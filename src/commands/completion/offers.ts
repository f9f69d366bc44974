import type { Values } from '../../help/command-tree.js';
import type { CompletionCommand, CompletionOption, CompletionTree } from './completion-tree.js';

/** A word that may be typed, and a line about it. */
export type Offer = readonly [word: string, about: string];

/** The words, or the kind of values that the shell or this machine can list. */
export type Offers = readonly Offer[] | Extract<Values, string>;

/** What may stand in place of the last of these words, which follow the name of the program. */
export function offersFor(words: readonly string[], tree: CompletionTree): Offers {
  const typed = words.at(-1)?.trim() ?? '';
  const place = placeAfter(words.slice(0, -1), tree);
  const { path, before, option } = place;
  if (option) return toOffers(option.values);
  const [name, value] = typed.split('=', 2);
  if (typed.startsWith('--') && value !== undefined) {
    return toOffers(findOption(name, path, tree)?.values);
  }
  const command = commandAt(path, tree);
  if (typed.startsWith('-')) {
    const options = [...(command?.options ?? []), ...tree.globalOptions];
    // Short spellings are not offered: those who use them know them.
    const long = options.map(({ names, summary }) => [names.at(-1) ?? '', summary] as const);
    return [...long, ['--help', 'show help']];
  }
  const values = toOffers(argumentAt(before, command)?.values);
  if (typeof values === 'string') return values;
  return before > 0 ? values : [...values, ...wordsBelow(path, tree)];
}

/** Where on the command line the next word stands. */
interface Place {
  path: string[];
  /** How many arguments stand before. */
  before: number;
  /** The option whose value comes next. */
  option: CompletionOption | undefined;
}

function placeAfter(words: readonly string[], tree: CompletionTree): Place {
  const place: Place = { path: [], before: 0, option: undefined };
  for (const word of words) {
    if (place.option) place.option = undefined;
    else if (word.startsWith('-')) {
      const option = findOption(word, place.path, tree);
      if (option?.placeholder !== undefined) place.option = option;
    } else if (wordsBelow(place.path, tree).some(([next]) => next === word)) {
      place.path.push(word);
    } else place.before += 1;
  }
  return place;
}

interface Spelling {
  command: CompletionCommand;
  words: readonly string[];
}

/** The commands that begin with this path, by each of their names. */
function offersBelow(path: readonly string[], { commands }: CompletionTree): Spelling[] {
  return commands
    .flatMap((command) => [command.words, ...command.aliases].map((words) => ({ command, words })))
    .filter(({ words }) => path.every((word, at) => words[at] === word));
}

function commandAt(path: readonly string[], tree: CompletionTree): CompletionCommand | undefined {
  return offersBelow(path, tree).find(({ words }) => words.length === path.length)?.command;
}

/** An option of the command, a global one, or one of a command that the next words may still name. */
function findOption(
  name: string | undefined,
  path: readonly string[],
  tree: CompletionTree,
): CompletionOption | undefined {
  const further = offersBelow(path, tree).flatMap(({ command }) => command.options);
  const own = commandAt(path, tree)?.options ?? [];
  return [...own, ...tree.globalOptions, ...further].find(({ names }) =>
    names.some((spelling) => spelling === name),
  );
}

function argumentAt(before: number, command: CompletionCommand | undefined) {
  const last = command?.arguments.at(-1);
  return command?.arguments[before] ?? (last?.variadic ? last : undefined);
}

/** Words that may follow the path; those that complete a command have its summary. */
function wordsBelow(path: readonly string[], tree: CompletionTree): Offer[] {
  if (path.length === 0) return tree.groups.map(({ name, summary }) => [name, summary]);
  const summaries = new Map<string, string>();
  for (const { command, words } of offersBelow(path, tree)) {
    const { [path.length]: word } = words;
    if (word === undefined || summaries.get(word)) continue;
    summaries.set(word, words.length === path.length + 1 ? command.summary : '');
  }
  return [...summaries];
}

/** Values with spaces are not offered: each shell quotes them in its own way. */
function toOffers(values: Values = []): Offers {
  if (typeof values === 'string') return values;
  return values.some((value) => value.includes(' ')) ? [] : values.map((value) => [value, '']);
}
