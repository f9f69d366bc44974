import { loadCatalogue } from '../bank/families.js';
import { readArgv, type Token } from '../cli/argv.js';
import type { Command, Groups } from '../cli/command.js';
import { GLOBAL_OPTIONS } from '../cli/globals.js';
import { argvOf, versionOf } from '../cli/named.js';
import { resolveCommand } from '../cli/resolve-command.js';
import { PayctlError, usageError } from '../core/errors.js';
import type { Json } from '../core/json.js';
import { excerpt, nearest } from '../core/text.js';
import type { Step } from './plan.js';
import { placeholdersIn } from './text.js';

/** The command line of a step, checked. */
export interface Call {
  command: Command;
  argv: readonly string[];
  /** Why it may not run where the profile is live: what it can do there. */
  risk?: string;
}

/** How `${…}` and `{{…}}` in a step are filled. */
export interface Filling {
  fillText(text: string): string;
  fill(value: Json): Json;
}

const AS_WRITTEN: Filling = { fillText: (text) => text, fill: (value) => value };

/**
 * Finds the commands of steps; what may be none throws USAGE. The line that runs is checked like the
 * line that was written: what a variable holds is known only then, and may come from the bank.
 */
export class Calls {
  readonly #groups: Groups;
  readonly #isShipped: boolean;

  /** @param isShipped of a plan that comes with payctl, which fetches tokens, too */
  constructor(groups: Groups, { isShipped = false } = {}) {
    this.#groups = groups;
    this.#isShipped = isShipped;
  }

  async of(
    { call, isSandbox, with: given }: Pick<Step, 'call' | 'isSandbox' | 'with'>,
    filling: Filling = AS_WRITTEN,
  ): Promise<Call> {
    const words = call.split(/\s+/).filter(Boolean);
    const named = isSandbox ? ['sandbox', ...words] : await this.#wordsOf(words);
    const { command, rest } = await resolveCommand(named, this.#groups);
    if (command === undefined) {
      throw usageError(
        `${call} is not a whole command`,
        `payctl ${named.join(' ')} --help lists what follows`,
      );
    }
    this.#refuseOther(command, isSandbox);
    const filled = rest.map((word) => filling.fillText(word));
    refuseNewOptions(command, rest, filled);
    const values = Array.from(given, ([key, value]) => [key, filling.fill(value)] as const);
    const argv = argvOf(command, filled, new Map(values));
    await this.#refuseOtherWords(command, argv);
    const tokens = tokensOf(command, argv);
    refuseConnection(tokens);
    const risk = isSandbox ? undefined : await riskOf(command, tokens);
    return { command, argv, ...(risk !== undefined && { risk }) };
  }

  /** Only what says that it can be a step is one: it changes no guard, and waits for nobody. */
  #refuseOther({ words, step }: Command, isSandbox: boolean): void {
    const isHere = isSandbox || words[0] !== 'sandbox';
    const isShippedToken = this.#isShipped && words[0] === 'token';
    if (isHere && (step !== undefined || isShippedToken)) return;
    throw new PayctlError('USAGE', `${words.join(' ')} cannot be a step of a plan`, {
      hint: isSandbox ? undefined : 'sandbox: pay REFERENCE is a step of the embedded bank',
    });
  }

  /** What a variable holds may read like a word of another command. */
  async #refuseOtherWords({ words }: Command, argv: readonly string[]): Promise<void> {
    const { command } = await resolveCommand(argv, this.#groups);
    if (command?.words.join(' ') === words.join(' ')) return;
    throw usageError(
      `the values of this step make another command of ${words.join(' ')}`,
      'write the words of the command in the plan',
    );
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

function tokensOf({ options = [] }: Command, argv: readonly string[]): Token[] {
  return readArgv(argv, [...GLOBAL_OPTIONS, ...options]);
}

function flagsIn(tokens: readonly Token[]): string[] {
  return tokens.flatMap((token) => (token.kind === 'option' ? token.flag : []));
}

/** A value that begins with a dash would be an option that nobody wrote. */
function refuseNewOptions(
  command: Command,
  written: readonly string[],
  filled: readonly string[],
): void {
  const known = flagsIn(tokensOf(command, written));
  const more = flagsIn(tokensOf(command, filled)).find((flag) => !known.includes(flag));
  if (more === undefined) return;
  throw usageError(
    `a value of this step begins with a dash: ${excerpt(more, 40)} would be an option`,
    'give the value by its name, in with',
  );
}

/** All steps of a run go to the bank that the run names. */
function refuseConnection(tokens: readonly Token[]): void {
  for (const token of tokens) {
    if (token.kind !== 'option' || token.option?.effect !== 'connects') continue;
    throw usageError(
      `a step cannot choose the profile: ${token.flag}`,
      `leave it out, and give it to the run: payctl ${token.flag} … smoke`,
    );
  }
}

async function riskOf(
  { words, step }: Command,
  tokens: readonly Token[],
): Promise<string | undefined> {
  const acts = tokens.find((token) => token.kind === 'option' && token.option?.effect === 'acts');
  if (acts?.kind === 'option') return `changes something by ${acts.flag}`;
  const given = tokens
    .flatMap((token) => {
      if (token.kind === 'word') return token.text;
      return token.kind === 'rest' ? token.words : [];
    })
    .slice(words.length)
    // A word that only a run fills is not known yet.
    .map((word) => (placeholdersIn(word).length > 0 ? undefined : word));
  const effect = typeof step === 'function' ? await step(given) : step;
  return effect === 'money' ? 'can move money' : undefined;
}
