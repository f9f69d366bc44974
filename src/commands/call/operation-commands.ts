import type { Fields, Operation } from '../../bank/define.js';
import { type Family, loadExamples, loadFamily } from '../../bank/families.js';
import { type Flag, flagsOf } from '../../bank/flags.js';
import type { Command, Result } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { invoke, send } from '../../cli/invoke.js';
import type { Option } from '../../cli/option.js';
import { argumentName } from '../../cli/read-input.js';
import { isSettingName, variableOf } from '../../config/settings.js';
import type { PayctlError } from '../../core/errors.js';
import { at, textOf } from '../../core/json.js';
import type { Shown } from '../qr/drawing.js';

/**
 * The commands of a family, each derived from its record in the catalogue. `own` has, by the name
 * of the operation in its family, those that do more than the call.
 */
export async function commandsOf(
  family: Family,
  own: Readonly<Record<string, (operation: Operation) => Command>> = {},
): Promise<Command[]> {
  const operations = await loadFamily(family);
  return operations.map((operation) => {
    const build = own[operation.id.slice(family.length + 1)] ?? operationCommand;
    return build(operation);
  });
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
  summary: 'whose token to use; the user is the one who logged in',
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
    summary: 'fields as JSON: @file.json, - (standard input) or the text',
    group: 'Further fields:',
  },
];

const LIMIT_OPTION: Option = {
  flags: '--limit <n>',
  summary: 'at most this many records, from as many pages as needed (1000)',
};

function waitOptions(operation: Operation): Option[] {
  const group = 'Waiting and safety:';
  const wait = {
    flags: '--wait <duration>',
    summary: 'inquire until the state is final, e.g. 60s',
    group,
  };
  if (operation.effect === 'auth') return [];
  if (operation.effect === 'read') return operation.standing ? [wait] : [];
  if (operation.effect === 'create') return operation.created ? [wait] : [];
  return [
    {
      ...wait,
      summary: 'inquire until final; after a lost answer 60s by default, 0 inquires once',
    },
    { flags: '--expect-amount <amount>', summary: 'refuse any other amount', group },
  ];
}

function methodOption(operation: Operation): Option {
  return {
    flags: '--method <method>',
    summary: `HTTP method (default: ${operation.method})`,
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
  if (generated) return 'generated if not given';
  return fallback === undefined ? undefined : `default: ${fallback}`;
}

function notesOf(operation: Operation): string[] {
  const known = operation.specified
    ? []
    : [
        'The specification gives only the path of this call. Its fields come from public documents, and unknown fields pass both ways.',
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

/** What is shown of something that the bank has made, and how it differs from what was asked for. */
interface ShownAnswer extends Shown {
  mismatch?: PayctlError | undefined;
}

/** Sends a creation, and shows the text that its answer has at one of the paths. */
export async function sendAndShow(
  operation: Operation,
  input: Fields,
  context: Context,
  paths: readonly string[],
  show: (made: string) => Promise<ShownAnswer>,
): Promise<Result> {
  let shown: Shown = {};
  const result = await send(operation, input, context, async ({ class: ended, data }) => {
    const made = paths.flatMap((path) => textOf(at(data, path)) ?? []).at(0);
    if (ended !== 'SUCCESS' || made === undefined) return true;
    const { mismatch, ...seen } = await show(made);
    shown = mismatch ? { ...seen, problem: mismatch } : seen;
    return mismatch === undefined;
  });
  return { ...result, ...shown };
}
