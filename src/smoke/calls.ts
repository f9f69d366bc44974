import * as z from 'zod/mini';
import type { Operation } from '../bank/define.js';
import { loadCatalogue } from '../bank/families.js';
import { flagsOf } from '../bank/flags.js';
import type { Command, Groups } from '../cli/command.js';
import { GLOBAL_OPTIONS } from '../cli/globals.js';
import { camelCase, longFlag, type Option, takesValue } from '../cli/parameter.js';
import { resolveCommand } from '../cli/resolve-command.js';
import { PayctlError } from '../core/errors.js';
import { type Json, stringifyJson, textOf } from '../core/json.js';
import { nearest } from '../core/nearest.js';
import type { Step } from './plan.js';

/** These wait for people or other programs, or change what a plan must leave alone. */
const NEVER = new Set([
  'smoke',
  'listen',
  'sandbox serve',
  'console',
  'mcp',
  'init',
  'help',
  'completion',
]);

/** Options of every command that a step may set; the rest belongs to the run. */
const OF_A_STEP = new Set(['--lang', '--timeout', '--retries', '--request-uid', '--yes']);

const GLOBAL_HERE = GLOBAL_OPTIONS.filter((option) => OF_A_STEP.has(longFlag(option)));

/** The command of a step, and what was written after its words. */
export interface Call {
  command: Command;
  rest: readonly string[];
  /** Whether it can move money at the bank. */
  isMoney: boolean;
}

/** What `with` may hold, by the name that a plan uses. */
type Slot = { kind: 'option'; option: Option } | { kind: 'argument'; at: number };

/** Finds the commands of steps; what a plan names wrongly throws USAGE. */
export class Calls {
  readonly #groups: Groups;

  constructor(groups: Groups) {
    this.#groups = groups;
  }

  async of({
    call,
    isSandbox,
    with: given,
  }: Pick<Step, 'call' | 'isSandbox' | 'with'>): Promise<Call> {
    const words = call.split(/\s+/).filter(Boolean);
    const named = isSandbox ? ['sandbox', ...words] : await this.#wordsOf(words);
    const { command, rest } = await resolveCommand(named, this.#groups);
    if (command === undefined) {
      throw new PayctlError('USAGE', `${call} is not a whole command`, {
        hint: `payctl ${named.join(' ')} --help lists what follows`,
      });
    }
    const name = command.words.join(' ');
    if (NEVER.has(name) || (!isSandbox && command.words[0] === 'sandbox')) {
      throw new PayctlError('USAGE', `${name} cannot be a step of a plan`, {
        hint: isSandbox ? undefined : 'sandbox: pay REFERENCE is a step of the embedded bank',
      });
    }
    return { command, rest, isMoney: !isSandbox && (await canMoveMoney(command, rest, given)) };
  }

  /** An operation id stands for the words of its command. */
  async #wordsOf(words: readonly string[]): Promise<readonly string[]> {
    const [first = '', ...rest] = words;
    if (!first.includes('.')) return words;
    const catalogue = await loadCatalogue();
    const found = catalogue.find(({ id }) => id === first);
    if (found) return [...found.command, ...versionOf(found, catalogue), ...rest];
    const guess = nearest(
      first,
      catalogue.map(({ id }) => id),
    );
    throw new PayctlError('USAGE', `there is no operation ${first}`, {
      hint: guess ? `did you mean ${guess}?` : 'payctl openapi lists them',
    });
  }
}

/** Of several operations behind the same words, a flag chooses all but the first. */
function versionOf(operation: Operation, catalogue: readonly Operation[]): string[] {
  const words = operation.command.join(' ');
  const first = catalogue.find(({ command }) => command.join(' ') === words);
  return first === operation ? [] : ['--api', operation.path.split('/')[1] ?? ''];
}

async function canMoveMoney(
  command: Command,
  rest: readonly string[],
  given: ReadonlyMap<string, Json>,
): Promise<boolean> {
  const [group] = command.words;
  if (group === 'api')
    return (rest[0] ?? textOf(given.get('method')) ?? '').toUpperCase() !== 'GET';
  if (group !== 'batch') return command.operation?.effect === 'money';
  const id = rest[0] ?? textOf(given.get('operation'));
  return (await loadCatalogue()).some((one) => one.id === id && one.effect === 'money');
}

/** What is wrong with a key of `with`; undefined where it has its place. */
export function wrongKey({ command }: Call, key: string): string | undefined {
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

/** The command line of a step, its values filled. */
export function argvOf(
  { command }: Call,
  rest: readonly string[],
  given: ReadonlyMap<string, Json>,
): string[] {
  const slots = slotsOf(command);
  const options: string[] = [];
  const words: string[] = [];
  const fields: Record<string, Json> = {};
  for (const [key, value] of given) {
    const slot = slots.get(key);
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
