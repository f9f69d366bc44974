import { loadCatalogue } from '../api/catalogue.js';
import { flagsOf } from '../api/flags.js';
import type { CommandTree, TreeCommand, TreeOption, Values } from '../derive/command-tree.js';
import { EXIT } from '../errors.js';
import { VERSION } from '../version.js';
import type { Argument, Command, Option } from './command.js';
import { GLOBAL_OPTIONS } from './globals.js';
import { argumentName } from './reference.js';
import { TOPIC_NAMES } from './topics.js';
import { GROUPS } from './tree.js';

export const SUMMARY = "the command line for a bank's open payments API";

/** The whole command line as data. Loads every command. */
export async function commandTree(): Promise<CommandTree> {
  const groups = Object.entries(GROUPS).map(([name, { summary }]) => ({ name, summary }));
  const { CALL_FAULTS, CONFIRMATION_FAULTS } = await import('../sandbox/faults.js');
  const lists: Lists = {
    topic: [...TOPIC_NAMES, ...groups.map(({ name }) => name)],
    operation: (await loadCatalogue())
      .filter(({ effect }) => effect !== 'auth')
      .map(({ id }) => id),
    fault: [...Object.keys(CALL_FAULTS), ...CONFIRMATION_FAULTS, 'clear'],
  };
  const commands: TreeCommand[] = [];
  for (const group of Object.values(GROUPS)) {
    for (const command of await group.load()) commands.push(describe(command, lists));
  }
  return {
    name: 'payctl',
    version: VERSION,
    summary: SUMMARY,
    globalOptions: GLOBAL_OPTIONS.map((option) => optionOf(option)),
    groups,
    commands,
    topics: TOPIC_NAMES,
    exits: EXIT,
  };
}

/** Words for arguments of a name, where a command would load too much to hold them itself. */
type Lists = Readonly<Record<string, Values>>;

function describe(command: Command, lists: Lists): TreeCommand {
  const { words, aliases = [], summary, notes = [], examples, operation } = command;
  const reference = operation && referenceFlag(command);
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
      ...some('values', valuesOf(argument, command, lists)),
    })),
    options: (command.options ?? []).map((option) => optionOf(option, reference)),
    examples,
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

function optionOf({ flags, ...option }: Option, reference?: string): TreeOption {
  const [, spelled = '', placeholder] = /^([^<]*?)(?: <([^>]*)>)?$/.exec(flags) ?? [];
  const names = spelled.split(', ');
  const known = names.at(-1) === reference ? 'references' : valuesBy(placeholder ?? '');
  return {
    names,
    ...some('placeholder', placeholder),
    summary: option.summary,
    ...some('group', option.group?.replace(/:$/, '')),
    ...some('otherwise', option.otherwise),
    required: option.required === true,
    repeatable: option.repeat === true,
    ...some('values', option.choices ?? known),
  };
}

/** The flag that names the charge: what is open may be asked about or finished. */
function referenceFlag({ operation }: Command): string | undefined {
  if (operation === undefined) return undefined;
  return flagsOf(operation).find(({ field }) => field === operation.reference)?.flag;
}

function valuesOf(argument: Argument, { operation }: Command, lists: Lists): Values | undefined {
  const charge = operation && flagsOf(operation).find(({ field }) => field === operation.reference);
  if (charge && argument.name === argumentName(charge)) return 'references';
  return argument.choices ?? lists[argument.name] ?? kindOf(argument);
}

/** What an argument is called says what may stand there. */
function kindOf({ name }: Argument): Values | undefined {
  return ['id', 'target'].includes(name) ? 'references' : valuesBy(name);
}

/** As for arguments, so for the placeholders of options. */
function valuesBy(name: string): Values | undefined {
  if (name === 'profile' || name === 'name') return 'profiles';
  if (name === 'reference') return 'references';
  return ['file', 'source', 'directory'].includes(name) ? 'files' : undefined;
}

function some<Key extends string, Value>(key: Key, value: Value | undefined) {
  return value === undefined ? {} : { [key]: value };
}
