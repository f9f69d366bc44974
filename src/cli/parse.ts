import { Command as Commander, CommanderError, Option as CommanderOption } from 'commander';
import { PayctlError } from '../core/errors.js';
import { nearest } from '../core/nearest.js';
import { readArgv, type Token } from './argv.js';
import { ASKING_OPTIONS, GLOBAL_OPTIONS } from './globals.js';
import { camelCase, longFlag, type Option, type Syntax, takesValue } from './option.js';
import { refuseEmpty } from './values.js';

export interface Parsed {
  /** Help or version, which are answered in place of the command: then nothing else is read. */
  asked?: 'help' | 'version';
  options: Readonly<Record<string, unknown>>;
  /** The arguments, and what the command calls them. */
  words: readonly string[];
  names: readonly string[];
}

/** Parses what follows the words of a command. Every refusal is a USAGE error with its fix. */
export function parse(command: Syntax, argv: readonly string[]): Parsed {
  const names = (command.arguments ?? []).map(({ name }) => name);
  const tokens = readArgv(argv, [...optionsOf(command), ...ASKING_OPTIONS]);
  const asked = askedIn(tokens);
  if (asked) return { asked, options: {}, words: [], names };
  const commander = describe(command);
  let verbose = 0;
  commander.on('option:verbose', () => verbose++);
  try {
    commander.parse(spelledOut(tokens), { from: 'user' });
  } catch (error) {
    throw asUsage(error, command, commander.args);
  }
  const options: Record<string, unknown> = { ...commander.opts(), verbose };
  checkChoices(command, options, commander.args);
  return { options, words: commander.args, names };
}

function askedIn(tokens: readonly Token[]): 'help' | 'version' | undefined {
  const asked = tokens.flatMap((token) =>
    token.kind === 'option' && token.option ? [longFlag(token.option)] : [],
  );
  if (asked.includes('--help')) return 'help';
  return asked.includes('--version') ? 'version' : undefined;
}

/** Options first, each with its value attached, so that commander has nothing left to interpret. */
function spelledOut(tokens: readonly Token[]): string[] {
  const options = tokens.flatMap((token) => (token.kind === 'option' ? [optionText(token)] : []));
  const words = tokens.flatMap((token) => {
    if (token.kind === 'option') return [];
    return token.kind === 'word' ? [token.text] : token.words;
  });
  return [...options, '--', ...words];
}

function optionText({ flag, option, value, next }: Extract<Token, { kind: 'option' }>): string {
  if (!option) return value === undefined ? flag : `${flag}=${value}`;
  const long = longFlag(option);
  if (!takesValue(option)) {
    if (value === undefined) return long;
    throw new PayctlError('USAGE', `${flag} takes no value`, { hint: `give ${flag} alone` });
  }
  if (value !== undefined) return `${long}=${value}`;
  if (next === undefined) throw new PayctlError('USAGE', `${flag} needs a value`);
  throw new PayctlError('USAGE', `${flag} needs a value, but ${next} after it is an option`, {
    hint: `if the value starts with a dash, use =: ${long}=${next}`,
  });
}

function optionsOf(command: Syntax): readonly Option[] {
  return [...(command.options ?? []), ...GLOBAL_OPTIONS];
}

/** What commander has to know; help is rendered elsewhere. */
function describe(command: Syntax): Commander {
  const commander = new Commander(['payctl', ...command.words].join(' '))
    .exitOverride()
    .configureOutput({ writeOut: () => {}, writeErr: () => {} })
    .allowExcessArguments(false)
    .showSuggestionAfterError(false);
  for (const { name, optional, variadic } of command.arguments ?? []) {
    const shown = variadic ? `${name}...` : name;
    commander.argument(optional ? `[${shown}]` : `<${shown}>`);
  }
  for (const { flags, repeat } of optionsOf(command)) {
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
  command: Syntax,
  options: Readonly<Record<string, unknown>>,
  given: readonly string[],
): void {
  for (const option of command.operation ? [] : (command.options ?? [])) {
    const flag = longFlag(option);
    const value = options[camelCase(flag.slice(2))];
    refuseEmpty(flag, value);
    checkChoice(flag, option.choices, value, `${flag} `);
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

function asUsage(error: unknown, command: Syntax, given: readonly string[]): unknown {
  if (!(error instanceof CommanderError)) return error;
  const path = ['payctl', ...command.words].join(' ');
  const first = given[command.arguments?.length ?? 0] ?? '';
  const message =
    error.code === 'commander.excessArguments'
      ? `unexpected argument ${JSON.stringify(first)}`
      : error.message.replace(/^error: /, '').replace(/\.$/, '');
  const unknown = /unknown option '(-[^'=]+)/.exec(message)?.[1];
  const guess =
    unknown && nearest(unknown.replace(/^-(?=\w{2})/, '--'), optionsOf(command).map(longFlag));
  return new PayctlError('USAGE', message, {
    hint: guess ? `did you mean ${guess}?` : `${path} --help`,
  });
}
