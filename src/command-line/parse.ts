import { Command as Commander, Option as CommanderOption } from 'commander';
import { payctl } from '../core/command-line.js';
import { usageError } from '../core/errors.js';
import type { Message } from '../core/message.js';
import { commandLine } from '../messages/terminal.js';
import { wording } from '../messages/wording.js';
import { GLOBAL_OPTIONS, HELP_AND_VERSION } from '../runtime/globals.js';
import {
  checkWords,
  longFlag,
  type Option,
  optionName,
  type Parsed,
  type Syntax,
  takesValue,
} from '../runtime/parameter.js';
import { type ArgvToken, collectWords, readArgv } from './argv.js';
import { flagMeant } from './tried-flags.js';

interface ParsedLine extends Parsed {
  /** Help or version, which are answered in place of the command: then nothing else is read. */
  asked?: 'help' | 'version';
}

/** Parses what follows the words of a command. Every refusal is a USAGE error with its fix. */
export function parse(command: Syntax, argv: readonly string[]): ParsedLine {
  const parsed = parseOptions(command, argv);
  if (!parsed.asked) checkWords(command, parsed.words);
  return parsed;
}

/** As `parse`, whatever the number of words. */
export function parseOptions(command: Syntax, argv: readonly string[]): ParsedLine {
  const names = (command.arguments ?? []).map(({ name }) => name);
  const tokens = readArgv(argv, [...allOptions(command), ...HELP_AND_VERSION]);
  const asked = findHelpOrVersion(tokens);
  if (asked) return { asked, options: {}, words: [], names };
  refuseUnknown(tokens, command);
  const commander = describe(collectOptions(tokens));
  let verbose = 0;
  commander.on('option:verbose', () => verbose++);
  commander.parseOptions(tokens.flatMap((token) => optionText(token) ?? []));
  const options = { ...commander.opts(), ...collectForms(tokens), ...(verbose > 0 && { verbose }) };
  return { options, words: collectWords(tokens), names };
}

/** The first option that the command does not have. */
function refuseUnknown(tokens: readonly ArgvToken[], command: Syntax): void {
  const unknown = tokens.find((token) => token.kind === 'option' && !token.option);
  if (unknown?.kind !== 'option') return;
  const { flag } = unknown;
  const guess = flagMeant(flag.replace(/^-(?=\w{2})/, '--'), allOptions(command));
  throw usageError(
    commandLine.unknownOption(flag),
    guess ? wording.didYouMean(guess) : helpHint(command),
  );
}

function helpHint({ words }: Syntax): Message {
  return payctl.withoutProfile`${[...words, '--help']}`;
}

/** Options in the form that was given by `=`; the last one counts. */
function collectForms(tokens: readonly ArgvToken[]): Record<string, string> {
  const given = tokens.flatMap((token) => {
    if (token.kind !== 'option' || !token.option?.forms || token.value === undefined) return [];
    return [[optionName(token.option), token.value] as const];
  });
  return Object.fromEntries(given);
}

function collectOptions(tokens: readonly ArgvToken[]): Option[] {
  const options = tokens.map((token) => (token.kind === 'option' ? token.option : undefined));
  return [...new Set(options)].filter((option) => option !== undefined);
}

function findHelpOrVersion(tokens: readonly ArgvToken[]): 'help' | 'version' | undefined {
  const asked = collectOptions(tokens).map(longFlag);
  if (asked.includes('--help')) return 'help';
  return asked.includes('--version') ? 'version' : undefined;
}

/** An option with its value attached, so that commander takes nothing else for it. */
function optionText(token: ArgvToken): string | undefined {
  if (token.kind !== 'option' || !token.option) return undefined;
  const { flag, option, value, next } = token;
  const long = longFlag(option);
  if (!takesValue(option)) {
    if (value === undefined || option.forms?.includes(value)) return long;
    if (option.forms) {
      const forms = option.forms.map((form) => `${long}=${form}`);
      throw usageError(commandLine.form(flag, value, forms));
    }
    throw usageError(commandLine.takesNoValue(flag), commandLine.giveAlone(flag));
  }
  if (value !== undefined) return `${long}=${value}`;
  if (next === undefined) throw usageError(commandLine.needsValue(flag));
  throw usageError(commandLine.needsValueNot(flag, next), commandLine.byEquals(`${long}=${next}`));
}

function allOptions(command: Syntax): readonly Option[] {
  return [...(command.options ?? []), ...GLOBAL_OPTIONS];
}

/** What commander has to know of this line: help is rendered elsewhere, and each option costs time. */
function describe(options: readonly Option[]): Commander {
  const commander = new Commander();
  for (const { flags, repeat } of options) {
    const option = new CommanderOption(flags);
    commander.addOption(repeat ? option.argParser(collect) : option);
  }
  return commander;
}

function collect(value: string, seen: string[] | undefined): string[] {
  return [...(seen ?? []), value];
}
