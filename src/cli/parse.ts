import {
  Argument,
  Command as Commander,
  CommanderError,
  Option as CommanderOption,
} from 'commander';
import { PayctlError } from '../errors.js';
import { nearest } from '../nearest.js';
import type { Command, Option } from './command.js';
import { GLOBAL_OPTIONS } from './globals.js';

export interface Parsed {
  options: Readonly<Record<string, unknown>>;
  arguments: readonly string[];
}

const WIDTH = 80;

/** Parses what follows the words of a command. Every refusal is a USAGE error with its mend. */
export function parse(command: Command, argv: readonly string[]): Parsed {
  const commander = describe(command);
  let verbose = 0;
  commander.on('option:verbose', () => verbose++);
  try {
    commander.parse(argv, { from: 'user' });
  } catch (error) {
    throw asUsage(error, command);
  }
  const options: Record<string, unknown> = { ...commander.opts(), verbose };
  checkChoices(command, options);
  return { options, arguments: commander.args };
}

/** The help text of a command. */
export function helpOf(command: Command): string {
  const examples = command.examples.map((example) => `  $ ${example}`).join('\n');
  return `${describe(command).helpInformation()}\nExamples:\n${examples}\n`;
}

function describe(command: Command): Commander {
  const name = ['payctl', ...command.words].join(' ');
  const commander = new Commander(name)
    .exitOverride()
    .helpOption('-h, --help', 'show this help')
    .configureOutput({ writeOut: () => {}, writeErr: () => {}, getOutHelpWidth: () => WIDTH })
    .configureHelp({ helpWidth: WIDTH })
    .description([command.summary, ...(command.notes ?? [])].join('\n\n'))
    .allowExcessArguments(false)
    .showSuggestionAfterError(false);
  for (const argument of command.arguments ?? []) commander.addArgument(toArgument(argument));
  for (const option of command.options ?? [])
    addOption(commander, option, option.group ?? 'Options:');
  for (const option of GLOBAL_OPTIONS) addOption(commander, option, 'Global options:');
  return commander;
}

function toArgument(argument: NonNullable<Command['arguments']>[number]): Argument {
  const name = `${argument.name}${argument.variadic ? '...' : ''}`;
  return new Argument(argument.optional ? `[${name}]` : `<${name}>`, argument.summary);
}

function addOption(commander: Commander, option: Option, group: string): void {
  const result = new CommanderOption(option.flags, describeOption(option)).helpGroup(group);
  if (option.repeat) result.argParser(collect);
  commander.addOption(result);
}

function describeOption(option: Option): string {
  const choices = option.choices ? ` (${option.choices.join(', ')})` : '';
  return `${option.required ? 'required; ' : ''}${option.summary}${choices}`;
}

function collect(value: string, seen: string[] | undefined): string[] {
  return [...(seen ?? []), value];
}

/** Fields of an operation are left to its schema, which reports all problems of an input at once. */
function checkChoices(command: Command, options: Readonly<Record<string, unknown>>): void {
  if (command.operation) return;
  for (const option of command.options ?? []) {
    const flag = longFlag(option);
    const value =
      options[flag.slice(2).replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())];
    if (!option.choices || typeof value !== 'string' || option.choices.includes(value)) continue;
    const guess = nearest(value, option.choices);
    throw new PayctlError(
      'USAGE',
      `${flag} is ${JSON.stringify(value)}; give ${option.choices.join(', ')}`,
      {
        hint: guess && `did you mean ${flag} ${guess}?`,
      },
    );
  }
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
