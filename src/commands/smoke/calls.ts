import { loadCatalogue } from '../../bank/families.js';
import { type ArgvToken, collectWords, readArgv } from '../../command-line/argv.js';
import { parseOptions } from '../../command-line/parse.js';
import { resolveCommand } from '../../command-line/resolve-command.js';
import { usageError } from '../../core/errors.js';
import { meant } from '../../core/meant.js';
import type { Message } from '../../core/message.js';
import { excerpt, visible } from '../../core/text.js';
import { bank } from '../../messages/bank.js';
import { smokePlans as words } from '../../messages/smoke.js';
import type { Command, Groups } from '../../runtime/command.js';
import { GLOBAL_OPTIONS } from '../../runtime/globals.js';
import { longFlag, type Option, optionName, type Parsed } from '../../runtime/parameter.js';
import { apiVersionValue, parseNamed } from '../../runtime/parse-named.js';
import { AS_WRITTEN, type Filling, type PlanStep } from '../../smoke/plan.js';
import { findPlaceholders } from '../../smoke/variables.js';

/** The command of a step, checked. */
export interface PlannedCall {
  command: Command;
  /** What it is given; throws USAGE for words that the command does not understand. */
  given(): Parsed;
  /** Why it may not run where the profile is live: what it can do there. */
  risk?: Message;
}

/**
 * Finds the commands of steps; throws USAGE for what may not be a step. A step is checked again
 * before it runs: only then are its variables known, and their values may come from the bank.
 */
export class PlannedCalls {
  readonly #groups: Groups;
  readonly #isShipped: boolean;

  /** @param isShipped of a plan that comes with payctl, which fetches tokens, too */
  constructor(groups: Groups, { isShipped = false } = {}) {
    this.#groups = groups;
    this.#isShipped = isShipped;
  }

  async of(
    { call, isSandbox, with: values }: Pick<PlanStep, 'call' | 'isSandbox' | 'with'>,
    filling: Filling = AS_WRITTEN,
  ): Promise<PlannedCall> {
    const { line, version } = await namedBy(call.split(/\s+/).filter(Boolean), isSandbox);
    const { command, rest } = await resolveCommand(line, this.#groups);
    if (command === undefined) {
      throw usageError(words.notWhole(visible(call)), words.seeHelp(line));
    }
    this.#refuseMismatch(command, isSandbox);
    const filled = rest.map((word) => filling.fillText(word));
    refuseNewOptions(command, rest, filled);
    const named = parseNamed(
      command,
      Array.from(values, ([key, value]) => [key, filling.fill(value)] as const),
    );
    const tokens = readTokens(command, filled);
    const options = collectOptions(command, tokens, named);
    refuseConnection(options);
    const risk = isSandbox
      ? undefined
      : await describeRisk(command, options, [...collectWords(tokens), ...named.words]);
    return {
      command,
      given: () =>
        mergeGiven({ ...named.options, ...version }, parseOptions(command, filled), named),
      risk,
    };
  }

  /** A command must declare that it can be a step: it changes no safeguard, and waits for nobody. */
  #refuseMismatch({ words: own, step }: Command, isSandbox: boolean): void {
    const isHere = isSandbox || own[0] !== 'sandbox';
    const isShippedToken = this.#isShipped && own[0] === 'token';
    if (isHere && (step !== undefined || isShippedToken)) return;
    throw usageError(words.noStep(own.join(' ')), isSandbox ? undefined : words.sandboxStep);
  }
}

/** An operation id stands for the words of its command, and the value that chooses its version. */
async function namedBy(
  call: readonly string[],
  isSandbox: boolean,
): Promise<{ line: readonly string[]; version?: Readonly<Record<string, string>> }> {
  if (isSandbox) return { line: ['sandbox', ...call] };
  const [first = '', ...rest] = call;
  if (!first.includes('.')) return { line: call };
  const catalogue = await loadCatalogue();
  const operation = catalogue.find(({ id }) => id === first);
  if (operation) {
    return {
      line: [...operation.command, ...rest],
      version: apiVersionValue(operation, catalogue),
    };
  }
  const ids = catalogue.map(({ id }) => id);
  const hint = meant(first, ids, words.seeOperations);
  throw usageError(bank.unknownOperation(visible(first)), hint);
}

/** What stands in the call beats what is given by name; what may be given several times adds up. */
function mergeGiven(named: Parsed['options'], parsed: Parsed, byName: Parsed): Parsed {
  const options = { ...named };
  for (const [name, value] of Object.entries(parsed.options)) {
    const before = options[name];
    options[name] = Array.isArray(before) && Array.isArray(value) ? [...before, ...value] : value;
  }
  return { ...parsed, options, words: [...parsed.words, ...byName.words] };
}

function readTokens({ options = [] }: Command, line: readonly string[]): ArgvToken[] {
  return readArgv(line, [...GLOBAL_OPTIONS, ...options]);
}

function collectFlags(tokens: readonly ArgvToken[]): string[] {
  return tokens.flatMap((token) => (token.kind === 'option' ? token.flag : []));
}

function collectOptions(command: Command, tokens: readonly ArgvToken[], named: Parsed): Option[] {
  const written = tokens.flatMap((token) => (token.kind === 'option' && token.option) || []);
  const byName = (command.options ?? []).filter((option) =>
    Object.hasOwn(named.options, optionName(option)),
  );
  return [...written, ...byName];
}

/** A value that begins with a dash would be an option that nobody wrote. */
function refuseNewOptions(
  command: Command,
  written: readonly string[],
  filled: readonly string[],
): void {
  const writtenFlags = collectFlags(readTokens(command, written));
  const more = collectFlags(readTokens(command, filled)).find(
    (flag) => !writtenFlags.includes(flag),
  );
  if (more === undefined) return;
  throw usageError(words.dash(visible(excerpt(more, 40))), words.giveByName);
}

/** All steps of a run go to the bank that the run names. */
function refuseConnection(options: readonly Option[]): void {
  const chosen = options.find(({ effect }) => effect === 'connects');
  if (chosen === undefined) return;
  const flag = longFlag(chosen);
  throw usageError(words.choosesProfile(flag), words.giveToRun(flag));
}

async function describeRisk(
  { step }: Command,
  options: readonly Option[],
  line: readonly string[],
): Promise<Message | undefined> {
  const acts = options.find(({ effect }) => effect === 'acts');
  if (acts) return words.changes(longFlag(acts));
  // A word that only a run fills is not known yet.
  const knownWords = line.map((word) => (findPlaceholders(word).length > 0 ? undefined : word));
  const effect = typeof step === 'function' ? await step(knownWords) : step;
  return effect === 'money' ? words.movesMoney : undefined;
}
