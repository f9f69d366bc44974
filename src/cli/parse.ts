import {
  Argument,
  Command as Commander,
  CommanderError,
  Option as CommanderOption,
} from 'commander';
import { PayctlError } from '../errors.js';
import { nearest } from '../nearest.js';
import { WIDTH, wrap } from './columns.js';
import type { Command, Option } from './command.js';
import { camelCase } from './context.js';
import { GLOBAL_OPTIONS } from './globals.js';

export interface Parsed {
  options: Readonly<Record<string, unknown>>;
  arguments: readonly string[];
  /** Help was asked for, and nothing else counts. */
  help?: true;
}

/** Parses what follows the words of a command. Every refusal is a USAGE error with its mend. */
export function parse(command: Command, argv: readonly string[]): Parsed {
  const commander = describe(command);
  let verbose = 0;
  commander.on('option:verbose', () => verbose++);
  try {
    commander.parse(argv, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError && error.code === HELP) {
      return { options: {}, arguments: [], help: true };
    }
    throw asUsage(error, command);
  }
  const options: Record<string, unknown> = { ...commander.opts(), verbose };
  checkChoices(command, options, commander.args);
  return { options, arguments: commander.args };
}

/** Commander's word for it. */
const HELP = 'commander.helpDisplayed';

/** The help text of a command. */
export function helpOf(command: Command): string {
  const examples = command.examples.flatMap(exampleLines);
  const globals = GLOBAL_OPTIONS.map(({ flags }) =>
    flags.replace(/ <.*$/, '').replace(/^-., /, ''),
  );
  return [
    describe(command).helpInformation(),
    'Global options (payctl --help):',
    ...wrap([...globals, '--help'].join(' '), WIDTH - 2).map((line) => `  ${line}`),
    '',
    'Examples:',
    ...examples,
    '',
  ].join('\n');
}

/** Broken before an option, so that it can be pasted as it stands. */
function exampleLines(example: string): string[] {
  const lines = [''];
  for (const part of example.split(/ (?=--?[a-z])/)) {
    const last = lines[lines.length - 1] ?? '';
    if (last && last.length + 1 + part.length > WIDTH - 6) lines.push(part);
    else lines[lines.length - 1] = last ? `${last} ${part}` : part;
  }
  return lines.map((line, index) => {
    const more = index < lines.length - 1 ? ' \\' : '';
    return `${index === 0 ? '  $ ' : '      '}${line}${more}`;
  });
}

function describe(command: Command): Commander {
  const name = ['payctl', ...command.words].join(' ');
  const commander = new Commander(name)
    .exitOverride()
    .addHelpOption(new CommanderOption('-h, --help').hideHelp())
    .configureOutput({ writeOut: () => {}, writeErr: () => {}, getOutHelpWidth: () => WIDTH })
    .configureHelp({ helpWidth: WIDTH })
    .description([command.summary, ...(command.notes ?? [])].join('\n\n'))
    .allowExcessArguments(false)
    .showSuggestionAfterError(false);
  for (const argument of command.arguments ?? []) commander.addArgument(toArgument(argument));
  for (const option of command.options ?? [])
    commander.addOption(toOption(option).helpGroup(option.group ?? 'Options:'));
  for (const option of GLOBAL_OPTIONS) commander.addOption(toOption(option).hideHelp());
  return commander;
}

function toArgument(argument: NonNullable<Command['arguments']>[number]): Argument {
  const name = `${argument.name}${argument.variadic ? '...' : ''}`;
  return new Argument(argument.optional ? `[${name}]` : `<${name}>`, argument.summary);
}

function toOption(option: Option): CommanderOption {
  const result = new CommanderOption(option.flags, describeOption(option));
  return option.repeat ? result.argParser(collect) : result;
}

function describeOption(option: Option): string {
  const choices = option.choices ? ` (${option.choices.join(', ')})` : '';
  return `${option.required ? 'required; ' : ''}${option.summary}${choices}`;
}

function collect(value: string, seen: string[] | undefined): string[] {
  return [...(seen ?? []), value];
}

/** Fields of an operation are left to its schema, which reports all problems of an input at once. */
function checkChoices(
  command: Command,
  options: Readonly<Record<string, unknown>>,
  given: readonly string[],
): void {
  for (const option of command.operation ? [] : (command.options ?? [])) {
    const flag = longFlag(option);
    checkChoice(flag, option.choices, options[camelCase(flag.slice(2))], `${flag} `);
  }
  (command.arguments ?? []).forEach(({ name, choices, open }, index) => {
    if (!open) checkChoice(name, choices, given[index], '');
  });
}

function checkChoice(
  name: string,
  choices: readonly string[] | undefined,
  value: unknown,
  before: string,
): void {
  if (choices === undefined || typeof value !== 'string' || choices.includes(value)) return;
  const guess = nearest(value, choices);
  throw new PayctlError(
    'USAGE',
    `${name} is ${JSON.stringify(value)}; give ${choices.join(', ')}`,
    { hint: guess && `did you mean ${before}${guess}?` },
  );
}

function asUsage(error: unknown, command: Command): unknown {
  if (!(error instanceof CommanderError)) return error;
  const path = ['payctl', ...command.words].join(' ');
  const message = error.message.replace(/^error: /, '').replace(/\.$/, '');
  const unknown = /unknown option '(--[^'=]+)/.exec(message)?.[1];
  const guess = unknown && nearest(unknown, longFlags(command));
  return new PayctlError('USAGE', message, {
    hint: guess ? `did you mean ${guess}?` : `${path} --help`,
  });
}

function longFlags(command: Command): string[] {
  return [...(command.options ?? []), ...GLOBAL_OPTIONS].map(longFlag);
}

function longFlag(option: Option): string {
  return /--[a-z0-9-]+/.exec(option.flags)?.[0] ?? option.flags;
}
