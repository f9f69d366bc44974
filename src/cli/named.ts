import * as z from 'zod/mini';
import type { Operation } from '../bank/define.js';
import { flagsOf } from '../bank/flags.js';
import { type Json, stringifyJson, textOf } from '../core/json.js';
import { nearest } from '../core/text.js';
import type { Command } from './command.js';
import { GLOBAL_OPTIONS } from './globals.js';
import { camelCase, longFlag, type Option, takesValue } from './parameter.js';

/** Options of every command that are part of one call; the others belong to the whole run. */
const OF_A_CALL = new Set(['--lang', '--timeout', '--retries', '--request-uid', '--yes']);

const GLOBAL_HERE = GLOBAL_OPTIONS.filter((option) => OF_A_CALL.has(longFlag(option)));

/** Where a named value goes on the command line. */
type Slot = { kind: 'option'; option: Option } | { kind: 'argument'; at: number };

/** What is wrong with a name; undefined where its value has a place. */
export function wrongName(command: Command, key: string): string | undefined {
  const { operation } = command;
  const slots = slotsOf(command);
  const fields = operation ? topFields(operation.input) : [];
  if (slots.has(key) || fields.includes(key)) return undefined;
  // Where the specification has only the path, further fields pass.
  if (takesFields(command) && operation?.specified !== true) return undefined;
  const guess = nearest(key, [...slots.keys(), ...fields]);
  const who = operation?.id ?? command.words.join(' ');
  return `${who} has no ${key}${guess ? `; did you mean ${guess}?` : ''}`;
}

/**
 * The command line that gives a command these values by their names; `rest` stands as it is. With
 * `offered`, every other name is a field, even where an option of the command has it.
 */
export function argvOf(
  command: Command,
  rest: readonly string[],
  given: ReadonlyMap<string, Json>,
  offered?: ReadonlySet<string>,
): string[] {
  const slots = slotsOf(command);
  const options: string[] = [];
  const words: string[] = [];
  const fields: Record<string, Json> = {};
  for (const [key, value] of given) {
    const slot = offered === undefined || offered.has(key) ? slots.get(key) : undefined;
    if (slot?.kind === 'argument') words[slot.at] = textOf(value) ?? stringifyJson(value);
    else if (slot && isFlat(value)) options.push(...optionText(slot.option, value));
    else fields[key] = value;
  }
  if (Object.keys(fields).length > 0) options.push(`--data=${stringifyJson(fields)}`);
  const named = words.filter((word) => word !== undefined);
  return [...command.words, ...options, ...rest, ...(named.length > 0 ? ['--', ...named] : [])];
}

function optionText(option: Option, value: Json): string[] {
  const flag = longFlag(option);
  if (!takesValue(option)) return value === true || value === 'true' ? [flag] : [];
  const values = Array.isArray(value) ? value : [value];
  return values.map((item) => `${flag}=${textOf(item) ?? stringifyJson(item)}`);
}

/** The option that a name means on the command line, without regard to what the call offers. */
export function optionNamed({ options = [] }: Command, name: string): Option | undefined {
  const meant = camelCase(name.replace(/^-+/, ''));
  return [...options, ...GLOBAL_OPTIONS].find(
    (option) => camelCase(longFlag(option).slice(2)) === meant,
  );
}

function isFlat(value: Json): boolean {
  if (Array.isArray(value)) return value.every(isFlat);
  return typeof value === 'boolean' || textOf(value) !== undefined;
}

function takesFields({ options = [] }: Command): boolean {
  return options.some((option) => longFlag(option) === '--data');
}

/** Options go by the field's name in the specification, or by their flag, in camelCase too. */
function slotsOf({ options = [], arguments: words = [], operation }: Command): Map<string, Slot> {
  const slots = new Map<string, Slot>();
  for (const [at, { name }] of words.entries()) slots.set(name, { kind: 'argument', at });
  for (const option of [...GLOBAL_HERE, ...options]) {
    const name = longFlag(option).slice(2);
    slots.set(name, { kind: 'option', option }).set(camelCase(name), { kind: 'option', option });
  }
  for (const { field, flag } of operation ? flagsOf(operation) : []) {
    const option = options.find((one) => longFlag(one) === flag);
    if (option) slots.set(field, { kind: 'option', option });
    // A command that takes more than the field in its place has no flag for it.
    else if (words.length > 0) slots.set(field, { kind: 'argument', at: 0 });
  }
  return slots;
}

function topFields(schema: unknown): string[] {
  if (schema instanceof z.ZodMiniPipe) return topFields(schema.def.in);
  return schema instanceof z.ZodMiniObject ? Object.keys(schema.def.shape) : [];
}

/** Of several operations behind the same words, a flag chooses all but the first. */
export function versionOf(operation: Operation, catalogue: readonly Operation[]): string[] {
  const words = operation.command.join(' ');
  const first = catalogue.find(({ command }) => command.join(' ') === words);
  return first === operation ? [] : ['--api', operation.path.split('/')[1] ?? ''];
}
