import { loadCatalogue } from '../bank/families.js';
import { type Flag, listFlags } from '../bank/flags.js';
import { EXIT } from '../core/errors.js';
import { VERSION } from '../core/version.js';
import { type Command, type Groups, loadExampleLines } from '../runtime/command.js';
import { GLOBAL_OPTIONS } from '../runtime/globals.js';
import { type Argument, type Option, spelling } from '../runtime/parameter.js';
import { argumentName } from '../runtime/read-input.js';
import { TOPIC_NAMES } from './topics.js';

/** The command line as plain data: what `help --json` prints, and what completions are made of. */
export interface CommandTree {
  name: string;
  version: string;
  summary: string;
  /** Taken by every command. */
  globalOptions: readonly TreeOption[];
  groups: readonly { name: string; summary: string }[];
  commands: readonly TreeCommand[];
  topics: readonly string[];
  /** Exit codes by class. */
  exits: Readonly<Record<string, number>>;
}

export interface TreeCommand {
  words: readonly string[];
  aliases: readonly (readonly string[])[];
  summary: string;
  notes: readonly string[];
  arguments: readonly TreeArgument[];
  options: readonly TreeOption[];
  examples: readonly string[];
  /** Where the command is one call. */
  operation?: { id: string; method: string; path: string; effect: string; specified: boolean };
}

export interface TreeArgument {
  name: string;
  summary: string;
  required: boolean;
  variadic: boolean;
  values?: Values;
}

export interface TreeOption {
  /** All spellings, as `-o` and `--output`. */
  names: readonly string[];
  /** What stands for the value; absent for a switch. */
  placeholder?: string;
  summary: string;
  group?: string;
  /** The value if it is not given, and where that comes from. */
  fallback?: string;
  required: boolean;
  repeatable: boolean;
  values?: Values;
}

/** The possible values: these words, or what this machine knows at that moment. */
export type Values = readonly string[] | 'profiles' | 'references' | 'books' | 'items' | 'files';

export const SUMMARY = "the command line for a bank's open payments API";

/** The whole command line as data. Loads every command. */
export async function commandTree(tree: Groups): Promise<CommandTree> {
  const groups = Object.entries(tree).map(([name, { summary }]) => ({ name, summary }));
  const { CALL_FAULTS, CONFIRMATION_FAULTS } = await import('../sandbox/faults.js');
  const lists: Lists = {
    topic: [...TOPIC_NAMES, ...groups.map(({ name }) => name)],
    operation: [
      ...(await loadCatalogue()).filter(({ effect }) => effect !== 'auth').map(({ id }) => id),
      'investigate',
    ],
    fault: [...Object.keys(CALL_FAULTS), ...CONFIRMATION_FAULTS, 'clear'],
  };
  const commands: TreeCommand[] = [];
  for (const group of Object.values(tree)) {
    for (const command of await group.load()) commands.push(await describe(command, lists));
  }
  return {
    name: 'payctl',
    version: VERSION,
    summary: SUMMARY,
    globalOptions: GLOBAL_OPTIONS.map((option) => toTreeOption(option)),
    groups,
    commands,
    topics: TOPIC_NAMES,
    exits: EXIT,
  };
}

/** Values by argument name, for commands that would have to load too much to list them. */
type Lists = Readonly<Record<string, Values>>;

async function describe(command: Command, lists: Lists): Promise<TreeCommand> {
  const { words, aliases = [], summary, notes = [], operation } = command;
  // The flag that names the charge: open ones may be inquired or finished.
  const reference =
    operation && listFlags(operation).find(({ field }) => field === operation.reference);
  return {
    words,
    aliases,
    summary,
    notes,
    arguments: (command.arguments ?? []).map((argument) => ({
      name: argument.name,
      summary: argument.summary,
      required: argument.optional !== true,
      variadic: argument.variadic === true,
      values: argumentValues(words, argument, reference, lists),
    })),
    options: (command.options ?? []).map((option) => toTreeOption(option, reference?.flag)),
    examples: await loadExampleLines(command),
    ...(operation && {
      operation: {
        id: operation.id,
        method: operation.method,
        path: operation.path,
        effect: operation.effect,
        specified: operation.specified,
      },
    }),
  };
}

function toTreeOption(option: Option, reference?: string): TreeOption {
  const { names, placeholder } = spelling(option);
  const kind = names.at(-1) === reference ? 'references' : valuesBy(placeholder ?? '');
  return {
    names,
    placeholder,
    summary: option.summary,
    group: option.group,
    fallback: option.fallback,
    required: option.required === true,
    repeatable: option.repeat === true,
    values: option.choices ?? kind,
  };
}

function argumentValues(
  words: readonly string[],
  argument: Argument,
  reference: Flag | undefined,
  lists: Lists,
): Values | undefined {
  if (reference && argument.name === argumentName(reference)) return 'references';
  return argument.choices ?? lists[argument.name] ?? valuesByArgument(words, argument);
}

/** The name of an argument tells which values it takes. */
function valuesByArgument([group]: readonly string[], { name }: Argument): Values | undefined {
  // Elsewhere an id is that of a proposal or a confirmation.
  const isReference = name === 'target' || (name === 'id' && group === 'investigate');
  return isReference ? 'references' : valuesBy(name);
}

/** By the name of an argument, or the placeholder of an option. */
function valuesBy(name: string): Values | undefined {
  if (name === 'profile') return 'profiles';
  if (name === 'reference') return 'references';
  if (name === 'book') return 'books';
  if (name === 'item') return 'items';
  return ['file', 'source', 'directory'].includes(name) ? 'files' : undefined;
}
