import type { CommandTree, TreeCommand, TreeOption, Values } from '../../help/command-tree.js';

/** A word that may be typed, and a line about it. */
export type Offer = readonly [word: string, about: string];

/** One answer for several questions. */
export interface Row<Answer> {
  keys: readonly string[];
  answer: Answer;
}

/**
 * What the scripts look up; commands are keyed by their words, the root by ''. What follows an
 * option or stands as an argument is words, or `@profiles`, `@references`, `@files`, `@any`.
 */
export interface Tables {
  /** Words that may follow a command. */
  below: readonly Row<readonly Offer[]>[];
  /** Own options of a command. */
  options: readonly Row<readonly Offer[]>[];
  globals: readonly Offer[];
  /** Keyed by `command option` where commands differ, else by `option`; switches are in neither. */
  takes: readonly Row<string>[];
  /** Keyed by the command and a ` _` for each argument that stands before. */
  argument: readonly Row<string>[];
}

export function tablesOf(tree: CommandTree): Tables {
  const spellings = tree.commands.flatMap((command) =>
    [command.words, ...command.aliases].map((words) => ({ command, words })),
  );
  const below = new Map<string, Map<string, string>>();
  for (const { name, summary } of tree.groups) put(below, '', name, summary);
  for (const { command, words } of spellings) {
    words.slice(1).forEach((word, index) => {
      const last = index === words.length - 2;
      put(below, words.slice(0, index + 1).join(' '), word, last ? command.summary : '');
    });
  }
  return {
    below: rows([...below].map(([path, words]) => [path, [...words]])),
    options: rows(
      spellings
        .filter(({ command }) => command.options.length > 0)
        .map(({ command, words }) => [words.join(' '), offers(command.options)]),
    ),
    globals: [...offers(tree.globalOptions), ['--help', 'show help']],
    takes: takesOf(spellings, tree.globalOptions),
    argument: rows(
      spellings.flatMap(({ command, words }) => {
        return command.arguments.flatMap(({ values }, at) => {
          const path = words.join(' ') + ' _'.repeat(at);
          if (values === undefined) return [];
          // Words of further commands stand where the first argument does.
          const further = typeof values === 'string' ? [] : (below.get(path)?.keys() ?? []);
          return [[path, [spelled(values), ...further].join(' ')] as const];
        });
      }),
    ),
  };
}

function put(map: Map<string, Map<string, string>>, path: string, word: string, about: string) {
  const words = map.get(path) ?? new Map<string, string>();
  if (!words.get(word)) words.set(word, about);
  map.set(path, words);
}

/** Short spellings are not offered: those who use them know them. */
function offers(options: readonly TreeOption[]): Offer[] {
  return options.map(({ names, summary }) => [names.at(-1) ?? '', summary] as const);
}

interface Spelling {
  command: TreeCommand;
  words: readonly string[];
}

function takesOf(spellings: readonly Spelling[], globals: readonly TreeOption[]): Row<string>[] {
  const seen = new Map<string, Map<string, string>>();
  const note = (path: string, { names, placeholder, values }: TreeOption) => {
    if (placeholder === undefined) return;
    for (const name of names) put(seen, name, path, spelled(values));
  };
  for (const option of globals) note('', option);
  for (const { command, words } of spellings) {
    for (const option of command.options) note(words.join(' '), option);
  }
  return rows(
    [...seen].flatMap(([name, byPath]) => {
      const answers = new Set(byPath.values());
      const [only] = answers;
      if (answers.size === 1 && only !== undefined) return [[name, only] as const];
      return [...byPath].map(([path, answer]) => [`${path} ${name}`, answer] as const);
    }),
  );
}

/** Values with spaces are not offered: each shell quotes them in its own way. */
function spelled(values: Values | undefined): string {
  if (values === undefined) return '@any';
  if (typeof values === 'string') return `@${values}`;
  return values.some((value) => value.includes(' ')) ? '@any' : values.join(' ');
}

/** Keys with the same answer share a row. */
function rows<Answer>(pairs: readonly (readonly [string, Answer])[]): Row<Answer>[] {
  const found = new Map<string, { keys: string[]; answer: Answer }>();
  for (const [key, answer] of pairs) {
    const same = JSON.stringify(answer);
    const row = found.get(same) ?? { keys: [], answer };
    row.keys.push(key);
    found.set(same, row);
  }
  return [...found.values()];
}

/** A `case` of bash and zsh: `write` gives what an answer assigns. */
export function caseTable<Answer>(
  subject: string,
  rows: readonly Row<Answer>[],
  write: (answer: Answer) => string,
): string {
  const lines = rows.map(({ keys, answer }) => {
    const patterns = keys.map((key) => `'${key}'`).join('|');
    return `    ${patterns}) ${write(answer)} ;;`;
  });
  return [`  case ${subject} in`, ...lines, '  esac'].join('\n');
}

/** Only the rows, and of them the keys, that the test wants. */
export function keysWhere<Answer>(
  rows: readonly Row<Answer>[],
  wanted: (key: string) => boolean,
): Row<Answer>[] {
  return rows
    .map(({ keys, answer }) => ({ keys: keys.filter(wanted), answer }))
    .filter(({ keys }) => keys.length > 0);
}

export function isPath(key: string): boolean {
  return key.includes(' ');
}

export function words(offers: readonly Offer[]): string {
  return offers.map(([word]) => word).join(' ');
}
