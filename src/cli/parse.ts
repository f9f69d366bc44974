import { Command as Commander, CommanderError, Option as CommanderOption } from 'commander';
import { PayctlError } from '../errors.js';
import { nearest } from '../nearest.js';
import type { Command, Option } from './command.js';
import { camelCase } from './context.js';
import { GLOBAL_OPTIONS } from './globals.js';

export interface Parsed {
  options: Readonly<Record<string, unknown>>;
  arguments: readonly string[];
}

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
  checkChoices(command, options, commander.args);
  return { options, arguments: commander.args };
}

/** What commander has to know; what people read is made elsewhere. */
function describe(command: Command): Commander {
  const commander = new Commander(['payctl', ...command.words].join(' '))
    .exitOverride()
    .configureOutput({ writeOut: () => {}, writeErr: () => {} })
    .allowExcessArguments(false)
    .showSuggestionAfterError(false);
  for (const { name, optional, variadic } of command.arguments ?? []) {
    const shown = variadic ? `${name}...` : name;
    commander.argument(optional ? `[${shown}]` : `<${shown}>`);
  }
  for (const { flags, repeat } of [...(command.options ?? []), ...GLOBAL_OPTIONS]) {
    const option = new CommanderOption(flags);
    commander.addOption(repeat ? option.argParser(collect) : option);
  }
  return commander;
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
