import type { Operation } from '../bank/define.js';
import { listFlags, schemaFields } from '../bank/flags.js';
import { usageError } from '../core/errors.js';
import { type Json, jsonText, stringifyJson } from '../core/json.js';
import type { Message } from '../core/message.js';
import { nearest } from '../core/text.js';
import { inputMessages } from '../messages/input.js';
import type { Command } from './command.js';
import { GLOBAL_OPTIONS } from './globals.js';
import {
  type Argument,
  camelCase,
  longFlag,
  type Option,
  optionName,
  type Parsed,
  takesValue,
} from './parameter.js';

/** Options of every command that are part of one call; the others belong to the whole run. */
const PER_CALL_FLAGS = new Set(['--lang', '--timeout', '--retries', '--request-uid', '--yes']);

const PER_CALL_OPTIONS = GLOBAL_OPTIONS.filter((option) => PER_CALL_FLAGS.has(longFlag(option)));

/** Where a named value goes on the command line. */
type Slot = { kind: 'option'; option: Option } | { kind: 'argument'; at: number };

/** What is wrong with a name; undefined where its value has a place. */
export function wrongName(command: Command, key: string): Message | undefined {
  const { operation } = command;
  const slots = namedSlots(command);
  const fields = Object.keys(schemaFields(operation?.input) ?? {});
  if (slots.has(key) || fields.includes(key)) return undefined;
  if (takesAnyName(command)) return undefined;
  const guess = nearest(key, [...slots.keys(), ...fields]);
  const who = operation?.id ?? command.words.join(' ');
  return guess ? inputMessages.noNameMeant(who, key, guess) : inputMessages.noName(who, key);
}

/**
 * The values that a command is given, by the names of its options, its arguments and the fields of
 * its operation. With `offered`, every other name is a field, even where an option of the command
 * has it. Throws USAGE for a name that the command has no place for.
 */
export function parseNamed(
  command: Command,
  values: Iterable<readonly [name: string, value: Json]>,
  offered?: ReadonlySet<string>,
): Parsed {
  const slots = namedSlots(command);
  const options: Record<string, unknown> = {};
  const words: (readonly string[])[] = [];
  const fields: Record<string, Json> = {};
  for (const [key, value] of values) {
    const slot = offered === undefined || offered.has(key) ? slots.get(key) : undefined;
    if (slot?.kind === 'argument') {
      words[slot.at] = toWords(key, value, command.arguments?.[slot.at]);
    } else if (slot && (!takesFields(command) || fits(slot.option, value))) {
      Object.assign(options, optionValue(slot.option, value));
    } else fields[key] = value;
  }
  const [first] = Object.keys(fields);
  if (first !== undefined) {
    if (!takesFields(command))
      throw usageError(inputMessages.noName(command.words.join(' '), first));
    options.data = stringifyJson(fields);
  }
  const names = (command.arguments ?? []).map(({ name }) => name);
  return { options, words: words.flat(), names };
}

function toWords(
  name: string,
  value: Json,
  { variadic }: Partial<Argument> = {},
): readonly string[] {
  const items = variadic && Array.isArray(value) ? value : [value];
  return items.map((item) => asText(name, item));
}

/** Of several amounts nobody knows which one is meant, and nobody means "null". */
function asText(name: string, value: Json): string {
  const text = jsonText(value);
  if (text !== undefined) return text;
  throw usageError(
    Array.isArray(value) ? inputMessages.oneValue(name) : inputMessages.noText(name),
  );
}

function optionValue(option: Option, value: Json): Record<string, unknown> {
  const name = optionName(option);
  if (!takesValue(option)) {
    if (value !== true && value !== 'true') return {};
    return { [name]: !longFlag(option).startsWith('--no-') };
  }
  const items = option.repeat && Array.isArray(value) ? value : [value];
  const texts = items.map((item) => asText(camelCase(name), item));
  return { [name]: option.repeat ? texts : texts[0] };
}

/** The option that a name means on the command line, without regard to what the call offers. */
export function optionNamed({ options = [] }: Command, name: string): Option | undefined {
  const meant = camelCase(name.replace(/^-+/, ''));
  return [...options, ...GLOBAL_OPTIONS].find(
    (option) => camelCase(longFlag(option).slice(2)) === meant,
  );
}

/** What the option of a field cannot hold is sent as the field's own value, and checked there. */
function fits(option: Option, value: Json): boolean {
  if (!takesValue(option)) return true;
  const items = Array.isArray(value) ? value : [value];
  return items.every((item) => jsonText(item) !== undefined);
}

function takesFields({ options = [] }: Command): boolean {
  return options.some((option) => longFlag(option) === '--data');
}

/** Where the specification has only the path, further fields pass. */
export function takesAnyName(command: Command): boolean {
  return takesFields(command) && command.operation?.specified !== true;
}

/** What a command is given by name, each with its names: first the one to write, then other spellings. */
export function namedValues(command: Command): ReadonlyMap<Option | Argument, readonly string[]> {
  const names = new Map<Option | Argument, string[]>();
  for (const [name, slot] of namedSlots(command)) {
    const taken = slot.kind === 'option' ? slot.option : command.arguments?.[slot.at];
    const others = taken && (names.get(taken) ?? []);
    // The field's own name comes after the flag's, unless an argument has it, too.
    if (others) names.set(taken, name.includes('-') ? [...others, name] : [name, ...others]);
  }
  return names;
}

/** Options go by the field's name in the specification, or by their flag, in camelCase too. */
function namedSlots({
  options = [],
  arguments: words = [],
  operation,
}: Command): Map<string, Slot> {
  const slots = new Map<string, Slot>();
  for (const [at, { name }] of words.entries()) slots.set(name, { kind: 'argument', at });
  for (const option of [...PER_CALL_OPTIONS, ...options]) {
    const name = longFlag(option).slice(2);
    slots.set(name, { kind: 'option', option }).set(camelCase(name), { kind: 'option', option });
  }
  for (const { field, flag } of operation ? listFlags(operation) : []) {
    const option = options.find((one) => longFlag(one) === flag);
    if (option) slots.set(field, { kind: 'option', option });
    // A command that takes more than the field in its place has no flag for it.
    else if (words.length > 0) slots.set(field, { kind: 'argument', at: 0 });
  }
  return slots;
}

/** Of several operations behind the same words, this value chooses all but the first. */
export function apiVersionValue(
  operation: Operation,
  catalogue: readonly Operation[],
): Readonly<Record<string, string>> {
  const words = operation.command.join(' ');
  const first = catalogue.find(({ command }) => command.join(' ') === words);
  return first === operation ? {} : { api: operation.path.split('/')[1] ?? '' };
}
