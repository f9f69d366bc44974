import type { Operation } from '../../bank/define.js';
import { type Family, loadExamples, loadFamily } from '../../bank/families.js';
import { type Flag, flagsOf } from '../../bank/flags.js';
import type { Command, Option, Result } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { invoke } from '../../cli/invoke.js';
import { argumentName } from '../../cli/reference.js';
import { isSettingName, variableOf } from '../../config/settings.js';

/** The commands of a family, each derived from its record in the catalogue. */
export async function commandsOf(family: Family): Promise<Command[]> {
  const operations = await loadFamily(family);
  return operations.map((operation) => operationCommand(operation));
}

/** A command that is one call. `run` and further options may be replaced where a command does more. */
export function operationCommand(
  operation: Operation,
  more: {
    options?: readonly Option[];
    examples?: readonly string[];
    run?: (context: Context) => Promise<Result>;
  } = {},
): Command {
  const flags = flagsOf(operation);
  const reference = flags.find(({ positional }) => positional);
  return {
    words: operation.command,
    aliases: operation.aliases,
    summary: operation.summary,
    notes: notesOf(operation),
    arguments: reference && [
      {
        name: argumentName(reference),
        summary: `${reference.summary}; or ${reference.flag}`,
        optional: true,
      },
    ],
    options: [
      ...flags.map((flag) => toOption(operation, flag)),
      ...(operation.otherMethods ? [methodOption(operation)] : []),
      ...(more.options ?? []),
      ...(operation.pages ? [LIMIT_OPTION] : []),
      ...RAW_OPTIONS,
      ...(operation.effect === 'auth' ? [] : [AS]),
      ...waitOptions(operation),
    ],
    examples: more.examples ?? (() => examplesOf(operation, flags)),
    operation,
    oneCall: true,
    dryRun: 'shown',
    run: more.run ?? ((context) => invoke(operation, context)),
  };
}

/** For any call with a token. */
export const AS: Option = {
  flags: '--as <whose>',
  summary: 'whose token goes with the call; the user is the one who logged in',
  choices: ['application', 'user'],
  group: 'Waiting and safety:',
};

const RAW_OPTIONS: readonly Option[] = [
  {
    flags: '-f, --raw-field <key=value>',
    summary: 'any field, as a string; a.b nests, a[] lists',
    repeat: true,
    group: 'Further fields:',
  },
  {
    flags: '-F, --field <key=value>',
    summary: 'any field, typed: number, true, false, null, @file',
    repeat: true,
    group: 'Further fields:',
  },
  {
    flags: '--data <json>',
    summary: 'fields as JSON: @file.json, - or the text',
    group: 'Further fields:',
  },
];

const LIMIT_OPTION: Option = {
  flags: '--limit <n>',
  summary: 'so many records, over as many pages as it takes (1000)',
};

function waitOptions(operation: Operation): Option[] {
  const group = 'Waiting and safety:';
  const wait = {
    flags: '--wait <duration>',
    summary: 'inquire until the state is final, as 60s',
    group,
  };
  if (operation.effect === 'auth') return [];
  if (operation.effect === 'read') return operation.standing ? [wait] : [];
  if (operation.effect === 'create') return operation.created ? [wait] : [];
  return [
    {
      ...wait,
      summary: 'inquire until final; after a lost answer 60s unless given, 0 inquires once',
    },
    { flags: '--expect-amount <amount>', summary: 'refuse any other amount', group },
  ];
}

function methodOption(operation: Operation): Option {
  return {
    flags: '--method <method>',
    summary: `HTTP method, ${operation.method} unless given`,
    choices: [operation.method, ...(operation.otherMethods ?? [])],
  };
}

function toOption(operation: Operation, flag: Flag): Option {
  const { choices, conditional, limits, positional } = flag;
  const needed = flag.required && !flag.setting && !flag.generated;
  const required = needed && !positional;
  const notes = [
    needed && positional && 'required, here or as the argument',
    limits,
    conditional && `required ${conditional}`,
    defaultOf(flag),
  ].filter(Boolean);
  return {
    flags: `${flag.flag} <${placeholder(flag)}>`,
    summary: flag.summary,
    group: operation.specified ? 'Fields:' : 'Fields (publicly known, not in the specification):',
    ...(choices && { choices }),
    ...(required && { required }),
    ...(notes.length > 0 && { fallback: notes.join('; ') }),
  };
}

function placeholder(flag: Flag): string {
  return flag.kind === 'text' ? 'text' : flag.kind;
}

/** The default, and where it comes from. */
function defaultOf({ setting, generated, fallback }: Flag): string | undefined {
  if (setting && isSettingName(setting)) {
    return `default: ${setting} of the profile, or ${variableOf(setting)}`;
  }
  if (generated) return 'made unless given';
  return fallback === undefined ? undefined : `default: ${fallback}`;
}

function notesOf(operation: Operation): string[] {
  const known = operation.specified
    ? []
    : [
        'The specification gives only the path of this call: its fields come from public facts, and further ones pass both ways.',
      ];
  return [...(operation.notes ?? []), ...known];
}

async function examplesOf(operation: Operation, flags: readonly Flag[]) {
  return (await loadExamples(operation.id)) ?? plainExamples(operation, flags);
}

function plainExamples(operation: Operation, flags: readonly Flag[]): readonly string[] {
  const words = ['payctl', '--sandbox', ...operation.command].join(' ');
  const given = flags
    .filter(({ field, setting, generated }) => operation.example[field] && !setting && !generated)
    .map(({ field, flag, positional }) => {
      const value = quote(operation.example[field] ?? '');
      return positional ? value : `${flag} ${value}`;
    });
  const call = [words, ...given].join(' ');
  return [call, `${call} -o json`];
}

function quote(value: string): string {
  return /^[A-Za-z0-9_@%+=:,./-]+$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`;
}
