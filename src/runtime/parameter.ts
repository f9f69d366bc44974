import type { Operation } from '../bank/define.js';
import { payctl } from '../core/command-line.js';
import { usageError } from '../core/errors.js';
import { stringOrUndefined } from '../core/fields.js';
import { capitalized } from '../core/text.js';
import { inputMessages } from '../messages/input.js';
import { parseChoice, refuseEmpty } from './value-parsers.js';

/**
 * What an option does beyond being a value of the call. Doors that act for others than a person at
 * the terminal (agents, plans) decide by it which options they offer.
 */
type OptionEffect =
  /** Its value names a file that is read. */
  | 'reads'
  /** Its value names a file that is written. */
  | 'writes'
  /** Stands for the consent of a person. */
  | 'confirms'
  /** Chooses the profile, and with it the bank and its guards. */
  | 'connects'
  /** Changes what this machine keeps, or calls somebody else than the bank. */
  | 'acts'
  /** Takes any field by name, and files by `@`. */
  | 'fields'
  /** How something looks, or which form of the same call is used. */
  | 'form';

/** One option of a command as data. */
export interface Option {
  /** As commander writes it: `--out-trade-no <text>`. */
  flags: string;
  summary: string;
  /** Heading in help. */
  group?: string;
  choices?: readonly string[];
  /** The value if it is not given, and where that comes from. */
  fallback?: string;
  /** Of an option without a value: what may be given all the same, by `=` only. */
  forms?: readonly string[];
  /** May be given several times. */
  repeat?: true;
  required?: true;
  effect?: OptionEffect;
}

/** A word that stands by itself. */
export interface Argument {
  name: string;
  summary: string;
  /** It names a file that is read, or may. */
  effect?: 'reads';
  /** What completion offers. */
  choices?: readonly string[];
  optional?: true;
  variadic?: true;
}

/** What is parsed of a command; where no command was named, its words alone. */
export interface Syntax {
  /** What a person types after `payctl`. */
  words: readonly string[];
  arguments?: readonly Argument[];
  options?: readonly Option[];
  /** The operation it calls, where it is one call. */
  operation?: Operation;
}

/** `-o`, `--output` and `format` of `-o, --output <format>`; a switch has no placeholder. */
export function spelling({ flags }: Option): { names: string[]; placeholder: string | undefined } {
  const [names = '', placeholder] = flags.split(' <');
  return { names: names.split(', '), placeholder: placeholder?.slice(0, -1) };
}

export function takesValue(option: Option | undefined): boolean {
  return option !== undefined && spelling(option).placeholder !== undefined;
}

export function longFlag(option: Option): string {
  return spelling(option).names.at(-1) ?? '';
}

/** As commander names the value of an option. */
export function camelCase(flag: string): string {
  const [first = '', ...rest] = flag.split('-');
  return [first, ...rest.map(capitalized)].join('');
}

/** The name of its value among those that were given, as commander has it: `dryRun`, `input` of `--no-input`. */
export function optionName(option: Option): string {
  const flag = longFlag(option);
  return camelCase(flag.slice(flag.startsWith('--no-') ? 5 : 2));
}

/** What was given: options by their names, and words with what each is called. */
export interface Parsed {
  options: Readonly<Record<string, unknown>>;
  words: readonly string[];
  names: readonly string[];
}

/** What a command takes: the options or arguments that it declares, and the value that they come to. */
export interface Parameter<Value> {
  readonly options: readonly Option[];
  readonly arguments: readonly Argument[];
  /** Throws USAGE for what is wrong. `now` is what relative times count from. */
  read(given: Parsed, now: number): Value;
}

/** By the names that the code gives to the values. */
export type Parameters<Values> = { readonly [Name in keyof Values]: Parameter<Values[Name]> };

/** The values of parameters. */
export type ValuesOf<All> = {
  readonly [Name in keyof All]: All[Name] extends Parameter<infer Value> ? Value : never;
};

type About = Omit<Option, 'flags' | 'summary'>;

function declared<Value>(
  option: Option,
  read: (value: unknown, flag: string, now: number) => Value,
): Parameter<Value> {
  const flag = longFlag(option);
  const name = optionName(option);
  return {
    options: [option],
    arguments: [],
    read: ({ options }, now) => read(options[name], flag, now),
  };
}

/** True where it was given, also for `--no-…`. */
export function flag(flags: string, summary: string, about: About = {}): Parameter<boolean> {
  return declared({ flags, summary, ...about }, (value, name) => {
    return value === !name.startsWith('--no-');
  });
}

/** True where it was given alone, or the form of it that was given by `=`. */
export function flagOr<const Form extends string>(
  flags: string,
  summary: string,
  forms: readonly Form[],
): Parameter<boolean | Form> {
  return declared({ flags, summary, forms }, (value) => {
    return forms.find((form) => form === value) ?? value === true;
  });
}

/** How often it was given. */
export function occurrences(flags: string, summary: string): Parameter<number> {
  return declared({ flags, summary }, (value) => (typeof value === 'number' ? value : 0));
}

/** A text as it was given, empty or not. */
export function verbatim(option: Option): Parameter<string | undefined> {
  return declared(option, stringOrUndefined);
}

/** A value that `read` makes of the text; empty is the mark of a variable that was not set. */
export function option<Value>(
  flags: string,
  summary: string,
  read: (text: string, flag: string, now: number) => Value,
  about: About = {},
): Parameter<Value | undefined> {
  return declared({ flags, summary, ...about }, (value, name, now) => {
    refuseEmpty(name, value);
    const text = stringOrUndefined(value);
    return text === undefined ? undefined : read(text, name, now);
  });
}

export function text(flags: string, summary: string, about: About = {}) {
  return option(flags, summary, (value) => value, about);
}

/** May be given several times. */
export function texts(
  flags: string,
  summary: string,
  about: About = {},
): Parameter<readonly string[]> {
  return declared({ flags, summary, repeat: true, ...about }, (value) => {
    return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
  });
}

/** One of the choices, in any letter case. */
export function choice<const Choice extends string>(
  flags: string,
  summary: string,
  choices: readonly Choice[],
  about: About = {},
): Parameter<Choice | undefined> {
  const read = (value: string, name: string) => parseChoice(value, choices, name);
  return option(flags, summary, read, { ...about, choices });
}

type AboutWord = Omit<Argument, 'name' | 'summary' | 'optional' | 'variadic'>;

export function argument(name: string, summary: string, about: AboutWord = {}): Parameter<string> {
  return word({ name, summary, ...about }, ([value = '']) => value);
}

export function optionalArgument(
  name: string,
  summary: string,
  about: AboutWord = {},
): Parameter<string | undefined> {
  return word({ name, summary, ...about, optional: true }, ([value]) => value);
}

/** All words that are left. */
export function restArguments(
  name: string,
  summary: string,
  about: Omit<Argument, 'name' | 'summary' | 'variadic'> = {},
): Parameter<readonly string[]> {
  return word({ name, summary, ...about, variadic: true }, (values) => values);
}

export function choiceArgument<const Choice extends string>(
  name: string,
  summary: string,
  choices: readonly Choice[],
): Parameter<Choice> {
  return word({ name, summary, choices }, ([value = '']) => parseChoice(value, choices, name));
}

function word<Value>(
  shown: Argument,
  read: (values: readonly string[]) => Value,
): Parameter<Value> {
  return {
    options: [],
    arguments: [shown],
    read: ({ words, names }) => read(words.slice(names.indexOf(shown.name))),
  };
}

/** Throws USAGE unless there is a word for each argument that needs one, and an argument for each word. */
export function checkWords({ words, arguments: all = [] }: Syntax, given: readonly string[]): void {
  const help = payctl.withoutProfile`${words} --help`;
  const missing = all.slice(given.length).find(({ optional }) => !optional);
  if (missing) throw usageError(inputMessages.missingArgument(missing.name), help);
  const isOpen = all.at(-1)?.variadic === true;
  const extra = isOpen ? undefined : given[all.length];
  if (extra !== undefined) throw usageError(inputMessages.unexpectedArgument(extra), help);
}

/** Several as one; its value has a field for each. */
export function group<Values extends object>(parameters: Parameters<Values>): Parameter<Values> {
  const parts: Parameter<unknown>[] = Object.values(parameters);
  return {
    options: parts.flatMap(({ options }) => options),
    arguments: parts.flatMap((part) => part.arguments),
    read(given, now) {
      const values: Partial<Values> = {};
      for (const name in parameters) values[name] = parameters[name].read(given, now);
      assertWhole(values, parameters);
      return values;
    },
  };
}

function assertWhole<Values extends object>(
  values: Partial<Values>,
  parameters: Parameters<Values>,
): asserts values is Values {
  for (const name in parameters) {
    if (!Object.hasOwn(values, name)) throw new TypeError(`no value of ${name}`);
  }
}

/** What a command does not have: nothing is declared, and there is never a value. */
export const ABSENT: Parameter<undefined> = {
  options: [],
  arguments: [],
  read: () => undefined,
};

/** The parameter where the command has it. */
export function where<Value>(
  isThere: boolean,
  parameter: Parameter<Value>,
): Parameter<Value | undefined> {
  return isThere ? parameter : ABSENT;
}
